import { COMPUTED } from './computed.ts'
import { GROUPS } from './groups.ts'
import { LISTS } from './lists.ts'
import { RANKINGS } from './rankings.ts'
import type { Recomputation } from './rows.ts'

/** Every insight by slug, recomputed from plain rows without SQL. */
export const RECOMPUTATIONS: Readonly<Record<string, Recomputation>> = { ...RANKINGS, ...COMPUTED, ...LISTS, ...GROUPS }
