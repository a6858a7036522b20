import { afterAll, describe, expect, test } from 'bun:test'
import { MAX_MATCHES } from '../../../src/pages/search/search-page.tsx'
import { readCommandLine } from '../../../src/settings.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

function visit(path: string, accept: string | null = BROWSER, headers: Record<string, string> = {}): Promise<Response> {
  return service.get(path, { headers: { ...(accept === null ? {} : { accept }), ...headers } })
}

describe('an address that is a page', () => {
  test.each([
    ['a browser', BROWSER],
    ['a program that takes anything', '*/*'],
    ['a program that says nothing', null],
  ])('is HTML for %s', async (_, accept) => {
    const response = await visit('/search', accept)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(response.headers.get('cache-control')).toContain('public, max-age=')
    expect(await response.text()).toStartWith('<!doctype html>\n<html lang="en">')
  })

  test('is refused to a client that takes no HTML, with the address of the JSON', async () => {
    const response = await visit('/search?q=x', 'application/json')
    expect(response.status).toBe(406)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({
      code: 'not_acceptable',
      detail: expect.stringContaining('/rest/resolve'),
    })
  })

  test.each([
    ['/search?x=1', 'The only parameter is q.', '<input id="name"'],
    ['/compare?names=51+Peg+b&x=1', 'The only parameter is names.', 'value="51 Peg b"'],
    ['/sql?q=SELECT+7&x1=1', 'Parameters are q, page, x, y', 'SELECT 7</textarea>'],
  ])('%s says which parameters exist, above the form as it was', async (path, known, field) => {
    const response = await visit(path)
    expect(response.status).toBe(400)
    const html = await response.text()
    expect(html).toMatch(/Unknown parameter (&quot;|")x1?(&quot;|")/)
    expect(html).toContain(known)
    expect(html).toContain(field)
  })

  test.each([
    '/search?x=1',
    '/compare?names=%22open',
    '/sql?q=SELECT+nope',
    '/exoplanets?sort_by=nope',
    '/plot?x=nope',
  ])('%s is refused with the form, for a browser and for a program that takes anything', async (path) => {
    const response = await visit(path)
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store'])
    const html = await response.text()
    expect(html).toContain('role="alert"')
    expect(html).toContain('<form')
    expect(html).not.toContain('/rest/exoplanets/schema')
    const program = await visit(path, '*/*')
    const type = program.headers.get('content-type')
    // A table has a page for browsers only.
    if (path.startsWith('/exoplanets')) expect([program.status, type]).toEqual([404, 'application/problem+json'])
    else expect([program.status, type]).toEqual([400, 'text/html; charset=utf-8'])
  })

  test('allows no inline script or style, and this host alone', async () => {
    const policy = (await visit('/search')).headers.get('content-security-policy')!
    expect(policy).toStartWith("default-src 'none'; style-src 'self'; script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(await (await visit('/search')).text()).not.toMatch(/\sstyle=|<style|\son[a-z]+=|javascript:/i)
  })

  test('has a tag, is not sent again to who has it, and is compressed', async () => {
    const first = await visit('/search', BROWSER, { 'accept-encoding': 'gzip' })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const tag = first.headers.get('etag')!
    const again = await visit('/search', BROWSER, { 'accept-encoding': 'gzip', 'if-none-match': tag })
    expect(again.status).toBe(304)
    expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
  })

  test('answers HEAD as GET, and no other method', async () => {
    const head = await service.get('/search', { method: 'HEAD', headers: { accept: BROWSER } })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect((await service.get('/search', { method: 'POST', headers: { accept: BROWSER } })).status).toBe(405)
  })
})

describe('static files', () => {
  test('are named by their content and kept forever', async () => {
    const html = await (await visit('/search')).text()
    const [, path] = /<link rel="stylesheet" href="\.(\/assets\/style\.[0-9a-f]{12}\.css)"/.exec(html) ?? []
    const response = await visit(path!, '*/*')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await visit('/assets/style.000000000000.css', '*/*')).status).toBe(404)
  })
})

describe('a wrong address', () => {
  test('is a page with a search box and names that are near for a browser', async () => {
    const response = await visit('/planets/Kepler-22')
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await response.text()
    expect(html).toContain('href="../stellarhosts/Kepler-22"')
    expect(html).toContain('name="q" value="Kepler-22"')
  })

  test('names what could be meant once, as links', async () => {
    const html = await (await visit('/columns/exoplanets/pl_radee')).text()
    expect(html).toContain('<a href="../../columns/exoplanets/pl_rade">pl_rade</a>')
    expect(html.match(/Did you mean/g)).toHaveLength(1)
  })

  test.each(['/rest/nothing', '/data/nothing', '/assets/nothing', '/exoplanets/x.json'])(
    'of data is a problem document even for a browser: %s',
    async (path) => {
      const response = await visit(path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    },
  )

  test.each([
    ['/nope', 'This site has no page at this address.', ''],
    ['/exoplanets/Nope-1%20b', 'No planet of the archive has the name "Nope-1 b".', './exoplanets'],
    ['/insights/nope', 'Unknown insight "nope".', './insights'],
    ['/plots/nope', 'Unknown plot "nope".', './plots'],
    ['/columns/exoplanets/pl_raid', 'Table "exoplanets" has no column "pl_raid".', './columns/exoplanets/pl_rade'],
    ['/columns/exoplanetts', 'Unknown table "exoplanetts".', './columns/exoplanets'],
  ])('%s speaks to people: of pages, not of what programs ask', async (path, detail, link) => {
    const response = await visit(path)
    expect(response.status).toBe(404)
    const html = await response.text()
    const message = /<p class="message"[^>]*>([\s\S]*?)<\/p>/.exec(html)![1]!.replaceAll('&quot;', '"')
    expect(message).toStartWith(detail)
    expect(html).not.toMatch(/\/rest\/|GET \/|unknown_/)
    if (link !== '') expect(html).toContain(`href="${'../'.repeat(path.split('/').length - 2)}${link.slice(2)}"`)
  })

  test('is a problem document for programs', async () => {
    for (const accept of ['*/*', null, 'application/json']) {
      const response = await visit('/planets/Kepler-22', accept)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  test('with anything in it is shown as text', async () => {
    const html = await (await visit('/%3Cscript%3Ealert(1)%3C%2Fscript%3E/%22%3E%3Cb%3E')).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<b>')
  })

  test('is a page too where the parameters are wrong', async () => {
    const response = await visit('/search?name=x')
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('Unknown parameter')
  })
})

describe('the search', () => {
  test('leads straight to what has the name, in any spelling, with an address that is right behind any prefix', async () => {
    for (const query of ['Kepler-22+b', 'kepler22B']) {
      const response = await visit(`/search?q=${query}`)
      expect(response.status).toBe(302)
      expect(response.headers.get('location')).toBe('./exoplanets/Kepler-22%20b')
    }
  })

  test('says so where it lists a part of the matches alone', async () => {
    const matchesOf = async (name: string): Promise<number> =>
      ((await (await service.get(`/rest/resolve?name=${name}&limit=200`)).json()) as { matches: unknown[] }).matches
        .length
    // The sample has many stars and planets of Kepler.
    const all = await matchesOf('kepler')
    const html = await (await visit('/search?q=kepler')).text()
    const listed = html.match(/<li><a/g)!.length
    if (all > MAX_MATCHES) expect(html).toContain(`The best ${MAX_MATCHES} matches`)
    else expect(html).not.toContain('The best ')
    expect(listed).toBeGreaterThanOrEqual(Math.min(all, MAX_MATCHES))
  })

  test('lists what has a similar name', async () => {
    const response = await visit('/search?q=Keppler-22+b')
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('No planet or star has exactly this name')
    expect(html).toContain('href="./exoplanets/Kepler-22%20b"')
  })
})

test('canonical addresses are absolute where the public address is known', async () => {
  const { settings } = readCommandLine({ BASE_URL: 'https://example.org/catalog', SQL_PROCESSES: '1' }, [])
  const other = await catalogApp({ settings })
  try {
    const html = await (await other.get('/search', { headers: { accept: BROWSER } })).text()
    expect(html).toContain('<link rel="canonical" href="https://example.org/catalog/search"')
    expect(html).toContain('<form class="search" action="./search"')
    // The address is part of the bytes of a page, so of its tag as well.
    const [here, there] = await Promise.all(
      [service, other].map((one) => one.get('/', { headers: { accept: BROWSER } })),
    )
    expect(await here!.text()).not.toBe(await there!.text())
    expect(here!.headers.get('etag')).not.toBe(there!.headers.get('etag'))
  } finally {
    await other.close()
  }
})

/** What a page says of itself to crawlers. */
async function listingOf(path: string): Promise<string> {
  const html = await (await visit(path)).text()
  const isUnlisted = html.includes('<meta name="robots" content="noindex"')
  expect(html.includes('<link rel="canonical"')).toBe(!isUnlisted)
  return isUnlisted ? 'unlisted' : 'listed'
}

test.each([
  '/',
  '/about',
  '/sql',
  '/search',
  '/plot',
  '/compare',
  '/exoplanets',
  '/exoplanets?default_flag=1',
  '/stellarhosts',
  '/columns/exoplanets',
  '/plots',
  '/insights',
  '/data/',
  '/changes',
  '/exoplanets/51%20Peg%20b',
])('%s can be found by crawlers', async (path) => {
  expect(await listingOf(path)).toBe('listed')
})

test.each([
  '/sql?q=SELECT+1',
  '/search?q=peg',
  '/plot?x=pl_rade',
  '/compare?planets=51+Peg+b',
  '/exoplanets?page=2',
  '/exoplanets?filter=peg',
  '/stellarhosts?sort_by=hostname',
  '/columns/exoplanets?q=radius',
  '/exoplanets/no%20such%20planet',
  '/nowhere',
])('%s is one of endlessly many, or none, and is left out', async (path) => {
  expect(await listingOf(path)).toBe('unlisted')
})
