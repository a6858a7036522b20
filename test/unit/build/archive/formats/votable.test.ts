import { describe, expect, test } from 'bun:test'
import { type CellBatch, cellText } from '../../../../../build/archive/cells/cell-batch.ts'
import { readVotable } from '../../../../../build/archive/formats/votable.ts'
import { archiveError } from '../../../../fixtures/archives/archive-folder.ts'

const FIELDS = '<FIELD name="name" datatype="char" arraysize="*"/><FIELD name="n" datatype="int"/>'

function document(fields: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<TR>${cells.map((cell) => `<TD>${cell}</TD>`).join('')}</TR>\n`)
  return `<VOTABLE><RESOURCE><TABLE>\n${fields}\n<DATA><TABLEDATA>\n${lines.join('')}</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>`
}

/** The rows of a document that comes in chunks of so many bytes, each with its line. */
async function read(text: string, chunkBytes = 10_000) {
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
  }
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = []
  let batches = 0
  await readVotable('t.vot', chunks(), {
    begin: () => {},
    add(batch: CellBatch) {
      batches += 1
      for (let row = 0; row < batch.rows; row += 1) {
        const cells = Array.from({ length: batch.width }, (_, column) => cellText(batch, row, column))
        rows.push({ line: batch.lineOf(row), cells })
      }
    },
  })
  return { rows, batches }
}

test.each([0, 1, 511, 512, 513, 1_300])('of %d rows each has its cells and its line', async (count) => {
  const rows = Array.from({ length: count }, (_, row) => [`name ${row}`, String(row)])
  const found = await read(document(FIELDS, rows))
  expect(found.rows).toEqual(rows.map((cells, row) => ({ line: row + 4, cells })))
  expect(found.batches).toBe(Math.ceil(count / 512))
})

test('a row of another width is refused with its own line, also behind many rows', async () => {
  for (const before of [0, 511, 512, 600]) {
    const rows = Array.from({ length: before }, (_, row) => [`name ${row}`, String(row)])
    const error = await archiveError(() => read(document(FIELDS, [...rows, ['only one']])))
    expect(error.message).toBe(`t.vot, line ${before + 4}: the row has 1 cell, but the table has 2 columns: only one`)
    expect(error.place).toEqual({ file: 't.vot', line: before + 4, value: 'only one' })
  }
})

describe('arrays have no place in a table', () => {
  test.each([
    ['double', '3'],
    ['double', '*'],
    ['double', '3*'],
    ['int', '2x3'],
    ['char', '8x*'],
    ['unicodeChar', '4x2'],
  ])('%s of arraysize %s', async (datatype, arraysize) => {
    const field = `<FIELD name="x" datatype="${datatype}" arraysize="${arraysize}"/>`
    const error = await archiveError(() => read(document(field, [['1']])))
    expect(error.message).toContain(`the column x holds arrays (arraysize ${arraysize})`)
    expect(error.place).toMatchObject({ column: 'x', value: arraysize })
  })

  test.each([
    ['double', '1'],
    ['char', '*'],
    ['char', '8'],
    ['char', '8*'],
    ['unicodeChar', '*'],
  ])('%s of arraysize %s is one value', async (datatype, arraysize) => {
    const field = `<FIELD name="x" datatype="${datatype}" arraysize="${arraysize}"/>`
    expect((await read(document(field, [['1']]))).rows).toEqual([{ line: 4, cells: ['1'] }])
  })
})

test('what stands for null is empty: NaN of numbers, blanks of numbers, and every declared value', async () => {
  const field = (datatype: string, values = '') => `<FIELD name="${datatype}" datatype="${datatype}">${values}</FIELD>`
  const fields = [
    field('double'),
    field('float'),
    field('int', '<VALUES null="-1"/><VALUES null="-2"/>'),
    field('char'),
  ]
  const rows = [
    ['NaN', ' NaN ', '-1', 'NaN'],
    [' ', '', ' -2 ', ' '],
    ['1', '2', '-3', '-1'],
  ]
  expect((await read(document(fields.join(''), rows))).rows.map(({ cells }) => cells)).toEqual([
    ['', '', '', 'NaN'],
    ['', '', '', ' '],
    ['1', '2', '-3', '-1'],
  ])
})

test('text of several pieces is one text, however it is chunked', async () => {
  const text = document(FIELDS, [['a &lt; b<![CDATA[ & c > d]]> é\u{1fa90}', '1']])
  const expected = [{ line: 4, cells: ['a < b & c > d é\u{1fa90}', '1'] }]
  expect((await read(text)).rows).toEqual(expected)
  // Chunks of the reader end with a character.
  expect((await read(text.replace('é\u{1fa90}', ''), 7)).rows).toEqual([{ line: 4, cells: ['a < b & c > d ', '1'] }])
})
