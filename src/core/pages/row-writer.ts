import type { PageColumn, PageTable } from '../ports.ts'

/** Above this many bytes a native copy is faster than a loop (measured; the call itself costs about 30 ns). */
const MIN_NATIVE_COPY_BYTES = 48

const COMMA = 0x2c
const LF = 0x0a

/** Rows written column by column at a time: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 32

/** About the length of a piece of lines: to make one takes a millisecond or two, for which other requests wait. */
const LINES_BYTES = 64 * 1024
/** About the length of a cell with its name. */
const CELL_BYTES = 32
/** Most rows of one piece of lines. */
const MAX_LINES = 2_048
/** Rows of one piece of ready-made lines. */
const READY_LINES = 512

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
 * Rows as JSON objects with commas between them, sized before they are written. `write` puts them at a place of a
 * buffer that has `bytes` bytes there, and one more, which it may spoil. It must be called before other rows are sized.
 */
export interface RowsToWrite {
  readonly bytes: number
  write(out: Uint8Array, at: number): void
}

/** Rows with columns that have been chosen. */
export interface ChosenRows {
  /** The rows with commas between them. */
  array(rows: Uint32Array): RowsToWrite
  /** The rows in pieces, a line feed behind each row; each piece may be kept. */
  lines(rows: Uint32Array): Generator<Uint8Array<ArrayBuffer>>
}

/** Writes rows of one table as JSON. */
export interface RowWriter {
  /** True for the default columns in their order, whose rows are ready-made. */
  isDefault(columns: readonly string[]): boolean
  /** Rows with the default columns: ready-made objects are copied. */
  readonly defaults: ChosenRows
  /** Rows with any columns, of which there is at least one. */
  withColumns(columns: readonly string[]): ChosenRows
  /** Rows in snapshot order with the default columns: one copy. */
  defaultSlice(from: number, count: number): RowsToWrite
}

/** Finds the cells of rows, and gives the bytes that all rows need with `},` behind each. */
function findRows(columns: readonly WritableColumn[], rows: Uint32Array, cells: Cells): number {
  cells.makeRoom(rows.length, columns.length)
  cells.places.fill('},'.length, 0, rows.length)
  let bytes = '},'.length * rows.length
  for (let i = 0; i < columns.length; i++) {
    const { column, key } = columns[i]!
    // The key of the first column is as long, with a brace in place of the comma.
    bytes += findCells(column, key.byteLength, rows, cells, i * rows.length)
  }
  return bytes
}

/** Writes rows that were found, each with `}` and the separator behind it. */
function writeRows(
  columns: readonly WritableColumn[],
  rows: number,
  cells: Cells,
  separator: number,
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
  for (let i = 0; i < rows; i++) {
    const place = places[i]!
    out[place] = 0x7d // }
    out[place + 1] = separator
  }
}

/**
 * As many rows at a time as make about LINES_BYTES, and BLOCK_ROWS at least: with fewer, what is done once for each column
 * costs more than the rows (7 rows of 355 columns: a fifth more processor time).
 */
function* writeLines(
  columns: readonly WritableColumn[],
  rows: Uint32Array,
  cells: Cells,
): Generator<Uint8Array<ArrayBuffer>> {
  let count = Math.max(BLOCK_ROWS, Math.floor(LINES_BYTES / (columns.length * CELL_BYTES)))
  for (let from = 0; from < rows.length; ) {
    const part = rows.subarray(from, from + count)
    // Found and written without a pause: other answers use the same cells.
    const piece = Buffer.allocUnsafeSlow(findRows(columns, part, cells))
    writeRows(columns, part.length, cells, LF, piece, 0)
    yield piece
    from += part.length
    count = Math.max(BLOCK_ROWS, Math.min(MAX_LINES, Math.floor((LINES_BYTES * part.length) / piece.length)))
  }
}

export function createRowWriter(table: PageTable): RowWriter {
  const { offsets, columns: defaultColumns } = table.defaultRows
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
  const copyReady = (rows: Uint32Array, out: Uint8Array, at: number): void => {
    let place = at
    for (let i = 0; i < rows.length; i++) {
      const start = offsets[rows[i]!]!
      const end = offsets[rows[i]! + 1]!
      readyRows.copy(out, place, start, end)
      place += end - start
    }
  }
  /** The bytes of ready rows with a comma behind each. */
  const readyBytes = (rows: Uint32Array): number => {
    let bytes = 0
    for (let i = 0; i < rows.length; i++) bytes += offsets[rows[i]! + 1]! - offsets[rows[i]!]!
    return bytes
  }

  return {
    isDefault: (columns) =>
      columns.length === defaultColumns.length && columns.every((name, i) => name === defaultColumns[i]),

    defaults: {
      array: (rows) => ({
        bytes: Math.max(0, readyBytes(rows) - 1),
        write: (out, at) => copyReady(rows, out, at),
      }),
      *lines(rows) {
        for (let from = 0; from < rows.length; from += READY_LINES) {
          const part = rows.subarray(from, from + READY_LINES)
          const piece = Buffer.allocUnsafeSlow(readyBytes(part))
          copyReady(part, piece, 0)
          let end = 0
          for (let i = 0; i < part.length; i++) {
            end += offsets[part[i]! + 1]! - offsets[part[i]!]!
            piece[end - 1] = LF
          }
          yield piece
        }
      },
    },

    withColumns(columns) {
      const chosen = columns.map((name) => writable.get(name)!)
      return {
        array(rows) {
          const bytes = findRows(chosen, rows, cells)
          return {
            bytes: rows.length > 0 ? bytes - 1 : 0, // no comma after the last row
            write: (out, at) => writeRows(chosen, rows.length, cells, COMMA, out, at),
          }
        },
        lines: (rows) => writeLines(chosen, rows, cells),
      }
    },

    defaultSlice(from, count) {
      const start = offsets[from]!
      const end = offsets[from + count]! - (count > 0 ? 1 : 0)
      return { bytes: end - start, write: (out, at) => void readyRows.copy(out, at, start, end) }
    },
  }
}
