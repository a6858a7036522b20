import { describe, expect, test } from 'bun:test'
import { rpcError } from '../../../../src/mcp/transport/json-rpc.ts'
import { createMcp } from '../../../../src/mcp/transport/server.ts'
import type { Observation } from '../../../../src/observe.ts'
import { readCommandLine } from '../../../../src/settings.ts'
import { fakeCatalog } from '../../../fixtures/servers/fake-catalog.ts'

const { settings } = readCommandLine({}, [])
const seen: Observation[] = []
const mcp = createMcp({ catalog: fakeCatalog, settings, observe: (observation) => seen.push(observation) })
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

const send = (init: RequestInit & { readonly headers?: Record<string, string> }) =>
  mcp(
    new Request('http://localhost/mcp', {
      ...init,
      headers: { accept: 'application/json', 'content-type': 'application/json', ...init.headers },
    }),
  )
const post = (body: string, headers: Record<string, string> = {}) => send({ method: 'POST', body, headers })
const fault = async (response: Promise<Response>) => {
  const { status, headers } = await response
  const { error, id } = (await (await response).json()) as { error: { code: number; message: string }; id: unknown }
  return { status, code: error.code, message: error.message, id, allow: headers.get('allow') }
}

test('every response is private to its page: not kept, not guessed, and by origin', async () => {
  const { headers, status } = await post(LIST, { origin: 'http://localhost:5173' })
  expect(status).toBe(200)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toContain('Origin')
  expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  expect((await post(LIST)).headers.get('access-control-allow-origin')).toBeNull()
})

test('a page of another origin, and another host, are refused, and cannot read why', async () => {
  const response = await post(LIST, { origin: 'https://evil.example' })
  expect(response.status).toBe(403)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  const { message, code } = await fault(post(LIST, { host: 'evil.example' }))
  expect([message, code]).toEqual([
    'This host name is not allowed. The operator of the service can allow it with ALLOWED_HOSTS or BASE_URL.',
    -32_000,
  ])
})

test('a preflight is answered with the methods and headers', async () => {
  const { status, headers } = await send({ method: 'OPTIONS' })
  expect(status).toBe(204)
  expect(headers.get('allow')).toBe('POST, OPTIONS')
  expect(headers.get('access-control-allow-methods')).toBe('GET, POST, DELETE, OPTIONS')
  expect(headers.get('access-control-max-age')).toBe('86400')
  expect(headers.get('access-control-allow-headers')).toContain('Mcp-Protocol-Version')
})

describe('a message that is no call', () => {
  test.each([
    [
      'of another method',
      () => send({ method: 'GET' }),
      405,
      -32_000,
      'This is a Model Context Protocol endpoint without sessions: it accepts only POST.',
    ],
    [
      'without JSON in return',
      () => post(LIST, { accept: 'text/html' }),
      406,
      -32_000,
      'Responses are application/json, which the Accept header excludes.',
    ],
    [
      'of another type',
      () => post(LIST, { 'content-type': 'text/plain' }),
      415,
      -32_000,
      'Send the message as Content-Type: application/json.',
    ],
    [
      'that is coded',
      () => post(LIST, { 'content-encoding': 'gzip' }),
      415,
      -32_000,
      'Send the message without Content-Encoding.',
    ],
    [
      'that is too long',
      () => post('x'.repeat(1_048_577)),
      413,
      -32_000,
      'The body is longer than the maximum of 1048576 bytes.',
    ],
    [
      'of too many values',
      () => post(`[${'1,'.repeat(2_000)}1]`),
      413,
      -32_000,
      'The message has more than the maximum of 2000 values.',
    ],
    ['that is not JSON', () => post('{'), 400, -32_700, 'The body is not JSON in UTF-8.'],
    ['of a batch', () => post(`[${LIST}]`), 400, -32_600, 'Batches are not supported: send one message in each POST.'],
    ['of another form', () => post('{"id":7}'), 400, -32_600, 'The body is not a JSON-RPC 2.0 message.'],
  ] as const)('%s is refused', async (_, response, status, code, message) => {
    expect(await fault(response())).toMatchObject({ status, code, message })
  })

  test('has the number of its request, if it has one', async () => {
    expect((await fault(post('{"id":7}'))).id).toBe(7)
    expect((await fault(post('{'))).id).toBeNull()
    expect((await fault(send({ method: 'GET' }))).allow).toBe('POST, OPTIONS')
  })
})

test('a coding that changes nothing is accepted', async () => {
  expect((await post(LIST, { 'content-encoding': 'identity, ' })).status).toBe(200)
})

test('invalid parameters are told with the number that the protocol has for them', async () => {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'resources/read', params: {} })
  expect(await fault(post(message))).toMatchObject({ status: 200, code: -32_602, id: 'a' })
})

test('a client that went away gets no answer, and is observed', async () => {
  const gone = new AbortController()
  gone.abort()
  const { status } = await send({ method: 'OPTIONS', signal: gone.signal })
  expect(status).toBe(499)
  expect(seen.at(-1)).toEqual({ kind: 'abandoned', url: 'http://localhost/mcp' })
})

test('each error has its status', () => {
  const statuses = (
    [
      'parse_error',
      'invalid_request',
      'method_not_found',
      'invalid_params',
      'forbidden',
      'method_not_allowed',
      'not_acceptable',
      'too_large',
      'unsupported_media_type',
    ] as const
  ).map((name) => rpcError(name, 'x').status)
  expect(statuses).toEqual([400, 400, 404, 200, 403, 405, 406, 413, 415])
})
