import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const smallestExoplanetsRadius: InsightDefinition = {
  slug: 'smallest-exoplanets-radius',
  title: 'Smallest measured planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets with the smallest measured radii, with their errors.',
  limit: 10,
  caveats: 'Radii that are only limits are left out. Mind the errors: several of the records overlap.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'pl_orbperlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'pl_rade',
    'pl_radeerr1',
    'pl_radeerr2',
    'pl_orbper',
    'disc_year',
  ),
  sql: (archive) => `SELECT pl_name, hostname, pl_rade, pl_radeerr1, pl_radeerr2,
  ${showMeasured(archive, 'pl_orbper')},
  disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'pl_rade > 0', isNoLimit(archive, 'pl_rade'))}
ORDER BY pl_rade ASC, pl_name ASC, rowid ASC`,
}
