import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { archiveError, folderWith, quietEffects } from '../../../fixtures/archives/archive-folder.ts'

type Files = Readonly<Record<string, string | Uint8Array>>
interface Place {
  readonly file: string
  readonly line?: number
  readonly column?: string
  readonly value?: string
}

const GOOD: Files = { 'ps.csv': 'pl_name,hostname,mass,count\na b,a,1.5,3\n', 'stellarhosts.csv': 'hostname\na\n' }
const TYPED: Files = {
  ...GOOD,
  'columns.csv':
    'table_name,column_name,description,unit,datatype\nps,pl_name,,,char\nps,hostname,,,char\nps,mass,,,double\nps,count,,,int\n',
}
const planets = (text: string, files = TYPED): Files => ({ ...files, 'ps.csv': text })
const columns = (rows: string): Files => ({
  ...GOOD,
  'columns.csv': `table_name,column_name,description,unit,datatype\n${rows}`,
})
const HEADER = 'pl_name,hostname,mass,count\n'
const random = Uint8Array.from({ length: 30_000 }, (_, index) => 97 + ((index * index * 31) % 23))
const long = gzipSync(`${HEADER}${Buffer.from(random).toString()},a,1,1\n`)

const vot = (body: string, status = '<INFO name="QUERY_STATUS" value="OK"/>'): Files => {
  const { 'ps.csv': _, ...rest } = TYPED
  return {
    ...rest,
    'ps.vot': `<?xml version="1.0"?>\n<VOTABLE>\n<RESOURCE>${status}\n${body}\n</RESOURCE>\n</VOTABLE>\n`,
  }
}
const FIELDS =
  '<FIELD name="pl_name" datatype="char" arraysize="*"/>\n<FIELD name="hostname" datatype="char" arraysize="*"/>\n'
const tabledata = (rows: string, fields = FIELDS) =>
  `<TABLE>\n${fields}<DATA><TABLEDATA>\n${rows}</TABLEDATA></DATA></TABLE>`

const BROKEN: readonly (readonly [name: string, files: Files, message: string, place: Place])[] = [
  [
    'more columns than SQLite can hold',
    planets(`pl_name,hostname,${Array.from({ length: 1999 }, (_, i) => `c${i}`)}\na b,a${','.repeat(1999)}\n`),
    'ps.csv, line 1: the header has 2001 columns, but a table can hold at most 2000.',
    { file: 'ps.csv', line: 1 },
  ],
  [
    'a word in a real column',
    planets(`${HEADER}a b,a,1.5,3\n"a\nc",a,heavy,3\n`),
    'ps.csv, line 3, column mass: "heavy" is not a decimal number (declared double).',
    { file: 'ps.csv', line: 3, column: 'mass', value: 'heavy' },
  ],
  [
    'a fraction in an integer column',
    planets(`# a comment\n${HEADER}a b,a,1.5,3.5\n`),
    'ps.csv, line 3, column count: "3.5" is not an integer of at most 64 bits (declared int).',
    { file: 'ps.csv', line: 3, column: 'count', value: '3.5' },
  ],
  [
    'an integer beyond 64 bits',
    planets(`${HEADER}a b,a,1.5,9223372036854775808\n`),
    'ps.csv, line 2, column count: "9223372036854775808" is not an integer of at most 64 bits (declared int).',
    { file: 'ps.csv', line: 2, column: 'count', value: '9223372036854775808' },
  ],
  [
    'a number that no double holds',
    planets(`${HEADER}a b,a,1e999,3\n`),
    'ps.csv, line 2, column mass: "1e999" is not a decimal number (declared double).',
    { file: 'ps.csv', line: 2, column: 'mass', value: '1e999' },
  ],
  [
    'a number that a double would hold as 0',
    planets(`${HEADER}a b,a,-2.5e-400,3\n`),
    'ps.csv, line 2, column mass: "-2.5e-400" is not a decimal number (declared double).',
    { file: 'ps.csv', line: 2, column: 'mass', value: '-2.5e-400' },
  ],
  [
    'two bad cells: the first line counts, then the first column',
    planets(`${HEADER}a b,a,1,3\na c,a,1,x\na d,a,y,z\n`),
    'ps.csv, line 3, column count: "x" is not an integer of at most 64 bits (declared int).',
    { file: 'ps.csv', line: 3, column: 'count', value: 'x' },
  ],
  [
    'a bad cell before a ragged row',
    planets(`${HEADER}a b,a,x,3\na c,a\n`),
    'ps.csv, line 2, column mass: "x" is not a decimal number (declared double).',
    { file: 'ps.csv', line: 2, column: 'mass', value: 'x' },
  ],
  [
    'a ragged row',
    planets(`${HEADER}a b,a,1,3\na c,a\n`),
    'ps.csv, line 3: the row has 2 cells, but the header has 4 columns: a c,a',
    { file: 'ps.csv', line: 3, value: 'a c,a' },
  ],
  [
    'a column twice',
    planets('pl_name,hostname,mass,mass\na b,a,1,1\n'),
    'ps.csv, line 1: the column mass occurs twice in the header.',
    { file: 'ps.csv', line: 1, column: 'mass', value: 'mass' },
  ],
  [
    'columns that differ in case only',
    planets('# x\npl_name,hostname,ra,RA\na b,a,1,1\n'),
    'ps.csv, line 2: the columns ra and RA differ in case only, which SQL does not tell apart.',
    { file: 'ps.csv', line: 2, column: 'RA', value: 'RA' },
  ],
  [
    'a column of a name that SQL has taken for the position of a row',
    planets('pl_name,hostname,RowID\na b,a,1.5\n'),
    'ps.csv, line 1: RowID cannot be the name of a column, because SQL uses it for the position of a row. Rename the column.',
    { file: 'ps.csv', line: 1, column: 'RowID', value: 'RowID' },
  ],
  [
    'a column without a name',
    planets('pl_name,hostname,,mass\na b,a,x,1\n'),
    'ps.csv, line 1: column 3 of the header is "", which is not a valid column name.',
    { file: 'ps.csv', line: 1, column: '', value: '' },
  ],
  [
    'no planet names',
    planets('hostname,mass\na,1\n'),
    'ps.csv, line 1: the column pl_name is missing, which exoplanets requires.',
    { file: 'ps.csv', line: 1, column: 'pl_name' },
  ],
  [
    'no host names',
    { ...TYPED, 'stellarhosts.csv': 'host\na\n' },
    'stellarhosts.csv, line 1: the column hostname is missing, which stellarhosts requires.',
    { file: 'stellarhosts.csv', line: 1, column: 'hostname' },
  ],
  [
    'no rows',
    planets(HEADER),
    'ps.csv has a header and no rows: exoplanets would be empty.',
    { file: 'ps.csv', line: 1 },
  ],
  [
    'an empty file',
    planets(''),
    'ps.csv, line 1: there is no header line; the file is empty.',
    { file: 'ps.csv', line: 1 },
  ],
  [
    'only comments',
    planets('# a\n# b\n'),
    'ps.csv, line 3: there is no header line; the file is empty.',
    { file: 'ps.csv', line: 3 },
  ],
  [
    'Latin-1',
    { ...TYPED, 'ps.csv': Buffer.from(`${HEADER}a b,a,1,1\nb\u00e9b,a,1,1\n`, 'latin1') },
    'ps.csv, line 3: the bytes e9 62 are not UTF-8.',
    { file: 'ps.csv', line: 3, value: 'e9 62' },
  ],
  [
    'gzip that is cut off',
    { ...TYPED, 'ps.csv': long.subarray(0, long.length - 20) },
    'ps.csv is cut off: its gzip data do not unpack.',
    { file: 'ps.csv' },
  ],
  [
    'gzip with a wrong check sum',
    { ...TYPED, 'ps.csv': long.map((byte, index) => (index === long.length - 6 ? byte ^ 1 : byte)) },
    'ps.csv is damaged: its gzip data do not unpack.',
    { file: 'ps.csv' },
  ],
  [
    'gzip with a member behind zeros',
    {
      ...TYPED,
      'ps.csv': Buffer.concat([gzipSync(`${HEADER}a b,a,1,1\n`), Buffer.alloc(512), gzipSync('b b,b,1,1\n')]),
    },
    'ps.csv is damaged: its gzip data do not unpack.',
    { file: 'ps.csv' },
  ],
  [
    'a .gz that is no gzip',
    { 'ps.csv.gz': GOOD['ps.csv']!, 'stellarhosts.csv': GOOD['stellarhosts.csv']! },
    'ps.csv.gz is not gzip data, although its name ends in .gz.',
    { file: 'ps.csv.gz' },
  ],
  [
    'a web page instead of CSV',
    planets('<!DOCTYPE html>\n<html></html>\n'),
    'ps.csv, line 1: this is an XML or HTML document, not delimited text.',
    { file: 'ps.csv', line: 1 },
  ],
  [
    'a TAP error under a CSV name',
    planets(
      '<?xml version="1.0"?>\n<VOTABLE><RESOURCE><INFO name="QUERY_STATUS" value="ERROR">no such table</INFO></RESOURCE></VOTABLE>\n',
    ),
    "ps.csv, line 1: this is an error message of the archive's service, not a table: no such table",
    { file: 'ps.csv', line: 1 },
  ],
  [
    'a declared type that nobody knows',
    columns('ps,mass,,,quaternion\n'),
    'columns.csv, line 2: the column mass is declared "quaternion", which is not a type that a table can hold.',
    { file: 'columns.csv', line: 2, column: 'mass', value: 'quaternion' },
  ],
  [
    'names declared as numbers',
    columns('ps,mass,,,double\nps,pl_name,,,int\n'),
    'columns.csv, line 3: the column pl_name is declared "int", but it holds names, which are text.',
    { file: 'columns.csv', line: 3, column: 'pl_name', value: 'int' },
  ],
  [
    'a column described twice',
    columns('ps,mass,,,double\nps,mass,,,int\n'),
    'columns.csv, line 3: the column mass of ps is described twice.',
    { file: 'columns.csv', line: 3, column: 'mass' },
  ],
  [
    'a catalog without types',
    { ...GOOD, 'columns.csv': 'table_name,column_name\nps,mass\n' },
    'columns.csv, line 1: the column datatype is missing.',
    { file: 'columns.csv', line: 1, column: 'datatype' },
  ],
  [
    'a VOTable cell that does not fit',
    vot(
      tabledata(
        '<TR><TD>a b</TD><TD>a</TD><TD>1</TD></TR>\n<TR>\n<TD>a c</TD><TD>a</TD><TD>x</TD></TR>\n',
        `${FIELDS}<FIELD name="n" datatype="int"/>`,
      ),
    ),
    'ps.vot, line 9, column n: "x" is not an integer of at most 64 bits (declared int).',
    { file: 'ps.vot', line: 9, column: 'n', value: 'x' },
  ],
  [
    'a ragged VOTable row',
    vot(tabledata('<TR><TD>a b</TD><TD>a</TD></TR>\n<TR><TD>a c</TD></TR>\n')),
    'ps.vot, line 9: the row has 1 cell, but the table has 2 columns: a c',
    { file: 'ps.vot', line: 9, value: 'a c' },
  ],
  [
    'a binary VOTable',
    vot(`<TABLE>\n${FIELDS}<DATA><BINARY2><STREAM encoding="base64">AAAA</STREAM></BINARY2></DATA></TABLE>`),
    'ps.vot, line 7: the table is serialized as BINARY2; only TABLEDATA is read.',
    { file: 'ps.vot', line: 7, value: 'BINARY2' },
  ],
  [
    'a VOTable with arrays',
    vot(tabledata('', `${FIELDS}<FIELD name="spectrum" datatype="double" arraysize="*"/>`)),
    'ps.vot, line 7: the column spectrum holds arrays (arraysize *), which a table cannot hold.',
    { file: 'ps.vot', line: 7, column: 'spectrum', value: '*' },
  ],
  [
    'a VOTable with an unknown type',
    vot(tabledata('<TR><TD>a b</TD><TD>a</TD><TD>T</TD></TR>', `${FIELDS}<FIELD name="flag" datatype="boolean"/>`)),
    'ps.vot, line 7: the column flag is declared "boolean", which is not a type that a table can hold.',
    { file: 'ps.vot', line: 7, column: 'flag', value: 'boolean' },
  ],
  [
    'a VOTable with markup in a cell',
    vot(tabledata('<TR><TD>a <b>b</b></TD><TD>a</TD></TR>\n')),
    'ps.vot, line 8: TD holds b; markup in a cell must be escaped (&lt;).',
    { file: 'ps.vot', line: 8, value: 'b' },
  ],
  [
    'a VOTable with text between cells',
    vot(tabledata('<TR><TD>a b</TD>\nlost<TD>a</TD></TR>\n')),
    'ps.vot, line 9: there is text between cells: lost',
    { file: 'ps.vot', line: 9, value: 'lost' },
  ],
  [
    'a VOTable with two tables',
    vot(`${tabledata('<TR><TD>a b</TD><TD>a</TD></TR>\n')}\n${tabledata('')}`),
    'ps.vot, line 10: the document holds a second table; only one is read.',
    { file: 'ps.vot', line: 10 },
  ],
  [
    'a VOTable with two TABLEDATA in its table',
    vot(
      tabledata(
        '<TR><TD>a b</TD><TD>a</TD></TR>\n</TABLEDATA></DATA>\n<DATA><TABLEDATA>\n<TR><TD>b b</TD><TD>b</TD></TR>\n',
      ),
    ),
    'ps.vot, line 10: the table has a second TABLEDATA; only one is read.',
    { file: 'ps.vot', line: 10 },
  ],
  [
    'an error as VOTable',
    vot('', '<INFO name="QUERY_STATUS" value="ERROR">ORA-00942:\n table does not exist</INFO>'),
    "ps.vot, line 3: the archive's service reports QUERY_STATUS=ERROR: ORA-00942: table does not exist",
    { file: 'ps.vot', line: 3, value: 'ERROR' },
  ],
  [
    'a VOTable that the service cut',
    vot(`${tabledata('<TR><TD>a b</TD><TD>a</TD></TR>\n')}\n<INFO name="QUERY_STATUS" value="OVERFLOW"/>`),
    "ps.vot, line 10: the archive's service reports QUERY_STATUS=OVERFLOW: no reason is given",
    { file: 'ps.vot', line: 10, value: 'OVERFLOW' },
  ],
  [
    'a VOTable without a table',
    vot(''),
    'ps.vot, line 7: the document holds no table with TABLEDATA.',
    { file: 'ps.vot', line: 7 },
  ],
  [
    'a web page instead of a VOTable',
    { ...vot(''), 'ps.vot': '<html>\n</html>\n' },
    'ps.vot, line 1: the document is html, not VOTABLE: a service may have returned a web page.',
    { file: 'ps.vot', line: 1, value: 'html' },
  ],
  [
    'a VOTable in another encoding',
    { ...vot(''), 'ps.vot': '<?xml version="1.0" encoding="ISO-8859-1"?>\n<VOTABLE/>\n' },
    'ps.vot, line 1: the document declares the encoding ISO-8859-1; only UTF-8 is read.',
    { file: 'ps.vot', line: 1, value: 'ISO-8859-1' },
  ],
  [
    'provenance that is not JSON',
    { ...GOOD, 'provenance.json': '{' },
    'provenance.json is not JSON.',
    { file: 'provenance.json' },
  ],
  [
    'provenance that is no object',
    { ...GOOD, 'provenance.json': '[]' },
    'provenance.json is not a JSON object.',
    { file: 'provenance.json' },
  ],
  [
    'provenance without a date',
    { ...GOOD, 'provenance.json': '{"source": "Test Archive", "fetchedAt": "yesterday"}' },
    'provenance.json: fetchedAt is "yesterday", not an ISO 8601 date.',
    { file: 'provenance.json', column: 'fetchedAt', value: '"yesterday"' },
  ],
  [
    'provenance with a path for a source',
    { ...GOOD, 'provenance.json': '{"source": "/home/me/archive", "fetchedAt": "2025-11-27"}' },
    'provenance.json: source is "/home/me/archive", not words or a URL that say where the data come from.',
    { file: 'provenance.json', column: 'source', value: '"/home/me/archive"' },
  ],
]

test.each(BROKEN)('%s stops the build, saying where', async (_name, files, message, place) => {
  const folder = await folderWith(files)
  const error = await archiveError(() => readArchive(folder, quietEffects))
  expect(error.message).toBe(message)
  expect(error.place).toEqual(place)
  expect(error.message).not.toContain(folder)
})

test.each([
  ['an unclosed element', '<VOTABLE>\n<RESOURCE>\n', 3],
  ['an entity of its own', '<!DOCTYPE VOTABLE [<!ENTITY x "y">]>\n<VOTABLE>\n&x;</VOTABLE>', 3],
  ['a file cut off within a tag', '<VOTABLE>\n<RESOU', 2],
])('XML with %s stops the build, saying where', async (_name, text, line) => {
  const folder = await folderWith({ ...vot(''), 'ps.vot': text })
  const error = await archiveError(() => readArchive(folder, quietEffects))
  expect(error.message).toStartWith(`ps.vot, line ${line}: this is not well-formed XML: `)
})

test('the good archives of this file are read', async () => {
  for (const files of [GOOD, TYPED, vot(tabledata('<TR><TD>a b</TD><TD>a</TD></TR>'))])
    expect((await readArchive(await folderWith(files), quietEffects)).tables.exoplanets.rows).toBe(1)
})
