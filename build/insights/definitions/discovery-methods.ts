import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { countPlanets, isChosen, isNamed, isUndisputed, where } from '../parts/sql-parts.ts'

export const discoveryMethods: InsightDefinition = {
  slug: 'discovery-methods',
  title: 'Planets per discovery method',
  category: 'population',
  kind: 'distribution',
  description: 'How many planets each method found first, their share, and the first and latest year.',
  limit: 50,
  caveats:
    'discoverymethod is the method of the first detection; the archive has a flag column for each method that has seen a planet since. A null method is one that the archive does not name.',
  alsoNeeds: { exoplanets: ['pl_name', 'disc_year'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'discoverymethod'),
    { name: 'planets', type: 'integer', description: 'Planets found by the method' },
    { name: 'percent', type: 'real', unit: '%', description: 'Share of all planets' },
    { name: 'first_year', type: 'integer', description: 'Year of the first discovery by the method' },
    { name: 'latest_year', type: 'integer', description: 'Year of the latest discovery by the method' },
  ],
  sql: (archive) => {
    const planets = countPlanets(archive)
    return `SELECT discoverymethod, ${planets} AS planets,
  ROUND(100.0 * ${planets} / SUM(${planets}) OVER (), 2) AS percent,
  MIN(disc_year) AS first_year, MAX(disc_year) AS latest_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive))}
GROUP BY discoverymethod
ORDER BY planets DESC, discoverymethod ASC NULLS LAST`
  },
}
