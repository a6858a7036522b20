import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mcpRequest, type RpcBody, rpc } from '../fixtures/mcp/mcp-post.ts'
import { busyDescendant, hasProc, NO_PROC } from '../fixtures/processes/process-tree.ts'
import { startServer, type TestServer } from '../fixtures/servers/test-server.ts'
import { skipUnless } from '../fixtures/skip-unless.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ SQL_PROCESSES: '1', SQL_QUEUE: '300', SQL_TIMEOUT_MS: '600000' })
})

afterAll(() => server.stop())

/** Calls a tool over a connection of its own; every call has the same id, as those of different clients do. */
async function call(name: string, args: object, signal?: AbortSignal): Promise<RpcBody> {
  const request = mcpRequest(rpc('tools/call', { name, arguments: args }))
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: request.headers,
    body: await request.text(),
    ...(signal === undefined ? {} : { signal }),
  })
  expect(response.status).toBe(200)
  return Object(await response.json())
}

test('200 calls at once with the same id each get their own answer', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index)
  const answers = await Promise.all(numbers.map((n) => call('query_catalog', { sql: `SELECT ${n} AS n` })))
  expect(answers.map(({ id, result }) => [id, result!.structuredContent])).toEqual(
    numbers.map((n) => [1, { rows: 1, columns: ['n'], truncated: false, data: [{ n }] }]),
  )
})

test('calls of different tools at once do not mix either', async () => {
  const kinds = [
    ['health', {}, 'status'],
    ['describe_catalog', { table: 'stellarhosts' }, 'groups'],
    ['query_catalog', { sql: 'SELECT COUNT(*) AS count FROM exoplanets' }, 'data'],
    ['run_insight', { slug: 'nearest-planets' }, 'meta'],
    ['download_detail', { entity: 'exoplanet', name: '51 Peg b', format: 'csv' }, 'content'],
  ] as const
  const calls = Array.from({ length: 100 }, (_, index) => kinds[index % kinds.length]!)
  const answers = await Promise.all(calls.map(([name, args]) => call(name, args)))
  answers.forEach(({ result }, index) => {
    expect(result!.structuredContent).toHaveProperty(calls[index]![2])
  })
})

skipUnless(hasProc, NO_PROC).test('a client that goes away frees the process that its query occupies', async () => {
  const abort = new AbortController()
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n'
  const abandoned = call('query_catalog', { sql: endless }, abort.signal).catch((thrown: unknown) => thrown)
  await busyDescendant(server.pid)
  // The only process is busy now: the next query waits behind it, for ten minutes unless the client's leaving frees it.
  let isAnswered = false
  const waiting = call('query_catalog', { sql: 'SELECT 2 AS two' }).finally(() => {
    isAnswered = true
  })
  // What was sent after it and needs no process is answered.
  await call('health', {})
  expect(isAnswered).toBe(false)
  abort.abort()
  expect((await waiting).result!.structuredContent).toMatchObject({ data: [{ two: 2 }] })
  expect(await abandoned).toMatchObject({ name: 'AbortError' })
})

test('a query that takes too long is a result that says how to make it cheaper', async () => {
  const slow = await startServer({ SQL_PROCESSES: '1', SQL_TIMEOUT_MS: '300' })
  const url = `${slow.url}/mcp`
  const sql = 'SELECT COUNT(*) FROM exoplanets a, exoplanets b, exoplanets c, exoplanets d'
  const request = mcpRequest(rpc('tools/call', { name: 'query_catalog', arguments: { sql } }))
  const response = await fetch(url, { method: 'POST', headers: request.headers, body: await request.text() })
  expect(await response.json()).toMatchObject({
    result: {
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(/default_flag = 1 before joining/) }],
    },
  })
  await slow.stop()
})
