import type { ArchiveTable, Cells } from './archive-table.ts'

/** Number of columns after which rows that are already unique are excluded. */
const COLUMNS_AT_ONCE = 16

/** A 64-bit hash for each row, in two halves. */
interface RowHashes {
  readonly high: Uint32Array
  readonly low: Uint32Array
}

/** Adds the cells of a column to the hashes of some rows; equal cells add the same value. */
function addToHashes(cells: Cells, { high, low }: RowHashes, rows: Uint32Array): void {
  const isText = cells.kind === 'text'
  const words = isText
    ? cells.codes
    : new Uint32Array(cells.values.buffer, cells.values.byteOffset, cells.values.length * 2)
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index]!
    const word = isText ? words[row]! : Math.imul(words[2 * row]!, 0xc2b2ae35) ^ words[2 * row + 1]!
    const a = Math.imul(high[row]! ^ word, 0x85ebca6b)
    const b = Math.imul(low[row]! + word, 0x9e3779b1)
    high[row] = a ^ (a >>> 15)
    low[row] = b ^ (b >>> 13)
  }
}

/** Groups the rows by hash, without those whose hash is unique. */
function groupsOf(rows: Uint32Array, { high, low }: RowHashes): number[][] {
  const groups = new Map<number, number | number[]>()
  for (const row of rows) {
    const key = high[row]! * 2 ** 21 + (low[row]! >>> 11) // the 53 bits that a double represents exactly
    const group = groups.get(key)
    if (group === undefined) groups.set(key, row)
    else if (typeof group === 'number') groups.set(key, [group, row])
    else group.push(row)
  }
  return [...groups.values()].filter((group) => typeof group !== 'number')
}

function isSameCell(cells: Cells, a: number, b: number): boolean {
  if (cells.kind === 'text') return cells.codes[a] === cells.codes[b]
  if (!Object.is(cells.values[a], cells.values[b])) return false
  return cells.kind === 'real' || cells.wide.get(a) === cells.wide.get(b)
}

/**
 * Counts the rows that are identical, in every cell, to an earlier one. Entire rows are compared only if their hashes are
 * equal, and most rows are unique after a few columns: 0.1 s for 39,119 rows of 355 columns.
 */
export function countRepeats({ rows, cells }: ArchiveTable): number {
  const hashes = { high: new Uint32Array(rows), low: new Uint32Array(rows) }
  let active = Uint32Array.from({ length: rows }, (_, row) => row)
  let groups: readonly number[][] = []
  for (let from = 0; from < cells.length; from += COLUMNS_AT_ONCE) {
    for (const column of cells.slice(from, from + COLUMNS_AT_ONCE)) addToHashes(column, hashes, active)
    groups = groupsOf(active, hashes)
    active = Uint32Array.from(groups.flat())
  }
  let repeats = 0
  for (const group of groups) {
    const different: number[] = []
    for (const row of group) {
      const isRepeat = different.some((first) => cells.every((column) => isSameCell(column, first, row)))
      if (isRepeat) repeats += 1
      else different.push(row)
    }
  }
  return repeats
}
