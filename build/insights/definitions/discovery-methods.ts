import { ifAny, rowsWith } from '../parts/caveats.ts'
import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { countedDisputes, disputedColumn } from '../parts/discoveries.ts'
import { countPlanets, isChosen, isNamed } from '../parts/sql-parts.ts'

export const discoveryMethods: InsightDefinition = {
  slug: 'discovery-methods',
  title: 'Planets per discovery method',
  category: 'population',
  kind: 'distribution',
  description:
    'Number and share of the planets first detected by each method, with the first and latest discovery years.',
  limit: 50,
  rank: ['planets'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_name', 'disc_year'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'discoverymethod'),
    { name: 'planets', type: 'integer', description: 'Planets found by the method' },
    { name: 'percent', type: 'real', unit: '%', description: 'Share of all planets' },
    { name: 'first_year', type: 'integer', description: 'Year of the first discovery by the method' },
    { name: 'latest_year', type: 'integer', description: 'Year of the latest discovery by the method' },
    {
      name: 'controversial',
      type: 'integer',
      description: 'Of the planets of the method, those that the archive flags as controversial',
    },
  ],
  rules: (archive) => [isChosen(archive), isNamed('pl_name')],
  sql: (archive, rows) => {
    const planets = countPlanets(archive)
    return `SELECT discoverymethod, ${planets} AS planets,
  ROUND(100.0 * ${planets} / SUM(${planets}) OVER (), 2) AS percent,
  MIN(disc_year) AS first_year, MAX(disc_year) AS latest_year,
  ${disputedColumn(archive)}
FROM exoplanets${rows}
GROUP BY discoverymethod
ORDER BY planets DESC, discoverymethod ASC NULLS LAST`
  },
  caveats: (facts) => [
    'discoverymethod is the method of the first detection; the archive has a flag column for each method by which a planet has been detected.',
    ifAny(
      rowsWith(facts, ({ discoverymethod }) => discoverymethod === null),
      () => 'A null method means that the archive names none.',
    ),
    countedDisputes(facts),
  ],
  whenEmpty: 'no row names a planet',
}
