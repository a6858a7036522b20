import { afterAll, beforeAll, expect, test } from 'bun:test'
import { FORMAT_NAMES, FORMATS, type FormatName } from '../../src/formats/formats.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

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
