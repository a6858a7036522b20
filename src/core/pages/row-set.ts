import type { PageTable } from '../ports.ts'
import type { CodeSet } from './code-set.ts'

/** Row numbers, ascending, of sets of values and of what several of them have in common. */
export const RowSets = {
  /** The rows whose value belongs to the set. */
  listOf(set: CodeSet): Uint32Array {
    const { column, from, to, isMatch, rows } = set
    const { order, starts } = column
    if (isMatch === undefined) return order.slice(starts[from]!, starts[to]!).sort()
    const list = new Uint32Array(rows)
    let at = 0
    for (let code = from; code < to; code++)
      if (isMatch[code] === 1) for (let i = starts[code]!; i < starts[code + 1]!; i++) list[at++] = order[i]!
    return list.sort()
  },

  /** The rows of `start`, or of the whole table, that belong to every set. */
  common(table: PageTable, sets: readonly CodeSet[], start: Uint32Array | undefined): Uint32Array {
    const bySize = [...sets].sort((a, b) => a.rows - b.rows)
    const [smallest] = bySize
    if (start === undefined && smallest !== undefined && smallest.rows * 4 < table.rows) {
      let rows: Uint32Array = this.listOf(smallest)
      for (const set of bySize.slice(1)) rows = keep(rows, set)
      return rows
    }
    let rows = start
    for (const set of bySize) rows = rows === undefined ? scan(table.rows, set) : keep(rows, set)
    return rows ?? new Uint32Array(0)
  },
}

function keep(rows: Uint32Array, { column, from, to, isMatch }: CodeSet): Uint32Array {
  const { codes } = column
  const kept = new Uint32Array(rows.length)
  let count = 0
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!
    const code = codes[row]!
    if (isMatch === undefined ? code >= from && code < to : isMatch[code] === 1) kept[count++] = row
  }
  return kept.subarray(0, count)
}

function scan(rows: number, { column, from, to, isMatch, rows: matching }: CodeSet): Uint32Array {
  const { codes } = column
  const kept = new Uint32Array(matching)
  let count = 0
  for (let row = 0; row < rows; row++) {
    const code = codes[row]!
    if (isMatch === undefined ? code >= from && code < to : isMatch[code] === 1) kept[count++] = row
  }
  return kept
}
