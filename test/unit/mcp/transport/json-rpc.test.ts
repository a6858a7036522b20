import { expect, test } from 'bun:test'
import { createCallerRules } from '../../../../src/mcp/transport/caller-rules.ts'
import { rpcError } from '../../../../src/mcp/transport/json-rpc.ts'

const idIn = async (message: unknown) =>
  ((await rpcError('invalid_request', 'No.', { message }).json()) as { id: unknown }).id

test('an error names the request that it is of, by whatever the client called it', async () => {
  for (const id of [0, 7, -1, '7', '']) expect(await idIn({ id })).toBe(id)
  for (const message of [undefined, null, 'x', 1, [], {}, { id: null }, { id: {} }, { id: true }])
    expect(await idIn(message)).toBeNull()
})

test('an error has its status, its code, its words and its headers', async () => {
  const answer = rpcError('too_large', 'Too long.', { headers: { 'x-a': 'b' } })
  expect([answer.status, answer.headers.get('x-a')]).toEqual([413, 'b'])
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'Too long.' } })
})

const SETTINGS = { allowedHosts: [], allowedOrigins: [], baseUrl: undefined, host: '127.0.0.1' }
type Settings = Parameters<typeof createCallerRules>[0]

/** Whether a request to this host, from a page of this origin, may call. */
function mayCall(settings: Partial<Settings>, host: string, origin?: string): boolean {
  const headers = { host, ...(origin === undefined ? {} : { origin }) }
  const request = new Request('http://x/mcp', { headers })
  return createCallerRules({ ...SETTINGS, ...settings } as Settings).refusal(request) === undefined
}

test.each<[Partial<Settings>, string, string | undefined, boolean]>([
  [{}, 'localhost:9', undefined, true],
  [{}, '127.0.0.1', undefined, true],
  [{}, '[::1]:9', undefined, true],
  [{}, 'evil.example', undefined, false],
  [{}, 'localhost.evil.example', undefined, false],
  [{}, 'localhost', 'http://localhost:5173', true],
  [{}, 'localhost', 'https://127.0.0.1', true],
  [{}, 'localhost', 'app://localhost', false],
  [{}, 'localhost', 'chrome-extension://localhost', false],
  [{}, 'localhost', 'null', false],
  [{}, 'localhost', 'https://evil.example', false],
  [{ baseUrl: 'https://e.example/x' }, 'e.example', 'https://e.example', true],
  [{ baseUrl: 'https://e.example/x' }, 'E.EXAMPLE', undefined, true],
  [{ baseUrl: 'https://e.example/x' }, 'f.example', undefined, false],
  [{ host: '0.0.0.0' }, '0.0.0.0', undefined, false],
  [{ host: '10.0.0.5' }, '10.0.0.5:8000', undefined, true],
  [{ allowedHosts: ['a.example'] }, 'a.example', undefined, true],
  [{ allowedHosts: ['a.example'] }, 'localhost', undefined, false],
  [{ allowedOrigins: ['https://a.example'] }, 'localhost', 'https://a.example', true],
  [{ allowedOrigins: ['https://a.example'] }, 'localhost', 'http://localhost', false],
])('with %j, a call to %s from %s: %p', (settings, host, origin, may) => {
  expect(mayCall(settings, host, origin)).toBe(may)
})
