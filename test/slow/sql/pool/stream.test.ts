import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import type { Pieces } from '../../../../src/core/pieces.ts'
import type { SqlQuery } from '../../../../src/core/ports.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import type { SqlPool } from '../../../../src/sql/pool/pool-options.ts'
import type { Engine } from '../../../../src/sql/processes/engine.ts'
import { type EngineOptions, startEngine } from '../../../../src/sql/processes/engine-handle.ts'
import { descendants, hasProc, NO_PROC } from '../../../fixtures/processes/process-tree.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

/** About 6 MB of CSV. */
const LONG = `WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000)
  SELECT i, 'the text of row ' || i AS t FROM n`
const wanted = `i,t\r\n${Array.from({ length: 200_000 }, (_, i) => `${i + 1},the text of row ${i + 1}\r\n`).join('')}`
const QUERY = { sql: LONG, maxRows: 1_000_000, format: 'csv' as const }

let pool: SqlPool
/** Process ID of the process that last began a query. */
let lastPid: number | undefined
/** Starts a process, and notes when it begins a query. */
function start(options: EngineOptions): Engine {
  const before = new Set(hasProc ? descendants(process.pid) : [])
  const engine = startEngine(options)
  const pid = hasProc ? descendants(process.pid).find((one) => !before.has(one)) : undefined
  const run = engine.run.bind(engine)
  return Object.assign(engine, {
    run(query: SqlQuery) {
      lastPid = pid
      return run(query)
    },
  })
}

beforeAll(async () => {
  pool = createSqlPool({
    catalogPath: await writeTinyCatalog(),
    processes: 1,
    queue: 8,
    timeoutMs: 60_000,
    memoryMb: 128,
    start,
  })
  await pool.ready
})
afterAll(() => pool.close())

const until = (isSo: () => boolean): Promise<boolean> => waitFor('the pool', () => isSo() || undefined)

/** Takes what comes, and says when it has room for more. */
function sink(isFull: (bytes: number) => boolean = () => false) {
  const taken: Uint8Array[] = []
  let bytes = 0
  let room = Promise.withResolvers<void>()
  return {
    get bytes() {
      return bytes
    },
    text: (rest: Pieces) => Buffer.concat([...taken, ...rest]).toString(),
    open: () => room.resolve(),
    write(pieces: Pieces): Promise<void> | undefined {
      for (const piece of pieces) {
        taken.push(Uint8Array.from(piece))
        bytes += piece.length
      }
      if (!isFull(bytes)) return undefined
      room = Promise.withResolvers<void>()
      return room.promise
    },
  }
}

test('a long answer goes to the stream, and its end is the result', async () => {
  const to = sink()
  const { json, rows } = await pool.run({ ...QUERY, stream: { fromBytes: 100_000, write: to.write } })
  expect(rows).toBe(200_000)
  expect(to.bytes).toBeGreaterThan(5_000_000)
  expect(to.text(json) === wanted).toBe(true)
})

test('a shorter one is a result as without a stream', async () => {
  const to = sink()
  const query = { ...QUERY, sql: 'SELECT 1 AS n', stream: { fromBytes: 100_000, write: to.write } }
  expect(Buffer.concat((await pool.run(query)).json).toString()).toBe('n\r\n1\r\n')
  expect(to.bytes).toBe(0)
})

test('a query that waits for its reader holds nobody up, and that time does not count', async () => {
  let isFull = true
  const to = sink((bytes) => isFull && bytes > 1_000_000)
  const running = pool.run({ ...QUERY, timeoutMs: 6_000, stream: { fromBytes: 0, write: to.write } })
  await until(() => pool.state().paused === 1)
  const atRest = to.bytes
  const startMs = performance.now()
  for (let i = 0; i < 5; i++) await pool.run({ sql: `SELECT ${i}`, maxRows: 1 })
  await Bun.sleep(6_500 - (performance.now() - startMs))
  expect(to.bytes).toBe(atRest)
  isFull = false
  to.open()
  expect(to.text((await running).json) === wanted).toBe(true)
})

test('one whose reader leaves is ended where it waits', async () => {
  const to = sink((bytes) => bytes > 1_000_000)
  const leave = new AbortController()
  const running = pool.run({ ...QUERY, stream: { fromBytes: 0, write: to.write } }, leave.signal)
  await until(() => pool.state().paused === 1)
  leave.abort(new Error('left'))
  await expect(running).rejects.toThrow('left')
  await until(() => pool.state().paused === 0 && pool.state().idle > 0)
})

skipUnless(hasProc, NO_PROC).test('a query whose process is lost goes on where its stream is', async () => {
  let isFull = true
  const to = sink((bytes) => isFull && bytes > 1_000_000)
  const running = pool.run({ ...QUERY, stream: { fromBytes: 0, write: to.write } })
  await until(() => pool.state().paused === 1)
  process.kill(lastPid!, 'SIGKILL')
  isFull = false
  to.open()
  expect(to.text((await running).json) === wanted).toBe(true)
})

skipUnless(hasProc, NO_PROC).test('one that gives another result then is ended instead', async () => {
  let isFull = true
  const to = sink((bytes) => isFull && bytes > 1_000_000)
  const sql = LONG.replace('SELECT i,', 'SELECT random() AS r, i,')
  const running = pool.run({ ...QUERY, sql, stream: { fromBytes: 0, write: to.write } })
  await until(() => pool.state().paused === 1)
  process.kill(lastPid!, 'SIGKILL')
  isFull = false
  to.open()
  const error = await running.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CatalogError)
  expect((error as CatalogError).code).toBe('sql_unavailable')
})

test('its own time limit ends it, and not that of all queries', async () => {
  const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
  const query = { sql: endless, maxRows: 1, timeoutMs: 300, stream: { fromBytes: 0, write: () => undefined } }
  const startMs = performance.now()
  await expect(pool.run(query)).rejects.toMatchObject({ code: 'query_timeout' })
  expect(performance.now() - startMs).toBeLessThan(50_000)
})

test('readers that stop do not keep others from running, however many they are', async () => {
  const sinks = Array.from({ length: 4 }, () => sink((bytes) => bytes % 7 >= 0))
  const leave = new AbortController()
  const running = sinks.map(({ write }, i) =>
    pool.run({ ...QUERY, clients: new Set([`c${i}`]), stream: { fromBytes: 0, write } }, leave.signal).catch(() => {}),
  )
  await until(() => sinks.every(({ bytes }) => bytes > 0))
  expect(
    JSON.parse(Buffer.concat((await pool.run({ sql: 'SELECT 7 AS n', maxRows: 1 })).json).toString()).data,
  ).toEqual([{ n: 7 }])
  // No more processes are kept for them than queries may run.
  await until(() => pool.state().paused <= 1)
  leave.abort(new Error('left'))
  await Promise.all(running)
})
