import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { createMcp } from '../../src/mcp/transport/server.ts'
import { connectClient } from '../fixtures/mcp/mcp-client.ts'
import { exchange, mcpRequest, type RpcAnswer, rpc } from '../fixtures/mcp/mcp-post.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

const REVISION = '2026-07-28'
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

let service: CatalogApp

beforeAll(async () => {
  service = await catalogApp()
})

afterAll(() => service.close())

/** The client of the second generation of the SDK; `mode` is how it finds out what the server speaks. */
async function connect(mode: 'auto' | { readonly pin: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
      fetch: (url, init) => service.app.handle(new Request(String(url), init)),
    }),
  )
  return client
}

/** A request of the newest revision as it stands on the wire. */
function send(
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string | null>> = {},
): Promise<RpcAnswer> {
  const body = rpc(method, { ...params, _meta: ENVELOPE }, 7)
  return exchange(
    service.app.handle,
    mcpRequest(body, { 'mcp-protocol-version': REVISION, 'mcp-method': method, ...headers }),
  )
}

test('in every revision a query counts for the client that sent it', async () => {
  const asked: unknown[] = []
  const catalog: Catalog = {
    ...service.catalog,
    select(query, signal) {
      asked.push(query.client)
      return service.catalog.select(query, signal)
    },
  }
  const mcp = createMcp({
    catalog: () => catalog,
    settings: service.settings,
    observe: () => {},
    clientOf: (request) => request.headers.get('x-test')!,
  })
  const params = { name: 'query_catalog', arguments: { sql: 'SELECT 1' } }
  const newest = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': 'query_catalog' }
  await exchange(mcp, mcpRequest(rpc('tools/call', params, 1), { 'x-test': 'a' }))
  await exchange(mcp, mcpRequest(rpc('tools/call', { ...params, _meta: ENVELOPE }, 2), { ...newest, 'x-test': 'b' }))
  expect(asked).toEqual(['a', 'b'])
})

describe('the newest revision', () => {
  test.each([['auto' as const], [{ pin: REVISION }]])('is negotiated by its own client with %j', async (mode) => {
    const client = await connect(mode)
    expect(client.getNegotiatedProtocolVersion()).toBe(REVISION)
    expect(client.getInstructions()).toContain('describe_catalog')
    await client.close()
  })

  test('offers the same tools, resources and prompts as the older ones, and gives the same results', async () => {
    const [newer, older] = await Promise.all([connect('auto'), connectClient(service.app.handle)])
    const [newTools, oldTools] = await Promise.all([newer.listTools(), older.listTools()])
    expect(newTools.tools).toEqual(oldTools.tools as typeof newTools.tools)
    expect(newTools).toMatchObject({ ttlMs: 300_000, cacheScope: 'public' })
    expect((await newer.listResources()).resources).toEqual((await older.listResources()).resources)
    expect((await newer.listResourceTemplates()).resourceTemplates).toEqual(
      (await older.listResourceTemplates()).resourceTemplates,
    )
    expect((await newer.listPrompts()).prompts).toEqual((await older.listPrompts()).prompts)
    const calls = [
      { name: 'health' },
      { name: 'list_insights' },
      { name: 'run_insight', arguments: { slug: 'nearest-planets' } },
      { name: 'describe_catalog', arguments: { table: 'stellarhosts' } },
      { name: 'query_catalog', arguments: { sql: 'SELECT COUNT(*) AS count FROM exoplanets' } },
      { name: 'query_catalog', arguments: { sql: 'SELECT nothing FROM exoplanets' } },
      { name: 'download_detail', arguments: { entity: 'exoplanet', name: '51 Peg b', format: 'csv' } },
    ]
    for (const params of calls) {
      const [{ content, structuredContent, isError }, old] = await Promise.all([
        newer.callTool(params),
        older.callTool(params),
      ])
      expect({ content, structuredContent, isError }).toEqual({
        content: old.content,
        structuredContent: old.structuredContent,
        isError: old.isError,
      } as { content: typeof content; structuredContent: typeof structuredContent; isError: typeof isError })
    }
    const uri = 'catalog://insights'
    expect((await newer.readResource({ uri })).contents).toEqual((await older.readResource({ uri })).contents)
    await Promise.all([newer.close(), older.close()])
  })

  test('answers with JSON, without a session', async () => {
    const answer = await send('server/discover', {}, { accept: null })
    expect(answer).toMatchObject({ status: 200, body: { id: 7, result: { supportedVersions: [REVISION] } } })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test.each<[string, object, Record<string, string | null>, number, number]>([
    ['tools/call', { name: 'nothing' }, { 'mcp-name': 'nothing' }, 200, -32_602],
    ['tools/call', { name: 'health' }, { 'mcp-name': 'query_catalog' }, 400, -32_020],
    ['tools/call', { name: 'health' }, { 'mcp-method': 'tools/list', 'mcp-name': 'health' }, 400, -32_020],
    ['tools/destroy', {}, {}, 404, -32_601],
    ['resources/read', { uri: 'catalog://nothing' }, { 'mcp-name': 'catalog://nothing' }, 200, -32_602],
    ['prompts/get', { name: 'check_claim' }, { 'mcp-name': 'check_claim' }, 200, -32_602],
    ['subscriptions/listen', { notifications: {} }, {}, 404, -32_601],
  ])('%s with %j and %j is refused', async (method, params, headers, status, code) => {
    expect(await send(method, params, headers)).toMatchObject({ status, body: { id: 7, error: { code } } })
  })

  test.each<[string, object, Record<string, string | null>, string]>([
    ['tools/call', {}, {}, 'name'],
    ['tools/call', { name: 7 }, { 'mcp-name': '7' }, 'name'],
    ['tools/call', { name: 'health', arguments: [] }, { 'mcp-name': 'health' }, 'arguments'],
    ['tools/call', { name: 'health', arguments: 'x' }, { 'mcp-name': 'health' }, 'arguments'],
    ['resources/read', {}, {}, 'uri'],
    [
      'prompts/get',
      { name: 'find_planets', arguments: { count: 5 } },
      { 'mcp-name': 'find_planets' },
      'arguments.count',
    ],
    ['tools/list', { cursor: 5 }, {}, 'cursor'],
  ])(
    'wrong parameters of %s (%j) are a fault of the request, in the same words as ever',
    async (method, params, headers, at) => {
      const { status, body } = await send(method, params, headers)
      const older = await exchange(service.app.handle, mcpRequest(rpc(method, params, 7)))
      expect({ status, body }).toEqual({ status: 200, body: older.body })
      expect(body!.error!.code).toBe(-32_602)
      expect(body!.error!.message).toStartWith(`Missing or invalid parameter "${at}" of ${method}: it must be `)
      expect(older.status).toBe(200)
    },
  )

  test('a header that disagrees with the body is told before a wrong parameter', async () => {
    const answer = await send('tools/call', { name: 'health', arguments: 'x' }, { 'mcp-name': 'query_catalog' })
    expect(answer).toMatchObject({ status: 400, body: { id: 7, error: { code: -32_020 } } })
  })

  test('a revision that does not exist yet is refused with those that do', async () => {
    const meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' }
    const body = rpc('tools/list', { _meta: meta })
    const headers = { 'mcp-protocol-version': '2031-01-01', 'mcp-method': 'tools/list' }
    const answer = await exchange(service.app.handle, mcpRequest(body, headers))
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32_022, data: { supported: [REVISION] } } } })
  })

  test('the header without the envelope is refused', async () => {
    const answer = await exchange(
      service.app.handle,
      mcpRequest(rpc('tools/list'), { 'mcp-protocol-version': REVISION }),
    )
    expect(answer).toMatchObject({ status: 400, body: { error: { code: -32_602 } } })
  })

  test('a notification is acknowledged with 202', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, _meta: ENVELOPE },
    })
    const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'notifications/cancelled' }
    expect(await exchange(service.app.handle, mcpRequest(body, headers))).toMatchObject({
      status: 202,
      body: undefined,
    })
  })
})
