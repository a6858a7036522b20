import { beforeAll, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import type { EngineFailure } from '../../../../src/sql/processes/engine.ts'
import { startEngine } from '../../../../src/sql/processes/engine-handle.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'

let catalogPath: string
beforeAll(async () => {
  catalogPath = await writeTinyCatalog()
})

test('a process that the system cannot give is asked for again, with pauses, and clients are told when to come back', async () => {
  const faults: EngineFailure[] = []
  const starts: number[] = []
  let isSystemFull = true
  const pool = createSqlPool({
    catalogPath,
    processes: 1,
    queue: 8,
    timeoutMs: 60_000,
    memoryMb: 128,
    onFault: (fault) => faults.push(fault),
    start(options) {
      starts.push(performance.now())
      if (isSystemFull) throw Object.assign(new Error('EMFILE: too many open files, posix_spawn'), { code: 'EMFILE' })
      return startEngine(options)
    },
  })
  try {
    const error = await pool.run({ sql: 'SELECT 1', maxRows: 1 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(CatalogError)
    expect(error.code).toBe('sql_unavailable')
    const { retryAfterS } = error.help
    expect(retryAfterS).toBeWithin(1, 12)
    expect(faults[0]).toMatchObject({ phase: 'start', detail: expect.stringContaining('EMFILE') })
    // Each pause is twice as long as the one before, or longer on a busy machine.
    const pauses = starts.slice(1).map((at, i) => at - starts[i]!)
    expect(pauses.length).toBeGreaterThanOrEqual(2)
    expect(pauses[0]).toBeGreaterThan(190)
    expect(pauses[1]).toBeGreaterThan(390)
    expect(await pool.run({ sql: 'SELECT 1', maxRows: 1 }).catch(({ code }) => code)).toBe('sql_unavailable')
    isSystemFull = false
    await Bun.sleep(retryAfterS * 1_000)
    expect((await pool.run({ sql: 'SELECT 1', maxRows: 1 })).rows).toBe(1)
  } finally {
    await pool.close()
  }
})
