import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { radiusOrigin } from '../parts/radius-origin.ts'
import { isChosen, isNamed, isNoLimit, isPositive, isUndisputed, type Rule, showMeasured } from '../parts/sql-parts.ts'

/** Excludes imaged planets, for which the archive lists the temperature of their intrinsic emission as `pl_eqt`. */
function isNotImaged(condition: string): Rule {
  return { condition, reason: 'imaged (pl_eqt is the temperature of the intrinsic emission)' }
}

export const hottestPlanets: InsightDefinition = {
  slug: 'hottest-planets',
  title: 'Hottest planets by equilibrium temperature',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the highest published equilibrium temperatures.',
  limit: 25,
  rank: ['pl_eqt'],
  reads: 'exoplanets',
  alsoNeeds: {},
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'ima_flag',
      'pl_eqtlim',
      'pl_orbperlim',
      'pl_radelim',
      'st_tefflim',
      ...radiusOrigin(),
    ],
  },
  columns: shown('exoplanets', 'pl_name', 'hostname', 'pl_eqt', 'pl_orbper', 'pl_rade', 'st_teff'),
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_eqt'),
    isNoLimit(archive, 'pl_eqt'),
    archive.has('exoplanets', 'discoverymethod')
      ? isNotImaged("COALESCE(discoverymethod, '') <> 'Imaging'")
      : undefined,
    archive.has('exoplanets', 'ima_flag') ? isNotImaged('COALESCE(ima_flag, 0) = 0') : undefined,
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_eqt,
  ${showMeasured(archive, 'pl_orbper')},
  ${showMeasured(archive, 'pl_rade')},
  ${showMeasured(archive, 'st_teff')}
FROM exoplanets${rows}
ORDER BY pl_eqt DESC, pl_name ASC, rowid ASC`,
  caveats: () => [
    'Equilibrium temperatures depend on a model: references differ in albedo and heat redistribution, and day sides are hotter.',
  ],
  whenEmpty: 'no planet has an equilibrium temperature',
}
