import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { OpenAPIV3 } from 'openapi-types'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import type { ErrorCode } from '../../src/core/errors.ts'
import { MAX_RESULT_BYTES } from '../../src/core/sql-limits.ts'
import { tooMuchUnread } from '../../src/core/too-much-unread.ts'
import { readCommandLine } from '../../src/settings.ts'
import { type MadeRequest, validRequests, wrongRequests } from '../fixtures/openapi/openapi-arbitrary.ts'
import { type AnswerCheck, createAnswerCheck } from '../fixtures/openapi/openapi-check.ts'
import { type DocumentedOperation, operationsOf } from '../fixtures/openapi/openapi-operations.ts'
import { address, exampleAddress, exampleInit, parametersOf } from '../fixtures/openapi/openapi-request.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

/** The whole service, and copies of it that are short of time, out of order, or about to stop. */
interface Services {
  readonly whole: CatalogApp
  readonly hurried: CatalogApp
  readonly broken: CatalogApp
  readonly exhausted: CatalogApp
  readonly stopping: CatalogApp
  /** Whose clients do not take the long answers that they have asked for. */
  readonly flooded: CatalogApp
  /** Its SQL processes do not start. */
  readonly starved: CatalogApp
}

let services: Services
let document: OpenAPIV3.Document
let answers: AnswerCheck
let operations: readonly DocumentedOperation[]

beforeAll(async () => {
  const { settings } = readCommandLine({ SQL_PROCESSES: '1', SQL_TIMEOUT_MS: '300', SQL_QUEUE: '0' }, [])
  const whole = await catalogApp()
  const refuse = (): never => {
    throw tooMuchUnread()
  }
  const floodedCatalog: Catalog = { ...whole.catalog, page: refuse, select: async () => refuse() }
  services = {
    whole,
    hurried: await catalogApp({ settings }),
    broken: await catalogApp({
      catalog(): Catalog {
        throw new Error('out of order')
      },
    }),
    exhausted: await catalogApp({
      catalog(): Catalog {
        throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
      },
    }),
    stopping: await catalogApp({ isStopping: () => true }),
    flooded: await catalogApp({ catalog: () => floodedCatalog }),
    starved: await catalogApp({}, undefined, {
      start() {
        throw new Error('too many open files')
      },
    }),
  }
  await services.stopping.close()
  document = (await (await services.whole.get('/rest/openapi.json')).json()) as OpenAPIV3.Document
  operations = operationsOf(document)
  answers = createAnswerCheck(document)
})
afterAll(async () => {
  for (const service of Object.values(services)) await service.close()
})

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n'
const sql = (text: string) => `sql=${encodeURIComponent(text)}`

/** A query string for each error in which a query string can end. */
const WRONG_QUERIES: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: 'limit=-1',
  unknown_parameter: 'lmit=1',
  repeated_parameter: 'limit=1&limit=2',
  missing_parameter: 'limit=1',
  unknown_column: 'sort_by=pl_radius',
}

/** The same for endpoints that have no `limit`. */
const WITHOUT_LIMIT: Partial<Record<ErrorCode, string>> = {
  invalid_parameter: '%ZZ=1',
  repeated_parameter: 'format=json&format=json',
}

const WRONG_SQL: Partial<Record<ErrorCode, string>> = {
  invalid_sql: 'SELECT FROM exoplanets',
  sql_too_long: `SELECT '${'x'.repeat(17_000)}'`,
  not_a_select: 'DELETE FROM exoplanets',
  several_statements: 'SELECT 1; SELECT 2',
  unknown_table: 'SELECT 1 FROM exoplanet',
  unknown_column: 'SELECT pl_radius FROM exoplanets',
  unknown_function: 'SELECT avarage(1)',
  forbidden_sql: 'SELECT * FROM sqlite_master',
  query_too_large: 'SELECT length(hex(zeroblob(400000000)))',
  result_too_large: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${Math.ceil(MAX_RESULT_BYTES / 1e6)}) SELECT hex(zeroblob(500000)) FROM n`,
}

/** The path with `value`, as it is, in place of its only parameter. */
const withPath = (documented: DocumentedOperation, value: string, table = value) =>
  address(documented, { pl_name: value, hostname: value, slug: value, file: value, column: value, table }, [])

/** Makes an operation end in `code`. */
async function provoke(documented: DocumentedOperation, code: ErrorCode): Promise<Response> {
  const { whole, hurried, broken, exhausted, stopping, starved } = services
  const example = exampleAddress(document, documented)
  switch (code) {
    case 'method_not_allowed':
      return whole.get(example, { method: 'DELETE' })
    case 'range_not_satisfiable':
      return whole.get(example, { headers: { range: 'bytes=99999999-' } })
    case 'internal':
      return broken.get(example, exampleInit(documented))
    case 'resource_exhausted':
      return exhausted.get(example, exampleInit(documented))
    case 'sql_unavailable':
      return starved.get(`/rest/query?${sql('SELECT 1')}`)
    case 'stopping':
      return stopping.get(example)
    case 'invalid_path':
      return whole.get(withPath(documented, 'a%ZZ'))
    case 'unknown_insight':
    case 'table_not_found':
    case 'file_not_found':
    case 'unknown_name':
      return whole.get(withPath(documented, 'nothing%20of%20the%20kind'))
    case 'column_not_found':
      return whole.get(withPath(documented, 'nothing%20of%20the%20kind', 'exoplanets'))
    case 'unknown_path':
      // Without a file name it is the page itself; without a planet or host there is nothing.
      return whole.get(
        withPath(
          documented,
          documented.id === 'get_swagger_ui_file' ? 'index.html' : '',
          documented.id === 'get_table_schema' ? '' : 'ps',
        ),
      )
    case 'too_much_unread':
      return services.flooded.get(example)
    case 'query_timeout':
      return hurried.get(`/rest/query?${sql(ENDLESS)}`)
    case 'too_many_queries': {
      const both = [1, 2].map((i) => hurried.get(`/rest/query?${sql(`${ENDLESS} WHERE i <> ${i} * 0`)}`))
      return (await Promise.all(both)).find(({ status }) => status === 503) ?? both[0]!
    }
    default: {
      const text = documented.id === 'execute_sql' ? WRONG_SQL[code] : undefined
      const hasLimit = parametersOf(document, documented).some((parameter) => parameter.name === 'limit')
      const wrong = (hasLimit ? undefined : WITHOUT_LIMIT[code]) ?? WRONG_QUERIES[code]
      const query = text === undefined ? wrong : sql(text)
      if (query === undefined) throw new Error(`Nothing here makes ${documented.id} end in ${code}.`)
      return whole.get(`${documented.path}?${query}`)
    }
  }
}

describe('every operation', () => {
  test('has an example that works, and the answer is as documented', async () => {
    for (const documented of operations) {
      const path = exampleAddress(document, documented)
      const response = await services.whole.get(path, exampleInit(documented))
      expect(response.status, path).toBe(200)
      await answers.check(documented, response, `${documented.id} ${path}`)
    }
  })

  test('that says it can be unchanged answers 304 to a client that has the answer', async () => {
    const revalidated = operations.filter(({ operation }) => operation.responses['304'] !== undefined)
    expect(revalidated.length).toBeGreaterThan(8)
    for (const documented of revalidated) {
      const path = exampleAddress(document, documented)
      const etag = (await services.whole.get(path)).headers.get('etag')!
      const response = await services.whole.get(path, { headers: { 'if-none-match': etag } })
      expect(response.status, path).toBe(304)
      await answers.check(documented, response, `${documented.id} unchanged`)
    }
  })

  test('that says it can be sent in part answers 206 to a client that asks for a range', async () => {
    const downloads = operations.filter(({ operation }) => operation.responses['206'] !== undefined)
    expect(downloads).toHaveLength(5)
    for (const documented of downloads) {
      const path = exampleAddress(document, documented)
      const response = await services.whole.get(path, { headers: { range: 'bytes=10-29' } })
      expect(response.status, path).toBe(206)
      const { status, headers } = response
      const part = await response.bytes()
      expect(part.byteLength).toBe(20)
      await answers.check(documented, new Response(part, { status, headers }), `${documented.id} in part`)
    }
  })

  test('ends in each of its documented errors for some request, and the answer is as documented', async () => {
    let shown = 0
    for (const documented of operations)
      for (const { status, code } of documented.codes) {
        const what = `${documented.id} ${status} ${code}`
        const response = await provoke(documented, code as ErrorCode)
        expect(String(response.status), what).toBe(status)
        expect(await answers.check(documented, response, what)).toMatchObject({ code })
        shown += 1
      }
    expect(shown).toBeGreaterThan(60)
  })

  test('shows an answer that is the live one, where the example is whole', async () => {
    // From then on SQL is ready.
    await services.whole.get(`/rest/query?${sql('SELECT 1')}`)
    const whole = ['get_exoplanets', 'get_stellarhosts', 'get_insight', 'get_health']
    for (const documented of operations.filter(({ id }) => whole.includes(id))) {
      const live = await (await services.whole.get(exampleAddress(document, documented))).json()
      expect(exampleAnswer(documented), documented.id).toEqual(live)
    }
    const query = operations.find(({ id }) => id === 'execute_sql')!
    const shown = exampleAnswer(query) as { query: string }
    expect(await (await services.whole.get(`/rest/query?${sql(shown.query)}`)).json()).toEqual(shown)
  })

  test('that shows an answer shows one that its own schema allows', async () => {
    for (const documented of operations)
      for (const [status, response] of Object.entries(documented.operation.responses)) {
        const [mediaType, media] = Object.entries((response as OpenAPIV3.ResponseObject).content ?? {})[0] ?? []
        if (media?.example === undefined) continue
        answers.checkBody(documented, status, mediaType!, media.example, `${documented.id} ${status}`)
      }
  })

  test('has parameters whose defaults and examples their own schemas allow', () => {
    for (const documented of operations)
      for (const parameter of parametersOf(document, documented))
        for (const value of [parameter.example, parameter.schema.default])
          if (value !== undefined) answers.checkParameter(parameter, value, `${documented.id} ${parameter.name}`)
  })
})

/** The answer that the document shows for a request that works. */
function exampleAnswer({ operation }: DocumentedOperation): unknown {
  const { content } = operation.responses['200'] as OpenAPIV3.ResponseObject
  return Object.values(content!)[0]!.example
}

describe('/mcp answers each documented status', () => {
  const json = { 'content-type': 'application/json' }
  const call = (body: unknown, headers: Record<string, string> = json): RequestInit => ({
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' }
  const modern = { ...json, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
  const requests: Readonly<Record<string, RequestInit>> = {
    200: call(ping),
    202: call({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    400: call('{'),
    403: call(ping, { ...json, origin: 'https://elsewhere.example' }),
    404: call({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }, modern),
    405: { method: 'GET' },
    406: call(ping, { ...json, accept: 'text/html' }),
    413: call(JSON.stringify({ ...ping, params: { x: 'x'.repeat(1_100_000) } })),
    415: call(ping, { 'content-type': 'text/plain' }),
  }

  test('with the headers and the body that the document promises', async () => {
    const documented = operations.find(({ id }) => id === 'call_mcp')!
    // 500 and 503 have a code, so they are shown with the other errors.
    const statuses = Object.keys(documented.operation.responses).filter((status) => Number(status) < 500)
    expect(statuses).toEqual(Object.keys(requests))
    for (const [status, init] of Object.entries(requests)) {
      const response = await services.whole.get('/mcp', init)
      expect(String(response.status)).toBe(status)
      await answers.check(documented, response, `/mcp ${status}`)
    }
  })
})

/** Routes of pages for people, and of what they load. */
const PAGES = [
  '/plot',
  '/insights/:slug',
  '/insights',
  '/plots/:slug',
  '/plots',
  '/compare',
  '/exoplanets',
  '/stellarhosts',
  '/assets/*',
  '/search',
  '/sql',
  '/about',
  '/share/exoplanets/*',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/*',
  '/changes',
  '/columns',
  '/columns/*',
]

test('every route of the service is in the document, and everything in the document is a route', () => {
  const paths = operations.map(({ path }) => path)
  // Table access and what is beside it have descriptions of their own, which its tests read; pages are for people.
  const patterns = services.whole.app.routes
    .map(({ path }) => path)
    .filter((path) => !/^\/(?:tap|scs|cgi-bin)\b/i.test(path) && !PAGES.includes(path))
  const isOf = (pattern: string, path: string): boolean =>
    pattern.endsWith('/*') ? path.startsWith(`${pattern.slice(0, -1)}{`) : pattern.replace(/:(\w+)/g, '{$1}') === path
  for (const pattern of patterns)
    expect(
      paths.some((path) => isOf(pattern, path)),
      `route ${pattern}`,
    ).toBe(true)
  for (const path of paths)
    expect(
      patterns.some((pattern) => isOf(pattern, path)),
      `path ${path}`,
    ).toBe(true)
})

describe('requests made from the document', () => {
  const SEED = 20_260_102
  const RUNS = process.env.FULL ? 20_000 : 2_000
  const made: Record<string, number> = {}

  async function send({ documented, path, method, headers }: MadeRequest): Promise<number> {
    const what = `${method} ${path} ${JSON.stringify(headers)}`
    const response = await services.whole.get(path, { method, headers })
    expect(response.status, what).not.toBe(500)
    made[response.status] = (made[response.status] ?? 0) + 1
    // An answer to HEAD has no body to hold against a schema, but the same status as GET has.
    if (method === 'HEAD') {
      expect(Object.keys(documented.operation.responses), what).toContain(String(response.status))
      expect(await response.text()).toBe('')
    } else await answers.check(documented, response, what)
    return response.status
  }

  /** Names for the parameters whose values only the snapshot knows. */
  async function names(): Promise<Record<string, readonly string[]>> {
    const read = async (table: string, column: string): Promise<readonly string[]> => {
      const response = await services.whole.get(`/rest/${table}?columns=${column}&limit=1000`)
      const { data } = (await response.json()) as { data: Record<string, string>[] }
      return [...new Set(data.map((row) => row[column]!))]
    }
    return { pl_name: await read('exoplanets', 'pl_name'), hostname: await read('stellarhosts', 'hostname') }
  }

  test('as it says they should be are answered with 200', async () => {
    const requests = validRequests(document, operations, await names())
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        expect(await send(request), request.path).toBe(200)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test('and slightly wrong never get a 500, an undocumented status or another body than documented', async () => {
    const requests = wrongRequests(document, operations, await names())
    await fc.assert(
      fc.asyncProperty(requests, async (request) => void (await send(request))),
      {
        seed: SEED,
        numRuns: RUNS,
      },
    )
    // Without these the requests would not have been as varied as they should be.
    for (const status of [200, 304, 400, 404, 405]) expect(made[status], `status ${status}`).toBeGreaterThan(RUNS / 100)
  })
})
