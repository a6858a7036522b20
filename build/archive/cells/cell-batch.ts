import { countLines } from '../text/line-ends.ts'
import { textAt } from '../text/number-bytes.ts'

/**
 * Some consecutive rows of a file, as ranges of UTF-8 bytes: cell c of row r is `bytes[starts[r * width + c] .. ends[r * width +
 * c])`. An empty cell is an empty range. Valid only until the reader creates the next batch.
 */
export interface CellBatch {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly rows: number
  readonly width: number
  /** Returns the 1-based physical line on which a row of the batch starts; used only for errors, so it can be slow. */
  lineOf(row: number): number
}

/** Returns the text of one cell. */
export function cellText(batch: CellBatch, row: number, column: number): string {
  const cell = row * batch.width + column
  return textAt(batch.bytes, batch.starts[cell]!, batch.ends[cell]!)
}

/** Creates a batch from rows that a reader has as strings. `lines[r]` is the line of row r. */
export function batchOfRows(rows: readonly (readonly string[])[], width: number, lines: readonly number[]): CellBatch {
  const starts = new Uint32Array(rows.length * width)
  const ends = new Uint32Array(rows.length * width)
  const bytes = Buffer.from(rows.map((row) => row.join('')).join(''), 'utf8')
  let cell = 0
  let at = 0
  for (const row of rows)
    for (const text of row) {
      starts[cell] = at
      at += Buffer.byteLength(text, 'utf8')
      ends[cell] = at
      cell += 1
    }
  return { bytes, starts, ends, rows: rows.length, width, lineOf: (row) => lines[row]! }
}

/** Returns the line of a row that starts at `offset` in bytes whose first line is `firstLine`. */
export function lineAt(bytes: Uint8Array, offset: number, firstLine: number): number {
  return firstLine + countLines(bytes.subarray(0, offset))
}
