import { describe, expect, test } from 'bun:test'
import { crawlerRoutes } from '../../../../src/http/about-pages/crawler-routes.ts'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const service = (env: Record<string, string> = { BASE_URL: 'https://example.org/c' }) =>
  fakeApp(
    {
      tables: () => textAnswer('tables', JSON.stringify([{ name: 'exoplanets', aliases: [] }])),
      schema: () => textAnswer('schema', JSON.stringify({ columns: [{ name: 'a/b' }], total_rows: 1 })),
      insightList: () => textAnswer('insights', '[{"slug":"i"}]'),
      plotList: () => textAnswer('plots', '[{"slug":"p"}]'),
      namesBeginning: (text, kind, limit) =>
        limit === Number.POSITIVE_INFINITY && text === ''
          ? { values: [kind === 'planet' ? 'A b' : 'A'], total: 1 }
          : { values: [], total: 0 },
    },
    { settings: readCommandLine(env, []).settings },
  )
const addresses = (xml: string) => Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address!)

describe(`the sitemap (${crawlerRoutes.name})`, () => {
  test('lists its parts, which list every page', async () => {
    const { get } = service()
    const index = await get('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('xml')
    const parts = addresses(await index.text())
    expect(parts.length).toBeGreaterThan(0)
    const pages: string[] = []
    for (const part of parts) {
      expect(part).toStartWith('https://example.org/c/sitemap/')
      pages.push(...addresses(await (await get(part.slice('https://example.org/c'.length))).text()))
    }
    const paths = pages.map((address) => address.slice('https://example.org/c'.length))
    expect(paths.toSorted()).toEqual(
      [
        '/',
        '/about',
        '/changes',
        '/columns/exoplanets',
        '/columns/exoplanets/a%2Fb',
        '/compare',
        '/data/',
        '/exoplanets',
        '/exoplanets/A%20b',
        '/insights',
        '/insights/i',
        '/plots',
        '/plots/p',
        '/sql',
        '/stellarhosts',
        '/stellarhosts/A',
      ].toSorted(),
    )
  })

  test('has no other part', async () => {
    const response = await service().get('/sitemap/x"y')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'unknown_path',
      detail: expect.stringContaining('/sitemap.xml lists them.'),
    })
    expect((await service().get('/sitemap.xml?x=1')).status).toBe(400)
  })

  test('has the address at which the service listens, if no other is known', async () => {
    const [part] = addresses(await (await service({}).get('/sitemap.xml')).text())
    expect(part).toStartWith('http://localhost/sitemap/')
  })
})

test('robots find the sitemap at the public address', async () => {
  expect(await (await service().get('/robots.txt')).text()).toContain('Sitemap: https://example.org/c/sitemap.xml')
  expect(await (await service({}).get('/robots.txt')).text()).not.toContain('Sitemap:')
})

describe('other pages', () => {
  const BROWSER = { headers: { accept: 'text/html' } }

  test('are about the data', async () => {
    const { get } = service()
    expect(await (await get('/about', BROWSER)).text()).toContain('<h1>About</h1>')
    expect(await (await get('/changes', BROWSER)).text()).toContain('have not been refreshed yet')
    for (const path of ['/about', '/changes', '/data/']) expect((await get(`${path}?x=1`, BROWSER)).status).toBe(400)
  })

  test('have equivalents for programs', async () => {
    const detail = async (path: string) =>
      ((await (await service().get(path, { headers: { accept: 'application/json' } })).json()) as { detail: string })
        .detail
    expect(await detail('/about')).toContain('JSON is at /health.')
    expect(await detail('/changes')).toContain('JSON is at /rest/changes.')
  })
})
