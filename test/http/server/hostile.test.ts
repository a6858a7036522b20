import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  busyDescendant,
  descendants,
  hasProc,
  idleAfterMs,
  NO_PROC,
  privateBytes,
} from '../../fixtures/processes/process-tree.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'
import { HOSTILE } from '../../fixtures/values/hostile-sql.ts'

/**
 * The full form, which has a machine for itself, gives each query the time that it has in service, and holds pages to their
 * quiet latency.
 */
const isFull = process.env.FULL === '1'
const TIMEOUT_MS = isFull ? 30_000 : 300
const MEMORY_MB = isFull ? 512 : 128
const PROCESSES = 2
/** Server, two busy processes and the spare, each with what Bun itself and a result of 128 MiB need. */
const CEILING_BYTES = ((PROCESSES + 1) * (MEMORY_MB + 350) + 600) * 1024 * 1024
const AT_ONCE = 8
/** How soon a process must be gone: to die takes processor time too, of which these processes get little on a busy machine. */
const FREED_MS = isFull ? 1_000 : 10_000
const PAGE = '/rest/exoplanets?sort_by=pl_rade&order=desc&limit=20'

let server: TestServer

beforeAll(async () => {
  server = await startServer({
    SQL_TIMEOUT_MS: String(TIMEOUT_MS),
    SQL_MEMORY_MB: String(MEMORY_MB),
    SQL_PROCESSES: String(PROCESSES),
    SQL_QUEUE: '16',
    ...(process.env.HOSTILE_DATA_DIR === undefined ? {} : { DATA_DIR: process.env.HOSTILE_DATA_DIR }),
  })
  await query('SELECT 1')
})
afterAll(() => server.stop())

function query(sql: string): Promise<Response> {
  return fetch(`${server.url}/rest/query?sql=${encodeURIComponent(sql)}&limit=10000`)
}

/** Latencies of pages read one after another, in milliseconds, sorted. */
async function readPages(until: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let page = 1; !until(); page = (page % 10) + 1) {
    const before = performance.now()
    const response = await fetch(`${server.url}${PAGE}&page=${page}`)
    await response.arrayBuffer()
    times.push(performance.now() - before)
    expect(response.status).toBe(200)
    await Bun.sleep(2)
  }
  return times.sort((a, b) => a - b)
}

const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN

/** Statuses with which a query may end: one that has no end, or is no query, has no answer. */
function possibleStatuses(name: string): readonly number[] {
  const isEndless = HOSTILE[name]!.includes('UNION ALL SELECT i + 1 FROM n)')
  const isNone = ['10,000 open parentheses', 'two thousand columns', 'seventy joins'].includes(name)
  return isEndless || isNone ? [400, 408, 503] : [200, 400, 408, 503]
}

test(
  'eight hostile queries at once end with a status and a body, while pages are served as ever',
  async () => {
    const quietEnd = performance.now() + (isFull ? 10_000 : 1000)
    const quiet = await readPages(() => performance.now() > quietEnd)
    const waiting = Object.entries(HOSTILE)
    const outcomes: (readonly [string, number, unknown])[] = []
    let peakBytes = 0
    const watch = setInterval(() => {
      if (hasProc) peakBytes = Math.max(peakBytes, privateBytes([server.pid, ...descendants(server.pid)]))
    }, 100)
    const attack = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const response = await query(next[1])
        const body = (await response.json()) as Readonly<Record<string, unknown>>
        outcomes.push([next[0], response.status, response.status === 200 ? typeof body.rows : typeof body.detail])
      }
    }
    let isOver = false
    const attacks = Promise.all(Array.from({ length: AT_ONCE }, attack)).finally(() => {
      isOver = true
    })
    const busy = await readPages(() => isOver)
    await attacks
    clearInterval(watch)

    expect(outcomes).toHaveLength(Object.keys(HOSTILE).length)
    for (const [name, status, kind] of outcomes) {
      expect([name, possibleStatuses(name).includes(status) ? 'expected' : status]).toEqual([name, 'expected'])
      expect([name, kind]).toEqual([name, status === 200 ? 'number' : 'string'])
    }
    expect(peakBytes).toBeLessThan(CEILING_BYTES)
    const statuses = Object.groupBy(outcomes, ([, status]) => String(status))
    process.stdout.write(
      `pages: quiet p50 ${quiet[quiet.length >> 1]!.toFixed(2)} p99 ${p99(quiet).toFixed(2)} ms (${quiet.length}), ` +
        `under attack p50 ${busy[busy.length >> 1]!.toFixed(2)} p99 ${p99(busy).toFixed(2)} ms (${busy.length}); ` +
        `peak ${(peakBytes / 1048576).toFixed(0)} MiB; ${Object.entries(statuses)
          .map(([status, all]) => `${all!.length} x ${status}`)
          .join(', ')}\n`,
    )
    // Pages that waited for queries would be no more than these, one after another.
    expect(busy.length).toBeGreaterThan(outcomes.length)
    if (isFull) expect(p99(busy)).toBeLessThan(2 * p99(quiet) + 1)
  },
  isFull ? 3_600_000 : 60_000,
)

skipUnless(hasProc, NO_PROC).test('a client that disconnects frees its process at once', async () => {
  const patient = await startServer({ SQL_TIMEOUT_MS: '60000', SQL_PROCESSES: '1' })
  try {
    const leave = new AbortController()
    const sql = encodeURIComponent(HOSTILE['runaway recursion']!)
    const gone = fetch(`${patient.url}/rest/query?sql=${sql}`, { signal: leave.signal }).catch(() => 'gone')
    const engine = await busyDescendant(patient.pid)
    leave.abort()
    const before = performance.now()
    expect(await gone).toBe('gone')
    while (descendants(patient.pid).includes(engine) && performance.now() - before < FREED_MS) await Bun.sleep(10)
    expect(descendants(patient.pid)).not.toContain(engine)
  } finally {
    await patient.stop()
  }
})

test('afterwards an honest query is answered, and both tables are whole', async () => {
  const response = await query(
    'SELECT (SELECT count(*) FROM exoplanets) AS exoplanets, (SELECT count(*) FROM stellarhosts) AS stellarhosts',
  )
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: unknown }
  const { tables } = (await (await fetch(`${server.url}/health`)).json()) as {
    tables: Readonly<Record<string, { rows: number }>>
  }
  expect(data).toEqual([{ exoplanets: tables.exoplanets!.rows, stellarhosts: tables.stellarhosts!.rows }])
})

skipUnless(hasProc, NO_PROC).test('soon after the last query the processor is idle', async () => {
  expect(await idleAfterMs(() => [server.pid, ...descendants(server.pid)])).toBeLessThan(isFull ? 2_500 : 30_000)
})
