import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { DENSITY, DENSITY_SOURCE, densityCaveat, densityColumns } from '../parts/density.ts'
import { isRadiusMeasured, radiusOrigin } from '../parts/radius-origin.ts'
import { HAS_TRUE_MASS, hasErrors, isChosen, isNamed, isNoLimit, isPositive, isUndisputed } from '../parts/sql-parts.ts'

export const superPuffs: InsightDefinition = {
  slug: 'super-puffs',
  title: 'Lowest-density planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets with the lowest mean densities among those with a true mass and its uncertainty.',
  limit: 25,
  rank: ['density_g_cm3'],
  reads: 'exoplanets',
  alsoNeeds: { exoplanets: ['pl_bmassprov', 'pl_bmasseerr1', 'pl_bmasseerr2'] },
  uses: {
    exoplanets: [
      'default_flag',
      'pl_controv_flag',
      'pl_radelim',
      'pl_bmasselim',
      'pl_dens',
      'pl_denslim',
      ...radiusOrigin(),
    ],
  },
  columns: [...shown('exoplanets', 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'), DENSITY, DENSITY_SOURCE],
  rules: (archive) => [
    isChosen(archive),
    isNamed('pl_name'),
    isUndisputed(archive),
    isPositive('pl_rade'),
    isNoLimit(archive, 'pl_rade'),
    isRadiusMeasured(archive),
    isPositive('pl_bmasse'),
    HAS_TRUE_MASS,
    isNoLimit(archive, 'pl_bmasse'),
    hasErrors('pl_bmasse'),
  ],
  sql: (archive, rows) => `SELECT pl_name, hostname, pl_rade, pl_bmasse,
  ${densityColumns(archive)}
FROM exoplanets${rows}
ORDER BY density_g_cm3 ASC, pl_name ASC, rowid ASC`,
  caveats: (facts) => [
    'The mass must have an uncertainty on both sides, but its size is not used as a criterion: for scientific use, add a cut on the relative uncertainty.',
    densityCaveat(facts),
  ],
  whenEmpty: 'no planet has a radius and a true mass with an uncertainty on both sides',
}
