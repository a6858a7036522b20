import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { RADIUS_RATIO, RADIUS_RATIO_EXPRESSION } from '../parts/radius-ratio.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const largestPlanetToHostRatios: InsightDefinition = {
  slug: 'largest-planet-to-host-ratios',
  title: 'Largest planet-to-star radius ratios',
  category: 'relationships',
  kind: 'ranking',
  description: 'The planets that are largest compared with their star.',
  limit: 25,
  caveats:
    'The ratio is that of the two published radii, so a rounded radius of a small star shifts it; pl_ratror, from the light curve, is the better number where present. 1 Rsun = 109.076 Rearth.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'st_radlim', 'pl_ratrorlim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    RADIUS_RATIO,
    ...shown('exoplanets', 'pl_ratror', 'pl_rade', 'st_rad'),
  ],
  sql: (archive) => `SELECT pl_name, hostname, ROUND(${RADIUS_RATIO_EXPRESSION}, 6) AS radius_ratio,
  ${showMeasured(archive, 'pl_ratror')},
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
ORDER BY radius_ratio DESC, pl_name ASC, rowid ASC`,
}
