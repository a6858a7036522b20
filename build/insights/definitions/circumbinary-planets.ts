import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const circumbinaryPlanets: InsightDefinition = {
  slug: 'circumbinary-planets',
  title: 'Planets orbiting two stars',
  category: 'systems',
  kind: 'list',
  description: 'Planets whose orbit goes round both stars of a binary, in order of discovery.',
  limit: 100,
  caveats:
    'As the archive flags them (cb_flag = 1), microlensing and pulsar cases included. A value that is only a limit is left empty; a mass with provenance "Msini" is a minimum.',
  alsoNeeds: { exoplanets: ['cb_flag'] },
  uses: {
    exoplanets: ['default_flag', 'pl_controv_flag', 'pl_orbperlim', 'pl_orbsmaxlim', 'pl_radelim', 'pl_bmassjlim'],
  },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'pl_orbper',
    'pl_orbsmax',
    'pl_rade',
    'pl_bmassj',
    'pl_bmassprov',
    'discoverymethod',
    'disc_year',
  ),
  sql: (archive) => `SELECT pl_name, hostname,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_orbsmax')},
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'pl_bmassj')},
  pl_bmassprov, discoverymethod, disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'cb_flag = 1')}
ORDER BY disc_year ASC NULLS LAST, pl_name ASC, rowid ASC`,
}
