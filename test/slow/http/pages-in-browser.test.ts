import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { awkwardArchive } from '../../fixtures/archives/awkward-archive.ts'
import { type Browser, browserPath, NO_BROWSER, startBrowser } from '../../fixtures/servers/browser.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

/** An address of each kind of page, and of what it shows in place of one. */
const PAGES = [
  '/',
  '/search',
  '/search?q=keppler',
  '/exoplanets',
  '/exoplanets?default_flag=1&sort_by=pl_rade&pl_orbper__gte=10&columns=pl_name,pl_rade,pl_bmasse,pl_refname,pl_orbeccen',
  '/exoplanets?sort_by=nope',
  '/stellarhosts',
  '/exoplanets/HD%20189733%20b',
  '/exoplanets/51%20Peg%20b',
  '/stellarhosts/TRAPPIST-1',
  '/plots',
  '/plots/mass-radius',
  '/plot?x=st_teff&y=pl_rade&color=discoverymethod&size=pl_bmasse&pl_rade__lt=4',
  '/plot?x=nope',
  '/insights',
  '/insights/smallest-exoplanets-radius',
  '/sql?q=SELECT+pl_name,+pl_orbper,+pl_rade+FROM+exoplanets+WHERE+pl_rade+%3E+10&x=pl_orbper&y=pl_rade',
  '/sql?q=SELECT+nope',
  '/columns/exoplanets',
  '/columns/exoplanets/pl_rade',
  '/data/',
  '/changes',
  '/about',
  '/compare',
  '/compare?names=TRAPPIST-1+e,Kepler-22+b,HD+209458+b',
  '/exoplanets/nothing',
]

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A fault that axe found, of those that keep people out. */
interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

const withBrowser = skipUnless(browserPath !== undefined, NO_BROWSER)

withBrowser.describe('every page in a browser', () => {
  let service: CatalogApp
  let server: ReturnType<typeof Bun.serve>
  const opened: Browser[] = []

  const start = async (): Promise<string> => {
    service ??= await catalogApp()
    server ??= Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: service.app.fetch })
    return server.url.href.replace(/\/$/, '')
  }
  const browse = async (...options: Parameters<typeof startBrowser>): Promise<Browser> => {
    const browser = await startBrowser(...options)
    opened.push(browser)
    return browser
  }
  afterAll(async () => {
    for (const browser of opened) await browser.close()
    await server?.stop(true)
    await service?.close()
  })

  /** The serious findings of axe; of one rule alone if it is named. */
  const findings = async (page: Page, what: string, rule?: string): Promise<readonly string[]> => {
    const options = { resultTypes: ['violations'], ...(rule === undefined ? {} : { runOnly: [rule] }) }
    const violations = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)}).then((found) => found.violations)`,
    )) as readonly Violation[]
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
  }
  const excessWidth = (page: Page) => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

  let withScripts: Promise<Browser> | undefined
  let withoutScripts: Promise<Browser> | undefined

  // A test for each page, so that none takes long on a busy machine.
  for (const path of PAGES) {
    test(`${path} fits a phone and a desk, and axe finds nothing serious in either theme`, async () => {
      const base = await start()
      withScripts ??= browse()
      const { page, faults, asked } = await (await withScripts).open(`${base}${path}`, { width: 375, height: 900 })
      if (path.startsWith('/sql')) await page.locator('.editor .cm-content').waitFor()
      // The policy of the page forbids strangers' scripts, but not those of the tool that drives the browser.
      await page.evaluate(AXE)
      for (const width of [375, 1_440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await excessWidth(page), `at ${width}`).toBeLessThanOrEqual(0)
        expect(await findings(page, `at ${width}`)).toEqual([])
      }
      // The themes differ in nothing but colors.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findings(page, 'dark', 'color-contrast')).toEqual([])
      expect(faults).toEqual([])
      for (const address of asked) expect(address).toStartWith(`${base}/`)
      await page.close()
    })

    test(`${path} fits a phone and a desk without JavaScript`, async () => {
      const base = await start()
      withoutScripts ??= browse('light', { javaScript: false })
      const { page, faults, asked } = await (await withoutScripts).open(`${base}${path}`, { width: 375, height: 900 })
      for (const width of [375, 1_440]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await excessWidth(page), `at ${width}`).toBeLessThanOrEqual(0)
      }
      expect(await page.locator('h1').count()).toBe(1)
      expect(faults).toEqual([])
      for (const address of asked) expect(address).toStartWith(`${base}/`)
      await page.close()
    })
  }

  test.each([
    [390, 9.5],
    [1_280, 10.4],
  ])('has letters in its pictures that can be read at a width of %d', async (width, smallest) => {
    const base = await start()
    withScripts ??= browse()
    for (const path of ['/columns/exoplanets/pl_rade', '/stellarhosts/TRAPPIST-1', '/exoplanets/Kepler-22%20b']) {
      const { page } = await (await withScripts).open(`${base}${path}`, { width, height: 900 })
      const sizes = (await page.evaluate(`[...document.querySelectorAll('main svg text')].flatMap((text) => {
        const svg = text.ownerSVGElement
        const { width } = svg.getBoundingClientRect()
        if (width === 0 || getComputedStyle(text).display === 'none') return []
        return [(parseFloat(getComputedStyle(text).fontSize) * width) / svg.viewBox.baseVal.width]
      })`)) as readonly number[]
      expect(sizes.length, path).toBeGreaterThan(3)
      expect(Math.min(...sizes), path).toBeGreaterThan(smallest)
      await page.close()
    }
  })

  test('wraps the headings of its tables rather than letting them scroll on a desk', async () => {
    const base = await start()
    withScripts ??= browse()
    for (const path of ['/stellarhosts/TRAPPIST-1', '/exoplanets/Kepler-22%20b']) {
      const { page } = await (await withScripts).open(`${base}${path}`, { width: 1_280, height: 900 })
      const excess = await page.evaluate(
        "Math.max(...[...document.querySelectorAll('.scroll')].map((each) => each.scrollWidth - each.clientWidth))",
      )
      expect(excess, path).toBeLessThanOrEqual(0)
      await page.close()
    }
  })

  test('stands still while it loads', async () => {
    const base = await start()
    const browser = await browse()
    const query = 'SELECT discoverymethod, count(*) AS planets FROM exoplanets GROUP BY discoverymethod'
    const paths = [
      '/',
      '/exoplanets',
      '/exoplanets/HD%20189733%20b',
      '/plots/mass-radius',
      '/plot',
      '/sql',
      `/sql?q=${encodeURIComponent(query)}`,
    ]
    for (const path of paths)
      for (const width of [375, 1_280]) {
        const { page } = await browser.open(`${base}${path}`, { width, height: 900 })
        if (path.startsWith('/sql')) await page.locator('.editor .cm-content').waitFor()
        // Two frames later, all that scripts changed has been laid out and counted.
        const shift = await page.evaluate(`new Promise((resolve) => {
          let sum = 0
          const add = (list) => list.forEach(({ value, hadRecentInput }) => { if (!hadRecentInput) sum += value })
          const observer = new PerformanceObserver((list) => add(list.getEntries()))
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
            add(observer.takeRecords())
            resolve(sum)
          }, 100)))
        })`)
        expect(shift, `${path} at ${width}`).toBeLessThan(0.01)
        await page.close()
      }
  })

  test('fits paper, without what only a screen needs', async () => {
    const base = await start()
    const browser = await browse()
    const names = 'TRAPPIST-1+e,Kepler-22+b,HD+209458+b,HD+189733+b,51+Peg+b,WASP-12+b'
    for (const path of ['/exoplanets', '/exoplanets/HD%20189733%20b', `/compare?names=${names}`, '/plot', '/changes']) {
      // The width of A4 without its margins, at 96 pixels to the inch.
      const { page } = await browser.open(`${base}${path}`, { width: 680, height: 960 })
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(680)
      expect(
        await page.evaluate(
          `[...document.querySelectorAll('.scroll table')].filter((table) => table.getBoundingClientRect().right > 680).length`,
        ),
        path,
      ).toBe(0)
      expect(await page.locator('nav:visible, form:visible, button:visible').count(), path).toBe(0)
      await page.close()
    }
  })

  test('can be read without JavaScript, from the search to a planet, its host and a file', async () => {
    const base = await start()
    const { page, faults } = await (await browse('light', { javaScript: false })).open(`${base}/`)
    await page.fill('#look-up', '51 peg B')
    await page.press('#look-up', 'Enter')
    await page.waitForURL(`${base}/exoplanets/51%20Peg%20b`)
    expect(await page.textContent('h1')).toBe('51 Peg b')
    await page.click('h2 a:has-text("51 Peg")')
    await page.waitForURL(`${base}/stellarhosts/51%20Peg`)
    await page.goto(`${base}/exoplanets`)
    await page.click('summary:has-text("Columns")')
    await page.check('input[name="column"][value="pl_eqt"]')
    await page.click('button:has-text("Show these columns")')
    await page.waitForURL(/columns=.*pl_eqt/)
    await page.click('a:has-text("One row per planet")')
    await page.waitForURL(/default_flag=1/)
    const csv = await page.getAttribute('a:has-text("CSV")', 'href')
    const response = await fetch(new URL(csv!, page.url()))
    expect(response.headers.get('content-type')).toContain('text/csv')
    expect(await response.text()).toStartWith('pl_name,hostname')
    expect(faults).toEqual([])
  })

  test('is reached with the keyboard: the first key leads past the navigation', async () => {
    const base = await start()
    const { page } = await (await browse()).open(`${base}/exoplanets/51%20Peg%20b`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })

  test('shows cells of any kind as text', async () => {
    const other = await catalogApp({}, await awkwardArchive())
    const host = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: other.app.fetch })
    withScripts ??= browse()
    const browser = await withScripts
    const sql = 'SELECT DISTINCT pl_name FROM exoplanets WHERE pl_name IS NOT NULL'
    const { data } = (await (await other.get(`/rest/query?sql=${encodeURIComponent(sql)}`)).json()) as {
      data: { pl_name: string }[]
    }
    // One of each text; pages of plain names are opened above.
    const byText = new Map(data.map(({ pl_name: name }) => [name.replace(/ \d$/, ''), name]))
    const names = [...byText.values()].filter((name) => /[^\w -]/.test(name))
    expect(names.length).toBeGreaterThan(20)
    for (const name of names) {
      const { page, faults, asked } = await browser.open(`${host.url.href}exoplanets/${encodeURIComponent(name)}`)
      expect(await page.textContent('h1')).toBe(name)
      expect(await page.evaluate('document.querySelectorAll("script:not([src]), iframe, img").length')).toBe(0)
      expect(faults, name).toEqual([])
      for (const address of asked) expect(address).toStartWith(host.url.href)
      await page.close()
    }
    await host.stop(true)
    await other.close()
  })
})
