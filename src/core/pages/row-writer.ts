import type { PageColumn, PageTable } from '../ports.ts'

/** Above this many bytes a native copy is faster than a loop (measured; the call itself costs about 30 ns). */
const MIN_NATIVE_COPY_BYTES = 48

const COMMA = 0x2c

/** Rows written column by column at a time: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 32

/**
 * A column made ready for writing: its key as it stands first in a row and after others, and its fragments as a Buffer
 * too.
 */
interface WritableColumn {
  readonly column: PageColumn
  readonly firstKey: Uint8Array
  readonly key: Uint8Array
  readonly fragments: Buffer
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Where the cells of a page begin and end in the fragments of their columns, column after column, and where each row goes
 * on. One for all pages of a table: making the arrays anew each time costs a page of 50 rows and 6 columns a fifteenth.
 */
class Cells {
  starts = new Uint32Array(0)
  ends = new Uint32Array(0)
  places = new Uint32Array(0)
  /** The sum of fragment bytes that were looked at in advance: somebody has to have a use for them. */
  seen = 0

  makeRoom(rows: number, columns: number): void {
    const cells = rows * columns
    if (this.starts.length < cells) {
      this.starts = new Uint32Array(cells)
      this.ends = new Uint32Array(cells)
    }
    if (this.places.length < rows) this.places = new Uint32Array(rows)
  }
}

/**
 * The codes of rows, written to `out` from `at` on. A loop for each width, because one that meets arrays of several types
 * costs twice the time (measured: a fifth of a page of 50 rows and 6 columns).
 */
function readCodes(codes: PageColumn['codes'], rows: Uint32Array, out: Uint32Array, at: number): void {
  if (codes instanceof Uint8Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else if (codes instanceof Uint16Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
}

/**
 * Finds the fragments of a column's cells, the first of which is number `at`; `places` of each row grows by their length.
 * Apart from the writing, because a page waits for memory more than for anything else, and in a loop as small as this
 * the processor fetches many cells at once (measured: a third less time for 1000 rows x 355 columns). For the same
 * reason the first byte of each fragment is read before any is copied (a tenth less for 50 rows x 6 columns).
 */
function findCells(
  { offsets, codes, fragments }: PageColumn,
  keyBytes: number,
  rows: Uint32Array,
  cells: Cells,
  at: number,
): number {
  const { starts, ends, places } = cells
  readCodes(codes, rows, starts, at)
  let bytes = 0
  let seen = 0
  for (let i = 0; i < rows.length; i++) {
    const code = starts[at + i]!
    const start = offsets[code]!
    const end = offsets[code + 1]!
    starts[at + i] = start
    ends[at + i] = end
    const length = keyBytes + end - start
    places[i]! += length
    bytes += length
    seen += fragments[start]!
  }
  cells.seen = seen
  return bytes
}

/** Writes key and value of one column into the rows `from` to `to`, each at its own place, which moves on. */
function writeCells(
  { column, fragments: native }: WritableColumn,
  key: Uint8Array,
  { starts, ends, places }: Cells,
  first: number,
  from: number,
  to: number,
  out: Uint8Array,
) {
  const { fragments } = column
  for (let i = from; i < to; i++) {
    let at = places[i]!
    for (let k = 0; k < key.length; k++) out[at++] = key[k]!
    const start = starts[first + i]!
    const end = ends[first + i]!
    if (end - start > MIN_NATIVE_COPY_BYTES) {
      native.copy(out, at, start, end)
      at += end - start
    } else for (let k = start; k < end; k++) out[at++] = fragments[k]!
    places[i] = at
  }
}

/**
 * Rows as JSON objects with commas, or another byte, between them, sized before they are written. `write` puts them at a place of a
 * buffer that has `bytes` bytes there, and one more, which it may spoil. It must be called before other rows are sized.
 */
export interface RowsToWrite {
  readonly bytes: number
  write(out: Uint8Array, at: number): void
}

/** Writes rows of one table as JSON. */
export interface RowWriter {
  /** Any rows with any columns, of which there is at least one. `separator` is written behind the last row too. */
  rows(rows: Uint32Array, columns: readonly string[], separator?: number): RowsToWrite
  /** Any rows with the default columns: ready-made objects are copied. */
  defaultRows(rows: Uint32Array): RowsToWrite
  /** Rows in snapshot order with the default columns: one copy. */
  defaultSlice(from: number, count: number): RowsToWrite
}

export function createRowWriter(table: PageTable): RowWriter {
  const { offsets } = table.defaultRows
  const readyRows = bufferOver(table.defaultRows.bytes)
  const encoder = new TextEncoder()
  const writable = new Map<string, WritableColumn>()
  for (const [name, column] of table.columns)
    writable.set(name, {
      column,
      firstKey: encoder.encode(`{${JSON.stringify(name)}:`),
      key: encoder.encode(`,${JSON.stringify(name)}:`),
      fragments: bufferOver(column.fragments),
    })
  const cells = new Cells()

  return {
    rows(rows, columns, separator = COMMA) {
      cells.makeRoom(rows.length, columns.length)
      const { places } = cells
      places.fill('},'.length, 0, rows.length)
      let bytes = rows.length > 0 ? '},'.length * rows.length - 1 : 0 // no comma after the last row
      const chosen: WritableColumn[] = []
      for (let i = 0; i < columns.length; i++) {
        const column = writable.get(columns[i]!)!
        chosen.push(column)
        const key = i === 0 ? column.firstKey : column.key
        bytes += findCells(column.column, key.byteLength, rows, cells, i * rows.length)
      }
      return {
        bytes,
        write(out, at) {
          for (let i = 0, place = at; i < rows.length; i++) {
            const length = places[i]!
            places[i] = place
            place += length
          }
          for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
            const to = Math.min(rows.length, from + BLOCK_ROWS)
            for (let i = 0; i < chosen.length; i++) {
              const column = chosen[i]!
              writeCells(column, i === 0 ? column.firstKey : column.key, cells, i * rows.length, from, to, out)
            }
          }
          for (let i = 0; i < rows.length; i++) {
            const place = places[i]!
            out[place] = 0x7d // }
            out[place + 1] = separator
          }
        },
      }
    },

    defaultRows(rows) {
      let length = rows.length > 0 ? -1 : 0
      for (let i = 0; i < rows.length; i++) length += offsets[rows[i]! + 1]! - offsets[rows[i]!]!
      return {
        bytes: length,
        write(out, at) {
          let place = at
          for (let i = 0; i < rows.length; i++) {
            const start = offsets[rows[i]!]!
            const end = offsets[rows[i]! + 1]!
            readyRows.copy(out, place, start, end)
            place += end - start
          }
        },
      }
    },

    defaultSlice(from, count) {
      const start = offsets[from]!
      const end = offsets[from + count]! - (count > 0 ? 1 : 0)
      return { bytes: end - start, write: (out, at) => void readyRows.copy(out, at, start, end) }
    },
  }
}
