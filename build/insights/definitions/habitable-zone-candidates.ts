import type { ArchiveColumns } from '../parts/archive-columns.ts'
import { counted, ifAny, massProvenance, rowsWith } from '../parts/caveats.ts'
import { SOLAR_TEMPERATURE_K } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { publishedRadius, radiusOrigin, showRadius } from '../parts/radius-origin.ts'
import {
  isChosen,
  isNamed,
  isNoLimit,
  isUndisputed,
  measured,
  measuredIfPresent,
  type Rule,
  showMeasured,
  within,
} from '../parts/sql-parts.ts'

/** Maximum radius of a planet that may be rocky, Earth radii. */
const MAX_RADIUS_EARTH = '1.8'
/** The corresponding maximum mass for planets without a radius, Earth masses. */
const MAX_MASS_EARTH = '5'
/** Insolation bounds, in units of Earth's. */
const MIN_INSOLATION = '0.25'
const MAX_INSOLATION = '1.75'

/** Values of the column that names the source of each insolation. */
const PUBLISHED = 'pl_insol'
const FROM_LUMINOSITY = 'st_lum, pl_orbsmax'
const FROM_STAR = 'st_rad, st_teff, pl_orbsmax'

/** The condition on the radius, or on the mass if a planet has no radius or only a calculated one. */
function bySize(archive: ArchiveColumns, ofRadius: string, ofMass: string): string {
  return `CASE WHEN ${publishedRadius(archive)} IS NOT NULL THEN ${ofRadius} ELSE ${ofMass} END`
}

/** The radius or mass that a planet is classified by is not a limit. */
function isSizeMeasured(archive: ArchiveColumns): Rule {
  const [radius, mass] = ['pl_rade', 'pl_bmasse'].map((column) => isNoLimit(archive, column))
  if (radius === undefined && mass === undefined) return undefined
  return {
    condition: bySize(archive, radius?.condition ?? '1', mass?.condition ?? '1'),
    reason: 'limit, not a value (pl_radelim, or pl_bmasselim without a radius, is 1 or -1)',
  }
}

/** The insolation is published, or the row has the values to compute it. */
function hasInsolation(archive: ArchiveColumns): Rule {
  const value = (column: string) => measuredIfPresent(archive, column)
  const luminosity = `${value('st_lum')} IS NOT NULL OR (${value('st_rad')} > 0 AND ${measured(archive, 'st_teff')} > 0)`
  return {
    condition: `(${measured(archive, 'pl_insol')} IS NOT NULL OR (${value('pl_orbsmax')} > 0 AND (${luminosity})))`,
    reason: 'no value (pl_insol, or pl_orbsmax with st_lum or with st_rad and st_teff)',
  }
}

export const habitableZoneCandidates: InsightDefinition = {
  slug: 'habitable-zone-candidates',
  title: 'Small planets with Earth-like insolation',
  category: 'exoplanets',
  kind: 'ranking',
  description:
    "Planets up to 1.8 Earth radii (or 5 Earth masses if no radius is known) that receive 0.25 to 1.75 times the Earth's insolation, sorted by similarity to the Earth's.",
  limit: 50,
  rank: ['ABS(insolation - 1.0)'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_bmasselim',
      'pl_insollim',
      'pl_eqtlim',
      'st_tefflim',
      'st_lum',
      'st_lumlim',
      'st_rad',
      'st_radlim',
      'pl_orbsmax',
      'pl_orbsmaxlim',
      ...radiusOrigin(),
    ],
  },
  columns: [
    ...shown(
      'exoplanets',
      'pl_name',
      'hostname',
      'pl_rade',
      'pl_bmasse',
      'pl_bmassprov',
      'pl_insol',
      'pl_eqt',
      'st_teff',
      'sy_dist',
    ),
    {
      name: 'insolation',
      type: 'real',
      unit: 'Searth',
      description:
        'Insolation: pl_insol, else the luminosity over the square of the semi-major axis; the luminosity is st_lum, else that of a star of st_rad and st_teff',
    },
    { name: 'insolation_from', type: 'text', description: 'Columns that the insolation comes from' },
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    {
      condition: `(${publishedRadius(archive)} IS NOT NULL OR pl_bmasse IS NOT NULL)`,
      reason: 'no value (pl_rade and pl_bmasse)',
    },
    isSizeMeasured(archive),
    within(bySize(archive, `pl_rade <= ${MAX_RADIUS_EARTH}`, `pl_bmasse <= ${MAX_MASS_EARTH}`)),
    hasInsolation(archive),
  ],
  sql: (archive, rows) => `WITH measured AS (
  SELECT rowid AS row_number, pl_name, hostname, ${showRadius(archive)},
    ${showMeasured(archive, 'pl_bmasse')},
    pl_bmassprov,
    ${showMeasured(archive, 'pl_insol')},
    ${showMeasured(archive, 'pl_eqt')},
    ${showMeasured(archive, 'st_teff')},
    sy_dist,
    ${measured(archive, 'pl_insol')} AS published_insolation,
    power(10, ${measuredIfPresent(archive, 'st_lum')}) AS published_luminosity,
    ${measuredIfPresent(archive, 'st_rad')} AS star_radius,
    ${measured(archive, 'st_teff')} AS star_temperature,
    ${measuredIfPresent(archive, 'pl_orbsmax')} AS semi_major_axis
  FROM exoplanets${rows}
), lit AS (
  SELECT *, ROUND(COALESCE(published_insolation, COALESCE(published_luminosity, star_radius * star_radius * power(star_temperature / ${SOLAR_TEMPERATURE_K}, 4)) / (semi_major_axis * semi_major_axis)), 6) AS insolation,
    CASE WHEN published_insolation IS NOT NULL THEN '${PUBLISHED}' WHEN published_luminosity IS NOT NULL THEN '${FROM_LUMINOSITY}' ELSE '${FROM_STAR}' END AS insolation_from
  FROM measured
)
SELECT pl_name, hostname, pl_rade, pl_bmasse, pl_bmassprov, pl_insol, pl_eqt, st_teff, sy_dist, insolation, insolation_from
FROM lit
WHERE insolation BETWEEN ${MIN_INSOLATION} AND ${MAX_INSOLATION}
ORDER BY ABS(insolation - 1.0) ASC, pl_name ASC, row_number ASC`,
  caveats: (facts) => [
    'The bounds are a simple rule, not a climate model: none of these planets is known to be habitable.',
    ifAny(
      rowsWith(facts, ({ insolation_from }) => insolation_from !== PUBLISHED),
      (count) =>
        `${count} of the ${facts.data.length} insolations shown ${count === 1 ? 'is' : 'are'} computed as L/a^2, which ignores the eccentricity; insolation_from names the columns.`,
    ),
    ifAny(
      rowsWith(facts, ({ pl_rade }) => pl_rade === null),
      (count) => `${counted(count, 'planet')} without a radius ${count === 1 ? 'is' : 'are'} listed by mass.`,
    ),
    massProvenance(facts, 'pl_bmasse'),
  ],
  whenEmpty: 'no small planet has an insolation between 0.25 and 1.75 of the Earth',
}
