import { counted, hostsWithoutPlanets, ifAny, rowsWith } from '../parts/caveats.ts'
import { MAX_SPREAD } from '../parts/constants.ts'
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
  rank: ['median_st_teff'],
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['st_teff'] },
  uses: { stellarhosts: ['st_tefflim'] },
  columns: [
    ...shown('stellarhosts', 'hostname'),
    { name: 'median_st_teff', type: 'real', unit: 'K', description: 'Median of the published effective temperatures' },
    { name: 'min_st_teff', type: 'real', unit: 'K', description: 'Lowest published effective temperature' },
    { name: 'max_st_teff', type: 'real', unit: 'K', description: 'Highest published effective temperature' },
    {
      name: 'measurements',
      type: 'integer',
      description: 'Number of rows with a temperature, repeated values included',
    },
  ],
  rules: (archive) => [isNamed('hostname'), isPositive('st_teff'), isNoLimit(archive, 'st_teff', 'stellarhosts')],
  sql: (_archive, rows) => `WITH ranked AS (
  SELECT hostname, st_teff, ROW_NUMBER() OVER (PARTITION BY hostname ORDER BY st_teff ASC) AS position,
    COUNT(*) OVER host AS n, MIN(st_teff) OVER host AS lowest, MAX(st_teff) OVER host AS highest
  FROM stellarhosts${rows}
  WINDOW host AS (PARTITION BY hostname)
)
SELECT hostname, AVG(st_teff) AS median_st_teff, MIN(lowest) AS min_st_teff, MAX(highest) AS max_st_teff, MAX(n) AS measurements
FROM ranked
WHERE position IN ((n + 1) / 2, (n + 2) / 2)
GROUP BY hostname
ORDER BY median_st_teff DESC, hostname ASC`,
  caveats: (facts) => [
    'The median is taken over all rows with a temperature, repeated values included. In composite systems, a row may describe the companion.',
    ifAny(
      rowsWith(facts, ({ min_st_teff, max_st_teff }) => Number(max_st_teff) > MAX_SPREAD * Number(min_st_teff)),
      (count) =>
        `The published temperatures of ${count} of the ${counted(facts.data.length, 'star')} shown differ by more than a factor of ${MAX_SPREAD}: do not quote their median without the lowest and the highest.`,
    ),
    hostsWithoutPlanets(facts),
  ],
  whenEmpty: 'no host has an effective temperature',
}
