import type { ArchiveColumns } from './archive-columns.ts'
import { EARTH_DENSITY_G_CM3 } from './constants.ts'
import type { ComputedColumn } from './definition.ts'
import { measuredIfPresent } from './sql-parts.ts'

/** A planet's density, g/cm3: the published one, else from mass and radius; 6 decimals drop the noise of the division. */
export function densityExpression(archive: ArchiveColumns): string {
  return `ROUND(COALESCE(${measuredIfPresent(archive, 'pl_dens')}, ${EARTH_DENSITY_G_CM3} * pl_bmasse / (pl_rade * pl_rade * pl_rade)), 6)`
}

export const DENSITY: ComputedColumn = {
  name: 'density_g_cm3',
  type: 'real',
  unit: 'g/cm**3',
  description: 'Density: pl_dens, else from mass and radius',
}
