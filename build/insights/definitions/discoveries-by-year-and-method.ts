import { ifAny, type ResultFacts } from '../parts/caveats.ts'
import type { ComputedColumn, InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { countedDisputes, disputedColumn, partialYear } from '../parts/discoveries.ts'
import { countPlanets, hasValue, isChosen, isNamed, present, where } from '../parts/sql-parts.ts'

/** The methods with a separate column, as the archive names them. */
const METHODS = [
  { column: 'transit', method: 'Transit' },
  { column: 'radial_velocity', method: 'Radial Velocity' },
  { column: 'microlensing', method: 'Microlensing' },
  { column: 'imaging', method: 'Imaging' },
] as const
const NAMED = METHODS.map(({ method }) => `'${method}'`).join(', ')

function count(name: string, description: string): ComputedColumn {
  return { name, type: 'integer', description }
}

/** The caveat on batches of validated Kepler planets, if 2014 and 2016, the years of the batches, have the most planets. */
function keplerBatches({ data }: ResultFacts): string | undefined {
  const byCount = [...data].sort((a, b) => Number(b.planets) - Number(a.planets))
  const top = byCount.slice(0, 2).map(({ disc_year }) => disc_year)
  return top.includes(2014) && top.includes(2016)
    ? 'The peaks of 2014 and 2016 are batches of validated Kepler planets.'
    : undefined
}

export const discoveriesByYearAndMethod: InsightDefinition = {
  slug: 'discoveries-by-year-and-method',
  title: 'Discoveries per year by method',
  category: 'population',
  kind: 'timeseries',
  description: 'Planets per year of announcement and discovery method, with the running total.',
  limit: 100,
  rank: ['disc_year'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_name', 'discoverymethod'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'disc_year'),
    count('planets', 'Planets announced in the year'),
    ...METHODS.map(({ column, method }) => count(column, `Planets found by the method "${method}"`)),
    count('other', 'Planets found by any other method, or by one the archive does not name'),
    count('cumulative', 'Planets announced up to and including the year'),
    count('controversial', 'Of the planets of the year, those that the archive flags as controversial'),
  ],
  rules: (archive) => [isChosen(archive), isNamed('pl_name'), hasValue('disc_year')],
  sql: (archive, rows) => {
    const planets = countPlanets(archive)
    return `SELECT disc_year, ${planets} AS planets,
${METHODS.map(({ column, method }) => `  ${planets} FILTER (WHERE discoverymethod = '${method}') AS ${column},`).join('\n')}
  ${planets} FILTER (WHERE discoverymethod IS NULL OR discoverymethod NOT IN (${NAMED})) AS other,
  SUM(${planets}) OVER (ORDER BY disc_year ASC) AS cumulative,
  ${disputedColumn(archive)}
FROM exoplanets${rows}
GROUP BY disc_year
ORDER BY disc_year ASC`
  },
  caveats: (facts) => [
    'disc_year is the year of the announcement.',
    partialYear(facts),
    keplerBatches(facts),
    ifAny(
      facts.count(
        `SELECT COUNT(*) FROM exoplanets${where(present(discoveriesByYearAndMethod.rules(facts.archive)))} AND discoverymethod IS NULL`,
      ),
      () => 'Planets without a discovery method are counted as "other".',
    ),
    countedDisputes(facts),
  ],
  whenEmpty: 'no planet has a discovery year',
}
