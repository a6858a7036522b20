import { beforeAll, describe, expect, test } from 'bun:test'
import packageJson from '../../../../package.json'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { createCatalog } from '../../../../src/core/catalog/create-catalog.ts'
import { selectKey } from '../../../../src/core/catalog/select-answer.ts'
import { CatalogError } from '../../../../src/core/errors.ts'
import type { SqlQuery, SqlRunner } from '../../../../src/core/ports.ts'
import { VERSION } from '../../../../src/core/version.ts'
import { columnInfo } from '../../../../src/format/column.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { awkwardArchive } from '../../../fixtures/archives/awkward-archive.ts'
import { type BuiltSnapshot, builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

let built: BuiltSnapshot
let catalog: Catalog
const asked: SqlQuery[] = []
const runner: SqlRunner = {
  run(query) {
    asked.push(query)
    const json = [new TextEncoder().encode('{"data":[]}')]
    return Promise.resolve({ json, rows: 3, truncated: true, isDeterministic: false })
  },
  close: () => Promise.resolve(),
}
const json = (answer: { body(): Uint8Array }): unknown => JSON.parse(new TextDecoder().decode(answer.body()))

beforeAll(async () => {
  built = await builtSnapshot(await awkwardArchive())
  catalog = createCatalog(await openSnapshot(built.dataDir), runner)
})

test('the version is the one that package.json has', () => {
  expect(VERSION).toBe(packageJson.version)
})

test('a schema lists every column as the archive describes it, and counts the rows', () => {
  for (const table of ['exoplanets', 'stellarhosts'] as const) {
    const { columns, rows } = built.manifest.tables[table]
    const answer = catalog.schema(table)
    expect(answer).toMatchObject({
      snapshotId: built.manifest.snapshotId,
      mediaType: 'application/json',
      key: `schema|${table}|${Bun.hash(answer.body()).toString(36)}`,
    })
    expect(json(answer)).toMatchObject({ columns: columns.map(columnInfo), total_rows: rows })
    expect(json(answer)).toMatchObject({
      columns: expect.arrayContaining([
        expect.objectContaining({
          name: 'hostname',
          data_type: 'String',
          description: 'About hostname',
          source_datatype: 'char',
          nulls: 0,
        }),
      ]),
    })
  }
})

test('health tells version, snapshot and counts', () => {
  const { snapshotId, archiveDate, source, tables } = built.manifest
  expect(json(catalog.health())).toEqual({
    status: 'ok',
    ready: { pages: true, sql: 'ready' },
    version: VERSION,
    tap: '/tap',
    snapshot: {
      id: snapshotId,
      archive_date: archiveDate,
      table_dates: { exoplanets: tables.exoplanets.date, stellarhosts: tables.stellarhosts.date },
      source,
    },
    tables: {
      exoplanets: {
        rows: 400,
        planets: tables.exoplanets.names,
        hosts: tables.exoplanets.hosts,
        hosts_not_in_stellarhosts: tables.exoplanets.hostsNotInOther,
        date: tables.exoplanets.date,
      },
      stellarhosts: {
        rows: 90,
        hosts: tables.stellarhosts.names,
        hosts_not_in_exoplanets: tables.stellarhosts.hostsNotInOther,
        date: tables.stellarhosts.date,
      },
    },
  })
})

test('a page is known by its canonical key before it is rendered', () => {
  const answer = catalog.page('exoplanets', 'limit=2&_=1')
  expect(answer.key).toBe(catalog.page('exoplanets', 'limit=02&page=1').key)
  expect(answer.key).not.toBe(catalog.page('stellarhosts', 'limit=2').key)
  expect(json(answer)).toMatchObject({ total: 400, total_all: 400, page: 1, limit: 2 })
  expect(catalogError(() => catalog.page('exoplanets', 'columns=pl_radius')).code).toBe('unknown_column')
})

describe('insights', () => {
  test('the list and each insight are the finished files', () => {
    const list = json(catalog.insightList()) as { slug: string }[]
    expect(list.map(({ slug }) => slug)).toEqual(Object.keys(built.manifest.files.insights))
    for (const { slug } of list) {
      expect(catalog.insight(slug).key).toBe(`insight|${slug}`)
      expect(json(catalog.insight(slug))).toMatchObject({ meta: { slug } })
    }
  })
  test('an unknown slug is refused with the nearest ones', () => {
    const [slug] = Object.keys(built.manifest.files.insights)
    const error = catalogError(() => catalog.insight(`${slug}s`))
    expect(error.code).toBe('unknown_insight')
    expect(error.help.suggestions).toContain(slug!)
    for (const inherited of ['constructor', '__proto__', 'toString'])
      expect(catalogError(() => catalog.insight(inherited)).code).toBe('unknown_insight')
  })
})

test('an insight that the archive lost is refused with the columns that it lacks or cannot use', () => {
  const { omitted } = built.manifest.files.insightList
  expect(omitted.map(({ slug }) => slug)).toContain('circumbinary-planets')
  for (const { slug, reasons } of omitted) {
    const error = catalogError(() => catalog.insight(slug))
    expect(error.code).toBe('unknown_insight')
    expect(error.message).toBe(`The insight "${slug}" is not available for this archive: ${reasons.join(', ')}.`)
    expect(error.help.see).toEqual({ kind: 'insights' })
  }
})

describe('exports', () => {
  test('a planet and a host are found by their exact names', () => {
    const planet = catalog.export('exoplanet', 'Kepler-22 6', 'json')
    expect(planet).toMatchObject({ mediaType: 'application/json', filename: 'exoplanet-Kepler-22_6.json' })
    expect(json(planet)).toMatchObject({ entity: 'exoplanet', name: 'Kepler-22 6' })
    expect(planet.coded!('gzip').byteLength).toBeGreaterThan(0)
    const host = catalog.export('stellarhost', 'B b', 'csv')
    expect(host).toMatchObject({ mediaType: 'text/csv; charset=utf-8', filename: 'stellarhost-B b.csv' })
    const keys = (['json', 'csv'] as const).flatMap((format) => [
      catalog.export('stellarhost', 'B b', format).key,
      catalog.export('stellarhost', 'b', format).key,
      catalog.export('exoplanet', 'Kepler-22 6', format).key,
    ])
    expect(new Set(keys).size).toBe(6)
  })
  test('no host is suggested that has no download', async () => {
    const folder = await folderWith({
      'exoplanets.csv': 'pl_name,hostname\nAlpha Centauri b,Alpha Centauri\n',
      'stellarhosts.csv': 'hostname\nAlpha Centaurus\n',
    })
    const snapshot = await openSnapshot((await builtSnapshot(folder)).dataDir)
    const made = createCatalog(snapshot, runner)
    const suggested = (name: string) => catalogError(() => made.export('stellarhost', name, 'json')).help.suggestions
    expect(suggested('alpha centaurus')).toEqual(['Alpha Centaurus'])
    expect(suggested('alpha centauri')).not.toContain('Alpha Centauri')
  })

  test('another case, and a name that is none, are refused with the nearest names', () => {
    const error = catalogError(() => catalog.export('exoplanet', 'kepler-22 6', 'json'))
    expect(error.code).toBe('unknown_name')
    expect(error.message).toContain('No row in "exoplanets" has the pl_name "kepler-22 6".')
    expect(error.help.suggestions).toContain('Kepler-22 6')
    expect(catalogError(() => catalog.export('stellarhost', '../etc/passwd', 'csv')).code).toBe('unknown_name')
    expect(catalogError(() => catalog.export('stellarhost', '', 'csv')).code).toBe('unknown_name')
  })
})

test('a request is known by all that its bytes and headers depend on', () => {
  const request = { sql: 'SELECT 1', maxRows: 7 }
  const vo = { query: 'SELECT 1', columns: [], snapshotId: 's', source: '', warnings: [] }
  const keys = [
    request,
    { ...request, isDownload: true },
    { ...request, maxRows: 8 },
    { ...request, sql: 'SELECT 2' },
    { ...request, format: 'csv' as const },
    { ...request, format: 'tsv' as const },
    { ...request, vo: { ...vo, format: 'csv' as const } },
    { ...request, vo: { ...vo, format: 'tsv' as const } },
    { ...request, maxRows: 8, vo: { ...vo, format: 'tsv' as const } },
  ].map(selectKey)
  expect(new Set(keys).size).toBe(keys.length)
  expect(selectKey({ ...request, format: 'json', isDownload: false })).toBe(keys[0]!)
})

test('the name of a table that is almost one, or almost another name of one, is suggested', () => {
  expect(catalogError(() => catalog.schema('exoplanet')).help.suggestions).toEqual(['exoplanets'])
  expect(catalogError(() => catalog.schema('pss')).help.suggestions).toEqual(['ps'])
  expect(catalog.schema('PS').key).toBe(catalog.schema('exoplanets').key)
})

test('SQL goes to the runner trimmed, and its answer says whether it may be kept', async () => {
  const answer = await catalog.select({ sql: '  SELECT 1 \n', maxRows: 7 })
  expect(asked).toEqual([{ sql: 'SELECT 1', maxRows: 7 }])
  expect(answer).toMatchObject({ rows: 3, truncated: true, isDeterministic: false, key: 'select|7|SELECT 1' })
  expect(selectKey({ sql: ' SELECT 1', maxRows: 7 })).toBe(answer.key)
  expect(json(answer)).toEqual({ data: [] })
})

test('a long SQL answer is given in the pieces that it came in, and joined for who asks for that', async () => {
  const pieces = ['{"data":', '[]}'].map((part) => new TextEncoder().encode(part))
  const run = () => Promise.resolve({ json: pieces, rows: 0, truncated: false, isDeterministic: true })
  const answer = await createCatalog(await openSnapshot(built.dataDir), { ...runner, run }).select({
    sql: 'S',
    maxRows: 1,
  })
  expect(answer.pieces).toBe(pieces)
  expect(json(answer)).toEqual({ data: [] })
})

test('the position in refused SQL counts from the beginning of the text that was sent', async () => {
  const refusing = createCatalog(await openSnapshot(built.dataDir), {
    run: () => Promise.reject(new CatalogError('invalid_sql', 'No.', { position: 7 })),
    close: () => Promise.resolve(),
  })
  const refusalOf = (sql: string): Promise<unknown> => refusing.select({ sql, maxRows: 1 }).catch((error) => error)
  expect(await refusalOf('SELECT x')).toMatchObject({ code: 'invalid_sql', message: 'No.', help: { position: 7 } })
  expect(await refusalOf(' \n SELECT x')).toMatchObject({ code: 'invalid_sql', message: 'No.', help: { position: 10 } })
})
