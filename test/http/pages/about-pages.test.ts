import { afterAll, describe, expect, test } from 'bun:test'
import { changeList } from '../../../src/core/answers/changes.ts'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type { ChangeReport } from '../../../src/history/change-report.ts'
import { scriptJson } from '../../../src/pages/about/dataset-data.tsx'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

async function page(path: string, status = 200): Promise<string> {
  const response = await service.get(path, { headers: { accept: BROWSER } })
  expect(response.status, path).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  return response.text()
}

async function json<T>(path: string): Promise<T> {
  return (await service.get(path)).json() as Promise<T>
}

/** The text of what a selector finds, each element by itself. */
async function texts(html: string, selector: string): Promise<readonly string[]> {
  const found: string[] = []
  await new HTMLRewriter()
    .on(selector, {
      element: () => void found.push(''),
      text({ text }) {
        found[found.length - 1] += text
      },
    })
    .transform(new Response(html))
    .text()
  return found.map((text) => text.replaceAll(/\s+/g, ' ').trim())
}

async function links(html: string, selector: string): Promise<readonly string[]> {
  const found: string[] = []
  await new HTMLRewriter()
    .on(selector, { element: (element) => void found.push(element.getAttribute('href') ?? '') })
    .transform(new Response(html))
    .text()
  return found.map((href) => href.replaceAll('&amp;', '&'))
}

interface Schema {
  readonly columns: readonly { readonly name: string; readonly nulls: number }[]
}

describe('the columns of a table', () => {
  test('are all there, each once, those that belong to a value beside it', async () => {
    for (const table of ['exoplanets', 'stellarhosts']) {
      const html = await page(`/columns/${table}`)
      const { columns } = await json<Schema>(`/rest/${table}/schema`)
      const linked = (await links(html, 'tbody th a')).map((href) => decodeURIComponent(href.split('/').at(-1)!))
      expect([...linked].sort()).toEqual(columns.map(({ name }) => name).sort())
    }
    const [first] = await texts(await page('/columns/exoplanets?q=pl_orbper'), 'tbody th')
    expect(first).toBe('pl_orbper err1 err2 lim')
  })

  test('are found by words of name or meaning, and none where nothing has them', async () => {
    const found = await texts(await page('/columns/exoplanets?q=RADIUS+pl_'), 'tbody th > a')
    expect(found).toContain('pl_rade')
    expect(found.every((name) => name.startsWith('pl_'))).toBe(true)
    const none = await page('/columns/exoplanets?q=%3Cscript%3Ealert(1)%3C/script%3E')
    expect(none).toContain('0 of')
    expect(none).not.toContain('<script>alert')
  })

  test('of other names of a table lead to it, and unknown tables are 404', async () => {
    const moved = await service.get('/columns/ps/pl_rade', { headers: { accept: BROWSER } })
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '../../columns/exoplanets/pl_rade'])
    expect((await service.get('/columns', { headers: { accept: BROWSER } })).headers.get('location')).toBe(
      './columns/exoplanets',
    )
    expect(await page('/columns/nothing', 404)).toContain('nothing')
    const problem = await service.get('/columns/nothing', { headers: { accept: '*/*' } })
    expect([problem.status, problem.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
    expect((await service.get('/columns/exoplanets', { headers: { accept: 'application/json' } })).status).toBe(406)
  })
})

interface Statistics {
  readonly data_type: string
  readonly values_complete?: boolean
  readonly rows: number
  readonly nulls: number
  readonly distinct: number
  readonly min?: number
  readonly max?: number
  readonly histogram?: { readonly edges: readonly number[]; readonly counts: readonly number[] } | null
  readonly values?: readonly { readonly value: string | number; readonly count: number }[]
}

describe('a column', () => {
  test('has the numbers of its JSON, and every link leads to as many rows as it says', async () => {
    for (const table of ['exoplanets', 'stellarhosts']) {
      const { columns } = await json<Schema>(`/rest/${table}/schema`)
      for (const { name } of columns) {
        const html = await page(`/columns/${table}/${name}`)
        const statistics = await json<Statistics>(`/rest/${table}/columns/${name}`)
        const facts = await texts(html, '.facts dd')
        const count = (value: number) => value.toLocaleString('en')
        expect(facts.some((fact) => fact.startsWith(`${count(statistics.nulls)} of ${count(statistics.rows)} (`))).toBe(
          true,
        )
        expect(facts).toContain(count(statistics.distinct))
        const bars = (await links(html, '.histogram a')).map((href) => href.replace(`../../${table}`, `/rest/${table}`))
        const isFlag = (statistics.values ?? []).every(({ value }) => [-1, 0, 1].includes(Number(value)))
        // Flags are counted, not spread.
        const isDrawn = !(isFlag && statistics.values_complete === true && statistics.data_type === 'Int64')
        const shown = (isDrawn ? statistics.histogram?.counts.filter((each) => each > 0) : undefined) ?? []
        expect(bars).toHaveLength(shown.length)
        for (const at of new Set([0, bars.length - 1]))
          if (bars[at] !== undefined)
            expect((await json<{ total: number }>(bars[at]!)).total, bars[at]).toBe(shown[at]!)
        const values = (await links(html, 'tbody td a')).filter((href) => href.startsWith(`../../${table}?`))
        for (const [at, { count: rows, value }] of (statistics.values ?? []).slice(0, 2).entries())
          if (value !== '')
            expect((await json<{ total: number }>(values[at]!.replace('../../', '/rest/'))).total, values[at]).toBe(
              rows,
            )
      }
    }
  })

  test('of flags has the number of rows with each value, and neither mean nor quantiles', async () => {
    const html = await page('/columns/exoplanets/default_flag')
    expect(html).toContain('<h2>Values</h2>')
    for (const words of ['Quantiles', '<dt>Mean</dt>', 'Distribution of the values']) expect(html).not.toContain(words)
    const number = await page('/columns/exoplanets/disc_year')
    for (const words of ['Quantiles', '<dt>Mean</dt>', 'Distribution of the values']) expect(number).toContain(words)
  })

  test('has edges of bins that people can read', async () => {
    const html = await page('/columns/exoplanets/pl_orbeccen')
    const bars = Array.from(html.matchAll(/aria-label="([^"]*: [\d,]+ rows?)"/g), (match) => match[1]!)
    expect(bars.length).toBeGreaterThan(5)
    for (const bar of bars) expect(bar).not.toMatch(/\d\.\d{7}|\de/)
  })

  test('that a table does not have is 404 with the ones that may be meant', async () => {
    expect(await page('/columns/exoplanets/pl_radee', 404)).toContain('pl_rade')
  })

  test('shows references as links and other texts as text', async () => {
    const html = await page('/columns/exoplanets/pl_refname')
    expect(html).toContain('href="https://ui.adsabs.harvard.edu/abs/')
    expect(html).not.toContain('refstr=')
  })
})

describe('the files of whole tables', () => {
  test('are a page for browsers, with every size and hash, and JSON for all others', async () => {
    const html = await page('/data/')
    const { files } = await json<{ files: { name: string; sha256: string }[] }>('/data/')
    expect(await texts(html, 'tbody th')).toEqual(files.map(({ name }) => name))
    expect(await texts(html, 'tbody .hash')).toEqual(files.map(({ sha256 }) => sha256))
    for (const path of ['/data', '/data/'])
      for (const accept of ['*/*', 'application/json']) {
        const response = await service.get(path, { headers: { accept } })
        expect([path, accept, response.headers.get('content-type')]).toEqual([path, accept, 'application/json'])
        expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding')
      }
    const [download] = await links(await page('/data'), 'tbody th a')
    expect(download).toBe('./data/exoplanets.parquet')
  })

  test('are described for search engines of data', async () => {
    const html = await page('/data/')
    const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const data = JSON.parse(text!)
    const { files } = await json<{ files: { name: string }[] }>('/data/')
    expect(data).toMatchObject({ '@context': 'https://schema.org/', '@type': 'Dataset', isAccessibleForFree: true })
    expect(data.distribution.map(({ name }: { name: string }) => name)).toEqual(files.map(({ name }) => name))
    expect(data.variableMeasured.length).toBe(service.catalog.manifest.tables.exoplanets.columns.length)
  })

  test('nothing ends an element that holds data', () => {
    const hostile = { a: '</script><script>alert(1)//', b: '<!--', c: '\u2028&' }
    expect(scriptJson(hostile)).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(scriptJson(hostile))).toEqual(hostile)
  })
})

describe('the changes', () => {
  test('are told to have been none where the data were never refreshed', async () => {
    expect(await page('/changes')).toContain('have not been refreshed yet')
    expect(await json('/rest/changes')).toEqual({ refreshes: [] })
  })

  test('of each refresh are named, new planets as links', async () => {
    const rows = { before: 1_000, after: 1_002, added: 3, removed: 1, changed: 2 }
    const none = { rows: { ...rows, added: 0 }, changedValues: {}, newNames: [], removedNames: [] }
    const noColumns = { newColumns: [], removedColumns: [], columnChanges: [] }
    const facts = { id: '0123456789abcdef', archive_date: '2026-01-02', table_dates: {}, source: 'x' }
    const report: ChangeReport = {
      from: facts,
      to: { ...facts, id: 'fedcba9876543210', archive_date: '2026-02-03' },
      tables: {
        exoplanets: {
          rows,
          changedValues: { pl_rade: 2 },
          newNames: ['new & <b> b'],
          removedNames: ['old b'],
          newColumns: ['pl_new'],
          removedColumns: [],
          columnChanges: [{ column: 'pl_rade', property: 'sourceDatatype', before: 'float', after: null }],
        },
        stellarhosts: { ...none, ...noColumns },
        toi: {
          ...none,
          ...noColumns,
          rows: { before: 7, after: 8, added: 1, removed: 0, changed: 0 },
          newNames: ['4242.01'],
        },
      },
      newTables: ['k2names'],
      removedTables: ['own'],
    }
    const app = await catalogApp({ catalog: () => withChanges })
    const withChanges: Catalog = {
      ...app.catalog,
      changes: () => ({
        ...app.catalog.changes(),
        key: 'changes|x',
        body: () => new TextEncoder().encode(JSON.stringify(changeList([report]))),
      }),
    }
    try {
      const html = await (await app.get('/changes', { headers: { accept: BROWSER } })).text()
      expect(html).toContain('href="./exoplanets/new%20%26%20%3Cb%3E%20b"')
      expect(html).toContain('new &amp; &lt;b> b')
      expect(await texts(html, 'tbody td')).toEqual(
        [1_000, 3, 1, 2, 1_002, 1_000, 0, 1, 2, 1_002, 7, 1, 0, 0, 8].map((value) => value.toLocaleString('en')),
      )
      for (const part of [
        'old b',
        'href="./columns/exoplanets/pl_new"',
        'source datatype',
        '2026-02-03',
        'New in toi',
        '4242.01',
        'href="./columns/k2names"',
        'own',
      ])
        expect(html).toContain(part)
    } finally {
      await app.close()
    }
  })
})

test('the page about the service says what is here, and the archive’s words', async () => {
  const html = await page('/about')
  const { exoplanets, stellarhosts } = service.catalog.manifest.tables
  for (const { names, rows } of [exoplanets, stellarhosts])
    for (const value of [names, rows]) expect(html).toContain(value.toLocaleString('en'))
  expect(html).toContain('This research has made use of the NASA Exoplanet Archive')
  expect((await texts(html, 'main li strong'))[0]).toBe('and reference')
})
