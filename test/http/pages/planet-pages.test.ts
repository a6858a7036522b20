import { afterAll, describe, expect, test } from 'bun:test'
import type { Detail } from '../../../src/core/answers/detail.ts'
import { pageValues, shownOf } from '../../fixtures/pages/page-values.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

const visit = (path: string, accept = BROWSER): Promise<Response> => service.get(path, { headers: { accept } })

async function allPlanets(): Promise<readonly string[]> {
  const response = await service.get('/rest/query?sql=SELECT+DISTINCT+pl_name+FROM+exoplanets')
  return ((await response.json()) as { data: { pl_name: string }[] }).data.map(({ pl_name }) => pl_name)
}

async function detailOf(name: string): Promise<Detail> {
  return (await (await service.get(`/exoplanets/${encodeURIComponent(name)}.json`)).json()) as Detail
}

describe('the page of a planet', () => {
  test('shows the values of its rows, and no others, with their digits', async () => {
    let compared = 0
    for (const name of await allPlanets()) {
      const response = await visit(`/exoplanets/${encodeURIComponent(name)}`)
      expect(response.status, name).toBe(200)
      const values = pageValues(await response.text())
      const { records } = await detailOf(name)
      for (const { column, row, text } of values) {
        if (row === undefined) continue
        expect(text, `${name}: ${column} of row ${row}`).toBe(shownOf(records[row]![column]))
        compared += 1
      }
      // Every published number of the planet stands there, with its row.
      const shown = new Set(values.map(({ column, row }) => `${column} ${row}`))
      records.forEach((record, row) => {
        for (const column of ['pl_orbper', 'pl_orbpererr1', 'pl_orbsmax', 'pl_orbeccen', 'pl_eqt'])
          if ((record[column] ?? null) !== null)
            expect(shown.has(`${column} ${row}`), `${name}: ${column} of row ${row}`).toBe(true)
      })
    }
    expect(compared).toBeGreaterThan(2_000)
  })

  test('has limits, errors, minimum masses and references as a reader wants them', async () => {
    const html = await (await visit('/exoplanets/51%20Peg%20b')).text()
    expect(html).toContain('Minimum mass (M\u00a0sin\u00a0i)')
    expect(html).toContain('<abbr class="unit" title="Jupiter masses">M<sub>J</sub></abbr>')
    expect(html).toContain('±')
    expect(html).toMatch(
      /<a href="https:\/\/ui\.adsabs\.harvard\.edu\/[^"]*" rel="external noreferrer"><bdi>Butler et al\. 2006<\/bdi><\/a>/,
    )
    const limited = await (await visit('/exoplanets/HD%20189733%20b')).text()
    expect(limited).toContain('<abbr class="limit" title="upper limit">&lt;</abbr><span data-column="pl_orbeccen"')
  })

  test('leads to its host, its JSON and CSV, and says where the data come from', async () => {
    const html = await (await visit('/exoplanets/51%20Peg%20b')).text()
    for (const link of [
      '../stellarhosts/51%20Peg',
      '../exoplanets/51%20Peg%20b.json',
      '../exoplanets/51%20Peg%20b.csv',
    ])
      expect(html).toContain(`href="${link}"`)
    expect(html).toContain(service.catalog.manifest.snapshotId)
    expect(html).toContain('<link rel="canonical" href="../exoplanets/51%20Peg%20b"')
  })

  test('is found by another spelling, and offers names that are near to one that nothing has', async () => {
    const spelled = await visit('/exoplanets/51peg%20B')
    expect(spelled.status).toBe(308)
    expect(spelled.headers.get('location')).toBe('../exoplanets/51%20Peg%20b')
    const unknown = await visit('/exoplanets/51%20Pegg%20b')
    expect(unknown.status).toBe(404)
    expect(await unknown.text()).toContain('href="../exoplanets/51%20Peg%20b"')
    // A host is no planet, but its page is offered.
    const host = await visit('/exoplanets/Kepler-22')
    expect(host.status).toBe(404)
    expect(await host.text()).toContain('href="../stellarhosts/Kepler-22"')
  })

  test('is a problem document for programs where there is none, and 406 for who wants JSON where there is one', async () => {
    const unknown = await visit('/exoplanets/nothing', '*/*')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({ code: 'unknown_name' })
    const refused = await visit('/exoplanets/51%20Peg%20b', 'application/json')
    expect(refused.status).toBe(406)
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('/exoplanets/51%20Peg%20b.json') })
  })

  test('takes no parameters', async () => {
    expect((await visit('/exoplanets/51%20Peg%20b?x=1')).status).toBe(400)
    expect((await visit('/exoplanets/51%20Peg%20b?utm_source=mail')).status).toBe(200)
  })
})

test('the links to all columns of a planet give every row, however many there are', async () => {
  const html = await (await visit('/exoplanets/Kepler-22%20b')).text()
  const link = /href="([^"]*format=votable[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  const { pathname, searchParams } = new URL(link, 'http://localhost/exoplanets/')
  expect(pathname).toBe('/rest/exoplanets')
  expect(searchParams.get('limit')).toBe('all')
})
