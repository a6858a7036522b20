import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { RADIUS_RATIO, RADIUS_RATIO_EXPRESSION } from '../parts/radius-ratio.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, where } from '../parts/sql-parts.ts'

export const mostEqualStarPlanetPairs: InsightDefinition = {
  slug: 'most-equal-star-planet-pairs',
  title: 'Most equal star-planet radius pairs',
  category: 'relationships',
  kind: 'ranking',
  description: 'The planets whose radius is closest to that of their star.',
  limit: 10,
  caveats:
    'Mostly planets of white or brown dwarfs, imaged ones with model radii, and giants of the smallest stars. The ratio is that of the two published radii.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'st_radlim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    RADIUS_RATIO,
    { name: 'delta', type: 'real', description: 'Distance of the ratio from 1' },
    ...shown('exoplanets', 'pl_rade', 'st_rad'),
  ],
  sql: (archive) => `SELECT pl_name, hostname, ROUND(${RADIUS_RATIO_EXPRESSION}, 6) AS radius_ratio,
  ROUND(ABS(${RADIUS_RATIO_EXPRESSION} - 1.0), 6) AS delta,
  pl_rade, st_rad
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'pl_rade > 0',
    isNoLimit(archive, 'pl_rade'),
    'st_rad > 0',
    isNoLimit(archive, 'st_rad'),
  )}
ORDER BY delta ASC, pl_name ASC, rowid ASC`,
}
