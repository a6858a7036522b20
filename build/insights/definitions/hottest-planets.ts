import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, showMeasured, where } from '../parts/sql-parts.ts'

export const hottestPlanets: InsightDefinition = {
  slug: 'hottest-planets',
  title: 'Hottest planets by equilibrium temperature',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets that their stars heat most, by published equilibrium temperature.',
  limit: 25,
  caveats:
    'Equilibrium temperatures depend on a model: papers differ in albedo and redistribution of heat, and day sides are hotter. Imaged planets are left out: the archive lists the temperature of their own glow in this column. A value that is only a limit is left empty.',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'discoverymethod',
      'ima_flag',
      'pl_eqtlim',
      'pl_orbperlim',
      'pl_radelim',
      'st_tefflim',
    ],
  },
  columns: shown('exoplanets', 'pl_name', 'hostname', 'pl_eqt', 'pl_orbper', 'pl_rade', 'st_teff'),
  sql: (archive) => `SELECT pl_name, hostname, pl_eqt,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'st_teff')}
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'pl_eqt IS NOT NULL',
    isNoLimit(archive, 'pl_eqt'),
    archive.has('exoplanets', 'discoverymethod') ? "COALESCE(discoverymethod, '') <> 'Imaging'" : undefined,
    archive.has('exoplanets', 'ima_flag') ? 'COALESCE(ima_flag, 0) = 0' : undefined,
  )}
ORDER BY pl_eqt DESC, pl_name ASC, rowid ASC`,
}
