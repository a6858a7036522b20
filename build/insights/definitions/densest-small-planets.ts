import type { InsightDefinition } from '../parts/definition.ts'
import { shown } from '../parts/definition.ts'
import { DENSITY, densityExpression } from '../parts/density.ts'
import { isChosen, isNamed, isNoLimit, isUndisputed, where } from '../parts/sql-parts.ts'

/** The largest radius that counts as small, Earth radii. */
const MAX_RADIUS_EARTH = '2.5'
/** The largest relative error of the mass, either way. */
const MAX_MASS_ERROR = '0.3'

export const densestSmallPlanets: InsightDefinition = {
  slug: 'densest-small-planets',
  title: 'Densest small planets',
  category: 'exoplanets',
  kind: 'ranking',
  description: 'Planets below 2.5 Earth radii with a true mass known to 30 %, the densest first.',
  limit: 25,
  caveats:
    'Both errors of the mass must be below 30 % of it. Where no density is published it follows from mass and radius (5.495 g/cm3 for one Earth mass and one equatorial Earth radius). Errors of the radius count three times and are not judged.',
  alsoNeeds: { exoplanets: ['pl_bmassprov'] },
  uses: { exoplanets: ['default_flag', 'pl_controv_flag', 'pl_radelim', 'pl_bmasselim', 'pl_dens', 'pl_denslim'] },
  columns: [
    ...shown('exoplanets', 'pl_name', 'hostname', 'pl_rade', 'pl_bmasse'),
    DENSITY,
    ...shown('exoplanets', 'pl_bmasseerr1', 'pl_bmasseerr2'),
  ],
  sql: (archive) => `SELECT pl_name, hostname, pl_rade, pl_bmasse,
  ${densityExpression(archive)} AS density_g_cm3,
  pl_bmasseerr1, pl_bmasseerr2
FROM exoplanets${where(
    isNamed('pl_name'),
    isChosen(archive),
    isUndisputed(archive),
    `pl_rade > 0 AND pl_rade < ${MAX_RADIUS_EARTH}`,
    isNoLimit(archive, 'pl_rade'),
    "pl_bmasse > 0 AND pl_bmassprov = 'Mass'",
    isNoLimit(archive, 'pl_bmasse'),
    `MAX(ABS(pl_bmasseerr1), ABS(COALESCE(pl_bmasseerr2, pl_bmasseerr1))) < ${MAX_MASS_ERROR} * pl_bmasse`,
  )}
ORDER BY density_g_cm3 DESC, pl_name ASC, rowid ASC`,
}
