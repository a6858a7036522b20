import type { ComputedColumn } from './definition.ts'

/** Result columns that insights about systems share. */
export const PLANETS_IN_SYSTEM: ComputedColumn = {
  name: 'planets',
  type: 'integer',
  description: 'Number of confirmed planets in the system (sy_pnum of stellarhosts)',
}

export const STARS_IN_SYSTEM: ComputedColumn = {
  name: 'stars',
  type: 'integer',
  description: 'Number of stars in the system (sy_snum of stellarhosts)',
}
