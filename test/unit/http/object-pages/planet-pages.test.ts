import { describe, expect, test } from 'bun:test'
import type { Column } from '../../../../src/format/column.ts'
import { planetPage } from '../../../../src/http/object-pages/planet-pages.tsx'
import { shareRoutes } from '../../../../src/http/object-pages/share-routes.ts'
import { starPage } from '../../../../src/http/object-pages/star-pages.tsx'
import { manifestOf, outline } from '../../../fixtures/pages/rendered.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'default_flag', type: 'integer' },
  { name: 'pl_rade', type: 'real' },
  { name: 'pl_radeerr1', type: 'real' },
  { name: 'st_teff', type: 'real' },
]
const HOSTS: readonly Column[] = [
  { name: 'hostname', type: 'text' },
  { name: 'st_teff', type: 'real' },
]
type Row = Readonly<Record<string, unknown>>
const PLANETS: readonly Row[] = [
  { pl_name: 'A c', hostname: 'A', default_flag: 1, pl_rade: 2 },
  { pl_name: 'A b', hostname: 'A', default_flag: 1, pl_rade: 1 },
  { pl_name: 'A b', hostname: 'A', default_flag: 0, pl_rade: 9 },
  { pl_name: 'X b', hostname: 'X', default_flag: 1, pl_rade: 1 },
]
const STARS: readonly Row[] = [{ hostname: 'A', st_teff: 5_000 }]

/** A service over these rows, and the reads of its tables. */
function service(matches: readonly object[] = []) {
  const asked: string[] = []
  const app = fakeApp({
    manifest: manifestOf(COLUMNS, HOSTS),
    page(table, query) {
      asked.push(`${table}?${decodeURIComponent(query)}`)
      const wanted = new URLSearchParams(query)
      const rows = (table === 'exoplanets' ? PLANETS : STARS).filter((row) =>
        ['pl_name', 'hostname', 'default_flag'].every(
          (name) => !wanted.has(name) || String(row[name]) === wanted.get(name),
        ),
      )
      if (wanted.get('format') === 'csv') return textAnswer(query, 'pl_rade\r\n1\r\n2\r\n')
      return textAnswer(query, JSON.stringify({ data: rows, total: rows.length }))
    },
    resolve: (name) => textAnswer(name, JSON.stringify({ query: name, matches })),
  })
  return { ...app, asked }
}
const BROWSER = { headers: { accept: 'text/html' } }
const seen = async (path: string, matches: readonly object[] = []) => {
  const response = await service(matches).get(path, BROWSER)
  return [response.status, response.headers.get('location')]
}

describe(`the page of a planet (${planetPage.name})`, () => {
  test('has its rows, and one row of each planet of its star', async () => {
    const { asked, get } = service()
    const text = outline(await (await get('/exoplanets/A%20b', BROWSER)).text())
    expect(asked.slice(0, 2)).toEqual([
      'exoplanets?pl_name=A+b&limit=1000&page=1&columns=pl_name,hostname,default_flag,pl_rade,pl_radeerr1,st_teff',
      'exoplanets?hostname=A&default_flag=1&limit=1000&page=1&columns=pl_name,pl_rade,pl_radeerr1',
    ])
    expect(text).toContain('The archive has 2 rows for it')
    expect(text).toContain('2 planets, the default row of each')
  })

  test('is kept', async () => {
    const { asked, get } = service()
    await (await get('/exoplanets/A%20b', BROWSER)).text()
    const { length } = asked
    expect(length).toBeGreaterThan(0)
    await (await get('/exoplanets/A%20b', BROWSER)).text()
    expect(asked).toHaveLength(length)
  })

  test('has no parameters', async () => {
    expect(await seen('/exoplanets/A%20b?x=1')).toEqual([400, null])
  })
})

describe('another spelling', () => {
  const match = (kind: string, name: string, how: string) => ({ kind, name, match: how, via: 'x' })

  test('leads to the name, if only one object of the kind has it', async () => {
    expect(await seen('/exoplanets/ab', [match('planet', 'A b', 'spelling')])).toEqual([308, '../exoplanets/A%20b'])
    expect(await seen('/exoplanets/ab', [match('planet', 'A b', 'exact'), match('host', 'A', 'exact')])).toEqual([
      308,
      '../exoplanets/A%20b',
    ])
    expect(await seen('/stellarhosts/a', [match('host', 'A', 'spelling')])).toEqual([308, '../stellarhosts/A'])
    for (const matches of [
      [],
      [match('planet', 'A b', 'alias')],
      [match('host', 'A', 'spelling')],
      [match('planet', 'A b', 'spelling'), match('planet', 'A c', 'spelling')],
      [match('planet', 'ab', 'exact')],
    ])
      expect(await seen('/exoplanets/ab', matches)).toEqual([404, null])
  })

  test('that is unknown is told with at most three similar names', async () => {
    const matches = ['A', 'B', 'C', 'D'].map((name) => match('planet', name, 'near'))
    const response = await service([match('host', 'H', 'near'), ...matches]).get('/exoplanets/zz', {
      headers: { accept: 'text/html;q=0.5, application/json' },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      code: 'unknown_name',
      detail: expect.stringContaining('No planet of the archive has the name "zz".'),
      suggestions: ['A', 'B', 'C'],
    })
  })
})

describe(`the page of a star (${starPage.name})`, () => {
  test('has the rows of its table, or else those of its planets', async () => {
    const page = async (name: string) => outline(await (await service().get(`/stellarhosts/${name}`, BROWSER)).text())
    expect(await page('A')).toContain('The host of 2 known planets.')
    expect(await page('A')).toContain('1 of table stellarhosts')
    expect(await page('X')).toContain('Table stellarhosts does not list this host')
    expect(await page('X')).toContain('1 of table exoplanets')
  })

  test('tells programs where its rows are', async () => {
    const detail = async (path: string) =>
      ((await (await service().get(path, { headers: { accept: 'application/json' } })).json()) as { detail: string })
        .detail
    expect(await detail('/stellarhosts/A')).toContain('JSON is at /stellarhosts/A.json.')
    expect(await detail('/stellarhosts/X')).toContain('JSON is at /rest/exoplanets?hostname=X&columns=*.')
    expect(await detail('/stellarhosts/zz')).toContain('JSON is at /stellarhosts/zz.json.')
    expect(await detail('/exoplanets/zz')).toContain('JSON is at /exoplanets/zz.json.')
  })
})

describe(`the preview picture of a planet (${shareRoutes.name})`, () => {
  test('is made of its rows', async () => {
    const { get } = service()
    const response = await get('/share/exoplanets/A%20b.png')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('last-modified')).toBeNull()
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(1, 4)]).toEqual([...new TextEncoder().encode('PNG')])
    // The width of a PNG stands behind its first 16 bytes.
    expect(new DataView(bytes.buffer).getUint32(16)).toBe(1_200)
  })

  test('has an exact name and an ending', async () => {
    for (const path of ['/share/exoplanets/zz.png', '/share/exoplanets/A%20b', '/share/exoplanets/.png']) {
      const response = await service().get(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        code: 'unknown_path',
        detail: expect.stringContaining(
          'The URL of a picture is /share/exoplanets/{pl_name}.png, with the exact name URL-encoded.',
        ),
      })
    }
    expect((await service().get('/share/exoplanets/A%20b.png?x=1')).status).toBe(400)
  })
})
