import { hasDefaultFlag, type Manifest } from '../../format/manifest.ts'

/** What users of the data must know, by topic. */
export interface Cautions {
  /** What one row of exoplanets represents. */
  readonly planetRows: string
  /** What one row of stellarhosts represents, and the effect of a join. */
  readonly hostRows: string
  readonly nulls: string
  /** Absent if the archive has no such columns. */
  readonly limits?: string
  readonly errors?: string
  readonly masses?: string
  readonly dates: string
}

/**
 * The cautions for one archive, in Markdown, for all user documents: guides, OpenAPI, the MCP instructions. Columns that
 * the archive lacks are not mentioned.
 */
export function cautionsFor(manifest: Pick<Manifest, 'tables'>): Cautions {
  const names = new Set(manifest.tables.exoplanets.columns.map(({ name }) => name))
  const some = (ending: string): boolean => [...names].some((name) => name.endsWith(ending))
  return {
    planetRows: hasDefaultFlag(manifest)
      ? '`exoplanets` has one row per planet **and reference**: `default_flag = 1` selects the one row per planet that the archive has chosen; without it, you count references, not planets. The chosen row can lack a value that another reference has.'
      : '`exoplanets` has one row per planet. If the table is composite, the values of a row come from different references, some are calculated (a radius from the mass, a mass from the radius), and they need not be consistent with each other.',
    hostRows:
      '`stellarhosts` usually has several rows per host name, one per reference. A join on `hostname` is many-to-many and multiplies rows; `exoplanets` has `st_` and `sy_` columns itself, so a join is seldom needed.',
    nulls: '`null` means unknown, never 0. Say how many rows lack a value if it matters.',
    ...(some('lim')
      ? {
          limits:
            'A value whose `…lim` column is 1 or -1 is an upper or lower limit, not a measurement; leave it out of rankings and averages. If the flag is null, the row does not say which it is.',
        }
      : {}),
    ...(some('err2') ? { errors: 'The upper uncertainty `…err1` is positive, the lower one, `…err2`, negative.' } : {}),
    ...(names.has('pl_bmassprov')
      ? {
          masses:
            '`pl_bmasse` and `pl_bmassj` are the best available mass: `pl_bmassprov` says whether it is the mass (Mass), a minimum mass (Msini), or a value calculated in another way; `M-R relationship` means predicted from the radius, not measured.',
        }
      : {}),
    dates: 'Dates are text: YYYY-MM-DD, some of them partial (2016-05).',
  }
}

/** The same cautions as a list. */
export function cautionList(manifest: Pick<Manifest, 'tables'>): readonly string[] {
  return Object.values(cautionsFor(manifest))
}

/** The acknowledgment that the archive requests in publications. */
export const ACKNOWLEDGMENT =
  'This research has made use of the NASA Exoplanet Archive, which is operated by the California Institute of Technology, under contract with the National Aeronautics and Space Administration under the Exoplanet Exploration Program.'

/** The archive's page on how to cite it. */
export const ACKNOWLEDGE_URL = 'https://exoplanetarchive.ipac.caltech.edu/docs/acknowledge.html'

/** How to cite the data: the acknowledgment, the archive's paper, and the DOIs of the tables. */
export function citation(manifest: Pick<Manifest, 'tables'>): string {
  const planets = hasDefaultFlag(manifest)
    ? '10.26133/NEA12 (Planetary Systems)'
    : '10.26133/NEA13 (Planetary Systems Composite Parameters)'
  return `Publications acknowledge the archive: "${ACKNOWLEDGMENT}" They cite Christiansen et al. (2025), the DOI of the table, ${planets} or 10.26133/NEA40 (Stellar Hosts), with the date of the table, and the reference of each value. See ${ACKNOWLEDGE_URL}`
}
