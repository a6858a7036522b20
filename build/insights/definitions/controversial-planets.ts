import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, showMeasured, where } from '../parts/sql-parts.ts'

export const controversialPlanets: InsightDefinition = {
  slug: 'controversial-planets',
  title: 'Planets flagged controversial',
  category: 'provenance',
  kind: 'list',
  description: 'Planets whose confirmation the archive marks as disputed, the latest discoveries first.',
  limit: 100,
  caveats:
    'These planets are left out of all the other insights about planets. The archive keeps retracted planets elsewhere, so this is no list of retractions. A value that is only a limit is left empty.',
  alsoNeeds: { exoplanets: ['pl_controv_flag'] },
  uses: { exoplanets: ['default_flag', 'pl_orbperlim', 'pl_bmassjlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'discoverymethod',
    'disc_year',
    'disc_facility',
    'pl_orbper',
    'pl_bmassj',
    'pl_bmassprov',
  ),
  sql: (archive) => `SELECT pl_name, hostname, discoverymethod, disc_year, disc_facility,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), 'pl_controv_flag = 1')}
ORDER BY disc_year DESC NULLS LAST, pl_name ASC, rowid ASC`,
}
