import { hostsWithoutPlanets } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isNamed, isNoLimit, isPositive } from '../parts/sql-parts.ts'

export const hottestStellarHosts: InsightDefinition = {
  slug: 'hottest-stellar-hosts',
  title: 'Hottest planet-hosting stars',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'Host stars with the highest effective temperatures, each by the median of its published values.',
  limit: 25,
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['st_teff'] },
  uses: { stellarhosts: ['st_tefflim'] },
  columns: [
    ...shown('stellarhosts', 'hostname'),
    { name: 'median_st_teff', type: 'real', unit: 'K', description: 'Median of the published effective temperatures' },
    {
      name: 'measurements',
      type: 'integer',
      description: 'Number of rows with a temperature, repeated values included',
    },
  ],
  rules: (archive) => [isNamed('hostname'), isPositive('st_teff'), isNoLimit(archive, 'st_teff', 'stellarhosts')],
  sql: (_archive, rows) => `WITH ranked AS (
  SELECT hostname, st_teff, ROW_NUMBER() OVER (PARTITION BY hostname ORDER BY st_teff ASC) AS position,
    COUNT(*) OVER (PARTITION BY hostname) AS n
  FROM stellarhosts${rows}
)
SELECT hostname, AVG(st_teff) AS median_st_teff, MAX(n) AS measurements
FROM ranked
WHERE position IN ((n + 1) / 2, (n + 2) / 2)
GROUP BY hostname
ORDER BY median_st_teff DESC, hostname ASC`,
  caveats: (facts) => [
    'The median is taken over all rows with a temperature, repeated values included. In composite systems, a row may describe the companion.',
    hostsWithoutPlanets(facts),
  ],
  whenEmpty: 'no host has an effective temperature',
}
