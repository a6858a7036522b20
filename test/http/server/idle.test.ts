import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Observation } from '../../../src/observe.ts'
import { listen, type RunningServer } from '../../../src/server/listen.ts'
import { readCommandLine } from '../../../src/settings.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

/** Bun looks for silent connections every four seconds: within eight, one that is over its second is closed. */
const LONG_MS = 9_000

const seen: Observation[] = []
let server: RunningServer

beforeAll(async () => {
  const { dataDir } = await builtSnapshot()
  const env = { DATA_DIR: dataDir, PORT: '0', SQL_PROCESSES: '3', SQL_TIMEOUT_MS: String(LONG_MS) }
  const { settings } = readCommandLine(env, [])
  server = await listen({
    settings,
    observe: (observation) => seen.push(observation),
    idleTimeoutS: 1,
    drainTimeoutS: 1,
  })
})
afterAll(() => server.stop('test'))

interface Client {
  readonly socket: Socket
  /** What has arrived so far. */
  text(): string
  bytes(): number
  readonly closed: Promise<void>
}

/** A connection that sends this text, and nothing after it. */
function send(text: string): Client {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let [start, bytes] = ['', 0]
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text))
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (start.length < 4_096) start += chunk.toString('latin1').slice(0, 4_096)
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve())
  return { socket, text: () => start, bytes: () => bytes, closed }
}

const get = (path: string): Client => send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)

const mcpHead = (length: number): string =>
  `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

const ENDLESS = 'WITH r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r'

test('a query that is waited for outlasts the idle timeout, through REST, MCP and the form of table access', async () => {
  const query = get(`/rest/query?sql=${encodeURIComponent(ENDLESS)}`)
  const params = { name: 'query_catalog', arguments: { sql: `${ENDLESS} -- by tool` } }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const tool = send(`${mcpHead(call.length)}${call}`)
  const form =
    'QUERY=select count(*) from ps a, ps b, ps c, ps d where a.pl_rade * b.pl_rade * c.pl_rade * d.pl_rade > 1'
  const formHead = `POST /tap/sync HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n`
  const tap = send(`${formHead}Content-Length: ${encodeURI(form).length}\r\n\r\n${encodeURI(form).slice(0, 20)}`)
  setTimeout(() => tap.socket.write(encodeURI(form).slice(20)), 300)
  await Promise.all([query.closed, tool.closed, tap.closed])
  expect(tap.text()).toContain('HTTP/1.1 408')
  expect(tap.text()).toContain('QUERY_STATUS')
  expect(query.text()).toContain('query_timeout')
  expect(tool.text()).toContain('was stopped')
})

test('a silent connection is closed, whatever it asked before, and one whose message does not come', async () => {
  const cases = [
    ['GET /rest/exoplanets?limit=1 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'HTTP/1.1 200'],
    ['GET /rest/query?sql=SELECT+1 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'HTTP/1.1 200'],
    ['GET /rest/query HTTP/1.1\r\nHost: localhost\r\n\r\n', 'HTTP/1.1 400'],
    ['GET /health?of=/rest/query HTTP/1.1\r\nHost: localhost\r\n\r\n', 'HTTP/1.1 200'],
    [mcpHead(1_000), ''],
    [`${mcpHead(1_000)}{"jsonrpc":`, ''],
  ] as const
  const clients = cases.map(([text]) => send(text))
  await Promise.all(clients.map(({ closed }) => closed))
  for (const [index, [, start]] of cases.entries()) expect(clients[index]!.text()).toStartWith(start)
})

test('an answer that nobody reads is let go', async () => {
  const sql = `SELECT hex(zeroblob(1000000)) AS x FROM json_each('[${'1,'.repeat(19)}1]') -- unread`
  const done = seen.length
  const client = get(`/rest/query?sql=${encodeURIComponent(sql)}`)
  client.socket.pause()
  await waitFor('the answer', () => seen.slice(done).find(({ kind }) => kind === 'request_done'))
  // Another connection that falls silent now is closed no earlier.
  for (let round = 0; round < 2; round += 1) await get('/health').closed
  client.socket.resume()
  await client.closed
  expect(client.bytes()).toBeLessThan(40_000_000)
})

skipUnless(existsSync('/proc/net/tcp'), 'the system does not tell of connections').test(
  'a file that nobody reads is cut and counted, and one whose client leaves is not',
  async () => {
    const text = "'a text that makes the answer so long that no connection takes it in'"
    const query = `select a.pl_name, b.pl_name as b, c.pl_name as c, ${text} as t from ps a, ps b, ps c`
    const body = new URLSearchParams({
      LANG: 'ADQL',
      RESPONSEFORMAT: 'csv',
      MAXREC: '200000',
      PHASE: 'RUN',
      QUERY: query,
    })
    const { url: job } = await fetch(`${server.url}/tap/async`, { method: 'POST', body })
    const path = `${new URL(job).pathname}/results/result`
    await waitFor('the result of the job', async () => {
      const phase = await (await fetch(`${job}/phase`)).text()
      if (phase !== 'COMPLETED' && phase !== 'EXECUTING' && phase !== 'QUEUED') throw new Error(phase)
      return phase === 'COMPLETED' ? true : undefined
    })
    const cuts = (): string[] => seen.flatMap((one) => (one.kind === 'reader_cut' ? [one.url] : []))
    const leaver = get(`${path}?leaver`)
    leaver.socket.once('data', () => leaver.socket.destroy())
    await leaver.closed
    const silent = get(`${path}?silent`)
    silent.socket.pause()
    await waitFor('the cut', () => cuts().length > 0 || undefined)
    silent.socket.resume()
    await silent.closed
    expect(cuts()).toEqual([expect.stringMatching(/[?]silent$/)])
    expect(seen).toContainEqual(expect.objectContaining({ kind: 'reader_cut', client: '127.0.0.1' }))
  },
)
