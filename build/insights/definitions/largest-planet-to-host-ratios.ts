import { counted, ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import { RADIUS_RATIO, RADIUS_RATIO_EXPRESSION } from '../parts/radius-ratio.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, showMeasured } from '../parts/sql-parts.ts'

export const largestPlanetToHostRatios: InsightDefinition = {
  slug: 'largest-planet-to-host-ratios',
  title: 'Largest planet-to-star radius ratios',
  category: 'relationships',
  kind: 'ranking',
  description: 'Planets with the largest radii relative to their star.',
  limit: 25,
  rank: ['radius_ratio'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'st_radlim', 'pl_ratrorlim', ...radiusOrigin()],
  },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    RADIUS_RATIO,
    ...shown('exoplanets', 'pl_ratror', 'pl_rade', 'st_rad'),
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
    isPositive('st_rad'),
    isNoLimit(archive, 'st_rad'),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, ROUND(${RADIUS_RATIO_EXPRESSION}, 6) AS radius_ratio,
  ${showMeasured(archive, 'pl_ratror')},
  pl_rade, st_rad
FROM exoplanets${rows}
ORDER BY radius_ratio DESC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The ratio is that of the two published radii (1 Rsun = 109.076 Rearth), so a rounded radius of a small star shifts it.',
    ifAny(
      rowsWith(facts, ({ pl_ratror }) => pl_ratror !== null),
      (count) =>
        `pl_ratror, from the light curve, is the better number; ${count} of the ${counted(facts.data.length, 'row')} shown ${count === 1 ? 'has' : 'have'} it.`,
    ),
  ],
  whenEmpty: 'no planet has a radius and a star with a radius',
}
