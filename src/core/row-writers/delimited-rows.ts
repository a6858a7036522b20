import { CsvEncoder, TsvEncoder } from '../../formats/delimited.ts'
import { encodeValues } from '../../formats/encode-values.ts'
import { TextTable } from '../../formats/json-texts.ts'
import { type CellFormat, createCellFinder, type SourceColumn } from './cell-finder.ts'
import { Cells, writeRows } from './cells.ts'
import type { SizeLines } from './rows-to-write.ts'

const COMMA = 44
const TAB = 9
const NOTHING = new Uint8Array(0)
/** Facts for formats that contain nothing but the rows. */
const NO_FACTS = { title: '', query: '', snapshotId: '', source: '' }

/** Cells with the separator before each. */
function cellFormat(Encoder: typeof CsvEncoder | typeof TsvEncoder): CellFormat {
  const texts = new TextTable({ begin: (out) => new Encoder(out), before: 0, after: 0 })
  return { texts, around: 1, nullBytes: 1 }
}

const FORMATS = {
  csv: { separator: Uint8Array.of(COMMA), lineEnd: Buffer.from('\r\n'), cells: cellFormat(CsvEncoder) },
  tsv: { separator: Uint8Array.of(TAB), lineEnd: Buffer.from('\n'), cells: cellFormat(TsvEncoder) },
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

/** Rows with two or more selected columns, as lines. */
export interface DelimitedRows {
  readonly head: Uint8Array
  readonly lines: SizeLines
}

/** Creates writers of CSV or TSV rows of one table, with two or more columns. */
export type DelimitedWriter = (columns: readonly SourceColumn[]) => DelimitedRows

export function createDelimitedWriter(format: DelimitedFormat): DelimitedWriter {
  const { separator, lineEnd, cells: cellFormat } = FORMATS[format]
  const cells = new Cells()
  const finderOf = createCellFinder(cellFormat, cells)
  const heads = new Map<string, Uint8Array>()
  const headOf = (name: string): Uint8Array => {
    let head = heads.get(name)
    if (head === undefined) {
      head = headLine(format, [name]).subarray(0, -lineEnd.length)
      heads.set(name, head)
    }
    return head
  }
  const rowBytes = lineEnd.length - separator.length // the first cell of a row has no separator
  return (columns) => {
    const find = finderOf(columns)
    const keys = columns.map((_, i) => (i === 0 ? NOTHING : separator))
    const head: Uint8Array[] = []
    for (let i = 0; i < columns.length; i++) head.push(keys[i]!, headOf(columns[i]!.output.name))
    return {
      head: Buffer.concat([...head, lineEnd]),
      lines(rows) {
        cells.makeRoom(rows.length, columns.length)
        cells.places.fill(rowBytes, 0, rows.length)
        const { bytes, sources } = find(rows)
        return {
          bytes: bytes + rowBytes * rows.length,
          write(out, at) {
            writeRows(sources, keys, rows.length, cells, out, at)
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
