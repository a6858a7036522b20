import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isNamed, isNoLimit, where } from '../parts/sql-parts.ts'

export const hottestStellarHosts: InsightDefinition = {
  slug: 'hottest-stellar-hosts',
  title: 'Hottest planet-hosting stars',
  category: 'stellarhosts',
  kind: 'ranking',
  description: 'The host stars with the highest effective temperature, each by the median of its published values.',
  limit: 25,
  caveats:
    'The median is over all rows with a temperature, also rows that repeat a value. Of composite systems the row may describe the companion. A star whose only planets are disputed counts as a host.',
  alsoNeeds: { stellarhosts: ['st_teff'] },
  uses: { stellarhosts: ['st_tefflim'] },
  columns: [
    ...shown('stellarhosts', 'hostname'),
    { name: 'median_st_teff', type: 'real', unit: 'K', description: 'Median of the published effective temperatures' },
    { name: 'measurements', type: 'integer', description: 'Number of published values' },
  ],
  sql: (archive) => `WITH ranked AS (
  SELECT hostname, st_teff, ROW_NUMBER() OVER (PARTITION BY hostname ORDER BY st_teff ASC) AS position,
    COUNT(*) OVER (PARTITION BY hostname) AS n
  FROM stellarhosts${where(isNamed('hostname'), 'st_teff IS NOT NULL', isNoLimit(archive, 'st_teff', 'stellarhosts'))}
)
SELECT hostname, AVG(st_teff) AS median_st_teff, MAX(n) AS measurements
FROM ranked
WHERE position IN ((n + 1) / 2, (n + 2) / 2)
GROUP BY hostname
ORDER BY median_st_teff DESC, hostname ASC`,
}
