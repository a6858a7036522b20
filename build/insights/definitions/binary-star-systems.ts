import { counted, countedDisputesOfSystems, ifAny, otherPlanetCounts, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { HAS_SYSTEM_NAME, hasValue, within } from '../parts/sql-parts.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const binaryStarSystems: InsightDefinition = {
  slug: 'binary-star-systems',
  title: 'Multi-star systems that host planets',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Systems of two or more stars with planets: most stars first, then most planets, then nearest.',
  limit: 25,
  rank: ['stars', 'planets', 'sy_dist'],
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['sy_snum', 'sy_pnum'] },
  uses: { exoplanets: ['pl_controv_flag'] },
  columns: [
    ...shown('stellarhosts', 'sy_name', 'hostname'),
    STARS_IN_SYSTEM,
    PLANETS_IN_SYSTEM,
    ...shown('stellarhosts', 'sy_dist'),
  ],
  rules: () => [
    HAS_SYSTEM_NAME,
    hasValue('sy_snum'),
    hasValue('sy_pnum'),
    within('sy_snum >= 2'),
    within('sy_pnum >= 1'),
  ],
  sql: (
    _archive,
    rows,
  ) => `SELECT sy_name, MIN(hostname) AS hostname, MAX(sy_snum) AS stars, MAX(sy_pnum) AS planets, MIN(sy_dist) AS sy_dist
FROM stellarhosts${rows}
GROUP BY sy_name
ORDER BY stars DESC, planets DESC, sy_dist ASC NULLS LAST, sy_name ASC`,
  caveats: (facts) => [
    'Counts the stars of the system (sy_snum), not those that a planet orbits. hostname is the first of the system by name: its planets may orbit another of its stars.',
    ifAny(
      rowsWith(facts, ({ sy_dist }) => sy_dist === null),
      (count) =>
        `${counted(count, 'system')} without a distance rank${count === 1 ? 's' : ''} after the others of the same numbers.`,
    ),
    otherPlanetCounts(facts),
    countedDisputesOfSystems(facts),
  ],
  whenEmpty: 'no system has two or more stars and a planet',
}
