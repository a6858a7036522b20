import { EARTH_RADII_PER_SOLAR_RADIUS } from './constants.ts'
import type { ComputedColumn } from './definition.ts'

/** Planet radius divided by stellar radius; all uses must ensure that both columns are positive. */
export const RADIUS_RATIO_EXPRESSION = `pl_rade / (st_rad * ${EARTH_RADII_PER_SOLAR_RADIUS})`

export const RADIUS_RATIO: ComputedColumn = {
  name: 'radius_ratio',
  type: 'real',
  description: "Planet's radius over its star's, from pl_rade and st_rad",
}
