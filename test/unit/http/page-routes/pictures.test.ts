import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { assetRoutes } from '../../../../src/http/page-routes/asset-routes.ts'
import { PAGE_SECURITY_POLICY } from '../../../../src/http/page-routes/page-responder.ts'
import { PICTURE_FORMATS } from '../../../../src/http/page-routes/pictures.ts'
import { redirect } from '../../../../src/http/page-routes/redirect.ts'
import { isForPrograms, namesNear } from '../../../../src/http/page-routes/unknown-page.ts'
import { ICON } from '../../../../src/pages/frame/style.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { fakeCatalog, selectAnswer, textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const BROWSER = { headers: { accept: 'text/html' } }

test('a redirect is not kept, and depends on what the client accepts', () => {
  const { status, headers } = redirect(308, './a')
  expect([status, headers.get('location'), headers.get('cache-control'), headers.get('vary')]).toEqual([
    308,
    './a',
    'no-store',
    'Accept',
  ])
})

describe(`static files (${assetRoutes.name})`, () => {
  const { get } = fakeApp()

  test('can be kept forever, and have no date', async () => {
    const { status, headers } = await get(ICON.path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('last-modified')).toBeNull()
  })

  test('of other names do not exist, also for browsers', async () => {
    const response = await get('/assets/x.css', BROWSER)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'unknown_path',
      detail: expect.stringContaining('There is no file "x.css".'),
    })
  })
})

describe('a picture of a query', () => {
  /** A service whose queries have two columns, and how often they ran. */
  function service(isDeterministic = true) {
    let runs = 0
    const { get } = fakeApp({
      select: async (query) => {
        runs += 1
        return selectAnswer(
          query,
          JSON.stringify({ columns: ['a', 'b'], data: [{ a: 1, b: 2 }], rows: 1, truncated: false }),
          isDeterministic,
        )
      },
    })
    return { get, runs: () => runs }
  }

  test('can only be displayed, and has no date', async () => {
    expect(PICTURE_FORMATS).toEqual(['svg', 'png'])
    const { headers } = await service().get('/sql?q=S&x=a&y=b&format=svg')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(headers.get('last-modified')).toBeNull()
    expect(headers.get('etag')).not.toBeNull()
  })

  test('of a result that varies is not kept', async () => {
    const { get } = service(false)
    for (const format of ['svg', 'png']) {
      const { headers, status } = await get(`/sql?q=S&x=a&y=b&format=${format}`)
      expect([status, headers.get('etag')]).toEqual([200, null])
    }
  })

  test('needs two columns', async () => {
    const response = await service().get('/sql?q=S&format=svg')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining('A plot needs two columns: "x" and "y" are missing.'),
      parameter: 'x',
    })
    expect((await service().get('/sql?q=S&x=a&y=b&format=gif')).status).toBe(400)
  })
})

describe('a page', () => {
  test('loads nothing from elsewhere, and runs no script of its text', async () => {
    const { headers } = await fakeApp().get('/about', BROWSER)
    expect(headers.get('content-security-policy')).toBe(PAGE_SECURITY_POLICY)
    expect(PAGE_SECURITY_POLICY).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(headers.get('last-modified')).toBeNull()
  })

  test('that fails is a page for browsers, a problem document for others', async () => {
    const app = fakeApp({
      changes() {
        throw new CatalogError('too_many_queries', 'Come back.', { retryAfterS: 9 })
      },
    })
    const page = await app.get('/changes', BROWSER)
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
      503,
      '9',
      'text/html; charset=utf-8',
    ])
    expect(await page.text()).toContain('Come back.<span class="soft"> (too_many_queries)</span>')
    const other = await app.get('/changes', { headers: { accept: '*/*' } })
    expect([other.status, other.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
  })

  test('is not for clients that do not take HTML', async () => {
    expect((await fakeApp().get('/about', { headers: { accept: 'text/csv' } })).status).toBe(406)
    expect((await fakeApp().get('/about', { headers: { accept: '*/*' } })).status).toBe(200)
  })
})

describe('an unknown address', () => {
  test.each([
    ['/rest', true],
    ['/rest/x', true],
    ['/tap?x', true],
    ['/MCP/', true],
    ['/data/x.csv', true],
    ['/data/', false],
    ['/restaurant', false],
    ['/a/rest', false],
    ['/assets/x', true],
  ])('%s is only for programs: %p', (path, isOnly) => {
    expect(isForPrograms(path)).toBe(isOnly)
  })

  test('suggests at most five objects with a name like its last part', () => {
    const asked: unknown[] = []
    const catalog = fakeCatalog({
      resolve(name, limit) {
        asked.push([name, limit])
        return textAnswer(
          name,
          JSON.stringify({
            matches: [
              { kind: 'planet', name: 'A b' },
              { kind: 'host', name: 'A' },
            ],
          }),
        )
      },
    })
    expect(namesNear({ catalog, path: '/x/a%20b//' })).toEqual({
      query: 'a b',
      suggestions: [
        { name: 'A b', path: '/exoplanets/A%20b' },
        { name: 'A', path: '/stellarhosts/A' },
      ],
    })
    expect(asked).toEqual([['a b', 5]])
    expect(namesNear({ catalog, path: '/' })).toEqual({})
    expect(namesNear({ catalog, path: '/%FF' })).toEqual({})
  })

  test('is a page for browsers, in words for readers', async () => {
    const { get } = fakeApp({ resolve: () => textAnswer('r', '{"query":"x","matches":[]}') })
    const page = await get('/nothing', BROWSER)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('This site has no page at this address.')
    expect((await get('/rest/nothing', BROWSER)).headers.get('content-type')).toBe('application/problem+json')
  })
})
