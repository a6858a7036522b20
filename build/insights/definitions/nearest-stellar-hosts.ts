import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const nearestStellarHosts: InsightDefinition = {
  slug: 'nearest-stellar-hosts',
  title: 'Nearest stellar hosts',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'The host stars closest to the Sun.',
  limit: 10,
  caveats:
    'By host name, with the smallest published distance of each. The counts belong to the whole system, so companions that have no planets themselves are listed too.',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: {},
  columns: [...shown('stellarhosts', 'hostname', 'sy_dist'), PLANETS_IN_SYSTEM, STARS_IN_SYSTEM],
  sql: () => `SELECT hostname, MIN(sy_dist) AS sy_dist, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars
FROM stellarhosts
WHERE hostname IS NOT NULL
  AND sy_dist > 0
GROUP BY hostname
ORDER BY sy_dist ASC, hostname ASC`,
}
