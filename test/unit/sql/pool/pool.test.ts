import { afterEach, describe, expect, test } from 'bun:test'
import type { CatalogError } from '../../../../src/core/errors.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { createPoolCounts } from '../../../../src/sql/pool/pool-counts.ts'
import type { SqlPool, SqlPoolOptions } from '../../../../src/sql/pool/pool-options.ts'
import { type FakeEngine, fakeEngine } from '../../../fixtures/fake-engine.ts'
import { listenedSignal } from '../../../fixtures/listened-signal.ts'
import { liveObjects } from '../../../fixtures/live-objects.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const QUERY = { sql: 'SELECT 1', maxRows: 1 }
const START_FAULT = { phase: 'start', exitCode: 1, signal: null, detail: 'a fault' } as const

let pool: SqlPool | undefined
afterEach(() => pool?.close())

/** A pool of engines without processes; `start` may make others. */
function poolWith(options: Partial<SqlPoolOptions> & { readonly start?: () => FakeEngine } = {}) {
  const engines: FakeEngine[] = []
  const counts = createPoolCounts()
  const { start = () => fakeEngine() } = options
  const made = createSqlPool({
    catalogPath: '/nowhere',
    processes: 1,
    queue: 2,
    timeoutMs: 60_000,
    memoryMb: 64,
    counts,
    ...options,
    start: () => {
      const engine = start()
      engines.push(engine)
      return engine
    },
  })
  pool = made
  const asked = () => engines.flatMap(({ queries }) => queries.map(({ sql }) => sql))
  return { pool: made, engines, counts, asked }
}
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'answered',
    (error: CatalogError) => error.code,
  )

test('who has an answer, or has left, listens to its signal no more', async () => {
  const { pool, engines } = poolWith()
  await pool.ready
  const [first, second] = [listenedSignal(), listenedSignal()]
  const answered = pool.run(QUERY, first.signal)
  const left = pool.run({ ...QUERY, sql: 'SELECT 2' }, second.signal).catch((reason) => reason)
  expect([first.listeners(), second.listeners()]).toEqual([1, 1])
  second.abort('left')
  expect(await left).toBe('left')
  for (const engine of engines) engine.answer()
  expect((await answered).rows).toBe(1)
  expect([first.listeners(), second.listeners()]).toEqual([0, 0])
})

test('so many queries wait as the queue has places, and one more is refused', async () => {
  const { pool, engines, counts } = poolWith({ processes: 1, queue: 2 })
  await pool.ready
  const runs = [1, 2, 3].map((n) => codeOf(pool.run({ ...QUERY, sql: `SELECT ${n}` })))
  expect(pool.state()).toMatchObject({ running: 1, waiting: 2 })
  expect(counts.ended.refused).toBe(0)
  const refused = codeOf(pool.run({ ...QUERY, sql: 'SELECT 4' }))
  expect(await refused).toBe('too_many_queries')
  expect(counts.ended.refused).toBe(1)
  for (const _ of runs) {
    await waitFor('a query', () => engines.find(({ queries }) => queries.length > 0))
    for (const engine of engines) engine.answer()
    await Bun.sleep(0)
  }
  expect(await Promise.all(runs)).toEqual(['answered', 'answered', 'answered'])
})

test('of waiting clients, the latest query of the one with most is refused', async () => {
  const { pool } = poolWith({ processes: 1, queue: 2 })
  await pool.ready
  const run = (sql: string, client: string) => codeOf(pool.run({ ...QUERY, sql, clients: new Set([client]) }))
  void run('SELECT 0', 'z')
  const [first, second, third] = [run('SELECT 1', 'a'), run('SELECT 2', 'a'), run('SELECT 3', 'b')]
  expect(await second).toBe('too_many_queries')
  await pool.close()
  expect(await Promise.all([first, third])).toEqual(['stopping', 'stopping'])
})

test('a process that was paused goes on before it is given back', async () => {
  const { pool, engines } = poolWith()
  await pool.ready
  const run = pool.run(QUERY)
  const engine = engines.find(({ queries }) => queries.length > 0)!
  engine.pause()
  engine.answer()
  await run
  await Bun.sleep(0)
  expect(engine.done).toEqual(['pause', 'resume'])
})

test('a pool is ready as soon as it has a process, also while that one is busy, and starting before', async () => {
  const { pool, engines } = poolWith({ start: () => fakeEngine(false) })
  expect(pool.readiness!()).toBe('starting')
  engines[0]!.getReady()
  await Bun.sleep(0)
  expect(pool.readiness!()).toBe('ready')
  const run = pool.run(QUERY)
  expect(pool.state()).toMatchObject({ running: 1, idle: 0 })
  expect(pool.readiness!()).toBe('ready')
  engines[0]!.answer()
  await run
})

describe('starts that fail', () => {
  test('are tried again with growing pauses, are told, and are forgotten after one that succeeds', async () => {
    using timers = watchTimers()
    const faults: unknown[] = []
    const { pool, engines } = poolWith({ start: () => fakeEngine(false), onFault: (fault) => faults.push(fault) })
    const retries = () => timers.pending().filter((delay) => delay >= 100)
    expect(engines).toHaveLength(2)
    const pauses: number[] = []
    for (const _ of [1, 2]) {
      for (const engine of engines) engine.end(START_FAULT)
      await Bun.sleep(0)
      pauses.push(...retries())
      const before = engines.length
      timers.fire(pauses.at(-1)!)
      await waitFor('another start', () => engines.length > before || undefined)
    }
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBeGreaterThan(2 * pauses[0]!)
    expect(faults.length).toBeGreaterThanOrEqual(2)
    for (const engine of engines) engine.getReady()
    await Bun.sleep(0)
    // One more that fails is the first again.
    engines.at(-1)!.end(START_FAULT)
    await Bun.sleep(0)
    expect(retries()).toEqual([200])
    expect(pool.state().idle).toBeGreaterThan(0)
    await pool.close()
    expect(retries()).toEqual([])
  })

  test('that keep on are an answer to those who wait, with a time to come back', async () => {
    using timers = watchTimers()
    const { pool, engines } = poolWith({
      start() {
        throw new Error('EMFILE')
      },
    })
    let error: unknown
    pool.run(QUERY).catch((thrown: CatalogError) => {
      error = thrown
    })
    await waitFor('the answer', () => {
      for (const delay of new Set(timers.pending())) if (delay >= 100 && delay <= 5_000) timers.fire(delay)
      return error === undefined ? undefined : true
    })
    expect(error).toMatchObject({ code: 'sql_unavailable', help: { retryAfterS: expect.any(Number) } })
    expect(pool.readiness!()).toBe('unavailable')
    expect(engines).toEqual([])
  })
})

test('the end of a pool leaves no engine, no timer and no listener of the process', async () => {
  using timers = watchTimers()
  const before = process.listenerCount('exit')
  const { pool, engines } = poolWith({ processes: 2 })
  await pool.ready
  expect(process.listenerCount('exit')).toBe(before + 1)
  const runs = [1, 2, 3].map((n) => codeOf(pool.run({ ...QUERY, sql: `SELECT ${n}` })))
  expect(timers.pending().length).toBeGreaterThan(0)
  await pool.close()
  expect(await Promise.all(runs)).toEqual(['stopping', 'stopping', 'stopping'])
  expect(engines.every((engine) => !engine.isUsable())).toBe(true)
  expect(timers.pending()).toEqual([])
  expect(process.listenerCount('exit')).toBe(before)
  expect(await codeOf(pool.run(QUERY))).toBe('stopping')
})

test('queries that are done are forgotten', async () => {
  const { pool, engines } = poolWith({ queue: 10 })
  await pool.ready
  const ask = async (client: string) => {
    const run = pool.run({ ...QUERY, clients: new Set([client]) })
    for (const engine of engines) {
      engine.answer()
      engine.queries.splice(0)
    }
    await run
    await Bun.sleep(0)
  }
  await ask('first')
  const before = liveObjects('Set')
  for (let i = 0; i < 500; i += 1) await ask(`client ${i}`)
  expect(liveObjects('Set') - before).toBeLessThan(200)
})

test('processes that long queries needed end a while after them, and the end of the pool does not wait for that', async () => {
  using timers = watchTimers()
  const { pool, engines } = poolWith({ processes: 2, queue: 10 })
  await pool.ready
  let left = 4
  for (const n of [1, 2, 3, 4])
    void pool.run({ ...QUERY, sql: `SELECT ${n}`, clients: new Set([`${n}`]) }).finally(() => {
      left -= 1
    })
  // Each of them has run for so long by then that it makes room for the next one.
  await waitFor('more processes', () => engines.length > 4 || undefined)
  await waitFor('the end of the queries', () => {
    for (const engine of engines) engine.answer()
    return left === 0 || undefined
  })
  await waitFor('the timer', () => timers.pending().includes(10_000) || undefined)
  expect(pool.state().processes).toBeGreaterThan(3)
  await pool.close()
  expect(timers.pending()).toEqual([])
})
