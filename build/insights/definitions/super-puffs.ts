import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { DENSITY, densityExpression } from '../parts/density.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, where } from '../parts/sql-parts.ts'

export const superPuffs: InsightDefinition = {
  slug: 'super-puffs',
  title: 'Lowest-density planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'The planets with the lowest mean densities among those with a true mass and its error.',
  limit: 25,
  caveats:
    'Masses of young planets and from transit timing dominate, with large errors that are not judged here: add a cut on the relative error for serious use. Where no density is published it follows from mass and radius.',
  alsoNeeds: { exoplanets: ['pl_bmassprov', 'pl_bmasseerr1'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'pl_bmasselim', 'pl_dens', 'pl_denslim'] },
  columns: [...shown('exoplanets', 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'), DENSITY],
  sql: (archive) => `SELECT pl_name, hostname, pl_rade, pl_bmasse,
  ${densityExpression(archive)} AS density_g_cm3
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    'pl_rade > 0',
    isNoLimit(archive, 'pl_rade'),
    "pl_bmasse > 0 AND pl_bmassprov = 'Mass'",
    isNoLimit(archive, 'pl_bmasse'),
    'pl_bmasseerr1 IS NOT NULL',
  )}
ORDER BY density_g_cm3 ASC, pl_name ASC, rowid ASC`,
}
