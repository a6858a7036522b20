import { counted, countedDisputesOfSystems, ifAny, otherPlanetCounts, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { HAS_SYSTEM_NAME, hasValue } from '../parts/sql-parts.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const systemsWithMostPlanets: InsightDefinition = {
  slug: 'systems-with-most-planets',
  title: 'Systems with the most planets',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Systems with the largest numbers of confirmed planets.',
  limit: 25,
  rank: ['planets'],
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: { exoplanets: ['pl_controv_flag'] },
  columns: [
    ...shown('stellarhosts', 'sy_name', 'hostname'),
    PLANETS_IN_SYSTEM,
    STARS_IN_SYSTEM,
    ...shown('stellarhosts', 'sy_dist'),
  ],
  rules: () => [HAS_SYSTEM_NAME, hasValue('sy_pnum')],
  sql: (
    _archive,
    rows,
  ) => `SELECT sy_name, MIN(hostname) AS hostname, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars, MIN(sy_dist) AS sy_dist
FROM stellarhosts${rows}
GROUP BY sy_name
ORDER BY planets DESC, sy_name ASC`,
  caveats: (facts) => [
    'Counts confirmed planets only (sy_pnum): of the rows of a system, the largest counts and the smallest distance are shown, and hostname is the first by name.',
    ifAny(
      rowsWith(facts, ({ sy_dist }) => sy_dist === null),
      (count) => `stellarhosts has no distance for ${counted(count, 'system')} shown.`,
    ),
    otherPlanetCounts(facts),
    countedDisputesOfSystems(facts),
  ],
  whenEmpty: 'no system has a number of planets',
}
