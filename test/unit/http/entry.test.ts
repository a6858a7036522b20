import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import { createEntry } from '../../../src/http/entry.ts'
import { createFallback } from '../../../src/http/fallback.ts'
import { sentRequest } from '../../../src/http/request/handler.ts'
import type { Observation } from '../../../src/observe.ts'
import { catalogError } from '../../fixtures/thrown.ts'

type Route = Parameters<typeof createEntry>[0]

/** An entry with all that it observes and records. */
function entryOf(route: Route) {
  const seen: Observation[] = []
  const recorded: (readonly [path: string, status: number])[] = []
  const entry = createEntry(
    route,
    (observation) => seen.push(observation),
    (url, pathStart, status, ms) => {
      expect(ms).toBeGreaterThanOrEqual(0)
      recorded.push([url.slice(pathStart), status])
    },
  )
  const done = () => seen.flatMap((one) => (one.kind === 'request_done' ? [[one.method, one.status] as const] : []))
  return { entry, done, recorded, kinds: () => seen.map(({ kind }) => kind) }
}

const ask = (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}): Request =>
  new Request(`http://example.org${path}`, { method, headers })

describe('the entry', () => {
  test('passes a response on, at once or later, and records it once', async () => {
    const { entry, done, recorded } = entryOf(({ url }) =>
      url.endsWith('/later') ? Promise.resolve(new Response('b', { status: 201 })) : new Response('a'),
    )
    const now = entry(ask('/now'))
    expect(now).toBeInstanceOf(Response)
    expect(await (now as Response).text()).toBe('a')
    expect((await entry(ask('/later'))).status).toBe(201)
    expect(done()).toEqual([
      ['GET', 200],
      ['GET', 201],
    ])
    expect(recorded).toEqual([
      ['/now', 200],
      ['/later', 201],
    ])
  })

  test.each(['at once', 'later'])('turns an error that is thrown %s into a problem document', async (when) => {
    const fault = new CatalogError('unknown_path', 'Nothing is here.')
    const { entry, done, kinds } = entryOf(() => {
      if (when === 'later') return Promise.reject(fault)
      throw fault
    })
    const response = await entry(ask('/x'))
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'unknown_path',
      detail: expect.stringContaining('Nothing is here.'),
    })
    expect(done()).toEqual([['GET', 404]])
    expect(kinds()).toEqual(['refused', 'request_done'])
  })

  test('answers HEAD as GET, without the body and without a range', async () => {
    const asked: Request[] = []
    const { entry, done } = entryOf((request) => {
      asked.push(request)
      return new Response('äbc', { headers: { etag: '"a"' } })
    })
    const head = ask('/x?y=1', 'HEAD', { range: 'bytes=0-1', accept: 'text/csv' })
    const response = await entry(head)
    expect([response.status, response.headers.get('etag'), response.headers.get('content-length')]).toEqual([
      200,
      '"a"',
      '4',
    ])
    expect(response.body).toBeNull()
    const [request] = asked
    expect([request!.method, request!.headers.get('range'), request!.headers.get('accept')]).toEqual([
      'GET',
      null,
      'text/csv',
    ])
    expect(sentRequest(request!)).toBe(head)
    expect(done()).toEqual([['HEAD', 200]])
  })

  test.each(['at once', 'later'])('answers HEAD with the length of an error that is thrown %s', async (when) => {
    const { entry } = entryOf(() => {
      const fault = new CatalogError('unknown_path', 'Nothing is here.')
      if (when === 'later') return Promise.reject(fault)
      throw fault
    })
    const [head, get] = [await entry(ask('/x', 'HEAD')), await entry(ask('/x'))]
    expect([head.status, head.body]).toEqual([404, null])
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
  })

  test('a response without a body has no length of one', async () => {
    const { entry } = entryOf(() => new Response(null, { status: 304 }))
    const response = await entry(ask('/x', 'HEAD'))
    expect([response.status, response.headers.has('content-length')]).toEqual([304, false])
  })
})

describe('a request that no route matches', () => {
  const fallback = createFallback(['/', '/rest/tables', '/rest/:table/columns', '/data/*', '/a.b'])
  const refused = (path: string, method = 'GET') => catalogError(() => fallback(ask(path, method)))

  test('gets a preflight response for OPTIONS', () => {
    const response = fallback(ask('/none', 'OPTIONS'))
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })

  test.each([
    ['/rest/tables', 'method_not_allowed'],
    ['/rest/tables/', 'method_not_allowed'],
    ['/rest/x/columns', 'method_not_allowed'],
    ['/rest/x/columns/', 'method_not_allowed'],
    ['/data/a/b', 'method_not_allowed'],
    ['/data/', 'method_not_allowed'],
    ['/', 'method_not_allowed'],
    ['/rest/tables//', 'unknown_path'],
    ['/rest/x/y/columns', 'unknown_path'],
    ['/axb', 'unknown_path'],
    ['/none', 'unknown_path'],
  ])('by POST to %s is %s', (path, code) => {
    expect(refused(path, 'POST').code).toBe(code as never)
    for (const method of ['GET', 'HEAD']) expect(refused(path, method).code).toBe('unknown_path')
  })

  test('is told similar paths, and not its whole length', () => {
    expect(refused('/rest/table?x=1').message).toBe('There is nothing at "/rest/table". Did you mean /rest/tables?')
    expect(refused(`/${'x'.repeat(99)}`).message).toBe(
      `There is nothing at "/${'x'.repeat(99)}". GET / lists the endpoints.`,
    )
    expect(refused(`/${'x'.repeat(100)}`).message).toContain(`"/${'x'.repeat(99)}…".`)
  })

  const tables = new Map([
    ['ps', 'exoplanets'],
    ['exoplanets', 'exoplanets'],
    ['toi', 'toi'],
  ])
  test.each([
    ['/rest/ps', 'Did you mean /rest/exoplanets?'],
    ['/rest/ps/schema', 'Did you mean /rest/exoplanets/schema?'],
    ['/rest/ps/columns/ra', 'Did you mean /rest/exoplanets/columns/ra?'],
    ['/rest/exoplanets/columns', 'Did you mean /rest/tables/exoplanets/schema?'],
    ['/rest/toi', 'Did you mean /rest/tables/toi/schema? Its rows can be read with /rest/query.'],
    ['/rest/tables/toi', 'Did you mean /rest/tables/toi/schema? Its rows can be read with /rest/query.'],
    ['/rest/toi/schema', 'Did you mean /rest/tables/toi/schema?'],
    ['/rest/toi/columns/tid', 'Did you mean /rest/tables/toi/columns/tid?'],
  ])('%s names a table: %s', (path, hint) => {
    const patterns = ['/rest/exoplanets', '/rest/exoplanets/schema', '/rest/exoplanets/columns/:column', '/rest/tables']
    const ofTables = createFallback(patterns, (name) => tables.get(name))
    const { message } = catalogError(() => ofTables(ask(path)))
    expect(message).toBe(`There is nothing at "${path}". ${hint}`)
  })
})
