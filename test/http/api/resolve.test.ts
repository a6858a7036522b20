import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { SAMPLE_ARCHIVE } from '../../fixtures/snapshots/built-snapshot.ts'
import { readCsvRows } from '../../fixtures/values/csv-rows.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

interface Resolution {
  readonly query: string
  readonly matches: readonly {
    readonly kind: string
    readonly name: string
    readonly match: string
    readonly via: string
  }[]
}

async function resolve(name: string, more = ''): Promise<Resolution> {
  const response = await service.get(`/rest/resolve?name=${encodeURIComponent(name)}${more}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Resolution
}

test('every name of the archive leads to itself', async () => {
  for (const [table, column, kind] of [
    ['exoplanets', 'pl_name', 'planet'],
    ['stellarhosts', 'hostname', 'host'],
  ] as const)
    for (const name of new Set(readCsvRows(join(SAMPLE_ARCHIVE, `${table}.csv`)).map((row) => row[column]!))) {
      const { query, matches } = await resolve(name)
      expect(query).toBe(name)
      expect(matches[0]).toEqual({ kind, name, table, match: 'exact', via: column } as never)
    }
})

test('every alias leads to the name that it stands for', async () => {
  for (const { name, alias } of readCsvRows(join(SAMPLE_ARCHIVE, 'aliases.csv'))) {
    const { matches } = await resolve(alias!)
    expect([alias, matches[0]?.name, ['alias', 'spelling'].includes(matches[0]!.match)]).toEqual([alias, name!, true])
  }
})

test.each([
  ['Proxima b', 'Proxima Cen b', 'alias'],
  ["barnard's star", "Barnard's star", 'spelling'],
  ['TRAPPIST-1e', 'TRAPPIST-1 e', 'spelling'],
  ['Tau Ceti', 'tau Cet', 'alias'],
  ['51 Pegasi b', '51 Peg b', 'spelling'],
  ['Gliese 436b', 'GJ 436 b', 'spelling'],
  ['Trapist-1', 'TRAPPIST-1', 'near'],
])('%s is %s', async (asked, name, match) => {
  const [first] = (await resolve(asked)).matches
  expect([first?.name, first?.match]).toEqual([name, match])
})

test('nothing near is an answer without matches, a limit is kept', async () => {
  expect(await resolve('qqqqqqqqqqqq')).toEqual({ query: 'qqqqqqqqqqqq', matches: [] })
  expect((await resolve('Kepler', '&limit=2')).matches.length).toBe(2)
  expect((await resolve('Kepler', '&limit=1000')).matches.length).toBeGreaterThan(10)
})

test('a near planet names its star, and a number of a catalog that the archive lacks is said to be one', async () => {
  expect((await resolve('Kepler-90 z')).matches[0]).toMatchObject({ name: 'Kepler-90 i', hostname: 'KOI-351' })
  const note =
    'This archive has no list of Gaia numbers (columns gaia_dr2_id, gaia_dr3_id): use another name of the star.'
  expect(await resolve('Gaia DR3 1')).toEqual({ query: 'Gaia DR3 1', matches: [], note } as never)
  const page = async (name: string) =>
    (await service.get(`/search?q=${encodeURIComponent(name)}`, { headers: { accept: 'text/html' } })).text()
  expect(await page('Kepler-90 z')).toMatch(/its star is <a href="[^"]*KOI-351">KOI-351</)
  expect(await page('Gaia DR3 1')).toContain(note)
})

test('a download of an unknown name suggests what the name stands for', async () => {
  for (const [path, suggestion] of [
    ['/exoplanets/Proxima%20b.json', 'Proxima Cen b'],
    ['/exoplanets/HD209458b.csv', 'HD 209458 b'],
    ['/stellarhosts/Gliese%20581.json', 'GJ 581'],
    ['/stellarhosts/TRAPPIST-1%20e.json', 'TRAPPIST-1'],
  ] as const) {
    const response = await service.get(path)
    expect(response.status).toBe(404)
    expect((await response.json()) as object).toMatchObject({ suggestions: expect.arrayContaining([suggestion]) })
  }
})
