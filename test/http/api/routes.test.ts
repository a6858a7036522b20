import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import { fakeApp } from '../../fixtures/servers/fake-app.ts'

const PROBLEM_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
  'cache-control': 'no-store',
  'content-type': 'application/problem+json',
  'x-content-type-options': 'nosniff',
}

/** The body of a problem, once its headers have been found right. */
async function problem(response: Response, more: Record<string, string> = {}): Promise<Record<string, unknown>> {
  expect(Object.fromEntries(response.headers)).toEqual({ ...PROBLEM_HEADERS, ...more })
  const body = (await response.json()) as Record<string, unknown>
  expect(body.status).toBe(response.status)
  expect(body.type).toBe('about:blank')
  return body
}

describe('each path asks the catalog what it stands for', () => {
  test.each([
    ['/rest/exoplanets', { page: 'exoplanets', query: '' }],
    ['/rest/exoplanets/', { page: 'exoplanets', query: '' }],
    ['/rest/stellarhosts?', { page: 'stellarhosts', query: '' }],
    ['/rest/exoplanets?a=%ZZ&a=b+c?d', { page: 'exoplanets', query: 'a=%ZZ&a=b+c?d' }],
    ['/rest/exoplanets/schema', { schema: 'exoplanets' }],
    ['/rest/stellarhosts/schema?_ignored=1', { schema: 'stellarhosts' }],
    ['/rest/insights', []],
    ['/rest/insights/hottest', { insight: 'hottest' }],
    ['/rest/insights/hot%74est/', { insight: 'hottest' }],
    ['/rest/query?sql=SELECT%201', { sql: 'SELECT 1', maxRows: 1000, format: 'json', isDownload: false, client: '' }],
    [
      '/rest/query?sql=SELECT+1+%2B+1&limit=0',
      { sql: 'SELECT 1 + 1', maxRows: 0, format: 'json', isDownload: false, client: '' },
    ],
    [
      '/rest/query?sql=SELECT%201&limit=99999',
      { sql: 'SELECT 1', maxRows: 10_000, format: 'json', isDownload: false, client: '' },
    ],
    ['/exoplanets/HAT-P-7%20b.json', { entity: 'exoplanet', name: 'HAT-P-7 b', format: 'json' }],
    ['/exoplanets/a+b%2Bc.csv', { entity: 'exoplanet', name: 'a+b+c', format: 'csv' }],
    ['/stellarhosts/1RXS%20J1.5.json.csv', { entity: 'stellarhost', name: '1RXS J1.5.json', format: 'csv' }],
    ['/stellarhosts/a%2Fb.json', { entity: 'stellarhost', name: 'a/b', format: 'json' }],
    ['/stellarhosts/%CE%B1%20Cen.json', { entity: 'stellarhost', name: 'α Cen', format: 'json' }],
    ['/stellarhosts/x.json?_=1&utm_source=mail', { entity: 'stellarhost', name: 'x', format: 'json' }],
    ['/health', { status: 'ok' }],
  ])('GET %s', async (path, body) => {
    const response = await fakeApp().get(path)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(body)
  })
})

describe('what is wrong with a path or a parameter is said, never guessed', () => {
  test.each([
    ['/rest/query', 400, 'missing_parameter', { parameter: 'sql' }],
    ['/rest/query?sql=', 400, 'missing_parameter', { parameter: 'sql' }],
    ['/rest/query?sql=SELECT%201&limit=-1', 400, 'invalid_parameter', { parameter: 'limit' }],
    ['/rest/query?sql=SELECT%201&limit=1.5', 400, 'invalid_parameter', { parameter: 'limit' }],
    ['/rest/query?sql=SELECT%201&sql=SELECT%202', 400, 'repeated_parameter', { parameter: 'sql' }],
    ['/rest/query?sql=SELECT%201&limt=1', 400, 'unknown_parameter', { parameter: 'limt', suggestions: ['limit'] }],
    ['/rest/query?sql=%ZZ', 400, 'invalid_parameter', { parameter: 'sql' }],
    ...[
      '/rest/exoplanets/schema',
      '/rest/stellarhosts/schema',
      '/rest/functions',
      '/rest/insights',
      '/rest/openapi.json',
    ].map((path) => [`${path}?limit=1`, 400, 'unknown_parameter', { parameter: 'limit' }] as const),
    ['/rest/insights/hottest?limit=1', 400, 'unknown_parameter', { parameter: 'limit' }],
    ['/exoplanets/Kepler-22%20b.json?format=csv', 400, 'unknown_parameter', { parameter: 'format' }],
    ['/stellarhosts/Kepler-22.csv?x', 400, 'unknown_parameter', { parameter: 'x' }],
    ['/rest/insights/hottset', 404, 'unknown_insight', { suggestions: ['hottest'] }],
    ['/rest/insights/%ZZ', 400, 'invalid_path', {}],
    ['/rest/insights/a/b', 404, 'unknown_path', {}],
    ['/exoplanets/%ZZ.json', 400, 'invalid_path', {}],
    ['/exoplanets/%FF.json', 400, 'invalid_path', {}],
    ['/exoplanets/.json', 404, 'unknown_path', {}],
    ['/exoplanets/', 404, 'unknown_path', {}],
    ['/rest/exoplanet', 404, 'unknown_path', { suggestions: ['/rest/exoplanets'] }],
    ['/REST/EXOPLANETS', 404, 'unknown_path', { suggestions: ['/rest/exoplanets'] }],
    ['/rest//exoplanets', 404, 'unknown_path', { suggestions: ['/rest/exoplanets'] }],
    ['/mcp', 404, 'unknown_path', {}],
    ['/%00', 404, 'unknown_path', {}],
  ])('GET %s gives %d %s', async (path, status, code, more) => {
    const response = await fakeApp().get(path)
    expect(response.status).toBe(status)
    expect(await problem(response)).toMatchObject({ code, ...more })
  })

  test.each(['/?x=1', '/health?x=1', '/llms.txt?x=1', '/skill.md?x=1', '/swagger-ui?x=1'])(
    'GET %s overlooks the parameter',
    async (path) => {
      expect((await fakeApp().get(path)).status).toBe(200)
    },
  )

  test('a problem has exactly the members that its fault calls for', async () => {
    const fault = new CatalogError('invalid_sql', 'Near "FORM".', {
      parameter: 'sql',
      suggestions: ['FROM'],
      position: 9,
    })
    const response = await fakeApp({ select: () => Promise.reject(fault) }).get('/rest/query?sql=SELECT%201%20FORM')
    expect(await problem(response)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Near "FORM".',
      code: 'invalid_sql',
      parameter: 'sql',
      suggestions: ['FROM'],
      position: 9,
    })
  })

  test('a path of 4 kB is looked up like any other, and not echoed whole', async () => {
    const { get } = fakeApp()
    expect((await get(`/exoplanets/${'a'.repeat(4_096)}.json`)).status).toBe(200)
    const body = await problem(await get(`/${'a'.repeat(4_096)}`))
    expect(body.code).toBe('unknown_path')
    expect(String(body.detail).length).toBeLessThan(300)
  })

  test.each([
    ['query_timeout', 408, 'Request Timeout', {}, {}],
    ['too_many_queries', 503, 'Service Unavailable', { retryAfterS: 2 }, { 'retry-after': '2' }],
    ['result_too_large', 400, 'Bad Request', {}, {}],
  ] as const)('%s from the query engine is status %d with a body', async (code, status, title, help, headers) => {
    const { get } = fakeApp({ select: () => Promise.reject(new CatalogError(code, 'Said so.', help)) })
    const response = await get('/rest/query?sql=SELECT+1')
    expect(response.status).toBe(status)
    expect(await problem(response, headers)).toEqual({ type: 'about:blank', title, status, detail: 'Said so.', code })
  })
})

describe('methods', () => {
  test.each([
    '/',
    '/health',
    '/rest/exoplanets',
    '/rest/query?sql=SELECT+1',
    '/rest/insights/hottest',
    '/exoplanets/x.csv',
  ])('HEAD %s is GET without the body', async (path) => {
    const { get } = fakeApp()
    const [whole, head] = [await get(path), await get(path, { method: 'HEAD' })]
    const body = await whole.arrayBuffer()
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toEqual({
      ...Object.fromEntries(whole.headers),
      'content-length': String(body.byteLength),
    })
    expect(await head.text()).toBe('')
  })

  test('HEAD of what is not there is a problem without body, and of what is unchanged a 304', async () => {
    const { get } = fakeApp()
    const missing = await get('/nothing', { method: 'HEAD' })
    expect(missing.status).toBe(404)
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    expect(Number(missing.headers.get('content-length'))).toBeGreaterThan(50)
    expect(await missing.text()).toBe('')
    const refused = fakeApp({ select: () => Promise.reject(new CatalogError('not_a_select', 'Said so.')) })
    const later = await refused.get('/rest/query?sql=x', { method: 'HEAD' })
    expect(later.status).toBe(400)
    expect(await later.text()).toBe('')
    const unchanged = await get('/rest/exoplanets', { method: 'HEAD', headers: { 'if-none-match': '*' } })
    expect(unchanged.status).toBe(304)
    expect(unchanged.headers.has('content-length')).toBe(false)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is refused with the methods that work', async (method) => {
    const { get } = fakeApp()
    for (const path of ['/', '/rest/exoplanets', '/rest/exoplanets/', '/rest/insights/x', '/exoplanets/x.json']) {
      const response = await get(path, { method, body: '{}' })
      expect(response.status).toBe(405)
      expect(await problem(response, { allow: 'GET, HEAD, OPTIONS' })).toMatchObject({
        code: 'method_not_allowed',
        title: 'Method Not Allowed',
      })
    }
    for (const path of ['/nothing', '/rest/insights/a/b', '/rest/insights//', '/rest/insights/a//']) {
      const response = await get(path, { method, body: '{}' })
      expect(response.status, path).toBe((await get(path)).status)
      expect(await problem(response), path).toMatchObject({ code: 'unknown_path', status: 404 })
    }
  })

  test('OPTIONS is 204 with what a browser asks before it reads', async () => {
    const { get } = fakeApp()
    for (const path of ['/rest/exoplanets', '/exoplanets/x.json', '/nothing']) {
      const response = await get(path, { method: 'OPTIONS' })
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toEqual({
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Content-Disposition, Accept-Ranges, Content-Range, Link, X-Total-Count, X-Truncated, X-Warnings',
        'access-control-max-age': '86400',
        allow: 'GET, HEAD, OPTIONS',
        'x-content-type-options': 'nosniff',
      })
      expect(await response.text()).toBe('')
    }
  })

  test('/mcp gets every method with its body untouched', async () => {
    const mcp = async (request: Request) => new Response(`${request.method} ${await request.text()}`)
    const { get } = fakeApp({}, { mcp })
    expect(await (await get('/mcp', { method: 'POST', body: '{"a":' })).text()).toBe('POST {"a":')
    expect(await (await get('/mcp', { method: 'DELETE' })).text()).toBe('DELETE ')
    expect(await (await get('/mcp', { method: 'OPTIONS' })).text()).toBe('OPTIONS ')
    expect(await (await get('/mcp')).text()).toBe('GET ')
  })
})

describe('faults of ours', () => {
  const SECRET = 'ENOENT /srv/secret/catalog.sqlite'

  test.each([
    [
      'thrown at once',
      {
        schema: () => {
          throw new Error(SECRET)
        },
      },
      '/rest/exoplanets/schema',
    ],
    [
      'thrown later',
      {
        select: async () => {
          throw new TypeError(SECRET)
        },
      },
      '/rest/query?sql=SELECT+1',
    ],
    [
      'thrown as a text',
      {
        health: () => {
          throw SECRET
        },
      },
      '/health',
    ],
    [
      'thrown as an object that looks like an answer',
      {
        health: () => {
          throw { status: 200, code: 200, message: SECRET, toResponse: () => new Response(SECRET) }
        },
      },
      '/health',
    ],
    [
      'reported as internal',
      {
        health: () => {
          throw new CatalogError('internal', SECRET)
        },
      },
      '/health',
    ],
  ])('%s: 500 says nothing but a number that the log knows', async (_, parts, path) => {
    const { get, seen } = fakeApp(parts)
    const response = await get(path)
    expect(response.status).toBe(500)
    const body = await problem(response)
    expect(body).toMatchObject({ code: 'internal', title: 'Internal Server Error' })
    expect(JSON.stringify(body)).not.toContain('secret')
    const logged = seen.find((observation) => observation.kind === 'problem')!
    expect(String(body.detail)).toContain(logged.requestId)
    expect(String((logged.error as Error).message ?? logged.error)).toContain(SECRET)
  })

  test('a client that has gone away is no fault', async () => {
    const controller = new AbortController()
    const { get, seen } = fakeApp({
      async select(_request, signal) {
        controller.abort()
        signal!.throwIfAborted()
        throw new Error('not reached')
      },
    })
    await get('/rest/query?sql=SELECT+1', { signal: controller.signal })
    expect(seen.map(({ kind }) => kind).filter((kind) => kind !== 'cache_read')).toEqual(['abandoned', 'request_done'])
  })
})

test('a server that is stopping says so in its health and still answers the rest', async () => {
  const { get } = fakeApp({}, { isStopping: () => true })
  const response = await get('/health')
  expect(response.status).toBe(503)
  expect(await problem(response, { 'retry-after': '5' })).toMatchObject({ code: 'stopping' })
  expect((await get('/rest/exoplanets')).status).toBe(200)
})

test('the start page is JSON for a program and a page for a browser, each with its own tag', async () => {
  const { get } = fakeApp()
  const json = await get('/')
  expect(json.headers.get('content-type')).toBe('application/json')
  expect(json.headers.get('vary')).toBe('Accept, Accept-Encoding')
  const { endpoints } = (await json.json()) as { endpoints: { path: string }[] }
  const page = await get('/', { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('etag')).not.toBe(json.headers.get('etag'))
  const html = await page.text()
  expect(endpoints.length).toBeGreaterThan(10)
  for (const { path } of endpoints) {
    expect(html).toContain(path)
    const needed: Readonly<Record<string, string>> = { '/rest/query': '?sql=x', '/rest/resolve': '?name=x' }
    if (!path.includes('{')) expect((await get(`${path}${needed[path] ?? ''}`)).status).toBe(200)
  }
})

test('every request is observed with its status', async () => {
  const { get, seen } = fakeApp()
  await get('/health')
  await get('/nothing')
  expect(seen.filter(({ kind }) => kind === 'request_done')).toEqual([
    { kind: 'request_done', method: 'GET', url: 'http://localhost:3000/health', status: 200, ms: expect.any(Number) },
    { kind: 'request_done', method: 'GET', url: 'http://localhost:3000/nothing', status: 404, ms: expect.any(Number) },
  ])
})

test.each(['http://a/rest/exoplanets/schema', 'http://a:1/rest/exoplanets/schema', 'http://api/exoplanets/x.csv'])(
  'a host name of one to three characters makes no difference: %s',
  async (url) => {
    expect((await fakeApp().app.handle(new Request(url))).status).toBe(200)
  },
)

test.each(['http://a/mcp', 'http://api/mcp', 'http://x:1/mcp'])(
  'a handler sees the host that the client named: %s',
  async (url) => {
    let seen: Request | undefined
    const mcp = async (request: Request): Promise<Response> => {
      seen = request
      return Response.json(await request.json())
    }
    const sent = new Request(url, { method: 'POST', body: '{"id":1}', headers: { 'x-name': 'value' } })
    const response = await fakeApp({}, { mcp }).app.handle(sent)
    expect(await response.json()).toEqual({ id: 1 })
    expect(seen?.url).toBe(url)
    expect(seen?.headers.get('x-name')).toBe('value')
  },
)
