import type { PageColumn, PageTable } from './ports.ts'

/** Above this many bytes a native copy is faster than a loop (measured; the call itself costs about 30 ns). */
const MIN_NATIVE_COPY_BYTES = 48

/** Rows written column by column at a time: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 64

/** A column made ready for writing: its key with the comma before it, and its fragments as a Buffer too. */
interface WritableColumn {
  readonly column: PageColumn
  readonly key: Uint8Array
  readonly fragments: Buffer
}

function bufferOver(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Adds to `lengths` what a column's cells take in each of the rows. */
function addLengths(column: PageColumn, rows: Uint32Array, lengths: Uint32Array): void {
  const { codes, offsets } = column
  for (let i = 0; i < rows.length; i++) {
    const code = codes[rows[i]!]!
    lengths[i]! += offsets[code + 1]! - offsets[code]!
  }
}

/** Writes key and value of one column into the rows `from` to `to`, each at its own place, which moves on. */
function writeCells(
  { column, key, fragments: native }: WritableColumn,
  keyStart: number,
  rows: Uint32Array,
  from: number,
  to: number,
  places: Uint32Array,
  out: Buffer,
): void {
  const { codes, offsets, fragments } = column
  for (let i = from; i < to; i++) {
    let at = places[i]!
    for (let k = keyStart; k < key.length; k++) out[at++] = key[k]!
    const code = codes[rows[i]!]!
    const start = offsets[code]!
    const end = offsets[code + 1]!
    if (end - start > MIN_NATIVE_COPY_BYTES) {
      native.copy(out, at, start, end)
      at += end - start
    } else for (let k = start; k < end; k++) out[at++] = fragments[k]!
    places[i] = at
  }
}

/**
 * Rows as JSON objects with commas between them, sized before they are written. `write` puts them at a place of a
 * buffer that has `bytes` bytes there, and one more, which it may spoil.
 */
export interface RowsToWrite {
  readonly bytes: number
  write(out: Buffer, at: number): void
}

/** Writes rows of one table as JSON. */
export interface RowWriter {
  /** Any rows with any columns, of which there is at least one. */
  rows(rows: Uint32Array, columns: readonly string[]): RowsToWrite
  /** Any rows with the default columns: ready-made objects are copied. */
  defaultRows(rows: Uint32Array): RowsToWrite
  /** Rows in snapshot order with the default columns: one copy. */
  defaultSlice(from: number, count: number): RowsToWrite
}

export function createRowWriter(table: PageTable): RowWriter {
  const { offsets } = table.defaultRows
  const readyRows = bufferOver(table.defaultRows.bytes)
  const writable = new Map<string, WritableColumn>()
  for (const [name, column] of table.columns)
    writable.set(name, {
      column,
      key: new TextEncoder().encode(`,${JSON.stringify(name)}:`),
      fragments: bufferOver(column.fragments),
    })

  return {
    rows(rows, columns) {
      const parts = columns.map((name) => writable.get(name)!)
      // Braces and the comma between rows, and the keys: the comma before the first key is not written.
      const fixedBytes = parts.reduce((sum, { key }) => sum + key.byteLength, 3 - 1)
      const lengths = new Uint32Array(rows.length).fill(fixedBytes)
      for (const { column } of parts) addLengths(column, rows, lengths)
      const bytes = lengths.reduce((sum, length) => sum + length, 0) - (rows.length > 0 ? 1 : 0)
      return {
        bytes,
        write(out, at) {
          const places = lengths // each length becomes the place where its row goes on
          for (let i = 0, place = at; i < rows.length; i++) {
            const length = lengths[i]!
            out[place] = 0x7b // {
            places[i] = place + 1
            place += length
          }
          for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
            const to = Math.min(rows.length, from + BLOCK_ROWS)
            for (let p = 0; p < parts.length; p++) writeCells(parts[p]!, p === 0 ? 1 : 0, rows, from, to, places, out)
          }
          for (let i = 0; i < rows.length; i++) {
            const place = places[i]!
            out[place] = 0x7d // }
            out[place + 1] = 0x2c // ,
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
