import type { PageColumn } from '../ports.ts'

/** Minimum size in bytes for which a native copy is faster than a loop (measured; the call itself takes about 30 ns). */
export const MIN_NATIVE_COPY_BYTES = 48

/** Rows written together, column by column: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 32

/**
 * Start and end of each cell of a page in the fragments of its column, column by column, and the next write position of
 * each row. Shared by all pages of a table: allocating the arrays for each page adds a fifteenth to a page of 50 rows and 6
 * columns.
 */
export class Cells {
  starts = new Uint32Array(0)
  ends = new Uint32Array(0)
  places = new Uint32Array(0)
  /** Sum of the prefetched fragment bytes, stored so that the reads are not optimized away. */
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

/** The bytes from which the cells of a column are copied, also as a Buffer and as a DataView. */
export interface Fragments {
  readonly fragments: Uint8Array
  readonly native: Buffer
  readonly view: DataView
}

export function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function viewOver({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

export function fragmentsOf(bytes: Uint8Array): Fragments {
  return { fragments: bytes, native: bufferOver(bytes), view: viewOver(bytes) }
}

/**
 * Writes the codes of rows to `out`, starting at `at`. Each width has its own loop, because a loop over arrays of several
 * types takes twice as long (measured: a fifth of a page of 50 rows and 6 columns).
 */
export function readCodes(codes: PageColumn['codes'], rows: Uint32Array, out: Uint32Array, at: number): void {
  if (codes instanceof Uint8Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else if (codes instanceof Uint16Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
}

/**
 * Writes the cells of rows whose lengths are in `places`, the first row at `at`, each after the key of its column. Afterwards,
 * `places` contains the next write position of each row.
 */
export function writeRows(
  columns: readonly Fragments[],
  keys: readonly Uint8Array[],
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
    for (let i = 0; i < columns.length; i++) writeCells(columns[i]!, keys[i]!, cells, i * rows, from, to, out)
  }
}

/** Writes key and value of one column into rows `from` to `to`, each at its own position, and advances the positions. */
function writeCells(
  { fragments, native }: Fragments,
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
