import { MIN_SCRATCH_BYTES } from './byte-writer.ts'
import { createRowEncoder } from './create-encoder.ts'
import type { FormatName } from './formats.ts'
import { writtenBytes } from './json-writer.ts'
import type { OutputColumn, OutputFacts, RowEncoder } from './row-encoder.ts'

/** A value of a row in memory. A value other than a text, number or null is written as its JSON. */
export type OutputValue = unknown

function encodeValue(encoder: RowEncoder, value: OutputValue): void {
  if (value === null || value === undefined) encoder.nullCell()
  else if (typeof value === 'number')
    if (Number.isSafeInteger(value)) encoder.integerCell(value)
    else encoder.realCell(value)
  else {
    const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    encoder.textCell(text, 0, text.length)
  }
}

/** Shared, because an answer is finished before the next one is begun. */
const SCRATCH = Buffer.allocUnsafe(MIN_SCRATCH_BYTES)

/** Encodes rows in memory, each an array of values in the order of `columns`. */
export function encodeValues(
  format: Exclude<FormatName, 'json'>,
  columns: readonly OutputColumn[],
  rows: readonly (readonly OutputValue[])[],
  facts: OutputFacts,
): Uint8Array<ArrayBuffer> {
  return writtenBytes((out) => {
    const encoder = createRowEncoder(format, out)
    encoder.head(columns, facts)
    for (const row of rows) {
      encoder.startRow()
      for (let i = 0; i < columns.length; i++) encodeValue(encoder, row[i])
      encoder.endRow()
    }
    encoder.tail(false)
  }, SCRATCH)
}
