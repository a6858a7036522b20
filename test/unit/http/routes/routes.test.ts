import { describe, expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { selectAnswer, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const JSON_CLIENT = { headers: { accept: 'application/json' } }
const fault = async (response: Promise<Response>) => {
  const { status } = await response
  const { code, detail } = (await (await response).json()) as { code: string; detail: string }
  return [status, code, detail] as const
}

describe('lists', () => {
  const app = fakeApp({
    tables: (format) => textAnswer(`tables|${format}`, String(format)),
    insightList: (format) => textAnswer(`insights|${format}`, String(format)),
    insight: (slug, format) => textAnswer(`${slug}|${format}`, `${slug} ${format}`),
    schema: (table, format) => textAnswer(`${table}|${format}`, `${table} ${format}`),
    column: (table, column) => textAnswer(`${table}|${column}`, `${table} ${column}`),
  })
  const text = async (path: string, headers: Record<string, string> = {}) => (await app.get(path, { headers })).text()

  test('come in the format of the parameter, or else of the client', async () => {
    expect(await text('/rest/tables')).toBe('json')
    expect(await text('/rest/tables', { accept: 'text/csv' })).toBe('csv')
    expect(await text('/rest/tables?format=tsv', { accept: 'text/csv' })).toBe('tsv')
    expect(await text('/rest/insights?format=csv')).toBe('csv')
  })

  test('depend on the client only without the parameter', async () => {
    const vary = async (path: string) => (await app.get(path)).headers.get('vary')
    expect(await vary('/rest/tables')).toContain('Accept,')
    expect(await vary('/rest/tables?format=csv')).toBe('Accept-Encoding')
  })

  test('are files if asked for', async () => {
    const name = async (path: string) => (await app.get(path)).headers.get('content-disposition')
    expect(await name('/rest/tables?download=1')).toContain('filename="tables.json"')
    expect(await name('/rest/insights/a?download=1')).toContain('filename="a.json"')
    expect(await name('/rest/exoplanets/schema?download=1')).toContain('filename="exoplanets-schema.json"')
    expect(await name('/rest/tables/ml/schema?download=1')).toContain('filename="ml-schema.json"')
    expect(await name('/rest/tables')).toBeNull()
  })

  test('of columns are found by decoded names', async () => {
    expect(await text('/rest/tables/m%6C/schema')).toBe('ml json')
    expect(await text('/rest/tables/ml/columns/a%2Fb')).toBe('ml a/b')
    expect(await text('/rest/exoplanets/columns/a%2Fb')).toBe('exoplanets a/b')
    expect(await text('/rest/insights/a%20b')).toBe('a b json')
    expect((await app.get('/rest/exoplanets/columns/x?zz=1')).status).toBe(400)
    expect((await app.get('/rest/tables/ml/columns/x?zz=1')).status).toBe(400)
  })
})

describe('a query', () => {
  /** A service whose queries succeed, and what was asked. */
  function service(isDeterministic = true) {
    const asked: unknown[] = []
    const select: Catalog['select'] = async (query) => {
      asked.push([query.sql, query.maxRows, query.format, query.isDownload])
      return selectAnswer(query, '{}', isDeterministic)
    }
    return { asked, get: fakeApp({ select }).get }
  }

  test('has its limit, its format, and whether it is a file', async () => {
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      const { asked, get } = service()
      await get(`/rest/query?sql=S&${query}`, { headers })
      return asked
    }
    expect(await ask('')).toEqual([['S', 1_000, 'json', false]])
    expect(await ask('limit=7&download=1')).toEqual([['S', 7, 'json', true]])
    expect(await ask('format=csv')).toEqual([['S', 1_000, 'csv', true]])
    expect(await ask('', { accept: 'text/csv' })).toEqual([['S', 1_000, 'csv', true]])
  })

  test('is kept if its result is always the same', async () => {
    const kept = service()
    const first = await kept.get('/rest/query?sql=S')
    await first.text()
    await kept.get('/rest/query?sql=S')
    expect(kept.asked).toHaveLength(1)
    expect(first.headers.get('etag')).not.toBeNull()
    const other = service(false)
    const varying = await other.get('/rest/query?sql=S')
    await varying.text()
    await other.get('/rest/query?sql=S')
    expect(other.asked).toHaveLength(2)
    expect(varying.headers.get('etag')).toBeNull()
  })

  test('must be there', async () => {
    expect(await fault(service().get('/rest/query'))).toEqual([
      400,
      'missing_parameter',
      expect.stringContaining('The parameter "sql" is missing: it holds the SELECT to run.'),
    ])
  })
})

test('a name is resolved with at most so many matches', async () => {
  const { get } = fakeApp()
  expect(await (await get('/rest/resolve?name=a&limit=3')).json()).toEqual({ resolve: 'a', limit: 3 })
  expect(await fault(get('/rest/resolve'))).toEqual([
    400,
    'missing_parameter',
    expect.stringContaining('The parameter "name" is missing: it holds the name to look up.'),
  ])
})

test('a service that ends says so', async () => {
  let isStopping = false
  const { get } = fakeApp({}, { isStopping: () => isStopping })
  expect((await get('/health')).status).toBe(200)
  isStopping = true
  const response = await get('/health')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.json()).toMatchObject({ code: 'stopping' })
})

describe('downloads of one object', () => {
  const { get } = fakeApp()

  test('are found by the last dot of the name', async () => {
    expect(await (await get('/exoplanets/A%2Fb.csv.json')).json()).toEqual({
      entity: 'exoplanet',
      name: 'A/b.csv',
      format: 'json',
    })
    expect(await (await get('/stellarhosts/A.csv')).json()).toEqual({ entity: 'stellarhost', name: 'A', format: 'csv' })
  })

  test('need a name, and have no parameters', async () => {
    expect(await fault(get('/exoplanets/.json', JSON_CLIENT))).toEqual([
      404,
      'unknown_path',
      expect.stringContaining(
        'The URL of a download is /exoplanets/{name}.json or /exoplanets/{name}.csv, with the name URL-encoded.',
      ),
    ])
    expect((await get('/exoplanets/A.json?x=1')).status).toBe(400)
  })
})

test('rows of tables depend on the client only without a format', async () => {
  const asked: unknown[] = []
  const { get } = fakeApp({
    page(table, query, accepted) {
      asked.push([table, query, accepted])
      return textAnswer(query, '{}')
    },
  })
  const vary = async (path: string, accept: string) => (await get(path, { headers: { accept } })).headers.get('vary')
  expect(await vary('/rest/exoplanets?limit=1', 'text/csv')).toContain('Accept,')
  expect(await vary('/rest/exoplanets?format=json', 'text/csv')).toBe('Accept-Encoding')
  expect(asked).toEqual([
    ['exoplanets', 'limit=1', 'csv'],
    ['exoplanets', 'format=json', undefined],
  ])
})

test('programs get the endpoints at the root, browsers a page', async () => {
  const { get } = fakeApp({ column: () => textAnswer('c', '{"values":[]}') })
  const list = (await (await get('/', JSON_CLIENT)).json()) as {
    name: string
    tables: string[]
    endpoints: { path: string; method: string }[]
  }
  expect(list.name).toBe('exoplanet-catalog')
  expect(list.tables).toEqual(['exoplanets', 'stellarhosts'])
  expect(list.endpoints.every(({ method }) => method === 'GET')).toBe(true)
  expect(list.endpoints.some(({ path }) => path === '/mcp')).toBe(false)
})
