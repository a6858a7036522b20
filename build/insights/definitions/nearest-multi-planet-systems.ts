import { countedDisputesOfSystems, otherPlanetCounts } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { HAS_SYSTEM_NAME, hasValue, isPositive, within } from '../parts/sql-parts.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const nearestMultiPlanetSystems: InsightDefinition = {
  slug: 'nearest-multi-planet-systems',
  title: 'Nearest multi-planet systems',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Systems with two or more confirmed planets that are closest to the Sun.',
  limit: 25,
  rank: ['sy_dist'],
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: { exoplanets: ['pl_controv_flag'] },
  columns: [...shown('stellarhosts', 'sy_name', 'hostname', 'sy_dist'), PLANETS_IN_SYSTEM, STARS_IN_SYSTEM],
  rules: () => [HAS_SYSTEM_NAME, hasValue('sy_pnum'), within('sy_pnum >= 2'), isPositive('sy_dist')],
  sql: (
    _archive,
    rows,
  ) => `SELECT sy_name, MIN(hostname) AS hostname, MIN(sy_dist) AS sy_dist, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars
FROM stellarhosts${rows}
GROUP BY sy_name
ORDER BY sy_dist ASC, sy_name ASC`,
  caveats: (facts) => [
    'Distances differ between references; the smallest published one is used, although a median would be more robust. hostname is the first of the system by name.',
    otherPlanetCounts(facts),
    countedDisputesOfSystems(facts),
  ],
  whenEmpty: 'no system with two or more planets has a distance',
}
