import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const nearestPlanets: InsightDefinition = {
  slug: 'nearest-planets',
  title: 'Nearest confirmed planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The confirmed planets closest to the Sun, by distance of their system.',
  limit: 25,
  caveats:
    'Distance errors are not shown, and a system has one row per planet. Most nearby planets were found by radial velocity: their masses are minimum masses (Msini). A value that is only a limit is left empty.',
  alsoNeeds: {},
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_bmasselim', 'pl_orbperlim', 'pl_eqtlim'] },
  columns: shown(
    'exoplanets',
    'pl_name',
    'hostname',
    'sy_dist',
    'pl_bmasse',
    'pl_bmassprov',
    'pl_orbper',
    'pl_eqt',
    'discoverymethod',
    'disc_year',
  ),
  sql: (archive) => `SELECT pl_name, hostname, sy_dist,
  ${showMeasured(archive, 'pl_bmasse')},
  pl_bmassprov,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_eqt')},
  discoverymethod, disc_year
FROM exoplanets${where(isNamed('pl_name'), isChosen(archive), isUndisputed(archive), 'sy_dist IS NOT NULL')}
ORDER BY sy_dist ASC, pl_name ASC, rowid ASC`,
}
