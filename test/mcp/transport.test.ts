import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { MAX_BODY_BYTES, MAX_VALUES } from '../../src/mcp/transport/read-message.ts'
import { createMcp } from '../../src/mcp/transport/server.ts'
import type { Observation } from '../../src/observe.ts'
import { readCommandLine } from '../../src/settings.ts'
import { exchange, MCP_URL, mcpRequest, type RpcAnswer, rpc } from '../fixtures/mcp/mcp-post.ts'
import { type CatalogApp, catalogApp } from '../fixtures/servers/catalog-app.ts'

let service: CatalogApp

beforeAll(async () => {
  service = await catalogApp()
})

afterAll(() => service.close())

function send(body: string | null, headers: Readonly<Record<string, string | null>> = {}): Promise<RpcAnswer> {
  return exchange(service.app.handle, mcpRequest(body, headers))
}

function initialize(protocolVersion: string): string {
  return rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } })
}

describe('Accept', () => {
  test.each([
    ['application/json'],
    ['*/*'],
    [null],
    [''],
    ['application/json, text/event-stream'],
    ['text/event-stream, application/json;q=0.5'],
    ['application/*'],
    ['APPLICATION/JSON; charset=utf-8'],
  ])('%p gets JSON', async (accept) => {
    const answer = await send(rpc('ping'), { accept })
    expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } })
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  test.each([['text/event-stream'], ['text/html'], ['application/json;q=0']])('%p is refused', async (accept) => {
    expect(await send(rpc('ping'), { accept })).toMatchObject({
      status: 406,
      body: { id: null, error: { code: -32_000 } },
    })
  })
})

describe('methods', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is answered with 405 at once', async (method) => {
    const headers = { accept: 'text/event-stream', 'mcp-protocol-version': LATEST_PROTOCOL_VERSION }
    const answer = await exchange(service.app.handle, new Request(MCP_URL, { method, headers }))
    expect(answer).toMatchObject({ status: 405, body: { jsonrpc: '2.0', id: null, error: { code: -32_000 } } })
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    expect(answer.headers.get('content-type')).toStartWith('application/json')
  })

  test('HEAD is answered as GET, without a body', async () => {
    const answer = await exchange(service.app.handle, new Request(MCP_URL, { method: 'HEAD' }))
    expect(answer).toMatchObject({ status: 405, body: undefined })
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('a slash at the end makes no difference', async () => {
    const request = new Request(`${MCP_URL}/`, mcpRequest(rpc('ping')))
    expect(await exchange(service.app.handle, request)).toMatchObject({ status: 200 })
  })
})

describe('version negotiation', () => {
  test.each(SUPPORTED_PROTOCOL_VERSIONS)('%s is echoed', async (version) => {
    const answer = await send(initialize(version))
    expect(answer).toMatchObject({ status: 200, body: { result: { protocolVersion: version } } })
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  test.each(['2099-01-01', '2026-07-28', '1.0', ''])(
    'the newest that has a handshake is offered for %p',
    async (version) => {
      expect(await send(initialize(version))).toMatchObject({
        body: { result: { protocolVersion: LATEST_PROTOCOL_VERSION } },
      })
    },
  )

  test('the handshake says who answers and what it can do', async () => {
    const { body } = await send(initialize(LATEST_PROTOCOL_VERSION))
    expect(body!.result).toMatchObject({
      serverInfo: { name: 'exoplanet-catalog', version: '2.0.0' },
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: expect.stringContaining('describe_catalog'),
    })
  })

  test('a request in a negotiated version works without a handshake, in an unknown one it does not', async () => {
    for (const version of SUPPORTED_PROTOCOL_VERSIONS)
      expect(await send(rpc('tools/list'), { 'mcp-protocol-version': version })).toMatchObject({ status: 200 })
    const unknown = await send(rpc('tools/list'), { 'mcp-protocol-version': '1999-12-31' })
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: -32_000 } } })
  })
})

describe('messages', () => {
  test.each([
    ['a notification', JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })],
    ['a cancellation', JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })],
    ['a response', JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })],
  ])('%s is acknowledged with 202 and no body', async (_case, body) => {
    expect(await send(body)).toMatchObject({ status: 202, body: undefined })
  })

  test.each([
    ['a batch', `[${rpc('ping')},${rpc('ping', {}, 2)}]`, -32_600, null],
    ['an empty batch', '[]', -32_600, null],
    ['text that is no JSON', '{"jsonrpc":"2.0",', -32_700, null],
    ['nothing', '', -32_700, null],
    ['a number', '5', -32_600, null],
    ['null', 'null', -32_600, null],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":4,"method":"ping"}', -32_600, 4],
    ['no method', '{"jsonrpc":"2.0","id":"a"}', -32_600, 'a'],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
  ])('%s is refused with the right error', async (_case, body, code, id) => {
    const answer = await send(body)
    expect(answer).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
    })
    expect(answer.headers.get('content-type')).toStartWith('application/json')
  })

  test('bytes that are no UTF-8 are no JSON', async () => {
    const request = mcpRequest(new Blob([new Uint8Array([0x22, 0xff, 0x22])]).stream())
    expect(await exchange(service.app.handle, request)).toMatchObject({
      status: 400,
      body: { error: { code: -32_700 } },
    })
  })

  test('an unknown method is a JSON-RPC error', async () => {
    expect(await send(rpc('tools/destroy'))).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_601 } } })
  })

  test.each([
    ['tools/call', undefined, 'name'],
    ['tools/call', { name: 7 }, 'name'],
    ['tools/call', { name: 'health', arguments: [] }, 'arguments'],
    ['tools/call', { name: 'health', arguments: 'x' }, 'arguments'],
    ['initialize', undefined, 'protocolVersion'],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: [], clientInfo: {} }, 'capabilities'],
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {} }, 'clientInfo'],
    [
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x' } },
      'clientInfo.version',
    ],
    ['tools/list', { cursor: 5 }, 'cursor'],
    ['resources/list', { cursor: null }, 'cursor'],
    ['resources/templates/list', { cursor: [] }, 'cursor'],
    ['prompts/list', { cursor: {} }, 'cursor'],
    ['resources/read', {}, 'uri'],
    ['prompts/get', { arguments: {} }, 'name'],
    ['prompts/get', { name: 'find_planets', arguments: { criteria: 'x', count: 5 } }, 'arguments.count'],
  ])('wrong parameters of %s (%j) are a fault of the request, in words', async (method, params, at) => {
    expect(await send(rpc(method, params))).toMatchObject({
      status: 200,
      body: {
        id: 1,
        error: {
          code: -32_602,
          message: expect.stringContaining(`Missing or invalid parameter "${at}" of ${method}: `),
        },
      },
    })
  })

  test('an unknown tool is a JSON-RPC error that lists the tools', async () => {
    expect(await send(rpc('tools/call', { name: 'query_catalogue', arguments: {} }))).toMatchObject({
      status: 200,
      body: {
        error: { code: -32_602, message: expect.stringMatching(/^Unknown tool.*Did you mean query_catalog\?/) },
      },
    })
  })

  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/jsonp'], [null]])(
    'Content-Type %p is refused',
    async (type) => {
      const answer = await exchange(service.app.handle, mcpRequest(streamOf(rpc('ping')), { 'content-type': type }))
      expect(answer).toMatchObject({ status: 415, body: { id: null, error: { code: -32_000 } } })
    },
  )

  test('a compressed body is refused, and a charset is fine', async () => {
    expect(await send(rpc('ping'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 415 })
    expect(await send(rpc('ping'), { 'content-encoding': 'identity' })).toMatchObject({ status: 200 })
    expect(await send(rpc('ping'), { 'content-type': 'application/json; charset=utf-8' })).toMatchObject({
      status: 200,
    })
  })
})

function streamOf(text: string): ReadableStream<Uint8Array> {
  return new Blob([text]).stream()
}

describe('long bodies', () => {
  const padded = (length: number): string =>
    rpc('ping', { pad: '' }).replace('""', `"${'x'.repeat(length - rpc('ping', { pad: '' }).length)}"`)

  test('one of exactly the limit is read', async () => {
    expect(padded(MAX_BODY_BYTES)).toHaveLength(MAX_BODY_BYTES)
    expect(await send(padded(MAX_BODY_BYTES))).toMatchObject({ status: 200 })
  })

  test('one that is longer is refused', async () => {
    expect(await send(padded(MAX_BODY_BYTES + 1))).toMatchObject({
      status: 413,
      body: { id: null, error: { code: -32_000 } },
    })
  })

  test('one of more values than any message has is refused, nested as they may be', async () => {
    const holding = (values: number): string => rpc('ping', { pad: [Array(values - 9).fill(0), { a: 'x,[{' }] })
    expect(await send(holding(MAX_VALUES))).toMatchObject({ status: 200 })
    expect(await send(holding(MAX_VALUES + 1))).toMatchObject({ status: 413, body: { id: null } })
    const deep = rpc('ping', { pad: 0 }).replace('0}', `${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    expect(await send(deep)).toMatchObject({ status: 413 })
  })

  test.each([
    [
      'initialize',
      {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1', icons: many({}).slice(0, 900) },
      },
      /^(Missing or invalid parameter "clientInfo\.icons\.[0-4]\.src" of initialize: .{1,100}\. ){5}There are 895 more errors/,
    ],
    [
      'prompts/get',
      { name: 'check_claim', arguments: { ...many(1) } },
      /^(Missing or invalid parameter "arguments\.[0-4]" of prompts\/get: .{1,100}\. ){5}There are 1795 more errors/,
    ],
    [
      'prompts/get',
      { name: 'check_claim', arguments: { ['k'.repeat(900_000)]: 1 } },
      /^Missing or invalid parameter "arguments\.k{70}…" of prompts\/get: it must be a string\.$/,
    ],
  ])('a fault in each of many parameters of %s is told of the first', async (method, params, message) => {
    const { body } = await send(rpc(method, params))
    expect(body!.error!.message).toMatch(message)
    expect(body!.error!.message.length).toBeLessThan(1_000)
  })

  test('one that says so is refused unread, one that does not is read to the limit', async () => {
    let pulled = 0
    const endless = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        pull(controller) {
          pulled += 65_536
          controller.enqueue(new Uint8Array(65_536).fill(32))
        },
      })
    const declared = mcpRequest(endless(), { 'content-length': String(MAX_BODY_BYTES + 1) })
    expect(await exchange(service.app.handle, declared)).toMatchObject({ status: 413 })
    expect(pulled).toBeLessThanOrEqual(65_536)
    pulled = 0
    expect(await exchange(service.app.handle, mcpRequest(endless()))).toMatchObject({ status: 413 })
    expect(pulled).toBeLessThan(2 * MAX_BODY_BYTES)
  })
})

function many<Value>(value: Value): Value[] {
  return Array.from({ length: 1_800 }, () => value)
}

describe('pages of other origins', () => {
  const preflight = (origin: string): Promise<RpcAnswer> =>
    exchange(
      service.app.handle,
      new Request(MCP_URL, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      }),
    )

  test.each([
    'http://localhost:6274',
    'https://localhost',
    'http://127.0.0.1:8080',
    'http://[::1]:5173',
    'http://app.localhost',
  ])('%s is on this machine and may call', async (origin) => {
    const answer = await send(rpc('ping'), { origin })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  test.each([
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'file://',
    'http://0.0.0.0:3000',
  ])('%s may not', async (origin) => {
    const answer = await send(rpc('ping'), { origin })
    expect(answer).toMatchObject({ status: 403, body: { jsonrpc: '2.0', id: null, error: { code: -32_000 } } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    const asked = await preflight(origin)
    expect(asked.status).toBe(403)
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    expect(asked.headers.get('access-control-allow-headers')).toBeNull()
  })

  test('a request without Origin is no page, and gets no CORS headers', async () => {
    const answer = await send(rpc('ping'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('the preflight lets every header of the protocol through', async () => {
    const answer = await preflight('http://localhost:6274')
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    const list = (name: string): string[] => answer.headers.get(name)!.toLowerCase().split(', ')
    expect(list('access-control-allow-methods')).toContain('post')
    for (const header of [
      'accept', 'authorization', 'content-type', 'last-event-id', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id',
    ]) // biome-ignore format: a list
      expect(list('access-control-allow-headers')).toContain(header)
  })

  test('errors too can be read by a page that may call', async () => {
    const answer = await send('[]', { origin: 'http://localhost:6274' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:6274')
  })
})

describe('host names', () => {
  test.each<[number, Record<string, string>, string, string | null]>([
    [200, {}, 'localhost:3000', null],
    [200, {}, '127.0.0.1', null],
    [200, {}, '[::1]:3000', null],
    [403, {}, 'rebound.example:3000', null],
    [403, {}, 'exo.example', null],
    [403, {}, '0.0.0.0:3000', null],
    [403, {}, '', null],
    [200, { HOST: '192.168.1.5' }, '192.168.1.5:3000', null],
    [200, { HOST: 'fd00::5' }, '[fd00::5]:3000', null],
    [403, { HOST: '0.0.0.0' }, '0.0.0.0:3000', null],
    [403, { HOST: '0.0.0.0' }, '192.168.1.5:3000', null],
    [200, { BASE_URL: 'https://exo.example/catalog' }, 'exo.example', null],
    [200, { BASE_URL: 'https://exo.example/catalog' }, 'EXO.example:443', null],
    [200, { BASE_URL: 'https://exo.example/catalog' }, 'localhost', null],
    [200, { BASE_URL: 'https://exo.example' }, 'exo.example', 'https://exo.example'],
    [403, { BASE_URL: 'https://exo.example' }, 'exo.example', 'https://evil.example'],
    [403, { BASE_URL: 'https://exo.example' }, 'evil.example', 'https://exo.example'],
    [200, { ALLOWED_HOSTS: 'inner, exo.example' }, 'inner:8080', null],
    [403, { ALLOWED_HOSTS: 'inner, exo.example' }, 'localhost', null],
    [200, { ALLOWED_ORIGINS: 'https://chat.example' }, 'localhost', 'https://chat.example'],
    [403, { ALLOWED_ORIGINS: 'https://chat.example' }, 'localhost', 'https://chat.example:8443'],
    [403, { ALLOWED_ORIGINS: 'https://chat.example' }, 'localhost', 'http://localhost:6274'],
  ])('%i with %j under %s, from %p', async (status, env, host, origin) => {
    const { settings } = readCommandLine(env, [])
    const mcp = createMcp({ catalog: () => service.catalog, settings, observe: () => {} })
    const answer = await exchange(mcp, mcpRequest(rpc('ping'), { host, origin }))
    expect(answer.status).toBe(status)
    if (status === 403) expect(answer.body).toMatchObject({ id: null, error: { code: -32_000 } })
  })
})

test('nothing here may be kept by a cache or guessed at by a browser', async () => {
  for (const answer of [await send(rpc('tools/list')), await send('[]'), await send(rpc('ping'), { origin: 'null' })]) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a fault of ours gives a number to quote, and no more', async () => {
  const failing = {
    ...service.catalog,
    select: async () => {
      throw new Error('secret path /srv/data')
    },
  }
  const seen: Observation[] = []
  const { settings } = readCommandLine({}, [])
  const mcp = createMcp({ catalog: () => failing, settings, observe: (observation) => seen.push(observation) })
  const body = rpc('tools/call', { name: 'query_catalog', arguments: { sql: 'SELECT 1' } })
  const answer = await exchange(mcp, mcpRequest(body))
  expect(answer).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_603 } } })
  expect(JSON.stringify(answer.body)).not.toContain('secret')
  expect(seen).toMatchObject([{ kind: 'problem', method: 'POST', error: expect.any(Error) }])
  expect(answer.body!.error!.message).toContain((seen[0] as { requestId: string }).requestId)
})
