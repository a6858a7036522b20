import { counted, ifAny, massProvenance, rowsWith } from '../parts/caveats.ts'
import { EARTH_RADII_PER_JUPITER_RADIUS } from '../parts/constants.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showErrors, showMeasured } from '../parts/sql-parts.ts'

/** Whether the two values are the same radius, except for rounding. */
function isSameRadius(inEarthRadii: number, inJupiterRadii: number): boolean {
  return Math.abs(inEarthRadii / (inJupiterRadii * EARTH_RADII_PER_JUPITER_RADIUS) - 1) < 0.1
}

export const largestExoplanetsRadius: InsightDefinition = {
  slug: 'largest-exoplanets-radius',
  title: 'Largest measured planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the largest radii, in Earth and Jupiter radii, with uncertainties.',
  limit: 10,
  rank: ['pl_rade'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_radjlim',
      'pl_bmassjlim',
      'pl_bmassprov',
      ...radiusOrigin('pl_radeerr1', 'pl_radeerr2', 'discoverymethod'),
    ],
  },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_rade', 'pl_radj', 'pl_radeerr1', 'pl_radeerr2', 'pl_bmassj'),
    // A computed column, so that an archive without `pl_bmassprov` keeps this ranking, which is by radius.
    {
      name: 'pl_bmassprov',
      type: 'text',
      description: 'Whether the mass is true (Mass) or a minimum (Msini); null if not stated',
    },
    ...shown('exoplanets', 'discoverymethod', 'disc_year'),
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_rade,
  ${showMeasured(archive, 'pl_radj')},
  ${showErrors(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmassj')},
  ${archive.has('exoplanets', 'pl_bmassprov') ? '' : 'NULL AS '}pl_bmassprov, discoverymethod, disc_year
FROM exoplanets${rows}
ORDER BY pl_rade DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The archive lists companions of up to 30 Jupiter masses as planets. Look at the uncertainties before quoting a rank.',
    ifAny(
      rowsWith(facts, ({ discoverymethod }) => discoverymethod === 'Imaging'),
      (count) =>
        `${counted(count, 'imaged planet')} ${count === 1 ? 'has a radius' : 'have radii'} from evolutionary models, not from measurements.`,
    ),
    massProvenance(facts, 'pl_bmassj'),
    ifAny(
      rowsWith(facts, ({ pl_rade, pl_radj }) => pl_radj !== null && !isSameRadius(Number(pl_rade), Number(pl_radj))),
      (count) =>
        `pl_rade and pl_radj of ${counted(count, 'row')} shown are not the same radius in two units: at least one of the two is wrong.`,
    ),
  ],
  whenEmpty: 'no planet has a measured radius',
}
