import { isTableName } from '../../src/format/table.ts'
import type { ArchiveTable, Cells } from './archive-table.ts'
import { keyColumnsOf } from './key-columns.ts'
import { cellsOf, orderByCode, rankCells } from './rank-cells.ts'

/** The sort columns of the two tables, most significant first; a table without one of them is sorted by the rest. */
const ORDER_COLUMNS = ['hostname', 'pl_name'] as const

function permute(cells: Cells, order: Uint32Array): Cells {
  const rows = order.length
  if (cells.kind === 'text') {
    const codes = new Uint32Array(rows)
    for (let row = 0; row < rows; row += 1) codes[row] = cells.codes[order[row]!]!
    return { ...cells, codes }
  }
  const values = new Float64Array(rows)
  for (let row = 0; row < rows; row += 1) values[row] = cells.values[order[row]!]!
  if (cells.kind === 'real') return { kind: 'real', values }
  const wide = new Map<number, bigint>()
  if (cells.wide.size > 0) {
    for (let row = 0; row < rows; row += 1) {
      const exact = cells.wide.get(order[row]!)
      if (exact !== undefined) wide.set(row, exact)
    }
  }
  return { kind: 'integer', values, wide }
}

/**
 * Returns the table in snapshot order: by `hostname`, then by `pl_name` if the table has it, a further table by its first
 * identifying column; then in input order. Text by Unicode code point, nulls last. Every artifact is made from ordered tables.
 */
export function orderRows(table: ArchiveTable): ArchiveTable {
  let order: Uint32Array | undefined
  const columns = isTableName(table.name) ? ORDER_COLUMNS : keyColumnsOf(table.columns).slice(0, 1)
  for (const name of columns.toReversed()) {
    const cells = cellsOf(table, name)
    // Stable passes from the least to the most significant column produce the order by all of them.
    if (cells !== undefined) order = orderByCode(rankCells(cells), order).order
  }
  if (order === undefined || order.every((from, to) => from === to)) return table
  const rowOrder = order
  return { ...table, cells: table.cells.map((cells) => permute(cells, rowOrder)) }
}
