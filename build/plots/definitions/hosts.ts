import { groupedDigits } from '../../../src/units/typeset-numbers.ts'
import { counted, ifAny } from '../../insights/parts/caveats.ts'
import { MAX_SPREAD } from '../../insights/parts/constants.ts'
import { isNamed, isNoLimit, isPositive, present, where } from '../../insights/parts/sql-parts.ts'
import { ALL_OBJECTS, type PlotDefinition } from '../definition.ts'

/** The rows of each host numbered by one column, with their count. */
const ranked = (column: string, rows: string) => `  SELECT hostname, ${column} AS value,
    ROW_NUMBER() OVER (PARTITION BY hostname ORDER BY ${column} ASC) AS position,
    COUNT(*) OVER (PARTITION BY hostname) AS n
  FROM stellarhosts${rows}`

const median = (name: string) => `  SELECT hostname, AVG(value) AS value, MAX(n) AS n
  FROM ${name}
  WHERE position IN ((n + 1) / 2, (n + 2) / 2)
  GROUP BY hostname`

/** Host stars by the medians of their published temperatures and radii. */
export const hosts: PlotDefinition = {
  slug: 'hosts',
  title: 'Host stars by temperature and radius',
  description:
    'Host stars by effective temperature and radius, each by the medians of its published values: the main sequence, and giants above it.',
  limit: ALL_OBJECTS,
  reads: 'stellarhosts',
  alsoNeeds: { stellarhosts: ['hostname', 'st_teff', 'st_rad'] },
  uses: { stellarhosts: ['st_tefflim', 'st_radlim'] },
  columns: [
    { name: 'hostname', table: 'stellarhosts' },
    { name: 'median_st_teff', type: 'real', unit: 'K', description: 'Median of the published effective temperatures' },
    { name: 'median_st_rad', type: 'real', unit: 'Rsun', description: 'Median of the published radii' },
    { name: 'rows_used', type: 'integer', description: 'Number of rows that have both values' },
  ],
  rules: (archive) => [
    isNamed('hostname'),
    isPositive('st_teff'),
    isNoLimit(archive, 'st_teff', 'stellarhosts'),
    isPositive('st_rad'),
    isNoLimit(archive, 'st_rad', 'stellarhosts'),
  ],
  sql: (_archive, rows) => `WITH temperatures AS (
${ranked('st_teff', rows)}
), radii AS (
${ranked('st_rad', rows)}
), temperature AS (
${median('temperatures')}
), radius AS (
${median('radii')}
)
SELECT hostname, temperature.value AS median_st_teff, radius.value AS median_st_rad, radius.n AS rows_used
FROM temperature JOIN radius USING (hostname)
ORDER BY hostname ASC`,
  caveats: (facts) => [
    'Medians are taken over the rows that have both values; rows of one reference or of one catalog may repeat.',
    'In composite systems, a row may describe the companion.',
    ifAny(
      facts.count(`SELECT COUNT(*) FROM (
  SELECT 1 FROM stellarhosts${where(present(hosts.rules(facts.archive)))} GROUP BY hostname HAVING MAX(st_teff) > ${MAX_SPREAD} * MIN(st_teff)
)`),
      (count) =>
        `The temperatures of ${counted(count, 'host')} differ by more than a factor of ${MAX_SPREAD} between references: the median stands for none of them.`,
    ),
    facts.data.length === ALL_OBJECTS
      ? `Only the first ${groupedDigits(ALL_OBJECTS)} hosts by name are shown.`
      : undefined,
  ],
  whenEmpty: 'no host has an effective temperature and a radius',
  recipe: {
    kind: 'scatter',
    name: { column: 'hostname', kind: 'host' },
    x: { column: 'median_st_teff', title: 'Effective temperature', scale: 'log', isReversed: true },
    y: { column: 'median_st_rad', title: 'Radius', scale: 'log' },
  },
}
