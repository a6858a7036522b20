import { EARTH_RADII_PER_SOLAR_RADIUS } from './constants.ts'
import type { ComputedColumn } from './definition.ts'

/** Planet's radius over its star's; both columns are positive where this is used. */
export const RADIUS_RATIO_EXPRESSION = `pl_rade / (st_rad * ${EARTH_RADII_PER_SOLAR_RADIUS})`

export const RADIUS_RATIO: ComputedColumn = {
  name: 'radius_ratio',
  type: 'real',
  description: "Planet's radius over its star's, from pl_rade and st_rad",
}
