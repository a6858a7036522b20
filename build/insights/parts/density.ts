import type { ArchiveColumns } from './archive-columns.ts'
import { type Caveat, ifAny, type ResultFacts, rowsWith } from './caveats.ts'
import { EARTH_DENSITY_G_CM3 } from './constants.ts'
import type { ComputedColumn } from './definition.ts'
import { measuredIfPresent } from './sql-parts.ts'

const PUBLISHED = 'pl_dens'
const COMPUTED = 'pl_bmasse, pl_rade'

/**
 * A planet's density, g/cm3, and its source: the published value, otherwise computed from mass and radius. Rounding to 6 decimals
 * removes the noise of the division.
 */
export function densityColumns(archive: ArchiveColumns): string {
  const published = measuredIfPresent(archive, 'pl_dens')
  return `ROUND(COALESCE(${published}, ${EARTH_DENSITY_G_CM3} * pl_bmasse / (pl_rade * pl_rade * pl_rade)), 6) AS density_g_cm3,
  CASE WHEN ${published} IS NOT NULL THEN '${PUBLISHED}' ELSE '${COMPUTED}' END AS density_from`
}

/** The result column by which rows are ranked. */
export const DENSITY: ComputedColumn = {
  name: 'density_g_cm3',
  type: 'real',
  unit: 'g/cm**3',
  description: 'Density: pl_dens, else from mass and radius',
}

/** The result column that names the source of each density. */
export const DENSITY_SOURCE: ComputedColumn = {
  name: 'density_from',
  type: 'text',
  description: 'Columns that the density comes from',
}

/** A caveat on the number of computed densities. */
export function densityCaveat(facts: ResultFacts): Caveat {
  return ifAny(
    rowsWith(facts, ({ density_from }) => density_from === COMPUTED),
    (count) =>
      `${count} of the ${facts.data.length} densities shown ${count === 1 ? 'is' : 'are'} computed from mass and radius (5.495 g/cm3 for one Earth mass and one equatorial Earth radius).`,
  )
}
