import { afterAll, describe, expect, test } from 'bun:test'
import { SaxesParser } from 'saxes'
import { sitemapParts } from '../../../src/pages/crawlers/sitemap.ts'
import { readCommandLine } from '../../../src/settings.ts'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'

const BASE = 'https://example.org/catalog'

const { settings } = readCommandLine({ BASE_URL: BASE, SQL_PROCESSES: '1' }, [])
const service: CatalogApp = await catalogApp({ settings })
afterAll(() => service.close())

/** The texts of the elements `loc` of well-formed XML. */
function locations(xml: string): readonly string[] {
  const found: string[] = []
  let isIn = false
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    isIn = name === 'loc'
    if (isIn) found.push('')
  })
  parser.on('closetag', () => {
    isIn = false
  })
  parser.on('text', (text) => {
    if (isIn) found[found.length - 1] += text
  })
  parser.write(xml).close()
  return found
}

async function listed(path: string): Promise<readonly string[]> {
  const response = await service.get(path)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  return locations(await response.text())
}

async function allAddresses(): Promise<readonly string[]> {
  const parts = await listed('/sitemap.xml')
  expect(parts.length).toBeGreaterThan(2)
  const addresses: string[] = []
  for (const part of parts) {
    expect(part).toStartWith(`${BASE}/sitemap/`)
    addresses.push(...(await listed(part.slice(BASE.length))))
  }
  return addresses
}

describe('the sitemap', () => {
  test('lists every planet and every host, each once', async () => {
    const addresses = await allAddresses()
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const [table, column] of [
      ['exoplanets', 'pl_name'],
      ['stellarhosts', 'hostname'],
    ] as const) {
      const { data } = (await (
        await service.get(`/rest/query?sql=SELECT+DISTINCT+${column}+FROM+${table}`)
      ).json()) as {
        readonly data: readonly Record<string, string>[]
      }
      const known = new Set(addresses)
      for (const row of data) expect(known).toContain(`${BASE}/${table}/${encodeURIComponent(row[column]!)}`)
    }
  })

  test('lists only pages that are there', async () => {
    const wrong: string[] = []
    for (const address of await allAddresses()) {
      const response = await service.get(address.slice(BASE.length), { headers: { accept: 'text/html' } })
      if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html'))
        wrong.push(`${response.status} ${address}`)
    }
    expect(wrong).toEqual([])
  })

  test('of a large catalog comes in parts', () => {
    const names = (count: number) => Array.from({ length: count }, (_, at) => `x & ${at}`)
    const parts = sitemapParts({ pages: ['/'], planets: names(25), hosts: names(10) }, 10)
    expect(parts.map(({ name, paths }) => [name, paths.length])).toEqual([
      ['pages-1.xml', 1],
      ['planets-1.xml', 10],
      ['planets-2.xml', 10],
      ['planets-3.xml', 5],
      ['hosts-1.xml', 10],
    ])
    expect(parts[1]!.paths[3]).toBe('/exoplanets/x%20%26%203')
  })

  test('has no other parts', async () => {
    expect((await service.get('/sitemap/planets-99.xml')).status).toBe(404)
  })
})

test('robots.txt names the sitemap, and what is not to be crawled under the public address', async () => {
  const lines = (await (await service.get('/robots.txt')).text()).split('\n')
  expect(lines).toContain(`Sitemap: ${BASE}/sitemap.xml`)
  expect(lines).toContain('Disallow: /catalog/sql?')
  const bare = await catalogApp()
  try {
    const text = await (await bare.get('/robots.txt')).text()
    expect(text).toContain('Disallow: /sql?')
    expect(text).not.toContain('Sitemap:')
  } finally {
    await bare.close()
  }
})
