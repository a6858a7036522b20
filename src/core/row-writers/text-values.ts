import { type JsonWriter, writtenBytes } from '../../formats/json-writer.ts'
import type { RowEncoder } from '../../formats/row-encoder.ts'
import { writeText } from '../../formats/write-text.ts'
import type { PageColumn } from '../ports.ts'
import { bufferOver } from './cells.ts'

const QUOTE = 34

/** Values by code: value `code` is fragments[offsets[code] .. offsets[code + 1]). */
type Values = Pick<PageColumn, 'fragments' | 'offsets'>

/** True if every value is a text in quotation marks, and contains none of the bytes `changed`. */
export function isPlainText({ distinct, offsets, fragments }: PageColumn, changed: readonly number[]): boolean {
  const native = bufferOver(fragments)
  // One native search for each byte takes less time than a loop over all bytes.
  if (changed.some((byte) => native.includes(byte))) return false
  for (let code = 0; code < distinct; code++) if (fragments[offsets[code]!] !== QUOTE) return false
  return true
}

/** The values of a text column in the form in which an encoder writes each as a cell, the first of a row. */
export function encodedTexts(
  { distinct, offsets, fragments }: PageColumn,
  create: (out: JsonWriter) => RowEncoder,
): Values {
  const ends = new Uint32Array(distinct + 1)
  const encoded = writtenBytes((out) => {
    const encoder = create(out)
    for (let code = 0; code < distinct; code++) {
      encoder.startRow()
      writeText(encoder, fragments, offsets[code]!, offsets[code + 1]!)
      ends[code + 1] = out.byteLength
    }
  })
  return { fragments: encoded, offsets: ends }
}
