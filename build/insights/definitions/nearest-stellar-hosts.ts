import { countedDisputesOfSystems, hostsWithoutPlanets } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isNamed, isPositive } from '../parts/sql-parts.ts'
import { PLANETS_IN_SYSTEM, STARS_IN_SYSTEM } from '../parts/system-columns.ts'

export const nearestStellarHosts: InsightDefinition = {
  slug: 'nearest-stellar-hosts',
  title: 'Nearest stellar hosts',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Host names of stellarhosts closest to the Sun.',
  limit: 10,
  rank: ['sy_dist'],
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['sy_pnum', 'sy_snum'] },
  uses: { exoplanets: ['pl_controv_flag'] },
  columns: [...shown('stellarhosts', 'hostname', 'sy_dist'), PLANETS_IN_SYSTEM, STARS_IN_SYSTEM],
  rules: () => [isNamed('hostname'), isPositive('sy_dist')],
  sql: (_archive, rows) => `SELECT hostname, MIN(sy_dist) AS sy_dist, MAX(sy_pnum) AS planets, MAX(sy_snum) AS stars
FROM stellarhosts${rows}
GROUP BY hostname
ORDER BY sy_dist ASC, hostname ASC`,
  caveats: (facts) => [
    'One row per name in stellarhosts, with the smallest published distance of each. The counts are those of the whole system, so a star that is listed need not have planets itself.',
    hostsWithoutPlanets(facts),
    countedDisputesOfSystems(facts),
  ],
  whenEmpty: 'no host has a distance',
}
