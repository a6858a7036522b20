import { afterAll, describe, expect, test } from 'bun:test'
import type { Detail } from '../../src/core/answers/detail.ts'
import { shownOf } from '../fixtures/pages/page-values.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

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

  test('takes quotes around a name, and the first six names, and says so', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `"TRAPPIST-1 ${letter}"`)
    const html = await (await visit(`?names=${encodeURIComponent(names.join(','))}`)).text()
    expect(html.match(/<th scope="col"><a/g)).toHaveLength(6)
    expect(html).toContain('The first 6 names count; left out: TRAPPIST-1 h.')
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
