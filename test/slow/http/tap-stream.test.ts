import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type CatalogApp, catalogApp } from '../../fixtures/servers/catalog-app.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

let service: CatalogApp
beforeAll(async () => {
  service = await catalogApp()
})
afterAll(() => service.close())

/** Every planet beside every planet, so often that the answer is longer than what is kept in memory. */
const PAIRS = 'from ps a cross join ps b cross join (select top 4 hostname as third from ps) c'
const sync = (query: string, format: string, init: RequestInit = {}): Promise<Response> =>
  service.get(`/tap/sync?${new URLSearchParams({ query, format })}`, init)

async function count(what: string): Promise<number> {
  const [, n] = (await (await sync(`select count(*) as n ${what}`, 'csv')).text()).split('\n')
  return Number(n)
}

test('a long answer is whole, comes while it is made, and is not kept', async () => {
  const rows = await count(PAIRS)
  const query = `select a.pl_name, b.pl_name as other, a.disc_facility, third, a.pl_rade, b.pl_orbper, b.discoverymethod as ref ${PAIRS}`
  const response = await sync(query, 'csv')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('server')).toContain('exoplanet-catalog')
  let lines = 0
  let bytes = 0
  for await (const piece of response.body!) {
    bytes += piece.length
    for (const byte of piece) if (byte === 10) lines += 1
  }
  expect(bytes, String(lines)).toBeGreaterThan(17_000_000)
  expect(lines).toBe(1 + rows)
})

test('an IPAC table of any length has cells of one width', async () => {
  const query = `select a.pl_name, b.pl_name as other, a.disc_facility, third, a.pl_rade, b.pl_orbper, b.discoverymethod as ref, a.disc_facility as site ${PAIRS}`
  const rows = await count(PAIRS)
  const text = await (await sync(query, 'ipac')).text()
  const lines = text.slice(0, -1).split('\n')
  expect(text.length).toBeGreaterThan(32 * 1_048_576)
  expect(lines.length).toBe(rows + 5)
  expect(new Set(lines.slice(1).map(({ length }) => length)).size).toBe(1)
})

test('a client that leaves in the middle ends the query', async () => {
  const leave = new AbortController()
  const response = await sync(`select a.*, b.*, third ${PAIRS}`, 'csv', { signal: leave.signal })
  const reader = response.body!.getReader()
  await reader.read()
  leave.abort()
  await reader.cancel().catch(() => {})
  await waitFor('the next answer', async () => ((await count('from ps')) > 0 ? true : undefined))
})

test('HEAD has the headers alone', async () => {
  const response = await sync(`select a.*, b.*, third ${PAIRS} where 1 = 1`, 'csv', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    '',
  ])
})
