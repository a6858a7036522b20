import type { Column } from '../../src/format/column.ts'

/** Columns that identify rows in the archive's tables or for their users, in the order of preference among equals. */
const KNOWN: ReadonlySet<string> = new Set([
  'pl_name',
  'hostname',
  'sy_name',
  'toi',
  'tid',
  'tic_id',
  'kepid',
  'kepoi_name',
  'kepler_name',
  'koi_name',
  'k2_name',
  'epic_candname',
  'epic_hostname',
])
const NAMED_AS_KEY = /^(?:name|id)$|_(?:name|id)$/

/** Maximum number of key columns per table: each costs an index. */
const MAX_KEYS = 6

/**
 * Returns the columns that identify the rows of a further table, in the order of the table; its first column if no name
 * indicates one.
 */
export function keyColumnsOf(columns: readonly Column[]): readonly string[] {
  const names = columns.map(({ name }) => name)
  const known = names.filter((name) => KNOWN.has(name.toLowerCase()))
  const keys = known.length > 0 ? known : names.filter((name) => NAMED_AS_KEY.test(name.toLowerCase()))
  return (keys.length > 0 ? keys : names).slice(0, keys.length > 0 ? MAX_KEYS : 1)
}
