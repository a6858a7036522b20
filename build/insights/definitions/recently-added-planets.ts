import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputedInAllRows } from '../parts/sql-parts.ts'

export const recentlyAddedPlanets: InsightDefinition = {
  slug: 'recently-added-planets',
  title: 'Most recently released planets',
  category: 'provenance',
  kind: 'list',
  description:
    'Planets most recently released by the archive, by the earliest release date of any of their references.',
  limit: 50,
  rank: ['first_release'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['releasedate'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    { name: 'first_release', type: 'text', description: 'Earliest release date of any reference of the planet' },
    ...shown('exoplanets', 'discoverymethod', 'disc_facility', 'disc_year'),
  ],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputedInAllRows(archive),
    {
      condition: 'pl_name IN (SELECT pl_name FROM exoplanets WHERE releasedate IS NOT NULL)',
      reason: 'no value (releasedate, in any row of the planet)',
    },
  ],
  sql: (_archive, rows) => `WITH released AS (
  SELECT pl_name, MIN(releasedate) AS first_release
  FROM exoplanets
  WHERE releasedate IS NOT NULL
  GROUP BY pl_name
)
SELECT pl_name, hostname, first_release, discoverymethod, disc_facility, disc_year
FROM exoplanets
JOIN released USING (pl_name)${rows}
ORDER BY first_release DESC, pl_name ASC, exoplanets.rowid ASC`,
  caveats: () => [
    'The date is the earliest release of any reference of the planet, so a new reference on an old planet does not count. Dates are text, YYYY-MM-DD.',
  ],
  whenEmpty: 'no row has a release date',
}
