import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Browser, browserPath, NO_BROWSER, startBrowser } from '../../fixtures/servers/browser.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

const BUNDLE = '/swagger-ui/swagger-ui-bundle.js'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

/** The addresses that a page loads, as it writes them. */
async function partsOf(path: string): Promise<string[]> {
  const html = await (await service.get(path)).text()
  return Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), (match) => match[1]!)
}

describe('the documentation page', () => {
  test.each([
    ['/swagger-ui', '/swagger-ui/'],
    ['/swagger-ui/', '/swagger-ui/'],
    ['/catalog/swagger-ui', '/catalog/swagger-ui/'],
    ['/catalog/swagger-ui/', '/catalog/swagger-ui/'],
  ])('under %s it loads its parts from %s', async (address, folder) => {
    const parts = await partsOf(address.replace('/catalog', ''))
    expect(parts).toHaveLength(5)
    for (const part of parts) {
      const { pathname } = new URL(part, `http://localhost${address}`)
      expect(pathname.startsWith(folder), part).toBe(true)
      expect((await service.get(pathname.replace('/catalog', ''))).status).toBe(200)
    }
  })

  test('may load nothing from other hosts, and runs no script that stands in a page', async () => {
    for (const path of ['/swagger-ui', '/swagger-ui/', '/swagger-ui/page.js']) {
      const policy = (await service.get(path)).headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
    expect(await (await service.get('/swagger-ui')).text()).not.toMatch(/https?:|<script>|<style|style=|onload/)
  })

  test('its files have their types, are compressed once and revalidated', async () => {
    const headers = { 'accept-encoding': 'br' }
    const first = await service.get(BUNDLE, { headers })
    expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(first.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=86400')
    expect((await first.arrayBuffer()).byteLength).toBeLessThan(700_000)
    const etag = first.headers.get('etag')!
    expect((await service.get(BUNDLE, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304)
  })

  test.each([
    '/swagger-ui/index.html',
    '/swagger-ui/swagger-ui-bundle.js.map',
    '/swagger-ui/package.json',
    '/swagger-ui/../package.json',
    '/swagger-ui/%2e%2e%2fpackage.json',
    '/swagger-ui/..%2f..%2f..%2fetc%2fpasswd',
    '/swagger-ui/a/b',
  ])('%s is not among its files', async (path) => {
    const response = await service.get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'unknown_path' })
  })
})

skipUnless(browserPath !== undefined, NO_BROWSER).describe('in a browser', () => {
  const CARD = '#operations-SQL-execute_sql'
  let browser: Browser
  let server: Bun.Server<undefined>
  /** A proxy that publishes the service under a folder of its own, and takes the folder off. */
  let proxy: Bun.Server<undefined>

  beforeAll(async () => {
    browser = await startBrowser()
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.app.fetch })
    proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        if (!pathname.startsWith('/deep/catalog/')) return new Response('not here', { status: 404 })
        const target = new URL(pathname.slice('/deep/catalog'.length) + search, server.url)
        return fetch(target, { headers: request.headers, decompress: false })
      },
    })
  })
  afterAll(async () => {
    await browser.close()
    await proxy.stop(true)
    await server.stop(true)
  })

  test.each(['/swagger-ui', '/deep/catalog/swagger-ui/'])(
    '%s runs a query in the page, asks no other host, and the console stays empty',
    async (path) => {
      const { origin } = (path.startsWith('/deep') ? proxy : server).url
      const { page, faults, asked } = await browser.open(origin + path)
      await page.click(`${CARD} .opblock-summary-control`)
      await page.fill(`${CARD} tr[data-param-name="sql"] input`, "SELECT 'it' || 'works' AS answer")
      await page.click(`${CARD} .execute`)
      const answer = page.locator(`${CARD} .live-responses-table .response`)
      await answer.waitFor()
      expect(await answer.locator('.response-col_status').textContent()).toStartWith('200')
      const body = JSON.parse((await answer.locator('.highlight-code pre').first().textContent()) ?? '')
      expect(body).toMatchObject({ data: [{ answer: 'itworks' }], rows: 1, columns: ['answer'] })
      await page.click('#operations-Tables-get_exoplanets .opblock-summary-control')
      const columns = page.locator('#operations-Tables-get_exoplanets tr[data-param-name="sort_by"] select')
      expect(await columns.textContent()).toContain('pl_orbper')
      expect(await page.locator('.errors-wrapper').count()).toBe(0)
      expect(asked.length).toBeGreaterThan(6)
      expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
      expect(faults).toEqual([])
      await page.close()
    },
  )
})
