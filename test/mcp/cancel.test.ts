import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { rpc } from '../fixtures/mcp/mcp-post.ts'
import { busyDescendant, hasProc, NO_PROC } from '../fixtures/processes/process-tree.ts'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'

const ENDLESS = {
  name: 'query_catalog',
  arguments: { sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n' },
}
/** Within a second, but the machine may be busy with other things. */
const SOON_MS = 3_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SQL_PROCESSES: '1' })
})
afterAll(() => server.stop())

/** Milliseconds until a process is gone. */
async function goneAfterMs(pid: number): Promise<number> {
  const before = performance.now()
  const isThere = (): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isThere() && performance.now() - before < 20_000) await Bun.sleep(10)
  return performance.now() - before
}

/** Calls a tool and gives the call up by the client's own means. */
type Abandon = (signal: AbortSignal) => Promise<unknown>

async function firstClient(): Promise<Abandon> {
  const client = new FirstClient({ name: 'test', version: '1.0.0' })
  await client.connect(new FirstTransport(new URL(`${server.url}/mcp`)) as Parameters<FirstClient['connect']>[0])
  return (signal) => client.callTool(ENDLESS, undefined, { signal })
}

async function secondClient(mode: 'legacy' | { readonly pin: string }): Promise<Abandon> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)))
  return (signal) => client.callTool(ENDLESS, { signal })
}

function post(message: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: message,
    ...(signal === undefined ? {} : { signal }),
  })
}

const cancel = (requestId: string | number) =>
  post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }))

skipUnless(hasProc, NO_PROC).describe('a call that its client gives up frees its process', () => {
  test.each<[string, () => Promise<Abandon>]>([
    ['the first SDK', firstClient],
    ['the second SDK, older revisions', () => secondClient('legacy')],
    ['the second SDK, newest revision', () => secondClient({ pin: '2026-07-28' })],
    ['a closed connection', async () => (signal) => post(rpc('tools/call', ENDLESS, 1), signal)],
  ])('by %s', async (_, connect) => {
    const abandon = await connect()
    const leave = new AbortController()
    const called = abandon(leave.signal).then(
      () => 'answered',
      () => 'left',
    )
    const engine = await busyDescendant(server.pid)
    leave.abort()
    expect(await goneAfterMs(engine)).toBeLessThan(SOON_MS)
    expect(await called).toBe('left')
  })

  test('by a notification, which answers the call without a body', async () => {
    const call = post(rpc('tools/call', ENDLESS, 'mine'))
    const engine = await busyDescendant(server.pid)
    expect((await cancel('another')).status).toBe(202)
    expect((await cancel('mine')).status).toBe(202)
    expect(await goneAfterMs(engine)).toBeLessThan(SOON_MS)
    const answer = await call
    expect([answer.status, await answer.text()]).toEqual([202, ''])
  })

  test('but not where two calls have the same id: nobody knows which one is meant', async () => {
    const leave = new AbortController()
    const other = { ...ENDLESS, arguments: { sql: `${ENDLESS.arguments.sql} WHERE i > 0` } }
    const calls = [ENDLESS, other].map((params) => post(rpc('tools/call', params, 7), leave.signal).catch(() => 'left'))
    const engine = await busyDescendant(server.pid)
    await cancel(7)
    await Bun.sleep(500)
    expect(process.kill(engine, 0)).toBe(true)
    leave.abort()
    expect(await Promise.all(calls)).toEqual(['left', 'left'])
  })
})
