import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const systemsWithMostPlanets: InsightDefinition = {
  slug: 'systems-with-most-planets',
  title: 'Systems with the most planets',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'The systems with the largest number of confirmed planets.',
  limit: 25,
  caveats:
    'Counts confirmed planets only. The counts belong to the system, so the largest over all references is taken; the distance is the smallest published one, and the host is the first by name. Rows without a system name are left out.',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: {},
  columns: [
    ...shown('stellarhosts', 'sy_name', 'hostname'),
    PLANETS_IN_SYSTEM,
    STARS_IN_SYSTEM,
    ...shown('stellarhosts', 'sy_dist'),
  ],
  sql: () => `SELECT sy_name, MIN(hostname) AS hostname, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars, MIN(sy_dist) AS sy_dist
FROM stellarhosts
WHERE sy_name IS NOT NULL AND sy_name <> ''
  AND sy_pnum IS NOT NULL
GROUP BY sy_name
ORDER BY planets DESC, sy_name ASC`,
}
