import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const binaryStarSystems: InsightDefinition = {
  slug: 'binary-star-systems',
  title: 'Multi-star systems that host planets',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Systems of two or more stars with planets: most stars first, then most planets, then nearest.',
  limit: 25,
  caveats:
    'Counts the stars of the system, not those that the planet goes round. Systems of unknown distance come after the others of their kind. The host is the first by name; rows without a system name are left out.',
  alsoNeeds: { stellarhosts: ['sy_snum', 'sy_pnum'] },
  uses: {},
  columns: [
    ...shown('stellarhosts', 'sy_name', 'hostname'),
    STARS_IN_SYSTEM,
    PLANETS_IN_SYSTEM,
    ...shown('stellarhosts', 'sy_dist'),
  ],
  sql: () => `SELECT sy_name, MIN(hostname) AS hostname, MAX(sy_snum) AS stars, MAX(sy_pnum) AS planets, MIN(sy_dist) AS sy_dist
FROM stellarhosts
WHERE sy_name IS NOT NULL AND sy_name <> ''
  AND sy_snum >= 2
  AND sy_pnum >= 1
GROUP BY sy_name
ORDER BY stars DESC, planets DESC, sy_dist ASC NULLS LAST, sy_name ASC`,
}
