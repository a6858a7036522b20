import { describe, expect, test } from 'bun:test'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { columnStatistics } from '../../../../build/statistics/column-statistics.ts'
import { rankCells } from '../../../../build/table/rank-cells.ts'
import { createCatalog } from '../../../../src/core/catalog/create-catalog.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import type { PageTable, Snapshot, SqlRunner, StoredExport } from '../../../../src/core/ports.ts'
import type { Column } from '../../../../src/format/column.ts'
import type { TableStatistics } from '../../../../src/format/column-statistics.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import type { NameMatch } from '../../../../src/format/name-index.ts'
import { pageTable } from '../../../../src/store/page-table.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (answer: { body(): Uint8Array }) => new TextDecoder().decode(answer.body())
const jsonOf = (answer: { body(): Uint8Array }) => JSON.parse(textOf(answer))

interface Made {
  readonly columns: readonly Column[]
  readonly page: PageTable
  readonly statistics: TableStatistics
}

function made(
  name: string,
  types: Parameters<typeof makeTable>[1],
  rows: readonly (readonly Cell[])[],
  facts: Record<string, Partial<Column>> = {},
): Made {
  const table = { ...makeTable('exoplanets', types, rows), name }
  const columns = table.columns.map((column) => ({ ...column, ...facts[column.name] }))
  return {
    columns,
    page: pageTable(name, new Uint8Array(Buffer.concat(encodePageFile({ ...table, columns }))), 'made up'),
    statistics: {
      table: name,
      columns: columns.map((column, at) => columnStatistics(column, rankCells(table.cells[at]!))),
    },
  }
}

const PLANETS = made(
  'exoplanets',
  { pl_name: 'text', hostname: 'text', default_flag: 'integer', pl_rade: 'real', pl_radeerr1: 'real' },
  [
    ['a b', 'a', 1, 2.5, null],
    ['a c', 'a', 1, null, null],
    ['b b', 'b', 1, 1.5, 0.5],
  ],
  { pl_rade: { unit: '[Earth Radius]', description: 'Radius', sourceDatatype: 'double' } },
)
const HOSTS = made('stellarhosts', { hostname: 'text' }, [['a'], ['b'], ['d']])
const TOI = made('toi', { toi: 'real', tid: 'integer' }, [[1.01, 7], [1.02, 8]]) // biome-ignore format: rows
const TABLES: Readonly<Record<string, Made>> = { exoplanets: PLANETS, stellarhosts: HOSTS, toi: TOI }

const ref = (path: string) => ({ path, bytes: 12, sha256: `sum of ${path}` })
const MANIFEST: Manifest = {
  ...FAKE_MANIFEST,
  tables: {
    exoplanets: {
      ...FAKE_MANIFEST.tables.exoplanets,
      columns: PLANETS.columns,
      defaultColumns: PLANETS.page.defaultRows.columns,
    },
    stellarhosts: {
      ...FAKE_MANIFEST.tables.stellarhosts,
      columns: HOSTS.columns,
      defaultColumns: HOSTS.page.defaultRows.columns,
    },
  },
  furtherTables: { toi: { rows: 2, date: null, source: 'elsewhere', columns: TOI.columns, keyColumns: ['toi'] } },
  files: {
    ...FAKE_MANIFEST.files,
    data: { 'exoplanets.csv.gz': ref('e'), 'toi.parquet': ref('t'), SHA256SUMS: ref('s') },
  },
}

const INSIGHT = {
  meta: { sql: 'SELECT 1', columns: [{ name: 'x', data_type: 'Int64', description: 'X.' }] },
  data: [{ x: 7 }],
}
const NEAR: NameMatch = { name: 'a', kind: 'host', match: 'near', host: 'a' } as never
const NAMES: Readonly<Record<string, readonly NameMatch[]>> = {
  a: [{ ...NEAR, match: 'exact' } as never, NEAR],
  aa: [NEAR],
}

/** Every host but c has an export. */
const hasExport = (name: string) => name !== 'c'
const snapshot = {
  manifest: MANIFEST,
  publishedAt: new Date('2026-01-02T03:04:05Z'),
  pageTable: (name) => TABLES[name]!.page,
  statistics: (name) => TABLES[name]!.statistics,
  dataFile: (name) =>
    Object.hasOwn(MANIFEST.files.data, name)
      ? { path: `/data/${name}`, verified: () => undefined, mapped: () => undefined }
      : undefined,
  names: {
    resolve: (name, limit) => (NAMES[name] ?? []).slice(0, limit),
    absentCatalog: (name) =>
      name.startsWith('TIC') || name === 'a' || name === 'aa' ? `${name} is absent.` : undefined,
    systemOf: (name) => (name === 'a' ? { resolved: 'a', host: { name: 'a', aliases: [] }, planets: [] } : undefined),
    suggest: (_, kind, limit) => (kind === 'host' ? ['c', 'c', 'a', 'b', 'd', 'e'] : ['a b']).slice(0, limit),
    beginning: (text, kind, limit) => ({ values: [`${text} ${kind}`], total: limit }),
  },
  insightList: bytes(
    '[{"slug":"one","title":"One","category":"c","description":"d","kind":"k","limit":3,"sql":"SELECT 1","caveats":"none"}]',
  ),
  insights: new Map([['one', bytes(JSON.stringify(INSIGHT))]]),
  plotList: bytes('[]'),
  plots: new Map([['two', { rows: bytes(JSON.stringify(INSIGHT)), chart: bytes('{"chart":1}') }]]),
  changes: [{ from: null, to: { id: 'x', archive_date: null, table_dates: {}, source: 's' }, tables: null }],
  findExport: (_, name) =>
    name.startsWith('x') || !hasExport(name)
      ? undefined
      : ({ identity: () => bytes(name), coded: (coding) => bytes(`${coding} ${name}`) } as StoredExport),
} satisfies Partial<Snapshot> as unknown as Snapshot

let readiness: 'ready' | 'starting' | undefined
const runner = {
  run: () => Promise.reject(new Error('no SQL here')),
  close: () => Promise.resolve(),
  readiness: () => readiness,
} as unknown as SqlRunner
const catalog = createCatalog(snapshot, runner)

describe('tables', () => {
  test('are listed with their other names, sizes and sources', () => {
    expect(jsonOf(catalog.tables())).toEqual([
      {
        name: 'exoplanets',
        aliases: ['ps'],
        title: 'Planetary Systems: one row per planet and reference; default_flag = 1 marks one row per planet',
        rows: 3,
        columns: 5,
        date: '2026-01-02',
        source: 'made up for tests',
      },
      {
        name: 'stellarhosts',
        aliases: [],
        title: 'Stellar Hosts: stars and systems with planets',
        rows: 3,
        columns: 1,
        date: '2026-01-02',
        source: 'made up for tests',
      },
      {
        name: 'toi',
        aliases: [],
        title: 'TESS Objects of Interest: tfopwg_disp distinguishes planets from candidates and false positives',
        rows: 2,
        columns: 2,
        date: null,
        source: 'elsewhere',
      },
    ])
    expect(catalog.tables('json')).toBe(catalog.tables())
  })

  test('are listed as rows, where several aliases would share a cell', () => {
    const answer = catalog.tables('tsv')
    expect(answer).toMatchObject({
      key: `${catalog.tables().key}|tsv`,
      filename: 'tables.tsv',
      snapshotId: MANIFEST.snapshotId,
    })
    expect(
      textOf(answer)
        .split('\n')
        .map((line) => line.split('\t').filter((_, at) => at !== 2)),
    ).toEqual([
      ['name', 'aliases', 'rows', 'columns', 'date', 'source'],
      ['exoplanets', 'ps', '3', '5', '2026-01-02', 'made up for tests'],
      ['stellarhosts', '', '3', '1', '2026-01-02', 'made up for tests'],
      ['toi', '', '2', '2', '', 'elsewhere'],
      [''],
    ])
  })

  test.each([
    [
      'exoplanet',
      'Unknown table "exoplanet". Did you mean exoplanets? The tables are exoplanets, stellarhosts and toi.',
      ['exoplanets'],
    ],
    [
      'planetary_systems_composite',
      'Unknown table "planetary_systems_composite". The tables are exoplanets, stellarhosts and toi.',
      ['exoplanets', 'stellarhosts', 'toi'],
    ],
  ])('%s is none', (name, message, suggestions) => {
    const error = catalogError(() => catalog.schema(name))
    expect([error.code, error.message, error.help]).toEqual(['table_not_found', message, { suggestions }])
  })
})

describe('a schema', () => {
  test('has of each column what is known, and what users must know in addition', () => {
    const { columns, total_rows } = jsonOf(catalog.schema('PS'))
    expect(total_rows).toBe(3)
    expect(columns.map(({ name }: Column) => name)).toEqual([
      'pl_name',
      'hostname',
      'default_flag',
      'pl_rade',
      'pl_radeerr1',
    ])
    expect(columns[0]).toEqual({ name: 'pl_name', data_type: 'String', nulls: 0 })
    expect(columns[2].note).toStartWith('1 for the one row per planet')
    expect(columns[3]).toEqual({
      name: 'pl_rade',
      data_type: 'Float64',
      unit: '[Earth Radius]',
      description: 'Radius',
      source_datatype: 'double',
      nulls: 1,
      min: 1.5,
      max: 2.5,
    })
    expect(columns[4]).toMatchObject({ note: 'Upper uncertainty of pl_rade; positive.', nulls: 2, min: 0.5, max: 0.5 })
  })

  test('is the same as rows, of the source of its table', () => {
    const answer = catalog.schema('toi', 'csv')
    expect(answer.filename).toBe('toi-schema.csv')
    expect(textOf(answer)).toBe(
      'name,data_type,unit,description,source_datatype,nulls,min,max\r\ntoi,Float64,,,,0,1.01,1.02\r\ntid,Int64,,,,0,7,8\r\n',
    )
    const document = textOf(catalog.schema('toi', 'votable'))
    expect(document).toContain('elsewhere')
    expect(document).toContain('columns of toi')
  })

  test('of one column has its statistics, and an unknown one is refused', () => {
    const answer = catalog.column('ps', 'pl_rade')
    expect(answer.key).toStartWith('column|exoplanets|pl_rade|')
    expect(jsonOf(answer)).toMatchObject({ name: 'pl_rade', rows: 3, nulls: 1, distinct: 2, mean: 2 })
    const error = catalogError(() => catalog.column('ps', 'pl_radius'))
    expect(error).toMatchObject({
      code: 'column_not_found',
      message: 'Table "exoplanets" has no column "pl_radius". Did you mean pl_rade?',
      help: { suggestions: ['pl_rade'], see: { kind: 'schema', table: 'exoplanets' } },
    })
  })
})

test('health tells how ready SQL is, and lists further tables', () => {
  readiness = undefined
  expect(jsonOf(catalog.health()).ready).toEqual({ pages: true, sql: 'ready' })
  readiness = 'starting'
  expect(jsonOf(catalog.health()).ready).toEqual({ pages: true, sql: 'starting' })
  expect(jsonOf(catalog.health()).tables.toi).toEqual({ rows: 2, columns: 2, date: null })
  expect(catalog.publishedAt).toEqual(snapshot.publishedAt)
})

test('insights and plots are finished answers, and rows in other formats', () => {
  expect(textOf(catalog.insightList())).toBe(new TextDecoder().decode(snapshot.insightList))
  expect(textOf(catalog.insightList('csv'))).toBe(
    'slug,title,category,description,kind,limit,sql,caveats\r\none,One,c,d,k,3,SELECT 1,none\r\n',
  )
  for (const [answer, format, key, text] of [
    [catalog.insight('one'), 'json', 'insight|one', JSON.stringify(INSIGHT)],
    [catalog.insight('one', 'csv'), 'csv', 'insight|one|csv', 'x\r\n7\r\n'],
    [catalog.plot('two'), 'json', 'plot|two', JSON.stringify(INSIGHT)],
    [catalog.plot('two', 'tsv'), 'tsv', 'plot|two|tsv', 'x\n7\n'],
  ] as const) {
    expect([answer.key, textOf(answer)]).toEqual([key, text])
    expect(answer.filename).toBe(format === 'json' ? undefined : `${key.split('|')[1]}.${format}`)
  }
  const document = textOf(catalog.insight('one', 'votable'))
  expect(document).toContain('<FIELD name="x" datatype="long"><DESCRIPTION>X.</DESCRIPTION></FIELD>')
  expect(document).toContain('value="SELECT 1"')
  expect(textOf(catalog.plotList())).toBe('[]')
  expect(new TextDecoder().decode(catalog.plotChart('two'))).toBe('{"chart":1}')
  expect(catalogError(() => catalog.plot('three'))).toMatchObject({
    code: 'unknown_path',
    message: 'Unknown plot "three". /plots lists all plots.',
  })
})

describe('exports', () => {
  test('are had by name, with their codings', () => {
    const answer = catalog.export('stellarhost', 'a', 'csv')
    expect(answer).toMatchObject({ key: 'export|stellarhost|csv|a', filename: 'stellarhost-a.csv' })
    expect([textOf(answer), new TextDecoder().decode(answer.coded!('gzip'))]).toEqual(['a', 'gzip a'])
  })

  test('three names that have one are suggested for one that has none', () => {
    expect(catalogError(() => catalog.export('stellarhost', 'x', 'json'))).toMatchObject({
      code: 'unknown_name',
      message:
        'No row in "stellarhosts" has the hostname "x". Did you mean a, b or d? Names must match exactly, including case.',
      help: { suggestions: ['a', 'b', 'd'], see: { kind: 'names', table: 'stellarhosts' } },
    })
    expect(catalogError(() => catalog.export('exoplanet', 'x', 'json')).message).toBe(
      'No row in "exoplanets" has the pl_name "x". Did you mean a b? Names must match exactly, including case.',
    )
  })
})

describe('files of whole tables', () => {
  test('are listed, and each is known by its content', () => {
    expect(jsonOf(catalog.dataFiles()).files[1]).toEqual({
      name: 'toi.parquet',
      bytes: 12,
      sha256: 'sum of t',
      media_type: 'application/vnd.apache.parquet',
    })
    const file = catalog.dataFile('toi.parquet')
    expect(file).toMatchObject({
      key: 'data|toi.parquet|sum of t',
      filename: 'toi.parquet',
      bytes: 12,
      path: '/data/toi.parquet',
    })
    expect(catalog.dataFile('toi.parquet')).toBe(file)
    expect(catalog.dataFile('exoplanets.csv.gz')).not.toBe(file)
  })

  test.each([
    ['ps.csv.gz', ['exoplanets.csv.gz']],
    ['PS.csv.gz', ['exoplanets.csv.gz']],
    ['toi.parquets', ['toi.parquet']],
    ['ps.zip', []],
    ['something-else-entirely', []],
  ])('%s is none', (name, suggestions) => {
    const error = catalogError(() => catalog.dataFile(name))
    const asked = suggestions.length === 0 ? '' : ` Did you mean ${suggestions[0]}?`
    expect([error.code, error.message, error.help.suggestions]).toEqual([
      'file_not_found',
      `Unknown file "${name}".${asked} /data/ lists all files.`,
      suggestions,
    ])
  })
})

test('a name is resolved with a note about catalogs that are not here, only where nothing but near names are found', () => {
  expect(jsonOf(catalog.resolve('a', 5))).toEqual({ query: 'a', matches: NAMES.a as never })
  expect(jsonOf(catalog.resolve('aa', 5))).toEqual({ query: 'aa', matches: NAMES.aa as never, note: 'aa is absent.' })
  expect(jsonOf(catalog.resolve('TIC 7', 5))).toEqual({ query: 'TIC 7', matches: [], note: 'TIC 7 is absent.' })
  expect(jsonOf(catalog.resolve('z', 5))).toEqual({ query: 'z', matches: [] })
  expect(jsonOf(catalog.resolve('a', 1)).matches).toHaveLength(1)
  expect(catalog.resolve('a', 5).key).toStartWith('resolve|5|a|')
  expect(catalog.systemOf('a')?.host.name).toBe('a')
  expect(catalog.namesBeginning('T', 'planet', 9)).toEqual({ values: ['T planet'], total: 9 })
})

test('a failure of SQL is what it was, unless its place must be counted from the beginning of the text', async () => {
  const failing = (error: Error) => createCatalog(snapshot, { ...runner, run: () => Promise.reject(error) })
  const defect = new TypeError('a defect')
  const placeless = new CatalogError('query_timeout', 'Too long.')
  for (const error of [defect, placeless])
    await expect(failing(error).select({ sql: '  SELECT 1', maxRows: 1 })).rejects.toBe(error)
  const placed = new CatalogError('invalid_sql', 'No.', { position: 7, suggestions: ['x'] })
  await expect(failing(placed).select({ sql: 'SELECT 1', maxRows: 1 })).rejects.toBe(placed)
  await expect(failing(placed).select({ sql: '  SELECT 1', maxRows: 1 })).rejects.toMatchObject({
    name: 'CatalogError',
    code: 'invalid_sql',
    message: 'No.',
    help: { position: 9, suggestions: ['x'] },
    cause: placed,
  })
})

test('changes are told as clients read them', () => {
  expect(jsonOf(catalog.changes())).toEqual({
    refreshes: [{ to: { id: 'x', archive_date: null, table_dates: {}, source: 's' } }],
  })
})

describe('a table read', () => {
  test('names its rows, its format, and why there are none', () => {
    const page = catalog.page('exoplanets', 'limit=2&columns=pl_name')
    expect(page.filename).toBeUndefined()
    expect(page.headers!()['x-total-count']).toBe('3')
    expect(page.headers!()).not.toHaveProperty('x-warnings')
    expect(jsonOf(page)).not.toHaveProperty('warnings')
    expect(catalog.page('exoplanets', 'download=1').filename).toBe('exoplanets.json')
    const csv = catalog.page('exoplanets', 'limit=2&columns=pl_name', 'csv')
    expect([csv.filename, csv.mediaType, textOf(csv)]).toEqual([
      'exoplanets.csv',
      'text/csv; charset=utf-8; header=present',
      'pl_name\r\na b\r\na c\r\n',
    ])
    const none = catalog.page('exoplanets', 'pl_rade__gt=9')
    expect(none.headers!()).toEqual({ 'x-total-count': '0', 'x-warnings': 'unmatched_condition' })
    expect(jsonOf(none)).toMatchObject({
      data: [],
      total: 0,
      warnings: [
        {
          code: 'unmatched_condition',
          message: 'No row satisfies pl_rade__gt=9. The values of pl_rade are from 1.5 to 2.5.',
        },
      ],
    })
    expect(catalog.page('exoplanets', 'pl_rade__gt=9', 'csv').headers!()['x-warnings']).toBe('unmatched_condition')
  })

  test('for a name that no table has suggests one', () => {
    const warning = (query: string) => jsonOf(catalog.page('exoplanets', query)).warnings
    expect(warning('hostname=q')).toEqual([{ code: 'unknown_name', message: expect.stringContaining('"q"') }])
    expect(warning('hostname=q')[0].message).toContain('"c"')
    expect(warning('pl_name__in=q,r').map(({ code }: { code: string }) => code)).toEqual([
      'unknown_name',
      'unknown_name',
    ])
    // The other table has it.
    expect(warning('hostname=d')[0].code).toBe('unmatched_condition')
    expect(warning(`pl_name__in=${Array.from({ length: 30 }, (_, at) => `q${at}`).join(',')}`)).toHaveLength(20)
  })

  test('counts the rows without a value', () => {
    expect(Object.fromEntries(catalog.nullCounts('exoplanets', 'columns=pl_rade,pl_name'))).toEqual({
      pl_rade: 1,
      pl_name: 0,
    })
    expect(Object.fromEntries(catalog.nullCounts('exoplanets', 'hostname=b&columns=pl_rade,pl_radeerr1'))).toEqual({
      pl_rade: 0,
      pl_radeerr1: 0,
    })
    expect(Object.fromEntries(catalog.nullCounts('exoplanets', 'hostname=a&columns=*'))).toMatchObject({
      pl_rade: 1,
      pl_radeerr1: 2,
    })
  })
})

test('a read of a hundred thousand cells is streamed, and a smaller one is not', () => {
  const rows = Array.from({ length: 1_000 }, (_, row) =>
    Array.from({ length: 100 }, (_, at) => (at === 0 ? `P ${row}` : null)),
  )
  const types = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at === 0 ? 'pl_name' : `c${at}`, at === 0 ? 'text' : 'real'] as const)) // biome-ignore format: one line
  const wide = made('exoplanets', types as never, rows)
  const manifest = {
    ...MANIFEST,
    tables: {
      ...MANIFEST.tables,
      exoplanets: {
        ...MANIFEST.tables.exoplanets,
        rows: 1_000,
        columns: wide.columns,
        defaultColumns: wide.page.defaultRows.columns,
      },
    },
  }
  const big = createCatalog(
    {
      ...snapshot,
      manifest,
      pageTable: (name) => (name === 'exoplanets' ? wide : TABLES[name]!).page,
      statistics: (name) => (name === 'exoplanets' ? wide : TABLES[name]!).statistics,
    },
    runner,
  )
  const isStreamed = (query: string) => big.page('exoplanets', query).stream !== undefined
  expect(isStreamed('format=csv&columns=*&limit=1000')).toBe(true)
  expect(isStreamed('format=csv&columns=*&limit=999')).toBe(false)
  expect(isStreamed('format=csv&columns=*&limit=all')).toBe(true)
  // Only the rows that are found count.
  expect(isStreamed('format=csv&columns=*&limit=all&pl_name=P+7')).toBe(false)
  expect(isStreamed('columns=*&limit=1000')).toBe(false)
  const answer = big.page('exoplanets', 'format=csv&columns=*&limit=all')
  // A piece is valid until the next one is requested.
  const streamed = Buffer.concat(Array.from(answer.stream!(), (piece) => Buffer.from(piece)))
  expect(streamed.equals(answer.body())).toBe(true)
})
