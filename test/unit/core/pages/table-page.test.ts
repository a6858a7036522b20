import { beforeAll, describe, expect, test } from 'bun:test'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { createPageRenderer, type RenderPage } from '../../../../src/core/pages/table-page.ts'
import { parseTableQuery, type TableShape, tableShape } from '../../../../src/core/table-query/table-query.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'

/** Rows in snapshot order; `pl_rade` has ties and nulls, `gaia` an integer that a double cannot hold. */
const TABLE = makeTable(
  'exoplanets',
  { pl_name: 'text', hostname: 'text', pl_rade: 'real', gaia: 'integer', note: 'text' },
  [
    ['a b', 'a', 2, 1n, 'plain'],
    ['a c', 'a', null, 9007199254740993n, 'say "hi"'],
    ['b b', 'b', 1.5, null, null],
    ['c b', 'c', 2, 10n, 'C:\\path'],
    ['c c', 'c', null, -5n, 'ΟΔΟΣ'],
    ['d b', 'd', 1e21, 1n, 'Straße'],
  ],
)

let shape: TableShape
let renderPage: RenderPage
let render: (query: string) => string
beforeAll(() => {
  const file = new Uint8Array(Buffer.concat(encodePageFile(TABLE)))
  const table = pageTable('exoplanets', file, 'pages/test.bin')
  shape = tableShape('exoplanets', {
    columns: TABLE.columns,
    defaultColumns: table.defaultRows.columns,
  })
  renderPage = createPageRenderer(table)
  render = (query) => new TextDecoder('utf-8', { fatal: true }).decode(renderPage(parseTableQuery(shape, query)))
})

const names = (query: string): string[] => JSON.parse(render(query)).data.map((row: { pl_name: string }) => row.pl_name)

test('a page is rendered into memory that is given, if it fits, and nowhere else', () => {
  const query = 'columns=note,gaia&limit=3'
  const expected = render(query)
  const bytes = new TextEncoder().encode(expected).byteLength
  const memory = new Uint8Array(bytes + 20).fill(7)
  const room = memory.subarray(10, 10 + bytes)
  const inRoom = renderPage(parseTableQuery(shape, query), room)
  expect([inRoom.buffer === memory.buffer, inRoom.byteOffset, inRoom.byteLength]).toEqual([true, 10, bytes])
  expect(new TextDecoder().decode(inRoom)).toBe(expected)
  expect([...memory.subarray(0, 10), ...memory.subarray(10 + bytes)]).toEqual(new Array(20).fill(7))

  memory.fill(7)
  const elsewhere = renderPage(parseTableQuery(shape, query), room.subarray(1))
  expect(new TextDecoder().decode(elsewhere)).toBe(expected)
  expect(memory.every((byte) => byte === 7)).toBe(true)
})

test('a page is JSON with the fields of the contract, in its order', () => {
  expect(render('limit=2')).toBe(
    '{"data":[{"pl_name":"a b","hostname":"a","pl_rade":2},{"pl_name":"a c","hostname":"a","pl_rade":null}],' +
      '"total":6,"total_all":6,"page":1,"limit":2,"columns":["pl_name","hostname","pl_rade"]}',
  )
})

describe('every way of making a page gives the same rows', () => {
  const cases = [
    ['default columns in snapshot order', 'page=2&limit=2', ['b b', 'c b']],
    ['named columns in snapshot order', 'page=2&limit=2&columns=pl_name', ['b b', 'c b']],
    ['the last page, which is shorter', 'page=2&limit=4', ['c c', 'd b']],
    ['past the last page', 'page=4&limit=2', []],
    ['far past the last page', 'page=9007199254740991&limit=1000', []],
    ['no rows asked for', 'limit=0', []],
    ['no rows asked for, page 3', 'limit=0&page=3&sort_by=pl_rade', []],
    ['ascending: ties in snapshot order, nulls last', 'sort_by=pl_rade', ['b b', 'a b', 'c b', 'd b', 'a c', 'c c']],
    [
      'descending: ties in snapshot order, nulls last',
      'sort_by=pl_rade&order=desc',
      ['d b', 'a b', 'c b', 'b b', 'a c', 'c c'],
    ],
    ['a page that begins inside a tie', 'sort_by=pl_rade&order=desc&limit=2&page=2', ['c b', 'b b']],
    ['a page that ends inside the nulls', 'sort_by=pl_rade&order=desc&limit=5', ['d b', 'a b', 'c b', 'b b', 'a c']],
    ['a page inside the nulls', 'sort_by=pl_rade&order=desc&limit=1&page=6', ['c c']],
    ['exact big integers sort by all digits', 'sort_by=gaia&order=desc&limit=2', ['a c', 'c b']],
    ['a filter keeps snapshot order', 'filter=C', ['a c', 'c b', 'c c']],
    ['a filter with a sort', 'filter=+c+&sort_by=pl_rade', ['c b', 'a c', 'c c']],
    ['a filter with a descending sort', 'filter=b&sort_by=pl_rade&order=desc', ['d b', 'a b', 'c b', 'b b']],
    ['a filter with a page', 'filter=b&sort_by=pl_rade&order=desc&limit=2&page=2', ['c b', 'b b']],
    ['a filter past its last page', 'filter=b&limit=2&page=3', []],
    ['a filter that nothing matches', 'filter=zzz', []],
    ['a text that only two neighboring values hold together', 'filter=bb', []],
  ] as const
  for (const [label, query, expected] of cases)
    test(label, () => {
      expect(names(query)).toEqual([...expected])
    })
})

describe('a filter searches the text of the first column', () => {
  const cases = [
    ['columns=note,pl_name&filter=PLAIN', ['a b']],
    ['columns=note,pl_name&filter="hi"', ['a c']],
    ['columns=note,pl_name&filter="', ['a c']],
    ['columns=note,pl_name&filter=%5C', ['c b']],
    ['columns=note,pl_name&filter=%5C%5C', []],
    ['columns=note,pl_name&filter=null', []],
    ['columns=note,pl_name&filter=οδος', ['c c']],
    ['columns=note,pl_name&filter=STRASSE', ['d b']],
    ['columns=note,pl_name&filter=STRAẞE', ['d b']],
    ['columns=pl_rade,pl_name&filter=1.5', ['b b']],
    ['columns=pl_rade,pl_name&filter=E%2B', ['d b']],
    ['columns=pl_rade,pl_name&filter=2.0', []],
    ['columns=gaia,pl_name&filter=740993', ['a c']],
    ['columns=gaia,pl_name&filter=-', ['c c']],
  ] as const
  for (const [query, expected] of cases)
    test(`${query} finds ${JSON.stringify(expected)}`, () => {
      expect(names(query.replace(/[^\x20-\x7e]+/g, encodeURIComponent))).toEqual([...expected])
    })

  test('total counts the matches and total_all the table', () => {
    expect(JSON.parse(render('filter=b&limit=1'))).toMatchObject({ total: 4, total_all: 6 })
  })
})

test('columns come in the order asked for, with every digit and character as the archive has it', () => {
  expect(render('columns=gaia,note,pl_name&limit=3&page=1')).toBe(
    '{"data":[{"gaia":1,"note":"plain","pl_name":"a b"},{"gaia":9007199254740993,"note":"say \\"hi\\"","pl_name":"a c"},' +
      '{"gaia":null,"note":null,"pl_name":"b b"}],"total":6,"total_all":6,"page":1,"limit":3,"columns":["gaia","note","pl_name"]}',
  )
})

test('more rows than one block, with long and short values, are each whole', () => {
  const rows = Array.from({ length: 333 }, (_, i) => [`p ${i}`, `h${i}`, 'x'.repeat((i * 37) % 200), i % 3 ? null : i])
  const columns = { pl_name: 'text', hostname: 'text', note: 'text', disc_year: 'integer' } as const
  const big = makeTable('exoplanets', columns, rows)
  const table = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(big))), 'x')
  const bigShape = tableShape('exoplanets', { columns: big.columns, defaultColumns: [] })
  const body = createPageRenderer(table)(parseTableQuery(bigShape, 'columns=note,disc_year,pl_name&limit=1000'))
  expect(JSON.parse(new TextDecoder().decode(body)).data).toEqual(
    rows.map(([pl_name, , note, disc_year]) => ({ note: note === '' ? '' : note, disc_year, pl_name })),
  )
})

test('codes of every width give the same page', () => {
  const table = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(TABLE))), 'x')
  for (const Codes of [Uint8Array, Uint16Array, Uint32Array]) {
    const columns = new Map(
      Array.from(table.columns, ([name, column]) => [name, { ...column, codes: Codes.from(column.codes) }]),
    )
    const page = createPageRenderer({ ...table, columns })
    for (const query of [
      'columns=note,pl_rade',
      'columns=pl_name&filter=b&sort_by=pl_rade&order=desc',
      'sort_by=gaia&order=desc',
    ])
      expect(new TextDecoder().decode(page(parseTableQuery(shape, query)))).toBe(render(query))
  }
})

test('rows without a value are in snapshot order, whichever way a page of them is sorted', () => {
  for (const order of ['asc', 'desc']) {
    const query = `pl_rade__isnull=1&sort_by=pl_rade&order=${order}`
    expect(names(query)).toEqual(['a c', 'c c'])
    expect(names(`${query}&limit=1&page=2`)).toEqual(['c c'])
    expect(names(`pl_rade__isnull=0&sort_by=pl_rade&order=${order}&limit=1`)).toEqual([order === 'asc' ? 'b b' : 'd b'])
  }
})
