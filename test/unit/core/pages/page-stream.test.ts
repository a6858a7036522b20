import { describe, expect, test } from 'bun:test'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { createRowFinder } from '../../../../src/core/pages/filter-rows.ts'
import { createPageStreamer } from '../../../../src/core/pages/page-stream.ts'
import { createValueSearch } from '../../../../src/core/pages/value-search.ts'
import { parseTableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import type { VoOutput } from '../../../../src/formats/vo/vo-output.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

const MADE = makeTable('exoplanets', { pl_name: 'text', hostname: 'text', pl_rade: 'real', gaia: 'integer', note: 'text' }, [
  ['a b', 'a', 2, 1n, 'plain'],
  ['a c', 'a', null, 9007199254740993n, 'say "hi", you'],
  ['b b', 'b', 1.5, null, null],
  ['c b', 'c', 2, 10n, 'C:\\path'],
  ['d b', 'd', 1e21, -5n, 'Straße'],
]) // biome-ignore format: rows
const TABLE = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(MADE))), 'made up')
const COLUMNS = MADE.columns.map((column) =>
  column.name === 'pl_rade' ? { ...column, unit: 'Earth radius', description: 'Radius' } : column,
)
const SHAPE = tableShape('exoplanets', { columns: COLUMNS, defaultColumns: TABLE.defaultRows.columns })
const find = createRowFinder(TABLE, createValueSearch())
const streamer = createPageStreamer(TABLE, COLUMNS)
const FACTS = { query: 'the query', snapshotId: 'an id', source: 'a source' }

const text = (bytes: Uint8Array | readonly Uint8Array[]): string =>
  Buffer.concat(bytes instanceof Uint8Array ? [bytes] : bytes).toString()

/** Copies of the pieces of a read, each of which is valid until the next one is requested. */
const piecesOf = (pieces: Iterable<Uint8Array>): readonly Uint8Array[] =>
  Array.from(pieces, (piece) => Uint8Array.from(piece))

/** A read at once, which must be the same as the read in pieces. */
function read(query: string): string {
  const parsed = parseTableQuery(SHAPE, query)
  const filter = find(parsed)
  const whole = text(streamer.page(parsed, filter, FACTS))
  expect(text(piecesOf(streamer.stream(parsed, filter, FACTS)))).toBe(whole)
  return whole
}

const ALL = 'limit=all&columns=*'

test.each([
  [
    `format=csv&${ALL}`,
    'pl_name,hostname,pl_rade,gaia,note\r\na b,a,2,1,plain\r\na c,a,,9007199254740993,"say ""hi"", you"\r\nb b,b,1.5,,\r\nc b,c,2,10,C:\\path\r\nd b,d,1e+21,-5,Straße\r\n',
  ],
  [
    `format=tsv&${ALL}`,
    'pl_name\thostname\tpl_rade\tgaia\tnote\na b\ta\t2\t1\tplain\na c\ta\t\t9007199254740993\tsay "hi", you\nb b\tb\t1.5\t\t\nc b\tc\t2\t10\tC:\\\\path\nd b\td\t1e+21\t-5\tStraße\n',
  ],
  [
    'format=ndjson&limit=2&columns=note,gaia',
    '{"note":"plain","gaia":1}\n{"note":"say \\"hi\\", you","gaia":9007199254740993}\n',
  ],
  // The default columns, in their order and in another.
  ['format=csv&limit=1', 'pl_name,hostname,pl_rade\r\na b,a,2\r\n'],
  ['format=tsv&limit=1', 'pl_name\thostname\tpl_rade\na b\ta\t2\n'],
  ['format=ndjson&limit=1', '{"pl_name":"a b","hostname":"a","pl_rade":2}\n'],
  ['format=csv&limit=1&columns=pl_rade,hostname,pl_name', 'pl_rade,hostname,pl_name\r\n2,a,a b\r\n'],
  ['format=csv&limit=1&columns=pl_name,hostname', 'pl_name,hostname\r\na b,a\r\n'],
  ['format=csv&limit=1&columns=pl_name,hostname,gaia', 'pl_name,hostname,gaia\r\na b,a,1\r\n'],
  // One column is written cell by cell.
  ['format=csv&limit=all&columns=note', 'note\r\nplain\r\n"say ""hi"", you"\r\n""\r\nC:\\path\r\nStraße\r\n'],
  ['format=tsv&limit=all&columns=gaia', 'gaia\n1\n9007199254740993\n\n10\n-5\n'],
  // Pages, sorting and filters.
  ['format=csv&limit=2&page=2&columns=pl_name,gaia', 'pl_name,gaia\r\nb b,\r\nc b,10\r\n'],
  ['format=csv&limit=2&page=3&columns=pl_name', 'pl_name\r\nd b\r\n'],
  ['format=csv&limit=2&page=4&columns=pl_name', 'pl_name\r\n'],
  ['format=csv&limit=2&page=4', 'pl_name,hostname,pl_rade\r\n'],
  ['format=tsv&limit=3&sort_by=pl_rade&order=desc&columns=pl_name', 'pl_name\nd b\na b\nc b\n'],
  ['format=tsv&limit=all&sort_by=gaia&columns=pl_name', 'pl_name\nd b\na b\nc b\na c\nb b\n'],
  ['format=tsv&limit=all&hostname=a&columns=pl_name,note', 'pl_name\tnote\na b\tplain\na c\tsay "hi", you\n'],
  ['format=ndjson&limit=all&hostname=z', ''],
])('%s', (query, expected) => {
  expect(read(query)).toBe(expected)
})

test('a VOTable says what its columns are, and closes what it opens', () => {
  const document = read('format=votable&limit=2&columns=pl_name,pl_rade,note')
  expect(document).toContain(
    '<FIELD name="pl_rade" datatype="double" ucd="phys.size.radius"><DESCRIPTION>Radius (unit: Earth radius)</DESCRIPTION></FIELD>',
  )
  // Only texts beyond ASCII need Unicode.
  expect(document).toMatch(/<FIELD [^>]*name="pl_name" [^>]*datatype="char"/)
  expect(document).toMatch(/<FIELD [^>]*name="note" [^>]*datatype="unicodeChar"/)
  expect(document).toContain('<TR><TD>a b</TD><TD>2</TD><TD>plain</TD></TR>\n')
  expect(document).toContain('<TR><TD>a c</TD><TD/><TD>say "hi", you</TD></TR>\n')
  expect(document).toContain('the query')
  expect(document).toEndWith('</VOTABLE>\n')
  expect(document.match(/<TR>/g)).toHaveLength(2)
  expect(document).not.toContain('OVERFLOW')
})

test('a page is written into memory that is given, if it fits, and nowhere else', () => {
  for (const query of ['format=csv&columns=note,gaia&limit=3', 'format=votable&limit=2', 'format=ndjson&limit=2']) {
    const parsed = parseTableQuery(SHAPE, query)
    const expected = read(query)
    const bytes = Buffer.byteLength(expected)
    const memory = new Uint8Array(bytes + 20).fill(7)
    const room = memory.subarray(10, 10 + bytes)
    const inRoom = streamer.page(parsed, find(parsed), FACTS, room)
    expect([inRoom.buffer === memory.buffer, inRoom.byteOffset, text(inRoom)]).toEqual([true, 10, expected])
    expect([...memory.subarray(0, 10), ...memory.subarray(10 + bytes)]).toEqual(new Array(20).fill(7))
    memory.fill(7)
    expect(text(streamer.page(parsed, find(parsed), FACTS, room.subarray(1)))).toBe(expected)
    expect(memory.every((byte) => byte === 7)).toBe(true)
  }
})

test('JSON, which has an envelope, is not written here', () => {
  const parsed = parseTableQuery(SHAPE, 'limit=1')
  expect(() => streamer.page(parsed, find(parsed), FACTS)).toThrow('JSON has an envelope')
})

test('the columns with texts beyond ASCII are known', () => {
  expect(streamer.unicodeColumns()).toEqual(new Set(['note']))
})

describe('a whole table in a Virtual Observatory format', () => {
  const output = (format: VoOutput['format']): VoOutput =>
    ({
      format,
      query: 'SELECT * FROM ps',
      snapshotId: 'an id',
      source: 'a source',
      columns: COLUMNS.map(({ name, type }) => ({ name, key: name, type, datatype: type === 'text' ? 'char' : 'double', isUnicode: name === 'note' })), // biome-ignore format: columns
      warnings: [],
    }) as unknown as VoOutput
  const whole = (format: VoOutput['format'], maxRows: number) => text([...streamer.streamAll(output(format), maxRows)])

  test('has as many rows as it may, all if it may have more', () => {
    const lines = whole('csv', 5).split('\n')
    expect(lines[0]).toBe('pl_name,hostname,pl_rade,gaia,note')
    expect(lines[1]).toBe('"a b","a",2,1,"plain"')
    expect(lines[3]).toBe('"b b","b",1.5,,')
    expect(lines).toHaveLength(7)
    expect(whole('csv', 6)).toBe(whole('csv', 5))
    expect(whole('csv', 2)).toBe(`${lines.slice(0, 3).join('\n')}\n`)
  })

  test('says that it is cut only if it is', () => {
    expect(whole('tabledata', 4)).toContain('OVERFLOW')
    expect(whole('tabledata', 5)).not.toContain('OVERFLOW')
  })

  test('has lines of one width in a table of fixed columns', () => {
    const lines = whole('ipac', 5).split('\n').filter((line) => line !== '' && !line.startsWith('\\')) // biome-ignore format: one chain
    const rows = lines.filter((line) => !line.startsWith('|'))
    expect(rows).toHaveLength(5)
    expect(new Set(lines.map((line) => line.length)).size).toBe(1)
    // The longest text of each column fits, and no more.
    expect(rows[1]).toContain('say "hi", you')
  })
})

test('more rows than fit into one piece come in pieces that are the whole', () => {
  const rows = Array.from({ length: 15_000 }, (_, row) => [`P ${row}`, `H ${row % 7}`, row % 3 === 0 ? null : row / 4])
  const made = makeTable('exoplanets', { pl_name: 'text', hostname: 'text', pl_rade: 'real' }, rows)
  const table = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(made))), 'made up')
  const shape = tableShape('exoplanets', { columns: made.columns, defaultColumns: table.defaultRows.columns })
  const big = createPageStreamer(table, made.columns)
  const finder = createRowFinder(table, createValueSearch())
  for (const [columns, line] of [
    ['pl_name', ([name]: readonly unknown[]) => `${name}\r\n`],
    ['pl_rade,pl_name', ([name, , radius]: readonly unknown[]) => `${radius ?? ''},${name}\r\n`],
    ['pl_name,hostname,pl_rade', (row: readonly unknown[]) => `${row.map((value) => value ?? '').join(',')}\r\n`],
  ] as const) {
    const parsed = parseTableQuery(shape, `format=csv&limit=all&columns=${columns}`)
    const pieces = piecesOf(big.stream(parsed, finder(parsed), FACTS))
    expect(pieces.length).toBeGreaterThan(1)
    expect(text(pieces) === `${columns}\r\n${rows.map(line).join('')}`).toBe(true)
  }
})
