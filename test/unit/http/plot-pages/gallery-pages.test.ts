import { describe, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { galleryPages } from '../../../../src/http/plot-pages/gallery-pages.tsx'
import { insightPages } from '../../../../src/http/plot-pages/insight-pages.tsx'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const META = {
  slug: 'a-plot',
  title: 'A plot',
  description: 'Made up.',
  category: 'exoplanets',
  sql: 'SELECT 1 AS n',
  caveats: '',
  columns: [{ name: 'n', data_type: 'Int64' }],
}
const CHART = {
  id: 'a',
  title: 'A plot',
  description: 'Points.',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 540" width="720" height="540"><a href="../exoplanets/A"></a></svg>',
  thumbnail: '<svg>small</svg>',
  left: 0,
  width: 720,
  height: 540,
  plotHeight: 500,
  legend: [],
  drawn: 1,
  leftOut: 0,
}
const RESULT = { meta: META, data: [{ n: 1 }], rows: 1, total: 1, truncated: false }

function service(env: Record<string, string> = {}) {
  return fakeApp(
    {
      plotList: () => textAnswer('plots', JSON.stringify([META])),
      plot(slug, format = 'json') {
        if (slug !== 'a-plot') throw new CatalogError('unknown_path', `No "${slug}".`, { suggestions: ['a-plot'] })
        return textAnswer(`${slug}|${format}`, format === 'csv' ? 'n\r\n1\r\n' : JSON.stringify(RESULT))
      },
      plotChart: () => new TextEncoder().encode(JSON.stringify(CHART)),
      insightList: () => textAnswer('insights', JSON.stringify([META])),
      insight(slug) {
        const columns = [
          { name: 'pl_name', data_type: 'String' },
          { name: 'sy_dist', data_type: 'Float64' },
        ]
        const chart = { ...RESULT, meta: { ...META, slug, columns }, data: [{ pl_name: 'A b', sy_dist: 2 }] }
        return textAnswer(slug, JSON.stringify(slug === 'nearest-planets' ? chart : RESULT))
      },
    },
    { settings: readCommandLine(env, []).settings },
  )
}
const BROWSER = { headers: { accept: 'text/html' } }
const text = async (path: string, env?: Record<string, string>) => (await service(env).get(path, BROWSER)).text()

describe(`a plot of the gallery (${galleryPages.name})`, () => {
  test('is in the list, and has a page', async () => {
    expect(await text('/plots')).toContain(
      '<a href="./plots/a-plot"><span class="drawing" aria-hidden="true"><svg>small</svg>',
    )
    for (const path of ['/plots/a-plot', '/plots/a-plot/']) expect(await text(path)).toContain('<h1>A plot</h1>')
    expect((await service().get('/plots/other', BROWSER)).status).toBe(404)
    expect((await service().get('/plots?x=1', BROWSER)).status).toBe(400)
    expect((await service().get('/plots/a-plot?x=1', BROWSER)).status).toBe(400)
  })

  test('is a file in each format', async () => {
    const type = async (path: string) => (await service().get(path)).headers.get('content-type')
    expect(await text('/plots/a-plot.csv')).toBe('n\r\n1\r\n')
    expect(JSON.parse(await text('/plots/a-plot.json'))).toEqual(RESULT)
    expect(await type('/plots/a-plot.svg')).toBe('image/svg+xml')
    expect((await service().get('/plots/a-plot.svg?x=1')).status).toBe(400)
  })

  test('links to the service: relative, or to its public address', async () => {
    expect(await text('/plots/a-plot.svg')).toContain('href="../exoplanets/A"')
    expect(await text('/plots/a-plot.svg', { BASE_URL: 'https://example.org/c' })).toContain(
      'href="https://example.org/c/exoplanets/A"',
    )
  })

  test('can only be displayed', async () => {
    const { headers } = await service().get('/plots/a-plot.svg')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('last-modified')).toBeNull()
  })
})

describe(`an insight (${insightPages.name})`, () => {
  test('is in the list, and has a page', async () => {
    expect(await text('/insights')).toContain('href="./insights/a-plot"')
    expect(await text('/insights/a-plot/')).toContain('<h1>A plot</h1>')
    expect((await service().get('/insights/a?x=1', BROWSER)).status).toBe(400)
  })

  test('is a picture if it has a chart', async () => {
    expect(await text('/insights/nearest-planets.svg')).toContain('href="../exoplanets/A%20b"')
    expect(await text('/insights/nearest-planets.svg', { BASE_URL: 'https://example.org/c' })).toContain(
      'href="https://example.org/c/exoplanets/A%20b"',
    )
    const response = await service().get('/insights/a-plot.svg')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('The insight a-plot has no chart.')
  })
})

test('programs are told the addresses of the data', async () => {
  const detail = async (path: string) =>
    ((await (await service().get(path, { headers: { accept: 'application/json' } })).json()) as { detail: string })
      .detail
  expect(await detail('/plots')).toContain('JSON is at /plots/{slug}.json.')
  expect(await detail('/plots/a-plot')).toContain('JSON is at /plots/a-plot.json.')
  expect(await detail('/insights')).toContain('JSON is at /rest/insights.')
  expect(await detail('/insights/a')).toContain('JSON is at /rest/insights/a.')
})
