import { expect, test } from 'bun:test'
import { type EncodedColumn, encodeDefaultRows } from '../../../../build/pages/default-rows.ts'

const COLUMN: EncodedColumn = {
  header: { name: 'a' } as EncodedColumn['header'],
  isText: false,
  codes: Uint32Array.of(1, 0, 1),
  offsets: Uint32Array.of(0, 1, 5),
  fragments: new TextEncoder().encode('7null'),
}

test.each([
  ['no column', [], ['{},', '{},', '{},']],
  ['a column', [COLUMN], ['{"a":null},', '{"a":7},', '{"a":null},']],
  [
    'a column twice',
    [COLUMN, { ...COLUMN, header: { name: 'b' } as EncodedColumn['header'] }],
    ['{"a":null,"b":null},', '{"a":7,"b":7},', '{"a":null,"b":null},'],
  ],
])('rows of %s are whole objects, each at its offset', (_case, columns, rows) => {
  const { offsets, bytes } = encodeDefaultRows(3, columns)
  expect(rows.map((_, row) => Buffer.from(bytes.subarray(offsets[row], offsets[row + 1])).toString())).toEqual(rows)
  expect(offsets[3]).toBe(bytes.length)
})
