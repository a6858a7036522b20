import type { PageColumn } from '../../src/core/ports.ts'
import type { SharedTable } from '../table/shared-table.ts'

export type SharedCells = SharedTable['cells'][number]

/** The ranks of a column's cells, which say which cells are equal and which one is the smallest. */
export type Ranks = Pick<PageColumn, 'codes' | 'distinct'>

/** The rows of one chunk: which have a value, and its number in the order of first appearance. */
export interface NumberedRows {
  /** 1 for each row with a value, 0 for null. */
  readonly levels: Uint8Array
  /** The rows with a value. */
  readonly rows: Uint32Array
  /** The number of the value of each of these rows. */
  readonly numbers: Uint32Array
  /** A row with each value, by number. */
  readonly firstRows: Uint32Array
  /** Rows with the smallest and the largest value; undefined if there is no value. */
  readonly smallest: number | undefined
  readonly largest: number | undefined
}

/** Numbers the values of the rows `from` to `to`. `numbered` has at least `distinct` elements, all 0 before and after. */
export function numberRows({ codes, distinct }: Ranks, from: number, to: number, numbered: Uint32Array): NumberedRows {
  const levels = new Uint8Array(to - from)
  const rows = new Uint32Array(to - from)
  const numbers = new Uint32Array(to - from)
  const firstRows = new Uint32Array(Math.min(to - from, distinct))
  let values = 0
  let different = 0
  let [least, most] = [distinct, -1]
  for (let row = from; row < to; row += 1) {
    const rank = codes[row]!
    if (rank === distinct) continue
    if (numbered[rank] === 0) {
      if (rank < least) least = rank
      if (rank > most) most = rank
      firstRows[different++] = row
      numbered[rank] = different
    }
    levels[row - from] = 1
    rows[values] = row
    numbers[values++] = numbered[rank]! - 1
  }
  const rowWith = (rank: number) => (values === 0 ? undefined : firstRows[numbered[rank]! - 1])
  const [smallest, largest] = [rowWith(least), rowWith(most)]
  for (let number = 0; number < different; number += 1) numbered[codes[firstRows[number]!]!] = 0
  return {
    levels,
    rows: rows.subarray(0, values),
    numbers: numbers.subarray(0, values),
    firstRows: firstRows.subarray(0, different),
    smallest,
    largest,
  }
}

/** The value of a row that has one; a text as UTF-8. */
export function valueAt(cells: SharedCells, row: number): Uint8Array | number | bigint {
  if (cells.kind === 'shared-text') {
    const { bytes, offsets } = cells.utf8
    const code = cells.codes[row]!
    return bytes.slice(offsets[code], offsets[code + 1])
  }
  const value = cells.values[row]!
  return cells.kind === 'real' ? value : (cells.wide.get(row) ?? BigInt(value))
}

const NUMBER_BYTES = 8
const LENGTH_BYTES = 4

/** The bytes of a value in Parquet's plain encoding. */
export function plainSize(cells: SharedCells, row: number): number {
  if (cells.kind !== 'shared-text') return NUMBER_BYTES
  const { offsets } = cells.utf8
  const code = cells.codes[row]!
  return LENGTH_BYTES + offsets[code + 1]! - offsets[code]!
}

/** The values of rows that have one in Parquet's plain encoding: numbers in 8 bytes, texts after their lengths. */
export function plainBytes(cells: SharedCells, rows: Uint32Array): Uint8Array {
  if (cells.kind === 'shared-text') return textBytes(cells, rows)
  const numbers =
    cells.kind === 'real'
      ? Float64Array.from(rows, (row) => cells.values[row]!)
      : BigInt64Array.from(rows, (row) => cells.wide.get(row) ?? BigInt(cells.values[row]!))
  return new Uint8Array(numbers.buffer)
}

function textBytes(cells: Extract<SharedCells, { kind: 'shared-text' }>, rows: Uint32Array): Uint8Array {
  const { codes, utf8 } = cells
  const { bytes, offsets } = utf8
  const out = new Uint8Array(rows.reduce((sum, row) => sum + plainSize(cells, row), 0))
  const view = new DataView(out.buffer)
  let to = 0
  for (let index = 0; index < rows.length; index += 1) {
    const code = codes[rows[index]!]!
    const end = offsets[code + 1]!
    let at = offsets[code]!
    view.setUint32(to, end - at, true)
    to += LENGTH_BYTES
    // For texts of a hundred bytes, a loop takes less time than a native copy, which needs a view of them.
    while (at < end) out[to++] = bytes[at++]!
  }
  return out
}
