import { expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES } from '../../../../src/formats/byte-writer.ts'
import { JsonWriter } from '../../../../src/formats/json-writer.ts'
import { IpacEncoder, WidthsNeeded } from '../../../../src/formats/vo/ipac.ts'
import type { VoOutput } from '../../../../src/formats/vo/vo-output.ts'

const MIB = 1_048_576
const OUTPUT: VoOutput = {
  format: 'ipac',
  columns: [{ name: 'note', key: 'note', datatype: 'char', arraysize: '*' }],
  query: 'select note',
  snapshotId: '0123456789abcdef',
  source: 's',
  warnings: [],
}

/** How many rows of so many characters are taken before their widths are asked for. */
function rowsTaken(lengths: readonly number[], isMeasuring = false): number {
  const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), Number.POSITIVE_INFINITY, () => {})
  const encoder = new IpacEncoder(out, OUTPUT, isMeasuring)
  encoder.head()
  for (const [row, length] of lengths.entries()) {
    try {
      encoder.startRow()
      encoder.textCell(Buffer.alloc(length, 97), 0, length)
      encoder.endRow()
    } catch (error) {
      expect(error).toBeInstanceOf(WidthsNeeded)
      return row
    }
  }
  if (isMeasuring) expect(encoder.widths).toEqual([Math.max(...lengths)])
  return lengths.length
}

test('rows whose widths are not known are kept up to so many characters, and then the widths are asked for', () => {
  const rows = Array.from({ length: 8 }, () => 4 * MIB)
  expect(rowsTaken(rows)).toBe(8)
  expect(rowsTaken([...rows, 1])).toBe(8)
  expect(rowsTaken([...rows, 1], true)).toBe(9)
})
