import { isAscii } from 'node:buffer'
import type { Column } from '../../format/column.ts'
import { archiveName } from '../../format/table-titles.ts'
import { MIN_SCRATCH_BYTES } from '../../formats/byte-writer.ts'
import { createRowEncoder } from '../../formats/create-encoder.ts'
import { JsonWriter, writtenBytes } from '../../formats/json-writer.ts'
import type { OutputColumn, OutputFacts, RowEncoder } from '../../formats/row-encoder.ts'
import { tsvLines } from '../../formats/tsv-lines.ts'
import { beginVoRows } from '../../formats/vo/create-vo-encoder.ts'
import type { VoOutput } from '../../formats/vo/vo-output.ts'
import { VotableEncoder } from '../../formats/votable.ts'
import { writeText } from '../../formats/write-text.ts'
import { ucdOf } from '../../units/ucds.ts'
import { joined } from '../pieces.ts'
import type { PageTable } from '../ports.ts'
import type { SourceColumn } from '../row-writers/cell-finder.ts'
import {
  createDelimitedWriter,
  type DelimitedFormat,
  type DelimitedWriter,
  headLine,
} from '../row-writers/delimited-rows.ts'
import { createJsonRowWriter, type JsonRowWriter } from '../row-writers/json-row-writer.ts'
import { createReadyRowCopier } from '../row-writers/ready-rows.ts'
import { inPieces, type SizeLines } from '../row-writers/rows-to-write.ts'
import { createVotableWriter, type VotableWriter } from '../row-writers/votable-rows.ts'
import type { TableQuery } from '../table-query/table-query.ts'
import { type RowFilter, selectRows } from './row-selection.ts'

/** Rows whose cells are looked up together, column by column: few enough that they stay in the processor's cache. */
const BLOCK_ROWS = 32

/** Size of one piece of a stream in bytes: producing one takes about a millisecond, for which other requests wait. */
const PIECE_BYTES = 64 * 1024

/** Facts about the rows that a format states, except the table. */
type Facts = Omit<OutputFacts, 'title'>

/** Writes the rows of table reads in the formats that have no envelope. */
export interface PageStreamer {
  /** The bytes of a read in pieces, each valid until the next one is requested. */
  stream(query: TableQuery, filter: RowFilter, facts: Facts): Generator<Uint8Array<ArrayBuffer>>
  /** The same bytes at once: a view of `scratch` if they fit. */
  page(query: TableQuery, filter: RowFilter, facts: Facts, scratch?: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>
  /** All rows with all columns, limited to `maxRows` rows, in a Virtual Observatory format: pieces that the caller can retain. */
  streamAll(output: VoOutput, maxRows: number): Generator<Uint8Array<ArrayBuffer>>
  /** Names of the columns that contain non-ASCII text. */
  unicodeColumns(): ReadonlySet<string>
}

/** Rows as lines, and the bytes that precede and follow them. */
interface LineRows {
  readonly head: Uint8Array
  readonly lines: SizeLines
  readonly tail: Uint8Array
}

const NOTHING = new Uint8Array(0)

/** The cells of one block: start and end of each value in the fragments of its column; equal for null. */
class Block {
  readonly #starts: Uint32Array
  readonly #ends: Uint32Array

  constructor(readonly columns: readonly SourceColumn[]) {
    this.#starts = new Uint32Array(columns.length * BLOCK_ROWS)
    this.#ends = new Uint32Array(columns.length * BLOCK_ROWS)
  }

  write(rows: Uint32Array, encoder: RowEncoder): void {
    const { columns } = this
    const starts = this.#starts
    const ends = this.#ends
    for (let c = 0; c < columns.length; c++) {
      const { codes, offsets, distinct } = columns[c]!.page
      for (let i = 0, at = c * BLOCK_ROWS; i < rows.length; i++, at++) {
        const code = codes[rows[i]!]!
        starts[at] = offsets[code]!
        ends[at] = code === distinct ? starts[at]! : offsets[code + 1]!
      }
    }
    for (let i = 0; i < rows.length; i++) {
      encoder.startRow()
      for (let c = 0, at = i; c < columns.length; c++, at += BLOCK_ROWS) {
        const start = starts[at]!
        const end = ends[at]!
        const { page, isText } = columns[c]!
        if (start === end) encoder.nullCell()
        else if (isText) writeText(encoder, page.fragments, start, end)
        else encoder.digitsCell(page.fragments, start, end)
      }
      encoder.endRow()
    }
  }
}

function newScratch(): Buffer {
  return Buffer.allocUnsafe(Math.max(MIN_SCRATCH_BYTES, PIECE_BYTES))
}

/** Shared buffer for pages: each page is finished before the next one begins. */
const PAGE_SCRATCH = newScratch()

/** The bytes of rows in pieces, which the caller can retain. `begin` writes what precedes the rows. */
function* written(
  chosen: readonly SourceColumn[],
  rows: Uint32Array,
  isCut: boolean,
  begin: (out: JsonWriter) => RowEncoder,
  scratch = newScratch(),
): Generator<Uint8Array<ArrayBuffer>> {
  let pieces: Uint8Array<ArrayBuffer>[] = []
  const out = new JsonWriter(scratch, Number.POSITIVE_INFINITY, (bytes) => pieces.push(new Uint8Array(bytes)))
  const encoder = begin(out)
  const block = new Block(chosen)
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) {
    block.write(rows.subarray(at, at + BLOCK_ROWS), encoder)
    if (pieces.length === 0) continue
    yield* pieces
    pieces = []
  }
  encoder.tail(isCut)
  out.flush()
  yield* pieces
}

/** The length of the longest value of a column; a text with escapes is treated as slightly longer. */
function longestValue({ page, isText }: SourceColumn): number {
  const { offsets, distinct } = page
  let longest = 0
  for (let code = 0; code < distinct; code++) longest = Math.max(longest, offsets[code + 1]! - offsets[code]!)
  return isText ? longest - 2 : longest
}

/** Parts of a VOTable around its rows. */
function votablePart(write: (encoder: VotableEncoder) => void): Uint8Array {
  return writtenBytes((out) => write(new VotableEncoder(out)), PAGE_SCRATCH)
}

const VOTABLE_TAIL = votablePart((encoder) => encoder.tail(false))

/** Creates a streamer over one table, whose columns the manifest describes. */
export function createPageStreamer(table: PageTable, columns: readonly Column[]): PageStreamer {
  const sources = new Map<string, SourceColumn>()
  const sourceOf = (name: string): SourceColumn => {
    const known = sources.get(name)
    if (known !== undefined) return known
    const { type, unit, description } = columns.find((column) => column.name === name)!
    const page = table.columns.get(name)!
    const ucd = ucdOf(archiveName(table.name), name)
    let isAsciiText: boolean | undefined
    const output: OutputColumn = {
      name,
      type,
      /** Determined when it is first needed, because all texts are read for it. */
      get isAscii() {
        isAsciiText ??= type !== 'text' || isAscii(page.fragments)
        return isAsciiText
      },
      ...(unit === undefined ? {} : { unit }),
      ...(ucd === undefined ? {} : { ucd }),
      ...(description === undefined ? {} : { description }),
    }
    const source = { page, isText: type === 'text', output }
    sources.set(name, source)
    return source
  }
  let rowWriter: JsonRowWriter | undefined
  const delimitedWriters: { [format in DelimitedFormat]?: DelimitedWriter } = {}
  let votableWriter: VotableWriter | undefined
  const defaultColumns = table.defaultRows.columns
  const defaults: { [format in DelimitedFormat]?: LineRows } = {}
  const defaultLines = (format: DelimitedFormat): LineRows => {
    const { some } = createReadyRowCopier(format === 'csv' ? table.defaultLines : tsvLines(table.defaultLines))
    return { head: headLine(format, defaultColumns), lines: (rows) => some(rows, 0), tail: NOTHING }
  }

  /** Converts rows to lines; undefined for formats that are written cell by cell. */
  const lineRows = (format: TableQuery['format'], names: readonly string[], facts: Facts): LineRows | undefined => {
    if (format === 'ndjson') {
      rowWriter ??= createJsonRowWriter(table)
      const { lines } = rowWriter.isDefault(names) ? rowWriter.defaults : rowWriter.withColumns(names)
      return { head: NOTHING, lines, tail: NOTHING }
    }
    if (format === 'votable') {
      const chosen = names.map(sourceOf)
      votableWriter ??= createVotableWriter()
      const columns = chosen.map(({ output }) => output)
      const head = votablePart((encoder) => encoder.head(columns, { title: table.name, ...facts }))
      return { head, lines: votableWriter(chosen), tail: VOTABLE_TAIL }
    }
    if (format === 'json' || names.length < 2) return undefined
    if (names.length === defaultColumns.length && names.every((name, i) => name === defaultColumns[i])) {
      defaults[format] ??= defaultLines(format)
      return defaults[format]
    }
    delimitedWriters[format] ??= createDelimitedWriter(format)
    return { ...delimitedWriters[format](names.map(sourceOf)), tail: NOTHING }
  }
  const selected = ({ page, limit, sortBy, order }: TableQuery, filter: RowFilter): Uint32Array => {
    const from = limit === Number.POSITIVE_INFINITY ? 0 : Math.min((page - 1) * limit, filter.rows)
    const sorting = { column: sortBy === null ? null : table.columns.get(sortBy)!, order }
    return selectRows(table, sorting, filter, from, Math.min(limit, filter.rows))
  }
  const cellByCell = (query: TableQuery, rows: Uint32Array, facts: Facts, scratch?: Buffer) => {
    const { columns: names, format } = query
    if (format === 'json') throw new RangeError('JSON has an envelope')
    const chosen = names.map(sourceOf)
    const begin = (out: JsonWriter): RowEncoder => {
      const encoder = createRowEncoder(format, out)
      encoder.head(
        chosen.map(({ output }) => output),
        { title: table.name, ...facts },
      )
      return encoder
    }
    return written(chosen, rows, false, begin, scratch)
  }
  return {
    *stream(query, filter, facts) {
      const rows = selected(query, filter)
      const asLines = lineRows(query.format, query.columns, facts)
      if (asLines === undefined) {
        yield* cellByCell(query, rows, facts)
        return
      }
      if (asLines.head.length > 0) yield new Uint8Array(asLines.head)
      yield* inPieces(asLines.lines, rows, query.columns.length)
      if (asLines.tail.length > 0) yield new Uint8Array(asLines.tail)
    },
    page(query, filter, facts, scratch) {
      const rows = selected(query, filter)
      const asLines = lineRows(query.format, query.columns, facts)
      if (asLines === undefined) return joined([...cellByCell(query, rows, facts, PAGE_SCRATCH)])
      const { head, lines, tail } = asLines
      const { bytes, write } = lines(rows)
      const length = head.length + bytes + tail.length
      const page =
        scratch !== undefined && length <= scratch.length ? scratch.subarray(0, length) : new Uint8Array(length)
      page.set(head)
      write(page, head.length)
      page.set(tail, head.length + bytes)
      return page
    },
    streamAll(output, maxRows) {
      const chosen = columns.map(({ name }) => sourceOf(name))
      const rows = Uint32Array.from({ length: Math.min(table.rows, maxRows) }, (_, row) => row)
      const widths = output.format === 'ipac' ? { widths: chosen.map(longestValue) } : {}
      return written(chosen, rows, table.rows > maxRows, (out) => beginVoRows({ ...output, ...widths }, out))
    },
    unicodeColumns: () =>
      new Set(columns.filter(({ name }) => sourceOf(name).output.isAscii === false).map(({ name }) => name)),
  }
}
