import { afterAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { HOSTILE_TEXTS, readSvg } from '../../fixtures/plots/read-svg.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

const visit = (path: string, accept = BROWSER): Promise<Response> => service.get(path, { headers: { accept } })

/** The first column of the result of a query. */
async function sql(text: string): Promise<readonly unknown[]> {
  const response = await service.get(`/rest/query?limit=10000&sql=${encodeURIComponent(text)}`)
  const { data, columns } = (await response.json()) as { data: Record<string, unknown>[]; columns: string[] }
  return data.map((row) => row[columns[0]!])
}

const titlesOf = (svg: string): number => readSvg(svg).filter(({ name }) => name === 'title').length - 1

test('without parameters it is radius against period, of default rows', async () => {
  const response = await visit('/plot')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<h1>Radius against orbital period</h1>')
  const svg = await (await visit('/plot?format=svg')).text()
  const [count] = await sql(
    'SELECT COUNT(*) FROM exoplanets WHERE default_flag = 1 AND pl_orbper > 0 AND pl_rade IS NOT NULL',
  )
  expect(titlesOf(svg)).toBe(Number(count))
  expect(svg).toContain('Orbital period (d)')
})

test.each([
  ['x=pl_bmasse&y=pl_rade&xscale=log&yscale=log', 'default_flag = 1 AND pl_bmasse > 0 AND pl_rade > 0'],
  ['rows=all&x=st_teff&y=sy_dist&xscale=linear&yscale=log', 'st_teff IS NOT NULL AND sy_dist > 0'],
  [
    'x=pl_orbper&y=pl_rade&xscale=log&yscale=linear&discoverymethod=Transit&pl_rade__lt=4&color=st_teff&size=pl_bmasse',
    "default_flag = 1 AND discoverymethod = 'Transit' AND pl_rade < 4 AND pl_orbper > 0",
  ],
  [
    'rows=all&x=disc_year&y=sy_dist&xscale=linear&yscale=linear&filter=kepler',
    "disc_year IS NOT NULL AND sy_dist IS NOT NULL AND pl_name LIKE '%kepler%'",
  ],
])('the points of %s are the rows that SQL finds, and lead to their planets', async (query, condition) => {
  const names = await sql(`SELECT pl_name FROM exoplanets WHERE ${condition}`)
  expect(names.length).toBeGreaterThan(0)
  const svg = await (await visit(`/plot?${query}&format=svg`)).text()
  expect(titlesOf(svg)).toBe(names.length)
  const links = readSvg(svg).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href!] : []))
  expect(links.sort()).toEqual(names.map((name) => `./exoplanets/${encodeURIComponent(String(name))}`).sort())
  // The rows as CSV are those of the table read.
  const csv = await visit(`/plot?${query}&format=csv`)
  expect(csv.headers.get('content-type')).toStartWith('text/csv')
  const lines = (await csv.text()).trimEnd().split('\r\n')
  expect(lines.length - 1).toBeGreaterThanOrEqual(names.length)
  expect(lines[0]).toStartWith('pl_name,')
})

test('the picture is also a PNG, which is kept', async () => {
  const response = await visit('/plot?format=png')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const first = await response.bytes()
  expect(first.subarray(1, 4)).toEqual(Buffer.from('PNG'))
  const again = await visit('/plot?format=png')
  expect(again.headers.get('etag')).toBe(response.headers.get('etag')!)
  expect(await again.bytes()).toEqual(first)
  expect((await visit('/plots/mass-period.png')).headers.get('content-type')).toBe('image/png')
})

test('what is wrong is said in place, with the form as it was', async () => {
  for (const [query, words] of [
    ['x=pl_rad&y=pl_orbper', 'pl_rade'],
    ['x=pl_name', 'is a text column'],
    ['table=planets', 'must be exoplanets or stellarhosts'],
    ['xscale=cubic', 'cubic'],
    ['format=gif', 'must be one of'],
    ['pl_rade__like=4', 'like'],
    ['nope=4', 'nope'],
    ['limit=4', 'has no pages'],
    ['x=pl_rade&x=pl_orbper', 'repeated'],
  ] as const) {
    const isFile = query.startsWith('format')
    const page = await visit(`/plot?${query}`)
    expect(page.status, query).toBe(400)
    expect(page.headers.get('cache-control')).toBe('no-store')
    const text = await page.text()
    expect(text, query).toContain(words)
    if (!isFile) expect(text).toContain('role="alert"')
    const program = await visit(`/plot?${query}`, '*/*')
    const type = isFile ? 'application/problem+json' : 'text/html; charset=utf-8'
    expect([program.status, program.headers.get('content-type')], query).toEqual([400, type])
  }
  const html = await (await visit('/plot?x=nope&y=pl_rade&color=st_teff&pl_rade__lt=4')).text()
  for (const held of [
    'value="nope" selected',
    'value="pl_rade" selected',
    'value="st_teff" selected',
    'name="pl_rade__lt" value="4"',
    'aria-invalid="true"',
  ])
    expect(html).toContain(held)
  expect((await visit('/plot', 'application/json')).status).toBe(406)
})

test('the rows that are listed are those that are drawn, and say how many these are', async () => {
  const html = await (await visit('/plot?x=pl_bmasse&y=pl_rade')).text()
  const [count] = await sql('SELECT COUNT(*) FROM exoplanets WHERE default_flag = 1 AND pl_bmasse > 0 AND pl_rade > 0')
  const [all] = await sql('SELECT COUNT(*) FROM exoplanets WHERE default_flag = 1')
  expect(Number(count)).toBeLessThan(Number(all))
  expect(html).toContain(`${count} rows that these axes can show`)
  expect(html).toContain(`Left out: ${Number(all) - Number(count)} rows without a number on an axis`)
  const rows = html.slice(html.indexOf('Rows of the plot'))
  expect(rows).toContain('data-column="pl_rade"')
  expect(rows).not.toMatch(/data-column="pl_(?:rade|bmasse)"[^>]*><span class="none"/)
})

test('the form adds conditions, and its addresses say no more than they must', async () => {
  const sent = async (query: string) => {
    const response = await service.app.fetch(
      new Request(`http://localhost/plot?${query}`, { headers: { accept: BROWSER }, redirect: 'manual' }),
    )
    return [response.status, response.headers.get('location')]
  }
  const form = 'x=pl_orbper&xscale=auto&y=pl_rade&yscale=log&color=&size=&rows=default&table=exoplanets'
  const added = (column: string, operator: string, value: string) =>
    `condition_column=${column}&condition_operator=${operator}&condition_value=${value}`
  expect(await sent(`${form}&${added('', 'eq', '')}`)).toEqual([302, './plot?x=pl_orbper&y=pl_rade&yscale=log'])
  expect(await sent(`${form}&pl_rade__gt=1&st_teff=&${added('pl_rade', 'lt', '4')}`)).toEqual([
    302,
    './plot?x=pl_orbper&y=pl_rade&yscale=log&pl_rade__gt=1&pl_rade__lt=4',
  ])
  expect(await sent(`x=pl_orbper&${added('discoverymethod', 'eq', 'Radial+Velocity')}`)).toEqual([
    302,
    './plot?x=pl_orbper&discoverymethod=Radial+Velocity',
  ])
  // Columns and conditions of the table that was chosen before do not stand in the way.
  const other = 'x=pl_orbper&y=st_teff&table=stellarhosts&pl_rade__lt=4&st_teff__gt=5000'
  expect(await sent(`${other}&${added('', 'eq', '')}`)).toEqual([
    302,
    './plot?y=st_teff&table=stellarhosts&st_teff__gt=5000',
  ])
  expect((await sent(`x=nope&${added('nope', 'lt', '4')}`))[1]).toBe('./plot?x=nope&nope__lt=4')
  const html = await (await visit('/plot?x=pl_orbper&y=pl_rade&pl_rade__lt=4')).text()
  expect(html).toContain('Radius (R⊕) &lt;<br/><input name="pl_rade__lt" value="4"')
})

test('a condition that no row meets is told with values that rows have', async () => {
  const html = await (await visit('/plot?x=pl_orbper&y=pl_rade&discoverymethod=transit&pl_rade__lt=4')).text()
  expect(html).toContain('No row meets the conditions')
  const link = /href="\.(\/plot\?[^"]*discoverymethod=Transit)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  expect(link).toBe('/plot?x=pl_orbper&y=pl_rade&pl_rade__lt=4&discoverymethod=Transit')
  const found = await (await visit(link)).text()
  expect(found).not.toContain('No row meets the conditions')
})

test('limits are arrows, and are counted', async () => {
  const svg = await (await visit('/plot?x=pl_orbper&y=pl_orbeccen&yscale=linear&format=svg')).text()
  const [limits] = await sql(
    'SELECT COUNT(*) FROM exoplanets WHERE default_flag = 1 AND pl_orbper > 0 AND pl_orbeccen IS NOT NULL AND (abs(pl_orbeccenlim) = 1 OR abs(pl_orbperlim) = 1)',
  )
  expect(Number(limits)).toBeGreaterThan(0)
  expect(svg).toContain(
    limits === 1
      ? '1 is an upper or lower limit'
      : `${Number(limits).toLocaleString('en-US')} are upper or lower limits`,
  )
  expect(svg).toContain('plot-limits')
})

test('stars can be drawn too', async () => {
  const svg = await (
    await visit('/plot?table=stellarhosts&x=st_teff&y=sy_dist&xscale=log&yscale=log&format=svg')
  ).text()
  const [count] = await sql('SELECT COUNT(*) FROM stellarhosts WHERE st_teff > 0 AND sy_dist > 0')
  expect(titlesOf(svg)).toBe(Number(count))
  expect(svg).toContain('./stellarhosts/')
})

test('whatever the parameters are, the answer is a page, a picture, rows, or a refusal', async () => {
  const columns = [
    'pl_rade',
    'pl_orbper',
    'st_teff',
    'disc_year',
    'pl_name',
    'discoverymethod',
    'default_flag',
    'nope',
    '',
  ]
  const word = fc.oneof(
    fc.constantFrom(...columns),
    fc.constantFrom(...HOSTILE_TEXTS.map((text) => text.toWellFormed().slice(0, 500))),
    fc.string(),
  )
  const name = fc.oneof(
    fc.constantFrom(
      'x',
      'y',
      'color',
      'size',
      'xscale',
      'yscale',
      'rows',
      'table',
      'format',
      'filter',
      'cone',
      'pl_rade__gt',
      'limit',
    ),
    fc.string(),
  )
  const value = fc.oneof(
    word,
    fc.constantFrom('log', 'linear', 'all', 'stellarhosts', 'svg', 'csv', '1', '-5', '1e400'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 5 }), async (pairs) => {
      const query = pairs
        .map(([a, b]) => `${encodeURIComponent(a.toWellFormed())}=${encodeURIComponent(b.toWellFormed())}`)
        .join('&')
      const response = await visit(`/plot?${query}`)
      expect([200, 400], query).toContain(response.status)
      const text = await response.text()
      if (response.headers.get('content-type') === 'image/svg+xml') readSvg(text)
      // JSON needs no escapes of HTML: its media type keeps browsers from reading it as a page.
      if (!/json/.test(response.headers.get('content-type') ?? '')) expect(text).not.toContain('<script>alert')
    }),
    { numRuns: 120 },
  )
})
