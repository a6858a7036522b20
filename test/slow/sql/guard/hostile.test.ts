import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CatalogError, type ErrorCode } from '../../../../src/core/errors.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import type { EngineFailure } from '../../../../src/sql/processes/engine.ts'
import { descendants, hasProc, idleAfterMs, NO_PROC, privateBytes } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { catalogOf } from '../../../fixtures/snapshots/sql-catalogs.ts'
import { HOSTILE } from '../../../fixtures/values/hostile-sql.ts'

/** The full form gives each query the time that it has in service. */
const isFull = process.env.FULL === '1'
const TIMEOUT_MS = isFull ? 30_000 : 250
const MEMORY_MB = isFull ? 512 : 128
const PROCESSES = 2
/** What an engine process may hold: the query's memory, a piece of the answer, and Bun itself. */
const CEILING_BYTES = (MEMORY_MB + 208) * 1024 * 1024

const ENDS: readonly ErrorCode[] = [
  'query_timeout',
  'query_too_large',
  'result_too_large',
  'invalid_sql',
  'too_many_queries',
]

let pool: SqlRunner
let catalogPath: string
const faults: EngineFailure[] = []

async function fileHash(): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(catalogPath).arrayBuffer()).digest('hex')
}

async function rowCounts(): Promise<unknown> {
  const sql = 'SELECT (SELECT count(*) FROM exoplanets) AS planets, (SELECT count(*) FROM stellarhosts) AS hosts'
  return JSON.parse(Buffer.concat((await pool.run({ sql, maxRows: 1 })).json).toString()).data
}

beforeAll(async () => {
  catalogPath = await catalogOf(undefined)
  pool = createSqlPool({
    catalogPath,
    processes: PROCESSES,
    queue: 64,
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    onFault: (fault) => faults.push(fault),
  })
})
afterAll(() => pool.close())

test(
  'every hostile query ends in time with an answer or a refusal, within its memory, and leaves all as it was',
  async () => {
    const [hash, counts] = [await fileHash(), await rowCounts()]
    let peakBytes = 0
    const watch = setInterval(() => {
      if (!hasProc) return
      for (const pid of descendants(process.pid)) peakBytes = Math.max(peakBytes, privateBytes([pid]))
    }, 50)
    const outcomes = await Promise.all(
      Object.entries(HOSTILE).map(async ([name, sql]) => {
        try {
          const { json } = await pool.run({ sql, maxRows: 10_000 })
          return [name, typeof JSON.parse(Buffer.concat(json).toString()).rows]
        } catch (error) {
          if (!(error instanceof CatalogError)) throw error
          return [name, ENDS.includes(error.code) ? 'refused' : error.message]
        }
      }),
    )
    clearInterval(watch)
    for (const [name, outcome] of outcomes)
      expect([name, outcome]).toEqual([name, outcome === 'number' ? 'number' : 'refused'])
    expect(outcomes.filter(([, outcome]) => outcome === 'refused').length).toBeGreaterThan(25)
    expect(faults).toEqual([])
    expect(peakBytes).toBeLessThan(CEILING_BYTES)
    expect([await fileHash(), await rowCounts()]).toEqual([hash, counts])
  },
  // Some forty processes are killed and started anew: eight seconds alone, minutes beside other work.
  isFull ? 3_600_000 : 600_000,
)

skipUnless(hasProc, NO_PROC).test('soon after hostile queries the engine processes are idle', async () => {
  const endless = HOSTILE['runaway recursion']!
  await Promise.allSettled(Array.from({ length: 4 }, () => pool.run({ sql: endless, maxRows: 1 })))
  expect(await idleAfterMs(() => descendants(process.pid))).toBeLessThan(isFull ? 2_500 : 30_000)
  // The pool is whole again: its processes and the one that stands by.
  expect(descendants(process.pid).length).toBeGreaterThanOrEqual(PROCESSES + 1)
})
