import type { PageTable } from '../ports.ts'
import type { RowFilter } from './row-selection.ts'
import { RowSets } from './row-set.ts'

function rowsOf(filter: RowFilter): Uint32Array | undefined {
  switch (filter.kind) {
    case 'all':
      return undefined
    case 'codes':
      return RowSets.listOf(filter.set)
    case 'list':
      return filter.list
  }
}

/** The number of rows without a value, by column, among the rows of a filter. */
export function nullCounts(
  table: PageTable,
  filter: RowFilter,
  columns: readonly string[],
): ReadonlyMap<string, number> {
  const rows = rowsOf(filter)
  return new Map(
    columns.map((name) => {
      const { codes, distinct, nonNull } = table.columns.get(name)!
      const all = table.rows - nonNull
      if (rows === undefined || all === 0) return [name, all]
      let nulls = 0
      // The code after those of all values represents null.
      for (let i = 0; i < rows.length; i++) nulls += codes[rows[i]!] === distinct ? 1 : 0
      return [name, nulls]
    }),
  )
}
