import { afterAll, beforeAll, expect, test } from 'bun:test'
import axe from 'axe-core'
import { type Browser, browserPath, NO_BROWSER, startBrowser } from '../../fixtures/servers/browser.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

/** Pages of each kind, and what each is to show. */
const PAGES = [
  ['/sql?q=SELECT+pl_name,pl_rade,pl_orbper+FROM+exoplanets+WHERE+default_flag=1', 'Result'],
  ['/columns/exoplanets', 'Columns of'],
  ['/columns/exoplanets/pl_orbper', 'How its values are spread'],
  ['/columns/stellarhosts/st_spectype', 'most frequent|Values'],
  ['/data/', 'Data files'],
  ['/changes', 'Changes'],
  ['/about', 'How to cite'],
] as const

skipUnless(browserPath !== undefined, NO_BROWSER).describe('in a browser', () => {
  let server: TestServer
  const browsers = new Map<'light' | 'dark', Browser>()

  beforeAll(async () => {
    server = await startServer({ SQL_PROCESSES: '1' })
    for (const scheme of ['light', 'dark'] as const) browsers.set(scheme, await startBrowser(scheme))
  }, 60_000)
  afterAll(async () => {
    for (const browser of browsers.values()) await browser.close()
    await server.stop()
  })

  for (const [path, words] of PAGES)
    test(`${path} has no finding at two widths in light and dark`, async () => {
      for (const [scheme, browser] of browsers)
        for (const width of [375, 1_440]) {
          const what = `${path} ${scheme} ${width}`
          const { page, faults, asked } = await browser.open(server.url + path, { width, height: 800 })
          expect(await page.locator('main').textContent(), what).toMatch(new RegExp(words))
          for (const summary of await page.locator('details:not([hidden]) > summary').all()) await summary.click()
          // The page itself does not scroll sideways: what is wider scrolls by itself.
          expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), what).toBeLessThanOrEqual(0)
          expect(faults, what).toEqual([])
          expect(
            asked.filter((url) => !url.startsWith(`${server.url}/`)),
            what,
          ).toEqual([])
          if ((scheme === 'dark') !== (width === 375)) {
            await page.close()
            continue
          }
          // The policy of the page runs no script of a test; the debugger may.
          await page.evaluate(axe.source)
          const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
          const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          expect(
            serious.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
            what,
          ).toEqual([])
          expect(faults, what).toEqual([])
          expect(
            asked.filter((url) => !url.startsWith(`${server.url}/`)),
            what,
          ).toEqual([])
          await page.close()
        }
    }, 120_000)
})
