import { MIN_SCRATCH_BYTES } from '../../formats/byte-writer.ts'
import { TextCells, type TextTable } from '../../formats/json-texts.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import type { PageColumn } from '../ports.ts'
import { type Cells, type Fragments, fragmentsOf, readCodes } from './cells.ts'

const QUOTE = 34

/** Start and end of a null cell: an end before the start, because an empty text is a value. */
const NULL_START = 1
const NULL_END = 0

/** A column to write. */
export interface SourceColumn {
  readonly page: PageColumn
  readonly isText: boolean
  readonly output: OutputColumn
}

/** How a format without quotation marks around texts writes its cells. */
export interface CellFormat {
  readonly texts: TextTable
  /** Number of bytes that are written before and after each value. */
  readonly around: number
  /** Number of bytes of a null cell. */
  readonly nullBytes: number
}

/** The values of a column; `margin` bytes on each side of a value are not written. */
interface CellValues extends Fragments {
  readonly page: PageColumn
  readonly margin: number
  /** True for texts that the format changes. */
  readonly isRewritten: boolean
}

/** True if every value is a text in quotation marks. */
function hasTextsOnly({ distinct, offsets, fragments }: PageColumn): boolean {
  for (let code = 0; code < distinct; code++) if (fragments[offsets[code]!] !== QUOTE) return false
  return true
}

/**
 * Numbers, and texts of columns in which the format changes none, are copied from the page file. Other texts are rewritten when
 * they are needed: rewriting all of them in advance would take a second, and as much memory as they have.
 */
function cellValues({ texts }: CellFormat, { page, isText }: SourceColumn): CellValues {
  const from = fragmentsOf(page.fragments)
  const isRewritten = isText && !(texts.copiesAll(from.native) && hasTextsOnly(page))
  return { page, margin: isText && !isRewritten ? 1 : 0, isRewritten, ...from }
}

/** Finds the cells of one column, numbered from `first`; adds their lengths to the `places` of their rows. */
function findCells(
  { around, nullBytes }: CellFormat,
  { page: { codes, distinct, offsets, fragments }, margin }: CellValues,
  rows: Uint32Array,
  cells: Cells,
  first: number,
): number {
  const { starts, ends, places } = cells
  readCodes(codes, rows, starts, first)
  let bytes = 0
  let seen = 0
  for (let i = 0; i < rows.length; i++) {
    const code = starts[first + i]!
    let length = nullBytes
    if (code === distinct) {
      starts[first + i] = NULL_START
      ends[first + i] = NULL_END
    } else {
      const start = offsets[code]! + margin
      const end = offsets[code + 1]! - margin
      starts[first + i] = start
      ends[first + i] = end
      length = around + end - start
      seen += fragments[start]!
    }
    places[i]! += length
    bytes += length
  }
  cells.seen = seen
  return bytes
}

/** Shared by all tables and formats, because rows are written before others are sized. */
const TEXTS = new TextCells(MIN_SCRATCH_BYTES)

/** Rewrites the cells of one column that were found, texts in quotation marks, to TEXTS. */
function rewrite(
  { texts }: CellFormat,
  { fragments, view }: Fragments,
  rows: number,
  { starts, ends, places }: Cells,
  first: number,
): number {
  let bytes = 0
  for (let i = 0; i < rows; i++) {
    const start = starts[first + i]!
    const end = ends[first + i]!
    if (end < start) continue
    TEXTS.add(texts, fragments, view, start, end)
    starts[first + i] = TEXTS.start
    ends[first + i] = TEXTS.end
    const change = TEXTS.end - TEXTS.start - (end - start)
    places[i]! += change
    bytes += change
  }
  return bytes
}

/** The cells of selected columns that were found in rows. */
export interface FoundCells {
  /** Total length of the cells. */
  readonly bytes: number
  /** The bytes of each column's cells. */
  readonly sources: readonly Fragments[]
}

/**
 * Finds the cells of rows, with lengths that include what the format writes around a value; adds the lengths to the `places` of
 * their rows.
 */
export type FindCells = (rows: Uint32Array) => FoundCells

/** Creates finders of cells in one format and table, for the columns to write. */
export function createCellFinder(format: CellFormat, cells: Cells): (columns: readonly SourceColumn[]) => FindCells {
  const known = new Map<string, CellValues>()
  const valuesOf = (column: SourceColumn): CellValues => {
    const { name } = column.output
    let values = known.get(name)
    if (values === undefined) {
      values = cellValues(format, column)
      known.set(name, values)
    }
    return values
  }
  return (columns) => {
    const chosen = columns.map(valuesOf)
    const isCopied = chosen.every((values) => !values.isRewritten)
    return (rows) => {
      let bytes = 0
      TEXTS.clear()
      for (let i = 0; i < chosen.length; i++) {
        const values = chosen[i]!
        const first = i * rows.length
        bytes += findCells(format, values, rows, cells, first)
        if (values.isRewritten) bytes += rewrite(format, values, rows.length, cells, first)
      }
      if (isCopied) return { bytes, sources: chosen }
      const rewritten = fragmentsOf(TEXTS.bytes)
      return { bytes, sources: chosen.map((values) => (values.isRewritten ? rewritten : values)) }
    }
  }
}
