import type { PageColumn } from '../ports.ts'

/** Above this many bytes a native copy is faster than a loop (measured; the call itself costs about 30 ns). */
const MIN_NATIVE_COPY_BYTES = 48

/** Rows written column by column at a time: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 32

/**
 * Where the cells of a page begin and end in the fragments of their columns, column after column, and where each row goes
 * on. One for all pages of a table: making the arrays anew each time costs a page of 50 rows and 6 columns a fifteenth.
 */
export class Cells {
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

/** A column as its cells are written: its fragments, as a Buffer too, and what stands before the first cell of a row or another. */
export interface WritableColumn {
  readonly fragments: Uint8Array
  readonly native: Buffer
  readonly firstKey: Uint8Array
  readonly key: Uint8Array
}

export function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * The codes of rows, written to `out` from `at` on. A loop for each width, because one that meets arrays of several types
 * costs twice the time (measured: a fifth of a page of 50 rows and 6 columns).
 */
export function readCodes(codes: PageColumn['codes'], rows: Uint32Array, out: Uint32Array, at: number): void {
  if (codes instanceof Uint8Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else if (codes instanceof Uint16Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
}

/**
 * Writes the cells of rows whose lengths stand in `places`, the first row at `at`. Afterwards `places` tell where each row
 * goes on.
 */
export function writeRows(
  columns: readonly WritableColumn[],
  rows: number,
  cells: Cells,
  out: Uint8Array,
  at: number,
): void {
  const { places } = cells
  for (let i = 0, place = at; i < rows; i++) {
    const length = places[i]!
    places[i] = place
    place += length
  }
  for (let from = 0; from < rows; from += BLOCK_ROWS) {
    const to = Math.min(rows, from + BLOCK_ROWS)
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!
      writeCells(column, i === 0 ? column.firstKey : column.key, cells, i * rows, from, to, out)
    }
  }
}

/** Writes key and value of one column into the rows `from` to `to`, each at its own place, which moves on. */
function writeCells(
  { fragments, native }: WritableColumn,
  key: Uint8Array,
  { starts, ends, places }: Cells,
  first: number,
  from: number,
  to: number,
  out: Uint8Array,
) {
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
