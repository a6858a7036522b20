import { afterAll, describe, expect, test } from 'bun:test'
import type { InsightDescriptor, InsightResult, PlotDescriptor, PlotResult } from '../../../src/core/answers/insight.ts'
import { readSvg } from '../../fixtures/plots/read-svg.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

const visit = (path: string, accept = BROWSER): Promise<Response> => service.get(path, { headers: { accept } })
const jsonOf = async <Body>(path: string): Promise<Body> => (await (await service.get(path)).json()) as Body

/** The cells of the table of rows of a page, as text by row and column. */
async function cellsOf(html: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const rows: Record<string, string>[] = []
  let cell: { row: number; column: string } | undefined
  await new HTMLRewriter()
    .on('td[data-column]', {
      element(element) {
        cell = { row: Number(element.getAttribute('data-row')), column: element.getAttribute('data-column')! }
        rows[cell.row] ??= {}
        rows[cell.row]![cell.column] = ''
      },
      text({ text }) {
        if (cell !== undefined) rows[cell.row]![cell.column] += text
      },
    })
    .transform(new Response(html))
    .text()
  return rows
}

const shown = (value: unknown): string =>
  value === null ? '–no value' : typeof value === 'number' ? String(value).replaceAll('-', '−') : String(value)

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

async function expectRows(html: string, { columns, data }: Pick<InsightResult, 'columns' | 'data'>): Promise<void> {
  const cells = await cellsOf(html)
  expect(cells).toHaveLength(Math.min(data.length, cells.length))
  for (const [at, row] of cells.entries())
    for (const column of columns) expect(unescaped(row[column]!), column).toBe(shown(data[at]![column]))
}

test.each([
  ['/search?q=51+Peg+b', '/rest/resolve?name=51+Peg+b'],
  ['/sql?q=SELECT+1', '/rest/query?sql=SELECT+1'],
  ['/compare?names=51+Peg+b,Kepler-22+b', '/rest/exoplanets?pl_name__in=51+Peg+b,Kepler-22+b&columns=*&limit=1000'],
  [
    '/plot?x=st_teff&y=pl_rade&pl_rade__lt=4',
    '/rest/exoplanets?columns=pl_name,st_teff,pl_rade,pl_radeerr1,pl_radeerr2,pl_radelim&pl_rade__lt=4&default_flag=1',
  ],
  ['/plot?x=nope', '/rest/exoplanets'],
  ['/compare?names=%22open', '/rest/exoplanets'],
  ['/plots', '/plots/{slug}.json'],
])('a client that wants JSON at %s is told where that JSON is', async (path, json) => {
  const response = await visit(path, 'application/json')
  expect(response.status).toBe(406)
  const { detail } = (await response.json()) as { detail: string }
  expect(detail).toContain(`JSON is at ${json}.`)
  if (!json.includes('{')) expect((await service.get(json)).status).toBe(200)
})

describe('insights', () => {
  test('the list names every insight', async () => {
    const html = await (await visit('/insights')).text()
    for (const { slug } of await jsonOf<InsightDescriptor[]>('/rest/insights'))
      expect(html).toContain(`href="./insights/${slug}"`)
  })

  test('each page shows the rows, caveats and rows set aside of its JSON', async () => {
    let drawn = 0
    for (const { slug, caveats, sql } of await jsonOf<InsightDescriptor[]>('/rest/insights')) {
      const response = await visit(`/insights/${slug}`)
      expect(response.status, slug).toBe(200)
      const html = await response.text()
      const result = await jsonOf<InsightResult>(`/rest/insights/${slug}`)
      await expectRows(html, result)
      expect(unescaped(html)).toContain(caveats)
      for (const { reason } of result.left_out ?? []) expect(unescaped(html)).toContain(reason)
      // One click leads to the editor: the link stands outside of everything that has to be opened first.
      const closed = html.replaceAll(/<details[\s\S]*?<\/details>/g, '')
      const editor = /href="[^"]*\/sql\?q=([^"]*)"/.exec(closed)![1]!
      expect(decodeURIComponent(editor.replaceAll('+', '%20'))).toBe(sql)
      if (html.includes('class="chart"')) drawn += 1
    }
    expect(drawn).toBeGreaterThan(15)
  })

  test('one that does not exist is 404, for browsers with a page', async () => {
    const page = await visit('/insights/nearest-planet')
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain('nearest-planets')
    const problem = await visit('/insights/nope', '*/*')
    expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    const refused = await visit('/insights/nearest-planets', 'application/json')
    expect(refused.status).toBe(406)
    expect(await refused.text()).toContain('/rest/insights/nearest-planets')
  })
})

describe('the gallery', () => {
  // The archive of these tests has no positions for the map of the sky.
  const slugs = service.catalog.manifest.files.plots
  test.each(Object.keys(slugs))('%s is a page with its chart, rows and SQL', async (slug) => {
    const response = await visit(`/plots/${slug}`)
    expect(response.status).toBe(200)
    const html = await response.text()
    const result = await jsonOf<PlotResult>(`/plots/${slug}.json`)
    await expectRows(html, result)
    expect(unescaped(html)).toContain(result.meta.sql)
    // The markup of the drawing is as it is in the file.
    const file = await visit(`/plots/${slug}.svg`)
    expect(file.headers.get('content-type')).toBe('image/svg+xml')
    expect(file.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    const svg = await file.text()
    const links = readSvg(svg).filter(({ name }) => name === 'a')
    for (const { attributes } of links) expect(html).toContain(`href="${attributes.href!.replaceAll('&', '&amp;')}"`)
    const csv = await (await visit(`/plots/${slug}.csv`)).text()
    expect(csv.trimEnd().split('\r\n')).toHaveLength(result.rows + 1)
  })

  test('the list shows each with a picture, and leads to it', async () => {
    const html = await (await visit('/plots')).text()
    for (const slug of Object.keys(slugs)) expect(html).toContain(`href="./plots/${slug}"`)
    expect(html.split('<svg')).toHaveLength(Object.keys(slugs).length + 1)
  })

  test('one that the archive cannot give says why, and one that does not exist names the nearest', async () => {
    const omitted = await visit('/plots/sky-map')
    expect(omitted.status).toBe(404)
    expect(await omitted.text()).toContain('exoplanets.ra is missing')
    expect(await (await visit('/plots/mass-perod.json', '*/*')).json()).toMatchObject({
      status: 404,
      code: 'unknown_path',
      suggestions: ['mass-period'],
    })
    expect((await visit('/plots?x=1')).status).toBe(400)
    expect((await visit('/plots/mass-period', 'application/json')).status).toBe(406)
  })

  test('links of a picture are whole where the public address is known', async () => {
    const { settings } = service
    const other = await catalogApp({ settings: { ...settings, baseUrl: 'https://example.org/x' } })
    try {
      const svg = await (await other.get('/plots/mass-period.svg')).text()
      const links = readSvg(svg).filter(({ name }) => name === 'a')
      expect(links.length).toBeGreaterThan(0)
      for (const { attributes } of links) expect(attributes.href).toStartWith('https://example.org/x/exoplanets/')
    } finally {
      await other.close()
    }
  })

  test('descriptions are those of the list', async () => {
    const list: readonly PlotDescriptor[] = JSON.parse(new TextDecoder().decode(service.catalog.plotList().body()))
    expect(list.map(({ slug }) => slug)).toEqual(Object.keys(slugs))
  })
})
