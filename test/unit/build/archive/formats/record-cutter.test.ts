import { expect, test } from 'bun:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { type CellBatch, cellText } from '../../../../../build/archive/cells/cell-batch.ts'
import { readDelimited } from '../../../../../build/archive/formats/delimited.ts'
import { checkUtf8 } from '../../../../../build/archive/text/utf8.ts'
import { archiveError } from '../../../../fixtures/archives/archive-folder.ts'

interface Read {
  readonly rows: string[][]
  readonly lines: number[]
}

/** Reads a text in chunks of `size` bytes; the rows and the line on which each starts. */
async function read(text: string, size: number, delimiter: ',' | '\t' = ','): Promise<Read> {
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
  }
  const rows: string[][] = []
  const lines: number[] = []
  await readDelimited('t.csv', checkUtf8('t.csv', chunks()), delimiter, {
    begin: () => {},
    add(batch: CellBatch) {
      for (let row = 0; row < batch.rows; row += 1) {
        rows.push(Array.from({ length: batch.width }, (_, column) => cellText(batch, row, column)))
        lines.push(batch.lineOf(row))
      }
    },
  })
  return { rows, lines }
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', '""', ',', '\t', ' ', '\n', '\r', '\r\n', '#', '\u{1fa90}'),
  maxLength: 6,
})
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    names: fc.constant(['a', 'b', 'c', 'd'].slice(0, width)),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 12 }),
  }),
)

test('what papaparse writes is cut into the same cells, however it is chunked, and each row knows its line', async () => {
  const form = fc.record({
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    delimiter: fc.constantFrom(',' as const, '\t' as const),
    quotes: fc.boolean(),
    endsInNewline: fc.boolean(),
    size: fc.integer({ min: 1, max: 40 }),
  })
  await fc.assert(
    fc.asyncProperty(table, form, async ({ names, rows }, { newline, delimiter, quotes, endsInNewline, size }) => {
      const write = (records: string[][]) => Papa.unparse(records, { newline, delimiter, quotes })
      // A last row that is one empty cell is a blank line, and needs its line end to be there.
      const text = `${write([names, ...rows])}${endsInNewline || rows.at(-1)?.join('') === '' ? newline : ''}`
      const result = await read(text, size, delimiter)
      expect(result.rows).toEqual(rows)
      const linesBefore = (count: number) =>
        `${write([names, ...rows.slice(0, count)])}${newline}`.split(/\r\n|\r|\n/).length
      expect(result.lines).toEqual(rows.map((_, row) => linesBefore(row)))
    }),
    { numRuns: 400 },
  )
})

test('papaparse reads the same cells', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ names, rows }) => {
      const text = `${Papa.unparse([names, ...rows], { newline: '\n' })}\n`
      const { data } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' })
      expect((await read(text, 1 << 20)).rows).toEqual(data.slice(1, -1))
    }),
    { numRuns: 300 },
  )
})

test('a quote inside an unquoted cell is text', async () => {
  expect((await read('a,b\n5" disk,x"y"\n', 3)).rows).toEqual([['5" disk', 'x"y"']])
})

test('blank lines may end a file, but only end it', async () => {
  expect((await read('a,b\n1,2\n\n\n', 4)).rows).toEqual([['1', '2']])
  expect((await archiveError(() => read('a,b\n1,2\n\n\n3,4\n', 4))).message).toBe(
    't.csv, line 3: the line is blank, and rows follow it.',
  )
})

test.each([
  ['a short row', 'a,b\n1,2\n3\n4,5\n', 3, 'the row has 1 cell, but the header has 2 columns: 3'],
  ['a long row', 'a,b\n1,2\n3,4,5\n', 3, 'the row has 3 cells, but the header has 2 columns: 3,4,5'],
  [
    'a row cut off by the end of the file',
    'a,b,c\n1,2,3\n4,5',
    3,
    'the row has 2 cells, but the header has 3 columns: 4,5',
  ],
  ['a row after a quoted line break', 'a,b\n"x\ny",2\n3\n', 4, 'the row has 1 cell, but the header has 2 columns: 3'],
  ['a row after comment lines', '# one\n# two\na,b\n1\n', 4, 'the row has 1 cell, but the header has 2 columns: 1'],
  [
    'a row after doubled quotes and a line break',
    'a,b\n"""\n""",2\n3\n',
    4,
    'the row has 1 cell, but the header has 2 columns: 3',
  ],
  ['an open quote', 'a,b\n1,2\n3,"4\n5,6\n', 3, 'a quote is opened and never closed.'],
  ['text behind a quote', 'a,b\n1,2\n"3"x,4\n', 3, 'a closing quote is followed by "x", not by the end of the cell.'],
  ['a blank behind a quote', 'a,b\n"3" ,4\n', 2, 'a closing quote is followed by " ", not by the end of the cell.'],
  ['CRLF among LF', 'a,b\n1,2\r\n', 2, 'a line ends with CRLF, but the first one ends with LF.'],
  ['LF among CRLF', 'a,b\r\n1,2\n', 2, 'a line ends with LF, but the first one ends with CRLF.'],
  ['CR among LF', 'a,b\n1,2\r3,4\n', 2, 'a line ends with CR, but the first one ends with LF.'],
])('%s is refused with its line', async (_name, text, line, reason) => {
  for (const size of [1, 2, 5, 1000]) {
    const error = await archiveError(() => read(text, size))
    expect(error.message).toBe(`t.csv, line ${line}: ${reason}`)
    expect(error.place).toMatchObject({ file: 't.csv', line })
  }
})

test('a quote that is never closed is found without reading on for ever', async () => {
  const error = await archiveError(() => read(`a,b\n1,2\n"${'x,y\n'.repeat(2_200_000)}`, 1 << 22))
  expect(error.message).toBe('t.csv, line 3: the record has no end: is a quote opened and never closed?')
})
