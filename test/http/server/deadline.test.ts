import { afterAll, beforeAll, expect } from 'bun:test'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { skipUnless } from '../../fixtures/skip-unless.ts'

/** The deadline of the default settings takes a minute to try: by hand, with FULL=1. */
const isFull = process.env.FULL === '1'

let server: TestServer

beforeAll(async () => {
  if (isFull) server = await startServer()
})
afterAll(() => server?.stop())

async function timed(
  rows: number,
): Promise<{ readonly status: number; readonly body: unknown; readonly seconds: number }> {
  const sql = `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${rows}) SELECT count(*) AS n FROM n`
  const before = performance.now()
  const response = await fetch(`${server.url}/rest/query?sql=${encodeURIComponent(sql)}`)
  const body = await response.json()
  return { status: response.status, body, seconds: (performance.now() - before) / 1000 }
}

skipUnless(isFull, 'FULL=1 is not set').test(
  'a query of 20 seconds is answered, one of 31 seconds ends as a timeout after 30, and neither connection is reset',
  async () => {
    let rows = 1_000_000
    await timed(rows)
    const { seconds } = await timed(rows + 1)
    rows = Math.round((rows / seconds) * 20)
    const long = await timed(rows)
    process.stdout.write(`${rows} rows: ${long.status} after ${long.seconds.toFixed(1)} s\n`)
    expect(long.status).toBe(200)
    expect(long.body).toMatchObject({ data: [{ n: rows }], rows: 1, truncated: false })
    expect(long.seconds).toBeGreaterThan(12)
    const tooLong = Math.round((rows / long.seconds) * 31 * 1.2)
    const cut = await timed(tooLong)
    process.stdout.write(`${tooLong} rows: ${cut.status} after ${cut.seconds.toFixed(1)} s\n`)
    expect(cut.status).toBe(408)
    expect(cut.body).toMatchObject({ status: 408, code: 'query_timeout' })
    expect(cut.seconds).toBeWithin(30, 32)
  },
)
