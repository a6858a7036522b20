import type { PageColumn, PageTable } from '../ports.ts'
import type { Order } from './table-query.ts'
import type { Matches } from './value-search.ts'

/** Which rows, in which order: `column` null is snapshot order. */
export interface Sorting {
  readonly column: PageColumn | null
  readonly order: Order
}

/** The values of a column that rows must have. */
export interface RowFilter {
  readonly column: PageColumn
  readonly matches: Matches
}

const NO_ROWS = new Uint32Array(0)

function countingRows(from: number, count: number): Uint32Array {
  const rows = new Uint32Array(count)
  for (let i = 0; i < count; i++) rows[i] = from + i
  return rows
}

/**
 * Rows `from` to `from + count` of a column's descending order. The groups of equal values come last to first, but
 * inside a group the rows keep snapshot order, and the nulls stay where ascending order has them, at the end.
 */
function descendingRows({ nonNull, codes, order, starts }: PageColumn, from: number, count: number): Uint32Array {
  const rows = new Uint32Array(count)
  let at = from
  const end = from + count
  const lastValued = Math.min(end, nonNull)
  // Counted from the other end, the place falls into the same group; the groups after that are those of smaller codes.
  let code = at < lastValued ? codes[order[nonNull - 1 - at]!]! : 0
  for (; at < lastValued; code--) {
    const start = starts[code]!
    const first = nonNull - starts[code + 1]! // where the group begins in descending order
    const last = Math.min(end, nonNull - start)
    for (; at < last; at++) rows[at - from] = order[start + at - first]!
  }
  for (; at < end; at++) rows[at - from] = order[at]!
  return rows
}

/** Collects the matching rows of a walk, of which the first `skip` are passed over. */
class Collector {
  readonly rows: Uint32Array
  #found = 0
  #skip: number

  constructor(
    readonly filter: RowFilter,
    skip: number,
    count: number,
  ) {
    this.rows = new Uint32Array(count)
    this.#skip = skip
  }

  /** Walks the rows at order[from .. to), or the row numbers themselves where there is no order. True when full. */
  walk(order: Uint32Array | null, from: number, to: number): boolean {
    const { codes } = this.filter.column
    const { isMatch } = this.filter.matches
    const { rows } = this
    let found = this.#found
    let skip = this.#skip
    for (let i = from; i < to && found < rows.length; i++) {
      const row = order === null ? i : order[i]!
      if (isMatch[codes[row]!] === 0) continue
      if (skip > 0) skip--
      else rows[found++] = row
    }
    this.#found = found
    this.#skip = skip
    return found === rows.length
  }
}

function filteredRows(table: PageTable, { column, order }: Sorting, filter: RowFilter, from: number, count: number) {
  const collector = new Collector(filter, from, count)
  if (column === null) collector.walk(null, 0, table.rows)
  else if (order === 'asc') collector.walk(column.order, 0, table.rows)
  else {
    const { starts, distinct } = column
    let isFull = false
    for (let code = distinct - 1; code >= 0 && !isFull; code--)
      isFull = collector.walk(column.order, starts[code]!, starts[code + 1]!)
    if (!isFull) collector.walk(column.order, starts[distinct]!, table.rows)
  }
  return collector.rows
}

/** The row numbers of one page: `limit` rows from place `from` of the sorted and filtered table, fewer at its end. */
export function selectRows(
  table: PageTable,
  sorting: Sorting,
  filter: RowFilter | null,
  from: number,
  limit: number,
): Uint32Array {
  const total = filter === null ? table.rows : filter.matches.rows
  const count = Math.min(limit, total - from)
  if (count <= 0) return NO_ROWS
  if (filter !== null) return filteredRows(table, sorting, filter, from, count)
  if (sorting.column === null) return countingRows(from, count)
  if (sorting.order === 'asc') return sorting.column.order.subarray(from, from + count)
  return descendingRows(sorting.column, from, count)
}
