import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../../src/formats/formats.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const READS = [
  '/rest/exoplanets?limit=3',
  '/rest/stellarhosts?columns=*&limit=3',
  '/rest/stellarhosts/schema?',
  '/rest/query?sql=SELECT%20hostname%20FROM%20stellarhosts',
  '/rest/insights?',
  '/rest/insights/nearest-planets?',
]
const NEVER_KEPT = '/rest/query?sql=SELECT%20random()'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

const named = (path: string, format: FormatName): Promise<Response> =>
  service.get(`${path}&format=${format}`, { headers: { accept: 'text/csv' } })
const accepted = (path: string, format: FormatName): Promise<Response> =>
  service.get(path, { headers: { accept: FORMATS[format].accepts[0] } })

test('Vary names Accept exactly where Accept decided, whichever request came first', async () => {
  for (const path of [...READS, NEVER_KEPT])
    for (const format of FORMAT_NAMES) {
      // Three times: made, kept, and found by the words of the address.
      for (let i = 0; i < 3; i++) expect((await named(path, format)).headers.get('vary'), path).toBe('Accept-Encoding')
      for (let i = 0; i < 3; i++) {
        const response = await accepted(path, format)
        expect(response.headers.get('vary'), path).toBe('Accept, Accept-Encoding')
        expect(response.headers.get('content-type')).toBe(FORMATS[format].mediaType)
      }
      expect((await named(path, format)).headers.get('vary'), path).toBe('Accept-Encoding')
    }
})

test('the same rows have the same tag, whether a parameter or Accept chose the format', async () => {
  for (const path of READS)
    for (const format of FORMAT_NAMES) {
      const [first, second] = [await named(path, format), await accepted(path, format)]
      expect(second.headers.get('etag')).toBe(first.headers.get('etag')!)
      expect(await second.text()).toBe(await first.text())
    }
})

test('no two requests share an answer because their headers read alike when joined', async () => {
  const path = '/rest/exoplanets?limit=7'
  const odd = { 'accept-encoding': 'gzip,', accept: 'identity text/csv' }
  for (let i = 0; i < 3; i++)
    expect((await service.get(path, { headers: odd })).headers.get('content-type')).toBe(FORMATS.json.mediaType)
  const plain = { 'accept-encoding': 'gzip, identity', accept: 'text/csv' }
  expect((await service.get(path, { headers: plain })).headers.get('content-type')).toBe(FORMATS.csv.mediaType)
})

test('CSV of one column has a line for each row, also for nulls and empty texts', async () => {
  const csv = async (path: string): Promise<string> => await (await service.get(path)).text()
  const rows = (text: string): string[] => text.split('\r\n').slice(1, -1)
  const page = await csv('/rest/exoplanets?columns=pl_rade&format=csv&limit=all')
  const { rows: total } = service.catalog.manifest.tables.exoplanets
  expect(rows(page)).toHaveLength(total)
  expect(rows(page)).toContain('""')
  expect(rows(page)).not.toContain('')
  const select = "SELECT 1.5 AS x UNION ALL SELECT NULL UNION ALL SELECT '' UNION ALL SELECT 9e999"
  const query = await csv(`/rest/query?format=csv&sql=${encodeURIComponent(select)}`)
  expect(query).toBe('x\r\n1.5\r\n""\r\n""\r\n""\r\n')
  expect(await csv(`/rest/query?format=csv&sql=${encodeURIComponent('SELECT 1 AS ""')}`)).toBe('""\r\n1\r\n')
  expect(await csv(`/rest/query?format=csv&sql=${encodeURIComponent('SELECT NULL AS a, NULL AS b')}`)).toBe(
    'a,b\r\n,\r\n',
  )
})

test.each([
  ['text/*', 'csv'],
  ['TEXT/*;Q=0.2', 'csv'],
  ['text/*, text/csv;q=0.1', 'tsv'],
  ['text/*;q=0.5, application/json;q=0.4', 'csv'],
  ['application/*', 'json'],
  ['application/*, application/json;q=0', 'ndjson'],
  ['application/*;q=0.5, text/csv', 'csv'],
  ['application/*;q=0.5, text/csv;q=0.5', 'csv'],
  ['*/*;q=0', 'json'],
  ['*/*;q=0, text/csv;q=0.001', 'csv'],
  ['*/*;q=0.1, application/json;q=0', 'csv'],
  ['application/x-ndjson;q=0.5, text/tab-separated-values;q=0.5, text/csv;q=0.5', 'csv'],
  ['application/x-votable+xml;q=0.5, application/x-ndjson;q=0.5', 'ndjson'],
  ['text/csv;q=0.5, application/json;q=0.5', 'json'],
  ['text/html, application/xml;q=0.9, */*;q=0.8', 'json'],
  ['text/html;q=0.5, text/csv', 'csv'],
  ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
  ['application/xml, */*;q=0.5', 'votable'],
  ['text/csv, */*; q=0.01', 'csv'],
  ['image/png', 'json'],
  [',,text/csv,', 'csv'],
] as const)('Accept %p is answered with %s on every read', async (accept, format) => {
  for (const path of READS) {
    const response = await service.get(path, { headers: { accept } })
    expect(response.headers.get('content-type'), path).toBe(FORMATS[format].mediaType)
  }
})

const fieldsOf = (xml: string): readonly string[] => xml.match(/<FIELD .*/g) ?? []

test.each([
  'SELECT pl_name, pl_rade, disc_year, pl_rade * 2 AS twice FROM exoplanets',
  'SELECT * FROM stellarhosts',
  'SELECT hostname, count(*), avg(st_teff) AS t, min(sy_dist) FROM stellarhosts GROUP BY hostname',
  "SELECT hostname || ' ' AS text, st_mass + 0.5 AS half, NULL AS missing FROM stellarhosts",
])('a VOTable without rows has the fields of one with rows: %s', async (select) => {
  const read = async (sql: string): Promise<readonly string[]> =>
    fieldsOf(await (await service.get(`/rest/query?format=votable&sql=${encodeURIComponent(sql)}`)).text())
  const full = await read(select)
  expect(full.length).toBeGreaterThan(2)
  expect(await read(select.replace(/ GROUP|$/, (tail) => ` WHERE 1 = 0${tail}`))).toEqual([...full])
  // No row is read, though there are some.
  const cut = `/rest/query?format=votable&limit=0&sql=${encodeURIComponent(select)}`
  expect(fieldsOf(await (await service.get(cut)).text())).toEqual([...full])
})

test('a column has the name that SQLite gives it in every format, however the query writes it', async () => {
  const sql = encodeURIComponent('SELECT PL_NAME, "Pl_Rade" AS PL_RADE, DISC_YEAR FROM exoplanets LIMIT 1')
  const [header] = (await (await service.get(`/rest/query?format=csv&sql=${sql}`)).text()).split('\r\n')
  const xml = await (await service.get(`/rest/query?format=votable&sql=${sql}`)).text()
  expect(fieldsOf(xml).map((field) => /name="([^"]*)"/.exec(field)![1])).toEqual(header!.split(','))
  // Not all as in the query, nor all as in the table.
  expect(header).toContain('PL_RADE')
})

test('a VOTable of a query has units, descriptions and types of the columns that it names', async () => {
  const sql = 'SELECT pl_rade, hostname AS host, 1 AS pl_bmasse FROM exoplanets LIMIT 2'
  const xml = await (await service.get(`/rest/query?format=votable&sql=${encodeURIComponent(sql)}`)).text()
  const [radius, host, one] = fieldsOf(xml)
  const page = await (await service.get('/rest/exoplanets?columns=pl_rade&limit=1&format=votable')).text()
  expect(radius).toContain(' unit="')
  const upToDescription = (field = ''): string => field.replace(/<DESCRIPTION>.*/, '')
  expect(upToDescription(radius)).toBe(upToDescription(fieldsOf(page)[0]))
  expect(host).toStartWith('<FIELD name="host" datatype="char" arraysize="*" ucd="')
  // A name alone says nothing: this is a number that the query makes.
  expect(one).toBe('<FIELD name="pl_bmasse" datatype="long"/>')
  // What only SQLite reads has types by its rows.
  const own = await (
    await service.get(
      `/rest/query?format=votable&sql=${encodeURIComponent('SELECT pl_rade IS NOT 1 AS x FROM exoplanets')}`,
    )
  ).text()
  expect(fieldsOf(own)).toEqual(['<FIELD name="x" datatype="long"/>'])
})
