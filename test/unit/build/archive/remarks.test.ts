import { describe, expect, test } from 'bun:test'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { archiveError, folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { cellAt } from '../../../fixtures/archives/make-table.ts'

const GOOD_HOSTS = 'hostname,sy_dist\na,1\n'

function votable(fields: string, rows: readonly (readonly string[])[]): string {
  const data = rows.map((cells) => `<TR>${cells.map((cell) => `<TD>${cell}</TD>`).join('')}</TR>`).join('\n')
  return `<VOTABLE><RESOURCE><TABLE>\n${fields}\n<DATA><TABLEDATA>\n${data}\n</TABLEDATA></DATA></TABLE></RESOURCE></VOTABLE>\n`
}

const FIELD =
  '<FIELD name="pl_name" datatype="char" arraysize="*"/><FIELD name="hostname" datatype="char" arraysize="*"/>'

describe('a column that only numbers the rows is left out, and a line says so', () => {
  test.each([
    ['a page download in CSV', 'ps.csv', '# a comment\nrowid,pl_name,hostname\n1,a b,a\n2,a c,a\n', 'the column rowid'],
    [
      'rows that were selected on the page',
      'ps.csv',
      'pl_name,ROWID,hostname\na b,17,a\na c,3,a\n',
      'the column ROWID',
    ],
    ['a page download with tabs', 'ps.tab', 'rowid\tpl_name\thostname\n1\ta b\ta\n2\ta c\ta\n', 'the column rowid'],
    [
      'a page download as VOTable',
      'ps.votable',
      votable(`<FIELD name="rowid" datatype="int"/>${FIELD}`, [
        ['1', 'a b', 'a'],
        ['2', 'a c', 'a'],
      ]),
      'the column rowid',
    ],
    ['a table of pandas', 'ps.csv', ',pl_name,hostname\n0,a b,a\n1,a c,a\n', 'the column without a name'],
    ['a table of pandas, twice', 'ps.csv', 'Unnamed: 0,pl_name,hostname\n0,a b,a\n5,a c,a\n', 'the column Unnamed: 0'],
    ['object numbers that count', 'ps.csv', 'oid,pl_name,hostname\n1,a b,a\n2,a c,a\n', 'the column oid'],
  ])('%s', async (_, file, text, column) => {
    const folder = await folderWith({ [file]: text, 'stellarhosts.csv': GOOD_HOSTS })
    const { tables, remarks } = await readArchive(folder, quietEffects)
    expect(tables.exoplanets.columns.map(({ name }) => name)).toEqual(['pl_name', 'hostname'])
    expect([0, 1].map((row) => cellAt(tables.exoplanets.cells[0]!, row))).toEqual(['a b', 'a c'])
    expect(remarks).toEqual([`exoplanets: ${column} only numbers the rows and is left out`])
  })
})

test.each([
  ['rowid,pl_name,hostname\n1,a b,a\n1,a c,a\n', 'ps.csv, line 1: rowid cannot be the name of a column'],
  ['rowid,pl_name,hostname\nx,a b,a\n', 'ps.csv, line 1: rowid cannot be the name of a column'],
  ['rowid,pl_name,hostname\n,a b,a\n', 'ps.csv, line 1: rowid cannot be the name of a column'],
  ['oid,pl_name,hostname\n1,a b,a\n7,a c,a\n', 'ps.csv, line 1: oid cannot be the name of a column'],
  ['pl_name,hostname,\na b,a,\n', 'ps.csv, line 1: column 3 of the header is "", which is not a valid column name.'],
  ['rowid,rowid,pl_name,hostname\n1,1,a b,a\n', 'ps.csv, line 1: the column rowid occurs twice in the header.'],
])('a column of such a name that does not number the rows stops the build: %j', async (text, message) => {
  const folder = await folderWith({ 'ps.csv': text, 'stellarhosts.csv': GOOD_HOSTS })
  expect((await archiveError(() => readArchive(folder, quietEffects))).message).toStartWith(message)
})

async function hostsOf(cells: readonly string[], isStrict = false) {
  const lines = cells.map((cell, row) => `H${row},"${cell}"\n`)
  const folder = await folderWith({
    'ps.csv': 'pl_name,hostname\na b,a\n',
    'stellarhosts.csv': `hostname,x\n${lines.join('')}`,
  })
  return readArchive(folder, quietEffects, undefined, { isStrict })
}

describe('a column that would be numeric but for some cells is text', () => {
  const MISFITS = ['nan', 'NaN', '-inf', 'Infinity', 'null', 'None', 'N/A', ' - ', '\u22121.5', '1e\u22125', '\u20133']

  test.each(MISFITS)('%j is named with its line, and refused if that is wanted', async (cell) => {
    const cells = ['1', '', cell, '2.5']
    const { tables, remarks } = await hostsOf(cells)
    expect(tables.stellarhosts.columns[1]!.type).toBe('text')
    const shown = `${JSON.stringify(cell)} in line 4`
    expect(remarks).toEqual([
      `stellarhosts: the column x of stellarhosts.csv is text because of ${shown}; all other values are numbers`,
    ])
    const error = await archiveError(() => hostsOf(cells, true))
    expect(error.message).toStartWith(`stellarhosts.csv, line 4, column x: ${JSON.stringify(cell)} is not a number.`)
    expect(error.place).toEqual({ file: 'stellarhosts.csv', line: 4, column: 'x', value: cell })
  })

  test('many are counted, and the first are shown, also over many batches', async () => {
    const cells = Array.from({ length: 100_000 }, (_, row) => (row % 1000 === 999 ? 'null' : `${row}`))
    const { remarks } = await hostsOf(cells)
    expect(remarks[0]).toContain('"null" in line 1001, "null" in line 2001, "null" in line 3001 and 97 more; all other')
    const { message, place } = await archiveError(() => hostsOf(cells, true))
    expect(message).toStartWith(
      'stellarhosts.csv, line 1001, column x: "null" is not a number. But for 100 such cells the column',
    )
    expect(place.line).toBe(1_001)
  })

  test('numbers that only follow count too', async () => {
    expect((await hostsOf(['null', 'null', '7'])).remarks[0]).toContain('"null" in line 2, "null" in line 3; all other')
  })
})

test.each([
  [['1', 'nan', 'K2 V']],
  [['K2 V', 'nan', '1']],
  [['nan', 'null']],
  [['2016-05', '2016']],
  [['007', '8']],
  [['a', '-', '1']],
  [['1', '2.5']],
])('a column of text or of numbers, %j, is not remarked on and passes --strict', async (cells) => {
  expect((await hostsOf(cells, true)).remarks).toEqual([])
})

test('exact repeats are counted for each table', async () => {
  const folder = await folderWith({
    'ps.csv': 'pl_name,hostname,x\na b,a,1\na b,a,1\na b,a,2\na b,a,1.0\n',
    'stellarhosts.csv': 'hostname\na\nb\n',
  })
  expect((await readArchive(folder, quietEffects)).remarks).toEqual([
    'exoplanets: 2 rows are exact repeats of another one',
  ])
})
