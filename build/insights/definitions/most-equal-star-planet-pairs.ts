import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import { RADIUS_RATIO, RADIUS_RATIO_EXPRESSION } from '../parts/radius-ratio.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed } from '../parts/sql-parts.ts'

/** Difference from a radius ratio of 1 beyond which radii are not called equal. */
const MAX_EQUAL = 0.25

export const mostEqualStarPlanetPairs: InsightDefinition = {
  slug: 'most-equal-star-planet-pairs',
  title: 'Most equal star-planet radius pairs',
  category: 'relationships',
  kind: 'ranking',
  description: 'Planets whose radius is closest to that of their star.',
  limit: 10,
  rank: ['delta'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'st_radlim', ...radiusOrigin()] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    RADIUS_RATIO,
    { name: 'delta', type: 'real', description: 'Distance of the ratio from 1' },
    ...shown('exoplanets', 'pl_rade', 'st_rad'),
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
  sql: (_archive, rows) => `SELECT pl_name, hostname, ROUND(${RADIUS_RATIO_EXPRESSION}, 6) AS radius_ratio,
  ROUND(ABS(${RADIUS_RATIO_EXPRESSION} - 1.0), 6) AS delta,
  pl_rade, st_rad
FROM exoplanets${rows}
ORDER BY delta ASC, pl_name ASC, rowid ASC`,
  caveats: ({ data }) => [
    'The ratio is that of the two published radii.',
    Number(data[0]?.delta ?? 0) > MAX_EQUAL
      ? `No planet of this archive is about as large as its star: the closest ratio is ${data[0]?.radius_ratio}.`
      : undefined,
  ],
  whenEmpty: 'no planet has a radius and a star with a radius',
}
