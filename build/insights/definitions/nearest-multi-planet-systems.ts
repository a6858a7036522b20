import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const nearestMultiPlanetSystems: InsightDefinition = {
  slug: 'nearest-multi-planet-systems',
  title: 'Nearest multi-planet systems',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'The systems with two or more confirmed planets that are closest to the Sun.',
  limit: 25,
  caveats:
    'References differ in distance: the smallest published one counts, where a median would be safer. The host is the first by name. Rows without a system name are left out.',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: {},
  columns: [...shown('stellarhosts', 'sy_name', 'hostname', 'sy_dist'), PLANETS_IN_SYSTEM, STARS_IN_SYSTEM],
  sql: () => `SELECT sy_name, MIN(hostname) AS hostname, MIN(sy_dist) AS sy_dist, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars
FROM stellarhosts
WHERE sy_name IS NOT NULL AND sy_name <> ''
  AND sy_dist IS NOT NULL
  AND sy_pnum >= 2
GROUP BY sy_name
ORDER BY sy_dist ASC, sy_name ASC`,
}
