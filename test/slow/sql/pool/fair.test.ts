import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { createPoolCounts } from '../../../../src/sql/pool/pool-counts.ts'
import type { SqlPool } from '../../../../src/sql/pool/pool-options.ts'
import { descendants, hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

/** Different texts, all without an end. */
const endless = (i: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${i} UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`

const HOG = new Set(['192.0.2.1'])
const OTHER = new Set(['192.0.2.2'])

let catalogPath: string
beforeAll(async () => {
  catalogPath = await writeTinyCatalog()
})

/** Asks `count` short queries, one after the other. */
async function askShort(pool: SqlPool, count: number, clients = OTHER): Promise<void> {
  for (let i = 0; i < count; i++)
    await pool.run({ sql: `SELECT ${i} AS n, count(*) FROM exoplanets`, maxRows: 1, clients })
}

skipUnless(hasProc, NO_PROC).describe('endless queries of one client', () => {
  const counts = createPoolCounts()
  let pool: SqlPool
  beforeAll(async () => {
    pool = createSqlPool({ catalogPath, processes: 2, queue: 64, timeoutMs: 60_000, memoryMb: 128, counts })
    await pool.ready
  })
  afterAll(() => pool.close())

  // How long they wait is tested where time is simulated; here, that they are answered while all the others still run.
  test.each([2, 4, 8, 200])('%d at once do not hold up the short queries of another', async (number) => {
    const leave = new AbortController()
    const asked = Array.from({ length: number }, (_, i) =>
      pool.run({ sql: endless(i), maxRows: 1, clients: HOG }, leave.signal).then(
        () => 'answered',
        (error) => (error instanceof CatalogError ? error.code : 'left'),
      ),
    )
    await askShort(pool, 100)
    expect(pool.state().running + pool.state().paused).toBeGreaterThan(0)
    expect(pool.state().running).toBeLessThanOrEqual(2)
    expect(pool.state().paused).toBeLessThanOrEqual(2)
    leave.abort(new Error('left'))
    const outcomes = await Promise.all(asked)
    expect(outcomes.filter((outcome) => outcome !== 'left' && outcome !== 'too_many_queries')).toEqual([])
    if (number <= 64) expect(outcomes).not.toContain('too_many_queries')
  })

  test('do not hold up its own short ones either', async () => {
    const leave = new AbortController()
    const asked = [1, 2, 3].map((i) => pool.run({ sql: endless(i), maxRows: 1, clients: HOG }, leave.signal))
    const settled = Promise.allSettled(asked)
    await askShort(pool, 50, HOG)
    leave.abort()
    await settled
    expect(counts.paused).toBeGreaterThan(0)
  })
})

skipUnless(hasProc, NO_PROC).test('long queries of several clients all go on', async () => {
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 64, timeoutMs: 60_000, memoryMb: 128 })
  try {
    await pool.ready
    const leave = new AbortController()
    const hogs = Promise.allSettled(
      [1, 2, 3, 4].map((i) => pool.run({ sql: endless(i), maxRows: 1, clients: HOG }, leave.signal)),
    )
    await Bun.sleep(1_000)
    const slow = 'WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000000) SELECT count(*) AS n FROM n'
    const { rows } = await pool.run({ sql: slow, maxRows: 1, clients: OTHER })
    expect(rows).toBe(1)
    leave.abort()
    await hogs
  } finally {
    await pool.close()
  }
})

skipUnless(hasProc, NO_PROC).test('time in which a query is paused does not count against it', async () => {
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 64, timeoutMs: 1_500, memoryMb: 128 })
  try {
    await pool.ready
    const before = performance.now()
    const ends = await Promise.all(
      [HOG, OTHER].map((clients, i) =>
        pool.run({ sql: endless(i), maxRows: 1, clients }).then(
          () => ['answered', 0] as const,
          (error) => [error.code as string, performance.now() - before] as const,
        ),
      ),
    )
    expect(ends.map(([code]) => code)).toEqual(['query_timeout', 'query_timeout'])
    // Both have had their time, one after the other, so that the later one took twice as long.
    expect(Math.max(...ends.map(([, ms]) => ms))).toBeGreaterThan(2 * 1_500 - 200)
  } finally {
    await pool.close()
  }
})

skipUnless(hasProc, NO_PROC).test('a process that somebody else has stopped is let go on', async () => {
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 8, timeoutMs: 60_000, memoryMb: 128 })
  try {
    await pool.ready
    for (const pid of descendants(process.pid)) process.kill(pid, 'SIGSTOP')
    const { rows } = await pool.run({ sql: 'SELECT 1', maxRows: 1 })
    expect(rows).toBe(1)
  } finally {
    await pool.close()
  }
})

skipUnless(hasProc, NO_PROC).test('so is one that was stopped while it started', async () => {
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 8, timeoutMs: 60_000, memoryMb: 128 })
  try {
    const starting = await waitFor('processes that start', () => {
      const found = descendants(process.pid)
      return found.length > 0 ? found : undefined
    })
    const answer = pool.run({ sql: 'SELECT 1', maxRows: 1 })
    for (const pid of starting) process.kill(pid, 'SIGSTOP')
    expect((await answer).rows).toBe(1)
    // None of them waits for its end, which comes after a minute.
    await waitFor('both processes', () => (pool.state().idle === 2 ? true : undefined), 50_000)
  } finally {
    await pool.close()
  }
})
