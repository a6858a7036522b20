import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ColumnInfo } from '../../../src/format/column.ts'
import type { Manifest } from '../../../src/format/manifest.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let manifest: Manifest
beforeAll(async () => {
  service = await catalogApp()
  manifest = service.catalog.manifest
})
afterAll(() => service.close())

/** A successful answer's body, once status and headers have been found right. */
async function okJson(path: string): Promise<unknown> {
  const response = await service.get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
  expect(response.headers.get('last-modified')).toBe(service.catalog.publishedAt.toUTCString())
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-z]+"$/)
  return response.json()
}

describe('a real snapshot behind the real routes', () => {
  test('a page is filtered, sorted, cut to its columns, and counted', async () => {
    const path =
      '/rest/exoplanets?columns=pl_name,pl_orbper,pl_rade&filter=TRAPPIST-1+B&sort_by=pl_rade&order=DESC&limit=2'
    expect(await okJson(path)).toEqual({
      data: [
        { pl_name: 'TRAPPIST-1 b', pl_orbper: 1.51087637, pl_rade: 1.121 },
        { pl_name: 'TRAPPIST-1 b', pl_orbper: 1.510826, pl_rade: 1.116 },
      ],
      total: 3,
      total_all: manifest.tables.exoplanets.rows,
      page: 1,
      limit: 2,
      columns: ['pl_name', 'pl_orbper', 'pl_rade'],
    })
  })

  test('requests that mean the same share one tag, others do not', async () => {
    const tagOf = async (query: string) => (await service.get(`/rest/exoplanets?${query}`)).headers.get('etag')
    const tag = await tagOf('limit=5&sort_by=pl_rade')
    expect(await tagOf('sort_by=pl_rade&limit=05&order=ASC&_=123')).toBe(tag)
    expect(await tagOf('limit=5&sort_by=pl_rade&order=desc')).not.toBe(tag)
    expect(await tagOf('limit=6&sort_by=pl_rade')).not.toBe(tag)
  })

  test('a page beyond the last is empty, and a limit above the cap is capped', async () => {
    const { rows } = manifest.tables.stellarhosts
    const columns = manifest.tables.stellarhosts.defaultColumns
    expect(await okJson('/rest/stellarhosts?page=999')).toEqual({
      data: [],
      total: rows,
      total_all: rows,
      page: 999,
      limit: 50,
      columns: [...columns],
    })
    expect(await okJson('/rest/stellarhosts?limit=5000&columns=hostname&filter=TRAPPIST')).toMatchObject({
      limit: 1000,
    })
  })

  test('the schema has every column with what the archive says of it', async () => {
    const { columns, total_rows } = (await okJson('/rest/exoplanets/schema')) as {
      columns: ColumnInfo[]
      total_rows: number
    }
    expect(total_rows).toBe(manifest.tables.exoplanets.rows)
    expect(columns.map(({ name }) => name)).toEqual(manifest.tables.exoplanets.columns.map(({ name }) => name))
    expect(columns.find(({ name }) => name === 'pl_orbper')).toMatchObject({
      name: 'pl_orbper',
      data_type: 'Float64',
      description: 'Time that one orbit takes',
      unit: 'day',
      source_datatype: 'double',
      nulls: 26,
      min: 0.090706293,
      max: 170_000,
    } as never)
  })

  test('a query answers with rows, columns and the text that ran', async () => {
    const sql = "SELECT pl_name, pl_bmasse FROM exoplanets WHERE pl_name = 'TRAPPIST-1 b' ORDER BY pl_bmasse DESC"
    expect(await okJson(`/rest/query?limit=1&sql=%20${encodeURIComponent(sql)}%0A`)).toEqual({
      data: [{ pl_name: 'TRAPPIST-1 b', pl_bmasse: 1.374 }],
      rows: 1,
      columns: ['pl_name', 'pl_bmasse'],
      query: sql,
      truncated: true,
    })
  })

  test('an insight in the list and by its slug is the same insight', async () => {
    const list = (await okJson('/rest/insights')) as { slug: string }[]
    const result = (await okJson('/rest/insights/nearest-planets')) as { meta: unknown; data: unknown[]; rows: number }
    expect(result.meta).toEqual(list.find(({ slug }) => slug === 'nearest-planets'))
    expect(result.data).toHaveLength(result.rows)
  })

  test('health tells snapshot and counts, and may not be kept', async () => {
    const response = await service.get('/health')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { exoplanets, stellarhosts } = manifest.tables
    expect(await response.json()).toEqual({
      status: 'ok',
      ready: { pages: true, sql: expect.stringMatching(/^(ready|starting)$/) },
      version: '2.0.0',
      tap: '/tap',
      snapshot: {
        id: manifest.snapshotId,
        archive_date: manifest.archiveDate,
        table_dates: { exoplanets: exoplanets.date, stellarhosts: stellarhosts.date },
        source: manifest.source,
      },
      tables: {
        exoplanets: {
          rows: exoplanets.rows,
          planets: exoplanets.names,
          hosts: exoplanets.hosts,
          hosts_not_in_stellarhosts: exoplanets.hostsNotInOther,
          date: exoplanets.date,
        },
        stellarhosts: {
          rows: stellarhosts.rows,
          hosts: stellarhosts.names,
          hosts_not_in_exoplanets: stellarhosts.hostsNotInOther,
          date: stellarhosts.date,
        },
      },
    })
  })

  test.each([
    ['/exoplanets/HAT-P-7%20b.csv', 'attachment; filename="exoplanet-HAT-P-7_b.csv"', 'text/csv; charset=utf-8'],
    ['/stellarhosts/HAT-P-7%20B.json', 'attachment; filename="stellarhost-HAT-P-7 B.json"', 'application/json'],
  ])('%s is a download that says the same in every coding', async (path, disposition, mediaType) => {
    const plain = await service.get(path)
    const packed = await service.get(path, { headers: { 'accept-encoding': 'gzip' } })
    for (const response of [plain, packed]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toBe(disposition)
      expect(response.headers.get('content-type')).toBe(mediaType)
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=86400')
    }
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    const text = await plain.text()
    expect(text).toContain('HAT-P-7')
    expect(new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))).toBe(text)
  })

  test.each([
    ['/rest/exoplanets?sort_by=pl_rad', 400, 'unknown_column', 'pl_rade'],
    ['/rest/exoplanets?columns=pl_name,hostnam', 400, 'unknown_column', 'hostname'],
    ['/rest/exoplanets?order=up', 400, 'invalid_parameter', 'asc'],
    ['/rest/exoplanets?sortby=pl_rade', 400, 'unknown_parameter', 'sort_by'],
    ['/rest/insights/nearest-planet', 404, 'unknown_insight', 'nearest-planets'],
    ['/exoplanets/HAT-P-7%20B.csv', 404, 'unknown_name', 'HAT-P-7 b'],
    ['/stellarhosts/trappist-1.json', 404, 'unknown_name', 'TRAPPIST-1'],
    ['/rest/query?sql=SELECT+pl_nam+FROM+exoplanets', 400, 'unknown_column', 'pl_name'],
    ['/rest/query?sql=SELECT+1+FROM+exoplanet', 400, 'unknown_table', 'exoplanets'],
  ])('%s gives %d %s and the nearest name', async (path, status, code, nearest) => {
    const response = await service.get(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    const body = (await response.json()) as { suggestions: string[] }
    expect(body).toMatchObject({ status, code })
    expect(body.suggestions).toContain(nearest)
  })

  test.each([
    ['DELETE FROM exoplanets', 'not_a_select'],
    ['SELECT 1; SELECT 2', 'several_statements'],
    ['SELECT * FROM sqlite_master', 'forbidden_sql'],
    ['SELECT * FROM nothing_of_the_kind', 'unknown_table'],
    ['SELECT FROM exoplanets', 'invalid_sql'],
  ])('%s is refused as %s', async (sql, code) => {
    const response = await service.get(`/rest/query?sql=${encodeURIComponent(sql)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code, status: 400, title: 'Bad Request' })
  })
})

test('a page that is kept stays as it is, whatever other pages are made after it', async () => {
  const path = '/rest/exoplanets?filter=trappist&columns=pl_name&limit=3'
  const read = async (asked: string) => (await service.get(asked)).text()
  const first = await read(path)
  // It is kept from the second time on.
  expect(await read(path)).toBe(first)
  await read('/rest/stellarhosts?columns=hostname&limit=5')
  expect(await read(path)).toBe(first)
})
