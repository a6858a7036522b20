import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isUndisputedInAllRows, where } from '../parts/sql-parts.ts'

export const recentlyAddedPlanets: InsightDefinition = {
  slug: 'recently-added-planets',
  title: 'Most recently released planets',
  category: 'provenance',
  kind: 'list',
  description: 'The planets that the archive released last, by the first release of any of their references.',
  limit: 50,
  caveats:
    'The date is the earliest release over all references of the planet, so a new paper on an old planet does not count. Dates are text, YYYY-MM-DD.',
  alsoNeeds: { exoplanets: ['releasedate'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname'),
    { name: 'first_release', type: 'text', description: 'Earliest release date of any reference of the planet' },
    ...shown('exoplanets', 'discoverymethod', 'disc_facility', 'disc_year'),
  ],
  sql: (archive) => `WITH released AS (
  SELECT pl_name, MIN(releasedate) AS first_release
  FROM exoplanets
  WHERE releasedate IS NOT NULL
  GROUP BY pl_name
)
SELECT planet.pl_name, planet.hostname, released.first_release, planet.discoverymethod, planet.disc_facility, planet.disc_year
FROM exoplanets AS planet
JOIN released ON released.pl_name = planet.pl_name${where(isChosen(archive), isUndisputedInAllRows(archive, 'planet.pl_name'))}
ORDER BY released.first_release DESC, planet.pl_name ASC, planet.rowid ASC`,
}
