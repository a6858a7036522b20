import type { PageColumnHeader } from '../../src/format/page-file.ts'
import { CsvEncoder } from '../../src/formats/delimited.ts'
import { memberKeys } from '../../src/formats/json-objects.ts'
import { writtenBytes } from '../../src/formats/json-writer.ts'
import { writeText } from '../../src/formats/write-text.ts'

const encoder = new TextEncoder()

/** The data of a column that the default rows use once its sections are written. */
export interface EncodedColumn {
  readonly header: PageColumnHeader
  readonly isText: boolean
  readonly codes: Uint32Array
  readonly offsets: Uint32Array
  readonly fragments: Uint8Array
}

/** Rendered rows: row n is bytes[offsets[n] .. offsets[n + 1]). */
export interface ReadyRows {
  readonly offsets: Uint32Array
  readonly bytes: Uint8Array
}

/** Encodes complete row objects of the default columns, each followed by a comma. */
export function encodeDefaultRows(rows: number, columns: readonly EncodedColumn[]): ReadyRows {
  const keys = memberKeys(columns.map(({ header }) => header.name))
  const fixedBytes = keys.reduce((sum, key) => sum + key.byteLength, columns.length === 0 ? 3 : 2)
  const offsets = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row += 1) {
    let length = fixedBytes
    for (const { codes, offsets: ends } of columns) length += ends[codes[row]! + 1]! - ends[codes[row]!]!
    offsets[row + 1] = offsets[row]! + length
  }
  const bytes = new Uint8Array(offsets[rows]!)
  let end = 0
  const append = (part: Uint8Array) => {
    bytes.set(part, end)
    end += part.byteLength
  }
  const open = encoder.encode('{')
  const close = encoder.encode('},')
  for (let row = 0; row < rows; row += 1) {
    if (columns.length === 0) append(open)
    for (let index = 0; index < columns.length; index += 1) {
      const { codes, offsets: ends, fragments } = columns[index]!
      append(keys[index]!)
      append(fragments.subarray(ends[codes[row]!]!, ends[codes[row]! + 1]!))
    }
    append(close)
  }
  return { offsets, bytes }
}

/** Encodes the same rows as lines of CSV, without the header line. */
export function encodeDefaultLines(rows: number, columns: readonly EncodedColumn[]): ReadyRows {
  const offsets = new Uint32Array(rows + 1)
  let headBytes = 0
  const bytes = writtenBytes((out) => {
    const csv = new CsvEncoder(out)
    csv.head(columns.map(({ header }) => header))
    headBytes = out.byteLength
    for (let row = 0; row < rows; row += 1) {
      csv.startRow()
      for (const { header, isText, codes, offsets: ends, fragments } of columns) {
        const code = codes[row]!
        if (code === header.distinct) csv.nullCell()
        else if (isText) writeText(csv, fragments, ends[code]!, ends[code + 1]!)
        else csv.digitsCell(fragments, ends[code]!, ends[code + 1]!)
      }
      csv.endRow()
      offsets[row + 1] = out.byteLength - headBytes
    }
  })
  return { offsets, bytes: bytes.subarray(headBytes) }
}
