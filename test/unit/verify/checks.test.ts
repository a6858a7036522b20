import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { encodeCatalog } from '../../../build/catalog/write-catalog.ts'
import { encodePageFile } from '../../../build/pages/write-pages.ts'
import { columnStatistics } from '../../../build/statistics/column-statistics.ts'
import { orderRows } from '../../../build/table/order-rows.ts'
import { rankCells } from '../../../build/table/rank-cells.ts'
import type { PageColumn, PageTable, Snapshot } from '../../../src/core/ports.ts'
import type { ColumnStatistics } from '../../../src/format/column-statistics.ts'
import { pageTable } from '../../../src/store/page-table.ts'
import { checkColumns } from '../../../src/verify/check-columns.ts'
import { checkInsights, checkPlots } from '../../../src/verify/check-insights.ts'
import { columnDifference } from '../../../src/verify/check-statistics.ts'
import { SqlCatalog } from '../../../src/verify/sql-catalog.ts'
import { makeTable } from '../../fixtures/archives/make-table.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const COLUMNS = {
  pl_name: 'text',
  hostname: 'text',
  disc_year: 'integer',
  pl_rade: 'real',
  pl_orbper: 'real',
  none: 'real',
} as const
const ROWS = Array.from({ length: 40 }, (_, row) => [
  row === 7 ? null : `P ${row % 9} b`,
  `H ${row % 5}`,
  row % 6 === 0 ? null : 2000 + (row % 4),
  row % 8 === 0 ? null : row / 4 - 3,
  row === 3 ? null : 10 ** (row % 5),
  null,
])
const TABLE = orderRows(makeTable('exoplanets', COLUMNS, ROWS))
const STATISTICS = TABLE.columns.map((column, at) => columnStatistics(column, rankCells(TABLE.cells[at]!)))

let catalog: SqlCatalog
beforeAll(async () => {
  const path = join(await temporaryFolder(), 'catalog.sqlite')
  const stellarhosts = makeTable('stellarhosts', { hostname: 'text' }, [['H 1']])
  await Bun.write(path, await encodeCatalog({ exoplanets: TABLE, stellarhosts }))
  catalog = new SqlCatalog(path)
})
afterAll(() => catalog.close())

/** What the check says of the statistics of a column after a change. */
function differenceOf(name: string, change: (statistics: ColumnStatistics) => Partial<ColumnStatistics> = () => ({})) {
  const statistics = STATISTICS.find((each) => each.name === name)!
  return columnDifference(catalog, 'exoplanets', { ...statistics, ...change(statistics) })
}

test('right statistics of every kind of column pass', () => {
  for (const name of Object.keys(COLUMNS)) expect([name, differenceOf(name)]).toEqual([name, undefined])
})

test.each<[string, string, (statistics: ColumnStatistics) => Partial<ColumnStatistics>]>([
  ['the number of rows', 'pl_rade', ({ rows }) => ({ rows: rows + 1 })],
  ['the number of nulls', 'pl_rade', ({ nulls }) => ({ nulls: nulls - 1 })],
  ['the number of values', 'pl_name', ({ distinct }) => ({ distinct: distinct + 1 })],
  ['the minimum', 'pl_rade', ({ min }) => ({ min: Number(min) + 0.25 })],
  ['the maximum', 'pl_rade', ({ max }) => ({ max: Number(max) - 0.25 })],
  ['the mean', 'pl_rade', ({ mean }) => ({ mean: mean! + 1e-6 })],
  ['a missing mean', 'pl_rade', () => ({ mean: null })],
  ...(['0.01', '0.05', '0.25', '0.5', '0.75', '0.95', '0.99'] as const).map(
    (share) =>
      [
        `the quantile ${share}`,
        'pl_rade',
        ({ quantiles }: ColumnStatistics) => ({ quantiles: { ...quantiles!, [share]: quantiles![share] + 1e-6 } }),
      ] as [string, string, (statistics: ColumnStatistics) => Partial<ColumnStatistics>],
  ),
  ['a missing histogram', 'pl_rade', () => ({ histogram: null })],
  [
    'a count of the histogram',
    'pl_rade',
    ({ histogram }) => ({ histogram: { ...histogram!, counts: histogram!.counts.with(0, histogram!.counts[0]! + 1) } }),
  ],
  [
    'an edge too few',
    'pl_rade',
    ({ histogram }) => ({ histogram: { ...histogram!, edges: histogram!.edges.slice(1) } }),
  ],
  [
    'edges that begin later',
    'pl_rade',
    ({ histogram, min }) => ({ histogram: { ...histogram!, edges: histogram!.edges.with(0, Number(min) + 0.1) } }),
  ],
  [
    'edges that end earlier',
    'pl_rade',
    ({ histogram, max }) => ({ histogram: { ...histogram!, edges: histogram!.edges.with(-1, Number(max) - 0.1) } }),
  ],
  ['other values of the histogram', 'pl_orbper', ({ histogram }) => ({ histogram: { ...histogram!, others: 1 } })],
  ['a frequent value', 'pl_name', ({ values }) => ({ values: values!.slice(1) })],
  [
    'the count of a frequent value',
    'disc_year',
    ({ values }) => ({ values: values!.with(0, { ...values![0]!, count: 1 }) }),
  ],
  ['whether all values are listed', 'disc_year', () => ({ values_complete: false })],
  ['values that are not to be listed', 'pl_rade', () => ({ values: [], values_complete: true })],
  ['a range of no values', 'none', () => ({ min: 0 })],
])('%s that is wrong is found', (_, name, change) => {
  expect(differenceOf(name, change)).toBeString()
})

/** The page file, read as the service reads it, with one column or the ready rows replaced. */
function pageFile(
  changed: Readonly<Record<string, Partial<PageColumn>>> = {},
  more: Partial<PageTable> = {},
): PageTable {
  const table = pageTable('exoplanets', new Uint8Array(Buffer.concat(encodePageFile(TABLE))), 'test.bin')
  const columns = new Map([...table.columns].map(([name, column]) => [name, { ...column, ...changed[name] }]))
  return { ...table, columns, ...more }
}
const differencesIn = (table: PageTable) => checkColumns(catalog, table, () => {}).differences
const columnOf = (name: string) => pageFile().columns.get(name)!
const withOne = (array: Uint32Array | Uint8Array | Uint16Array, at: number): never => {
  const copy = array.slice()
  copy[at]! += 1
  return copy as never
}

test('a right page file passes', () => {
  expect(differencesIn(pageFile())).toEqual([])
})

test.each(['codes', 'order', 'starts', 'offsets', 'fragments'] as const)(
  '%s of which one is wrong are found',
  (part) => {
    for (const name of ['pl_name', 'disc_year', 'pl_rade']) {
      const column = columnOf(name)
      expect([
        name,
        differencesIn(pageFile({ [name]: { [part]: withOne(column[part] as Uint32Array, 1) } })).length,
      ]).toEqual([name, 1])
    }
  },
)

test('wrong numbers of values and of rows are found', () => {
  const { distinct, nonNull } = columnOf('pl_rade')
  expect(differencesIn(pageFile({ pl_rade: { nonNull: nonNull - 1 } }))).toHaveLength(1)
  expect(differencesIn(pageFile({ pl_rade: { distinct: distinct + 1 } }))).toHaveLength(1)
  expect(differencesIn(pageFile({}, { rows: 39 })).length).toBeGreaterThan(0)
})

test('a ready row, or line, that is wrong is found', () => {
  const { defaultRows, defaultLines } = pageFile()
  const bytes = (of: Uint8Array) => withOne(of, of.length - 5)
  expect(
    differencesIn(pageFile({}, { defaultRows: { ...defaultRows, bytes: bytes(defaultRows.bytes) } })),
  ).toHaveLength(1)
  expect(
    differencesIn(pageFile({}, { defaultLines: { ...defaultLines, bytes: bytes(defaultLines.bytes) } })),
  ).toHaveLength(1)
})

const META = { slug: 'names', sql: 'SELECT pl_name, disc_year FROM exoplanets ORDER BY rowid\nLIMIT 3', limit: 3 }
const RESULT = {
  meta: META,
  data: catalogRows(3),
  rows: 3,
  columns: ['pl_name', 'disc_year'],
  total: 40,
  truncated: true,
}

/** The first rows of the table, as a result has them. */
function catalogRows(count: number): readonly object[] {
  const cells = (name: string) => TABLE.cells[TABLE.columns.findIndex((column) => column.name === name)]!
  const [names, years] = [cells('pl_name'), cells('disc_year')]
  return Array.from({ length: count }, (_, row) => ({
    pl_name: names.kind === 'text' ? (names.values[names.codes[row]!] ?? null) : null,
    disc_year: years.kind === 'integer' && !Number.isNaN(years.values[row]) ? years.values[row]! : null,
  }))
}

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
/** How many differences the check of insights, and that of plots, find. */
function differing(result: object, list: readonly object[] = [META], slugs: readonly string[] = ['names']): number[] {
  const results = new Map(slugs.map((slug) => [slug, encode(result)]))
  const insights = { insightList: encode(list), insights: results } as unknown as Snapshot
  const rows = new Map([...results].map(([slug, bytes]) => [slug, { rows: bytes }]))
  const plots = { plotList: encode(list), plots: rows } as unknown as Snapshot
  return [checkInsights(catalog, insights).differing, checkPlots(catalog, plots).differing]
}

test('a right insight passes, with or without rows that were left out', () => {
  expect(differing(RESULT)).toEqual([0, 0])
  expect(differing({ ...RESULT, left_out: [{ reason: 'x', rows: 1 }] })).toEqual([0, 0])
})

test.each([
  ['a row too few', { data: RESULT.data.slice(1) }],
  ['rows in another order', { data: RESULT.data.toReversed() }],
  ['another number of rows', { rows: 2 }],
  ['another total', { total: 3 }],
  ['no word of the rest', { truncated: false }],
  ['other columns', { columns: ['pl_name'] }],
  ['another descriptor', { meta: { ...META, limit: 4 } }],
])('an insight, or a plot, with %s is found', (_, change) => {
  expect(differing({ ...RESULT, ...change })).toEqual([1, 1])
})

test('an insight that is not listed, or listed and not there, is found', () => {
  expect(differing(RESULT, [META], ['names', 'others'])).toEqual([1, 1])
  expect(differing(RESULT, [META, { ...META, slug: 'others' }])).toEqual([2, 2])
})
