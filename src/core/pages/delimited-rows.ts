import { MIN_SCRATCH_BYTES } from '../../formats/byte-writer.ts'
import { CsvEncoder, TsvEncoder } from '../../formats/delimited.ts'
import { JsonWriter } from '../../formats/json-writer.ts'
import type { PageColumn } from '../ports.ts'
import { writeText } from './write-text.ts'

/** Rows written column by column at a time: few enough that their bytes stay in the processor's cache. */
const BLOCK_ROWS = 32
/** Above this many bytes a native copy is faster than a loop. */
const MIN_NATIVE_COPY_BYTES = 48

const COMMA = 44
const TAB = 9
const QUOTE = 34
const BACKSLASH = 92

const FORMATS = {
  csv: { separator: COMMA, lineEnd: Buffer.from('\r\n'), changed: [COMMA, BACKSLASH], Encoder: CsvEncoder },
  tsv: { separator: TAB, lineEnd: Buffer.from('\n'), changed: [BACKSLASH], Encoder: TsvEncoder },
} as const
export type DelimitedFormat = keyof typeof FORMATS

/** The values of a column as they stand in a cell; `margin` bytes on each side of a value are not written. */
export interface CellValues {
  readonly codes: PageColumn['codes']
  readonly distinct: number
  readonly fragments: Buffer
  readonly offsets: PageColumn['offsets']
  readonly margin: number
}

/**
 * The cells of a column. Numbers, and texts without anything to quote or escape, are written from the page file; the values
 * of other columns are encoded once.
 */
export function cellValues(format: DelimitedFormat, page: PageColumn, isText: boolean): CellValues {
  const { codes, distinct } = page
  const fragments = Buffer.from(page.fragments.buffer, page.fragments.byteOffset, page.fragments.byteLength)
  const { changed, Encoder } = FORMATS[format]
  if (!isText) return { codes, distinct, fragments, offsets: page.offsets, margin: 0 }
  if (!changed.some((byte) => fragments.includes(byte)) && areQuoted(page))
    return { codes, distinct, fragments, offsets: page.offsets, margin: 1 }
  const pieces: Uint8Array[] = []
  const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, (bytes) =>
    pieces.push(new Uint8Array(bytes)),
  )
  const encoder = new Encoder(out)
  const offsets = new Uint32Array(distinct + 1)
  for (let code = 0; code < distinct; code++) {
    encoder.startRow()
    writeText(encoder, page.fragments, page.offsets[code]!, page.offsets[code + 1]!)
    offsets[code + 1] = out.byteLength
  }
  out.flush()
  return { codes, distinct, fragments: Buffer.concat(pieces), offsets, margin: 0 }
}

function areQuoted({ distinct, offsets, fragments }: PageColumn): boolean {
  for (let code = 0; code < distinct; code++) if (fragments[offsets[code]!] !== QUOTE) return false
  return true
}

/** Rows of two columns or more, in pieces of about `pieceBytes`; each piece may be kept. */
export function* delimitedRows(
  format: DelimitedFormat,
  columns: readonly CellValues[],
  rows: Uint32Array,
  pieceBytes: number,
): Generator<Uint8Array<ArrayBuffer>> {
  const { separator, lineEnd } = FORMATS[format]
  const starts = new Uint32Array(columns.length * BLOCK_ROWS)
  const ends = new Uint32Array(columns.length * BLOCK_ROWS)
  const places = new Uint32Array(BLOCK_ROWS)
  let out = new Uint8Array(pieceBytes)
  let at = 0
  for (let from = 0; from < rows.length; from += BLOCK_ROWS) {
    const block = rows.subarray(from, from + BLOCK_ROWS)
    places.fill(columns.length - 1 + lineEnd.length)
    for (let c = 0; c < columns.length; c++) findCells(columns[c]!, block, c * BLOCK_ROWS, starts, ends, places)
    let bytes = 0
    for (let i = 0; i < block.length; i++) bytes += places[i]!
    if (at + bytes > out.length) {
      if (at > 0) yield out.slice(0, at)
      if (bytes > out.length) out = new Uint8Array(bytes)
      at = 0
    }
    for (let i = 0; i < block.length; i++) {
      const length = places[i]!
      places[i] = at
      at += length
    }
    for (let c = 0; c < columns.length; c++)
      writeCells(columns[c]!.fragments, c > 0 ? separator : -1, block.length, c * BLOCK_ROWS, starts, ends, places, out)
    for (let i = 0; i < block.length; i++) {
      let place = places[i]!
      for (let k = 0; k < lineEnd.length; k++) out[place++] = lineEnd[k]!
    }
  }
  if (at > 0) yield out.slice(0, at)
}

/** Finds the cells of one column, the first of which is number `first`; `places` of each row grows by their length. */
function findCells(
  { codes, distinct, offsets, margin }: CellValues,
  rows: Uint32Array,
  first: number,
  starts: Uint32Array,
  ends: Uint32Array,
  places: Uint32Array,
): void {
  readCodes(codes, rows, starts, first)
  for (let i = 0; i < rows.length; i++) {
    const code = starts[first + i]!
    if (code === distinct) {
      starts[first + i] = 0
      ends[first + i] = 0
      continue
    }
    const start = offsets[code]! + margin
    const end = offsets[code + 1]! - margin
    starts[first + i] = start
    ends[first + i] = end
    places[i]! += end - start
  }
}

/** A loop for each width, because one that meets arrays of several types takes twice the time. */
function readCodes(codes: PageColumn['codes'], rows: Uint32Array, out: Uint32Array, at: number): void {
  if (codes instanceof Uint8Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else if (codes instanceof Uint16Array) for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
  else for (let i = 0; i < rows.length; i++) out[at + i] = codes[rows[i]!]!
}

/** Writes the cells of one column, each at the place of its row, which moves on. */
function writeCells(
  fragments: Buffer,
  separator: number,
  count: number,
  first: number,
  starts: Uint32Array,
  ends: Uint32Array,
  places: Uint32Array,
  out: Uint8Array,
): void {
  for (let i = 0; i < count; i++) {
    let at = places[i]!
    if (separator >= 0) out[at++] = separator
    const start = starts[first + i]!
    const end = ends[first + i]!
    if (end - start > MIN_NATIVE_COPY_BYTES) {
      fragments.copy(out, at, start, end)
      at += end - start
    } else for (let k = start; k < end; k++) out[at++] = fragments[k]!
    places[i] = at
  }
}
