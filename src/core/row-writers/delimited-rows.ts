import { CsvEncoder, TsvEncoder } from '../../formats/delimited.ts'
import { encodeValues } from '../../formats/encode-values.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import type { PageColumn } from '../ports.ts'
import { bufferOver, Cells, readCodes, type WritableColumn, writeRows } from './cells.ts'
import type { SizeLines } from './rows-to-write.ts'
import { encodedTexts, isPlainText } from './text-values.ts'

const COMMA = 44
const TAB = 9
const BACKSLASH = 92
const NOTHING = new Uint8Array(0)
/** Facts for formats that contain nothing but the rows. */
const NO_FACTS = { title: '', query: '', snapshotId: '', source: '' }

const FORMATS = {
  csv: {
    separator: Uint8Array.of(COMMA),
    lineEnd: Buffer.from('\r\n'),
    changed: [COMMA, BACKSLASH],
    Encoder: CsvEncoder,
  },
  tsv: { separator: Uint8Array.of(TAB), lineEnd: Buffer.from('\n'), changed: [BACKSLASH], Encoder: TsvEncoder },
} as const
export type DelimitedFormat = keyof typeof FORMATS

/** The header line. */
export function headLine(format: DelimitedFormat, names: readonly string[]): Uint8Array {
  return encodeValues(
    format,
    names.map((name) => ({ name })),
    [],
    NO_FACTS,
  )
}

/** The values of a column as cells; `margin` bytes on each side of a value are not written. */
interface CellValues extends WritableColumn {
  readonly codes: PageColumn['codes']
  readonly distinct: number
  readonly offsets: PageColumn['offsets']
  readonly margin: number
  /** The name in the header line. */
  readonly head: Buffer
}

/** A column to write. */
export interface DelimitedColumn {
  readonly page: PageColumn
  readonly isText: boolean
  readonly output: OutputColumn
}

/**
 * The cells of a column. Numbers, and text columns without anything to quote or escape, are written from the page file; the
 * values of other columns are encoded once.
 */
function cellValues(format: DelimitedFormat, { page, isText, output }: DelimitedColumn): CellValues {
  const { codes, distinct, offsets, fragments } = page
  const { changed, Encoder, separator, lineEnd } = FORMATS[format]
  const line = headLine(format, [output.name])
  const keys = { firstKey: NOTHING, key: separator, head: bufferOver(line.subarray(0, line.length - lineEnd.length)) }
  const native = bufferOver(fragments)
  if (!isText) return { codes, distinct, fragments, native, offsets, margin: 0, ...keys }
  if (isPlainText(page, changed)) return { codes, distinct, fragments, native, offsets, margin: 1, ...keys }
  const encoded = encodedTexts(page, (out) => new Encoder(out))
  return { codes, distinct, ...encoded, native: bufferOver(encoded.fragments), margin: 0, ...keys }
}

/** Finds the cells of one column, numbered from `first`; adds their lengths to the `places` of their rows. */
function findCells(
  { codes, distinct, offsets, margin }: CellValues,
  rows: Uint32Array,
  { starts, ends, places }: Cells,
  first: number,
): number {
  readCodes(codes, rows, starts, first)
  let bytes = 0
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
    bytes += end - start
  }
  return bytes
}

/** Rows with two or more selected columns, as lines. */
export interface DelimitedRows {
  readonly head: Uint8Array
  readonly lines: SizeLines
}

/** Creates writers of CSV and TSV rows of one table, with two or more columns. */
export type DelimitedWriter = (format: DelimitedFormat, columns: readonly DelimitedColumn[]) => DelimitedRows

export function createDelimitedWriter(): DelimitedWriter {
  const known = { csv: new Map<string, CellValues>(), tsv: new Map<string, CellValues>() }
  const cells = new Cells()
  const valuesOf = (format: DelimitedFormat, column: DelimitedColumn): CellValues => {
    const { name } = column.output
    let values = known[format].get(name)
    if (values === undefined) {
      values = cellValues(format, column)
      known[format].set(name, values)
    }
    return values
  }
  return (format, columns) => {
    const { separator, lineEnd } = FORMATS[format]
    const chosen = columns.map((column) => valuesOf(format, column))
    const head: Uint8Array[] = []
    for (let i = 0; i < chosen.length; i++) head.push(i === 0 ? NOTHING : separator, chosen[i]!.head)
    const rowBytes = chosen.length - 1 + lineEnd.length
    return {
      head: Buffer.concat([...head, lineEnd]),
      lines(rows) {
        cells.makeRoom(rows.length, chosen.length)
        cells.places.fill(rowBytes, 0, rows.length)
        let bytes = rowBytes * rows.length
        for (let i = 0; i < chosen.length; i++) bytes += findCells(chosen[i]!, rows, cells, i * rows.length)
        return {
          bytes,
          write(out, at) {
            writeRows(chosen, rows.length, cells, out, at)
            for (let i = 0; i < rows.length; i++) {
              const place = cells.places[i]!
              for (let k = 0; k < lineEnd.length; k++) out[place + k] = lineEnd[k]!
            }
          },
        }
      },
    }
  }
}
