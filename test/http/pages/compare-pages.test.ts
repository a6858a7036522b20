import { afterAll, describe, expect, test } from 'bun:test'
import type { Detail } from '../../../src/core/answers/detail.ts'
import { shownOf } from '../../fixtures/pages/page-values.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

interface Rows {
  readonly data: Readonly<Record<string, unknown>>[]
}

const rowsOf = async (path: string): Promise<Rows> => (await (await service.get(path)).json()) as Rows

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const visit = (query: string): Promise<Response> =>
  service.get(`/compare${query}`, { headers: { accept: 'text/html' } })

describe('the comparison of planets', () => {
  test('has a column for each planet, with the values of its rows', async () => {
    const html = await (await visit('?names=TRAPPIST-1+e,51peg+b,HD+209458+b')).text()
    const cells = html.matchAll(
      /data-planet="([^"]*)">(?:<span class="value">)?(?:<abbr[^>]*>[^<]*<\/abbr>)?<span(?: class="value")? data-column="(\w+)" data-row="(\d+)">([^<]*)/g,
    )
    let compared = 0
    for (const [, planet = '', column = '', row, text] of cells) {
      const { records } = (await (await service.get(`/exoplanets/${encodeURIComponent(planet)}.json`)).json()) as Detail
      expect(text, `${planet}: ${column}`).toBe(shownOf(records[Number(row)]![column]))
      compared += 1
    }
    expect(compared).toBeGreaterThan(15)
    expect(html).toContain('href="./exoplanets/51%20Peg%20b"')
  })

  test('leads to all rows of the planets, as JSON and as code', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `TRAPPIST-1 ${letter}`)
    const html = unescaped(await (await visit(`?names=${encodeURIComponent(names.join(','))}`)).text())
    const query = `SELECT pl_name, pl_orbper FROM exoplanets WHERE pl_name IN ('${names.join("','")}') ORDER BY rowid`
    const expected = (await rowsOf(`/rest/query?sql=${encodeURIComponent(query)}`)).data
    expect(new Set(expected.map(({ pl_name }) => pl_name)).size).toBe(6)
    const namesOf = (rows: Rows['data']): Rows['data'] => rows.map(({ pl_name, pl_orbper }) => ({ pl_name, pl_orbper }))
    const json = /<link rel="alternate" type="application\/json" href="\.([^"]*)"/.exec(html)![1]!
    expect(namesOf((await rowsOf(json)).data)).toEqual(expected)
    const curl = /curl -s 'https?:\/\/[^/]*(\/rest\/exoplanets[^']*)'/.exec(html)![1]!
    const csv = (await (await service.get(curl)).text()).trimEnd().split('\r\n')
    expect(csv).toHaveLength(expected.length + 1)
    const sql = /\/sql\?q=([^"]*)"/.exec(html)![1]!.replaceAll('+', '%20')
    expect(namesOf((await rowsOf(`/rest/query?sql=${sql}`)).data)).toEqual(expected)
  })

  test('takes quotes around a name, and the first six names, and says so', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `"TRAPPIST-1 ${letter}"`)
    const html = await (await visit(`?names=${encodeURIComponent(names.join(','))}`)).text()
    expect(html.match(/<th scope="col"><a/g)).toHaveLength(6)
    expect(html).toContain('Only the first 6 planets are compared; left out: TRAPPIST-1 h.')
  })

  test('says which name no planet has, and is 404 where none is known', async () => {
    const some = await visit('?names=nothing,TRAPPIST-1+e')
    expect(some.status).toBe(200)
    expect(await some.text()).toContain('No planet has the name')
    expect((await visit('?names=nothing')).status).toBe(404)
    const wrong = await visit('?names=%22open')
    expect(wrong.status).toBe(400)
    const form = await wrong.text()
    expect(form).toContain('a quotation mark that is not closed')
    expect(form).toContain('name="names" value="&quot;open"')
    expect((await visit('')).status).toBe(200)
  })
})
