import type { ComputedColumn, InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { countPlanets, isChosen, isNamed, isUndisputed, where } from '../parts/sql-parts.ts'

/** The methods with a column of their own, as the archive names them. */
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

export const discoveriesByYearAndMethod: InsightDefinition = {
  slug: 'discoveries-by-year-and-method',
  title: 'Discoveries per year by method',
  category: 'population',
  kind: 'timeseries',
  description: 'Planets by the year their discovery was announced, split by method, with the running total.',
  limit: 100,
  caveats:
    'disc_year is the year of the announcement, and the current year is partial. The spikes of 2014 and 2016 are planets of Kepler validated in batches. Planets without a year are not counted; those without a method count as "other".',
  alsoNeeds: { exoplanets: ['pl_name', 'discoverymethod'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'disc_year'),
    count('planets', 'Planets announced in the year'),
    ...METHODS.map(({ column, method }) => count(column, `Planets found by the method "${method}"`)),
    count('other', 'Planets found by any other method, or by one the archive does not name'),
    count('cumulative', 'Planets announced up to and including the year'),
  ],
  sql: (archive) => {
    const planets = countPlanets(archive)
    return `SELECT disc_year, ${planets} AS planets,
${METHODS.map(({ column, method }) => `  ${planets} FILTER (WHERE discoverymethod = '${method}') AS ${column},`).join('\n')}
  ${planets} FILTER (WHERE discoverymethod IS NULL OR discoverymethod NOT IN (${NAMED})) AS other,
  SUM(${planets}) OVER (ORDER BY disc_year ASC) AS cumulative
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'disc_year IS NOT NULL')}
GROUP BY disc_year
ORDER BY disc_year ASC`
  },
}
