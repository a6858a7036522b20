import { afterAll, describe, expect, test } from 'bun:test'
import type { Detail } from '../../../src/core/answers/detail.ts'
import { shownOf } from '../../fixtures/pages/page-values.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

const service: CatalogApp = await catalogApp()
afterAll(() => service.close())

const visit = (path: string, accept = BROWSER): Promise<Response> => service.get(path, { headers: { accept } })
const pathOf = (name: string): string => `/stellarhosts/${encodeURIComponent(name)}`

async function namesBy(sql: string): Promise<readonly string[]> {
  const response = await service.get(`/rest/query?limit=10000&sql=${encodeURIComponent(sql)}`)
  return ((await response.json()) as { data: { hostname: string }[] }).data.map(({ hostname }) => hostname)
}

/** Elements with `data-column` as the page has them: the column, the row, whether it is a median, and the text. */
function valuesOf(html: string) {
  return Array.from(
    html.matchAll(/data-column="(st_[a-z]+?)"(?: data-row="(\d+)")?( data-derived="median")?>([^<]*)/g),
    ([, column = '', row, median, text = '']) => ({ column, row, isMedian: median !== undefined, text }),
  )
}

/** The median as a reader would work it out, without limits. */
function medianOf(records: Detail['records'], column: string): number | undefined {
  const values = records
    .filter((row) => typeof row[column] === 'number' && ![1, -1].includes(Number(row[`${column}lim`] ?? 0)))
    .map((row) => Number(row[column]))
    .sort((a, b) => a - b)
  if (values.length === 0) return undefined
  const half = values.length >> 1
  return values.length % 2 === 1 ? values[half]! : Number(((values[half - 1]! + values[half]!) / 2).toPrecision(14))
}

describe('the page of a host', () => {
  test('shows the values of its rows with their digits, and medians over them', async () => {
    let [values, medians] = [0, 0]
    for (const name of await namesBy('SELECT DISTINCT hostname FROM stellarhosts')) {
      const response = await visit(pathOf(name))
      expect(response.status, name).toBe(200)
      const { records } = (await (await service.get(`${pathOf(name)}.json`)).json()) as Detail
      for (const { column, row, isMedian, text } of valuesOf(await response.text())) {
        const what = `${name}: ${column}`
        if (isMedian) {
          expect(text, what).toBe(shownOf(medianOf(records, column)))
          medians += 1
        } else if (row !== undefined) {
          expect(text, what).toBe(shownOf(records[Number(row)]![column]))
          values += 1
        }
      }
    }
    expect(values).toBeGreaterThan(500)
    expect(medians).toBeGreaterThan(50)
  })

  test('draws the system with its planets as links, and its habitable zone', async () => {
    const html = await (await visit(pathOf('TRAPPIST-1'))).text()
    expect(html.match(/<a href="\.\.\/exoplanets\/TRAPPIST-1%20[b-h]">/g)!.length).toBeGreaterThanOrEqual(14)
    expect(html).toContain('Habitable zone from')
    expect(html).toContain('median of 3, 2516 to 2566')
  })

  test('names the reference of a value that only one row has, and leads to it', async () => {
    const { records } = (await (await service.get(`${pathOf('TRAPPIST-1')}.json`)).json()) as Detail
    const html = await (await visit(pathOf('TRAPPIST-1'))).text()
    const alone = Object.keys(records[0]!).filter(
      (column) => /^st_[a-z]+$/.test(column) && records.filter((row) => typeof row[column] === 'number').length === 1,
    )
    let named = 0
    for (const column of alone) {
      const line = new RegExp(`title="${column}">[\\s\\S]*?</tr>`).exec(html)?.[0]
      if (line === undefined || !line.includes('data-row')) continue
      const { st_refname } = records.find((row) => typeof row[column] === 'number')!
      const href = /href=(\S+)/.exec(String(st_refname))![1]!.replaceAll(/["']/g, '')
      expect(line, column).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
      named += 1
    }
    expect(named).toBeGreaterThan(0)
  })

  test('is made of the rows of its planets where only those name it, and says so', async () => {
    const hosts = await namesBy(
      'SELECT DISTINCT hostname FROM exoplanets WHERE hostname NOT IN (SELECT hostname FROM stellarhosts)',
    )
    expect(hosts.length).toBeGreaterThan(0)
    for (const name of hosts) {
      const response = await visit(pathOf(name))
      expect(response.status).toBe(200)
      const html = await response.text()
      expect(html).toContain('Table stellarhosts does not list this host')
      expect(html).not.toContain(`${encodeURIComponent(name)}.json`)
      const refused = (await (await visit(pathOf(name), 'application/json')).json()) as { detail: string }
      expect(refused.detail).toContain('/rest/exoplanets?hostname=')
    }
  })

  test('is found by another spelling', async () => {
    const response = await visit('/stellarhosts/trappist1')
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe('../stellarhosts/TRAPPIST-1')
  })
})
