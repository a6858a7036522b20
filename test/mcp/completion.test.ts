import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { exchange, mcpRequest, rpc } from '../fixtures/mcp/mcp-post.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp
let older: OlderClient
let newer: Client

beforeAll(async () => {
  service = await catalogApp()
  older = await connectClient(service.app.handle)
  newer = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await newer.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
      fetch: (url, init) => service.app.handle(new Request(String(url), init)),
    }),
  )
})

afterAll(async () => {
  await Promise.all([older.close(), newer.close()])
  await service.close()
})

const PLANETS = 'catalog://detail/exoplanets/{pl_name}'
const HOSTS = 'catalog://detail/stellarhosts/{hostname}'
const COLUMNS = 'catalog://columns/{table}/{column}'

interface Completed {
  readonly values: string[]
  readonly total?: number | undefined
  readonly hasMore?: boolean | undefined
}

/** The completion that both generations of clients get. */
async function completed(
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
  name: string,
  value: string,
  given?: Record<string, string>,
): Promise<Completed> {
  const params = { ref, argument: { name, value }, ...(given === undefined ? {} : { context: { arguments: given } }) }
  const [{ completion }, { completion: same }] = await Promise.all([older.complete(params), newer.complete(params)])
  expect(same).toEqual(completion)
  return completion as Completed
}

async function names(column: string, table: string, condition: string): Promise<string[]> {
  const sql = `SELECT DISTINCT ${column} AS name FROM ${table} WHERE ${condition} ORDER BY 1`
  const answer = await service.catalog.select({ sql, maxRows: 10_000 })
  return JSON.parse(new TextDecoder().decode(answer.body())).data.map((row: { name: string }) => row.name)
}

test('planets go on from what was typed, in any spelling', async () => {
  const expected = await names('pl_name', 'exoplanets', "pl_name LIKE 'TRAPPIST-1%'")
  expect(expected.length).toBeGreaterThan(2)
  for (const typed of ['TRAPPIST-1', 'trappist 1', ' trappist1 '])
    for (const [ref, name] of [
      [{ type: 'ref/prompt', name: 'profile_planet' }, 'planet'],
      [{ type: 'ref/resource', uri: PLANETS }, 'pl_name'],
    ] as const)
      expect(await completed(ref, name, typed)).toEqual({ values: expected, total: expected.length, hasMore: false })
})

test('hosts do, too', async () => {
  const { values } = await completed({ type: 'ref/resource', uri: HOSTS }, 'hostname', 'hat-p-7')
  expect(values).toEqual(await names('hostname', 'stellarhosts', "hostname LIKE 'HAT-P-7%'"))
})

test('before anything is typed, the first hundred of all are offered', async () => {
  const all = await names('pl_name', 'exoplanets', '1')
  const { values, total, hasMore } = await completed({ type: 'ref/resource', uri: PLANETS }, 'pl_name', '')
  expect(total).toBe(all.length)
  expect(values).toHaveLength(Math.min(100, all.length))
  expect(hasMore).toBe(all.length > 100)
})

test('columns are those of the table that was chosen', async () => {
  const ref = { type: 'ref/resource', uri: COLUMNS } as const
  expect((await completed(ref, 'table', 'exo')).values).toEqual(['exoplanets'])
  const { values } = await completed(ref, 'column', 'pl_rad', { table: 'exoplanets' })
  expect(values).toContain('pl_rade')
  expect(values.every((name) => name.startsWith('pl_rad'))).toBe(true)
  expect((await completed(ref, 'column', 'pl_rad', { table: 'stellarhosts' })).values).toEqual([])
  expect((await completed(ref, 'column', 'EFF', { table: 'stellarhosts' })).values).toContain('st_teff')
})

test('slugs are completed, and free text is not', async () => {
  const slug = await completed({ type: 'ref/resource', uri: 'catalog://insights/{slug}' }, 'slug', 'nearest')
  expect(slug.values).toContain('nearest-planets')
  expect(await completed({ type: 'ref/prompt', name: 'check_claim' }, 'claim', 'most')).toMatchObject({ values: [] })
})

test.each(['no planet of the kind', '---', '\u0000', "'; DROP TABLE", 'x'.repeat(100_000)])(
  'of %j nothing goes on',
  async (typed) => {
    expect(await completed({ type: 'ref/resource', uri: PLANETS }, 'pl_name', typed)).toMatchObject({
      values: [],
      total: 0,
    })
  },
)

test.each<[object, RegExp]>([
  [
    { ref: { type: 'ref/prompt', name: 'profile_star' }, argument: { name: 'star', value: '' } },
    /Unknown prompt "profile_star"/,
  ],
  [
    { ref: { type: 'ref/resource', uri: 'catalog://x' }, argument: { name: 'x', value: '' } },
    /Unknown resource template/,
  ],
  [
    { ref: { type: 'ref/resource', uri: PLANETS }, argument: { name: 'constructor', value: '' } },
    /arguments are pl_name/,
  ],
  [{ ref: { type: 'ref/tool', name: 'x' }, argument: { name: 'x', value: '' } }, /"ref"/],
  [{ ref: { type: 'ref/prompt', name: 'profile_planet' }, argument: { name: 'planet', value: 3 } }, /"argument.value"/],
  [{}, /"ref".*"argument"/],
])('%j is an error of the request', async (params, message) => {
  const { body } = await exchange(service.app.handle, mcpRequest(rpc('completion/complete', params)))
  expect(body).toMatchObject({ error: { code: -32_602, message: expect.stringMatching(message) } })
})
