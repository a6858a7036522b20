import { afterAll, beforeAll, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { type Browser, browserPath, NO_BROWSER, type OpenPage, startBrowser } from '../../fixtures/servers/browser.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

skipUnless(browserPath !== undefined, NO_BROWSER).describe('the editor', () => {
  let browser: Browser
  let server: TestServer
  /** Publishes the service under a folder of its own. */
  let proxy: Bun.Server<undefined>

  beforeAll(async () => {
    server = await startServer({ SQL_PROCESSES: '1' })
    browser = await startBrowser()
    proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch(request) {
        const { pathname, search } = new URL(request.url)
        if (!pathname.startsWith('/deep/catalog/')) return new Response('not here', { status: 404 })
        return fetch(server.url + pathname.slice('/deep/catalog'.length) + search, {
          headers: request.headers,
          decompress: false,
        })
      },
    })
  })
  afterAll(async () => {
    await browser.close()
    await proxy.stop(true)
    await server.stop()
  })

  const address = (sql: string): string => `${server.url}/sql${sql === '' ? '' : `?q=${encodeURIComponent(sql)}`}`

  async function openEditor(sql = ''): Promise<OpenPage & { readonly content: ReturnType<Page['locator']> }> {
    const opened = await browser.open(address(sql))
    const content = opened.page.locator('.editor .cm-content')
    await content.waitFor()
    return { ...opened, content }
  }

  async function findings(page: Page): Promise<readonly string[]> {
    // The policy of the page runs no script of a test; the debugger may.
    await page.evaluate(axe.source)
    const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`)
  }

  // A unit may follow the name.
  const columns = async (page: Page) =>
    (await page.locator('#result thead th').allTextContents()).map((heading) => heading.split(' ')[0])

  test('types, completes columns with unit and meaning, runs, and puts the query into the address', async () => {
    const { page, faults, asked, content } = await openEditor()
    await content.click()
    await page.keyboard.type('SELECT pl_name, pl_orbp')
    const option = page.locator('.editor .cm-tooltip-autocomplete li[aria-selected]')
    await option.and(page.locator(':has-text("pl_orbper")')).waitFor()
    expect(await option.textContent()).toContain('day')
    expect(await page.locator('.editor .cm-completionInfo').textContent()).toContain('Time that one orbit takes')
    await option.click()
    await page.keyboard.type(" FROM exoplanets WHERE default_flag = 1 AND pl_name = '51 Peg b'")
    await page.keyboard.press('Control+Enter')
    await page.locator('#result table').waitFor()
    expect(await columns(page)).toEqual(['pl_name', 'pl_orbper'])
    expect(await page.locator('#result tbody tr').allTextContents()).toEqual(['51 Peg b4.230785'])
    expect(new URL(page.url()).searchParams.get('q')).toStartWith('SELECT pl_name, pl_orbper FROM')
    expect(faults).toEqual([])
    expect(asked.filter((url) => !url.startsWith(`${server.url}/`))).toEqual([])
    await page.close()
  })

  test('completes functions and values of columns', async () => {
    const { page, faults, content } = await openEditor()
    const list = page.locator('.editor .cm-tooltip-autocomplete')
    await content.click()
    await page.keyboard.type('SELECT medi')
    await list.locator('li[aria-selected]', { hasText: 'median' }).click()
    await page.keyboard.type('pl_orbper')
    await page.keyboard.press('Escape')
    await page.keyboard.press('End')
    await page.keyboard.type(" FROM exoplanets WHERE discoverymethod = 'Tra")
    await list.locator('li', { hasText: /^Transit\d/ }).click()
    expect(await content.textContent()).toBe(
      "SELECT median(pl_orbper) FROM exoplanets WHERE discoverymethod = 'Transit'",
    )
    expect(faults).toEqual([])
    await page.close()
  })

  test('marks an error at its place, and takes the mark away when the query is right', async () => {
    const { page, faults, content } = await openEditor()
    await content.click()
    await page.keyboard.type('SELECT pl_nam FROM exoplanets')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    const mark = page.locator('.editor .cm-lintRange-error')
    await mark.waitFor()
    expect(await mark.textContent()).toBe('pl_nam')
    expect(await page.locator('#result [role=alert]').textContent()).toContain('pl_name')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('SELECT DISTINCT pl_name FROM exoplanets')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.locator('#result table').waitFor()
    expect(await mark.count()).toBe(0)
    // A status of 400 is logged by the browser itself.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
    await page.close()
  })

  test('an address with a fault is marked when it is opened', async () => {
    const { page } = await openEditor('SELECT 1,\n  pl_nam FROM exoplanets')
    expect(await page.locator('.editor .cm-lintRange-error').textContent()).toBe('pl_nam')
    await page.close()
  })

  test('pages through a result, goes back, and warns', async () => {
    const { page, faults, content } = await openEditor('SELECT pl_name FROM exoplanets')
    expect(await page.locator('#result .caveats').textContent()).toContain('default_flag = 1')
    const first = await page.locator('#result tbody td').first().textContent()
    await page.click('#result a[rel=next]')
    await page.locator('#result', { hasText: 'Page 2 of' }).waitFor()
    expect(await page.locator('#result tbody td').first().textContent()).not.toBe(first)
    expect(page.url()).toContain('page=2')
    await page.goBack()
    await page.locator('#result', { hasText: 'Page 1 of' }).waitFor()
    expect(await content.textContent()).toBe('SELECT pl_name FROM exoplanets')
    expect(faults).toEqual([])
    await page.close()
  })

  test('keeps past queries in the browser until they are to be forgotten', async () => {
    const { page, content } = await openEditor()
    await content.click()
    await page.keyboard.type('SELECT 41 + 1 AS answer')
    await page.keyboard.press('Control+Enter')
    await page.locator('#result table').waitFor()
    await page.goto(address(''))
    await page.click('#past-queries summary')
    await page.click('#past-queries li button')
    await page.locator('#result table').waitFor()
    expect(await columns(page)).toEqual(['answer'])
    await page.click('#past-queries > button')
    expect(await page.locator('#past-queries').isHidden()).toBe(true)
    await page.goto(address(''))
    expect(await page.locator('#past-queries').isHidden()).toBe(true)
    await page.close()
  })

  test('stops a query that takes long', async () => {
    const { page } = await openEditor()
    await page.locator('.editor .cm-content').click()
    await page.keyboard.type('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('#result', { hasText: 'Stopped.' }).waitFor()
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0)
    await page.close()
  })

  test('works in a folder of another address, whose name then stands in the code', async () => {
    const origin = `http://127.0.0.1:${proxy.port}/deep/catalog`
    const { page, faults, asked } = await browser.open(`${origin}/sql?q=SELECT+1+AS+one`)
    await page.click('.samples summary')
    expect(await page.locator('.samples pre').first().textContent()).toContain(`'${origin}/rest/query'`)
    await page.locator('.editor .cm-content').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', 2 AS two')
    await page.keyboard.press('Control+Enter')
    await page.locator('#result th', { hasText: 'two' }).waitFor()
    expect(page.url()).toStartWith(`${origin}/sql?q=`)
    expect(faults).toEqual([])
    expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([])
    await page.close()
  })

  test('without JavaScript there is a form, and its result', async () => {
    const { page } = await browser.open(address(''))
    const plain = await page.context().browser()?.newContext({ javaScriptEnabled: false })
    await page.close()
    // A persistent profile has no browser of its own: then scripts are kept from being loaded.
    const without = plain === undefined ? await page.context().newPage() : await plain.newPage()
    await without.route('**/*.js', (route) => route.abort())
    await without.goto(address(''))
    await without.fill('textarea[name=q]', 'SELECT 6 * 7 AS answer')
    await without.click('#query button')
    expect(await without.locator('#result tbody').textContent()).toBe('42')
    expect(await without.inputValue('textarea[name=q]')).toBe('SELECT 6 * 7 AS answer')
    await without.close()
    await plain?.close()
  })

  test('has no serious finding of axe, in either state', async () => {
    for (const sql of ['', 'SELECT pl_name, pl_rade FROM exoplanets', 'SELECT pl_nam FROM exoplanets']) {
      const { page } = await openEditor(sql)
      for (const summary of await page.locator('details:not([hidden]) > summary').all()) await summary.click()
      expect(await findings(page), sql).toEqual([])
      await page.close()
    }
  })
})
