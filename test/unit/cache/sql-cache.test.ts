import { expect, test } from 'bun:test'
import { readThrough } from '../../../src/cache/sql-cache.ts'
import type { SqlQuery, SqlResult, SqlRunner } from '../../../src/core/ports.ts'
import type { VoOutput } from '../../../src/formats/vo/vo-output.ts'
import { listenedSignal } from '../../fixtures/listened-signal.ts'

/** A runner whose runs end when the test says so. */
function standIn() {
  const runs: {
    query: SqlQuery
    signal: AbortSignal | undefined
    end: (isDeterministic?: boolean) => void
    fail: () => void
  }[] = []
  const runner: SqlRunner = {
    run(query, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<SqlResult>()
      const number = runs.length
      runs.push({
        query,
        signal,
        end: (isDeterministic = true) =>
          resolve({ json: [Buffer.from(`run ${number}`)], rows: 1, truncated: false, isDeterministic }),
        fail: () => reject(new Error(`run ${number}`)),
      })
      signal?.addEventListener('abort', () => reject(signal.reason))
      return promise
    },
    close: async () => {},
  }
  return { runs, runner }
}

const QUERY = { sql: 'SELECT 1', maxRows: 10 }
const textOf = async (result: Promise<SqlResult>): Promise<string> => Buffer.concat((await result).json).toString()

test('equal queries asked at once run once, and later ones are answered from the cache', async () => {
  const { runs, runner } = standIn()
  const reads: boolean[] = []
  const cached = readThrough(runner, 1 << 20, (isHit) => reads.push(isHit))
  const first = cached.run(QUERY)
  const second = cached.run({ ...QUERY })
  expect(runs).toHaveLength(1)
  runs[0]!.end()
  expect(await Promise.all([textOf(first), textOf(second), textOf(cached.run(QUERY))])).toEqual([
    'run 0',
    'run 0',
    'run 0',
  ])
  expect(await textOf(cached.run(QUERY))).toBe('run 0')
  expect(runs).toHaveLength(1)
  expect(reads).toEqual([false, false, false, true])
})

test('a run that has its result is not aborted when the last client leaves with it', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const first = cached.run(QUERY)
  runs[0]!.end()
  await first
  expect(runs[0]!.signal!.aborted).toBe(false)
})

test('another limit of rows or bytes, or another text, is another query', () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  cached.run(QUERY)
  cached.run({ ...QUERY, maxRows: 11 })
  cached.run({ ...QUERY, sql: 'SELECT 2' })
  cached.run({ ...QUERY, maxBytes: 1_000 })
  cached.run({ ...QUERY, maxBytes: 2_000 })
  expect(runs).toHaveLength(5)
})

test('a client that has left is not answered, not even with what is kept', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const first = cached.run(QUERY)
  runs[0]!.end()
  await first
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(cached.run(QUERY, gone)).rejects.toThrow('gone')
  await expect(cached.run({ ...QUERY, sql: 'SELECT 2' }, gone)).rejects.toThrow('gone')
  expect(runs).toHaveLength(1)
})

test.each([
  'SELECT random()',
  "SELECT date('now')",
  'SELECT hex("randomblob"(4))',
  'SELECT CURRENT_TIMESTAMP',
  "SELECT strftime('%Y', 'n' || 'ow')",
])('%p runs for each client and is kept only where it proved to be the same for ever', async (sql) => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const query = { sql, maxRows: 1 }
  const asked = [cached.run(query), cached.run(query)]
  expect(runs).toHaveLength(2)
  for (const run of runs) run.end(false)
  expect(await Promise.all(asked.map(textOf))).toEqual(['run 0', 'run 1'])
  const third = cached.run(query)
  expect(runs).toHaveLength(3)
  runs[2]!.end(true)
  await third
  expect(await textOf(cached.run(query))).toBe('run 2')
})

test('a client that leaves a shared run does not end it for the others', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const leaving = new AbortController()
  const left = cached.run(QUERY, leaving.signal)
  const staying = cached.run(QUERY)
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(runs[0]!.signal!.aborted).toBe(false)
  runs[0]!.end()
  expect(await textOf(staying)).toBe('run 0')
})

test('the last client to leave ends the run, and the next one starts another', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const clients = [new AbortController(), new AbortController()]
  const asked = clients.map((client) => cached.run(QUERY, client.signal))
  const settled = Promise.allSettled(asked)
  for (const client of clients) client.abort(new Error('gone'))
  await settled
  expect(runs[0]!.signal!.aborted).toBe(true)
  const next = cached.run(QUERY)
  expect(runs).toHaveLength(2)
  runs[1]!.end()
  expect(await textOf(next)).toBe('run 1')
})

test('a failure reaches everyone who waited and is not kept', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const asked = [cached.run(QUERY), cached.run(QUERY)]
  runs[0]!.fail()
  expect((await Promise.allSettled(asked)).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected'])
  cached.run(QUERY)
  expect(runs).toHaveLength(2)
})

test('a retired cache keeps nothing and runs on', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const first = cached.run(QUERY)
  cached.retire()
  runs[0]!.end()
  expect(await textOf(first)).toBe('run 0')
  const second = cached.run(QUERY)
  runs[1]!.end()
  expect(await textOf(second)).toBe('run 1')
})

test('a result that is kept or under way in one format answers no other', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const formats = ['json', 'csv', 'tsv', 'ndjson', 'votable'] as const
  const answers = formats.map((format) => cached.run({ ...QUERY, format }))
  expect(runs.map(({ query }) => query.format)).toEqual([...formats])
  for (const run of runs) run.end()
  const texts = await Promise.all(answers.map(textOf))
  expect(new Set(texts).size).toBe(formats.length)
  expect(await Promise.all(formats.map((format) => textOf(cached.run({ ...QUERY, format }))))).toEqual(texts)
  // JSON is what a query without a format asks for.
  expect(await textOf(cached.run(QUERY))).toBe(texts[0]!)
  expect(runs).toHaveLength(formats.length)
})

test('a translated query is known by its own text, its format and its limit, not by its translation', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const vo = (format: VoOutput['format'], query = 'select 1', maxRows = 10): SqlQuery => ({
    sql: 'SELECT 1',
    maxRows,
    vo: { format, query, columns: [], snapshotId: 's', source: '', warnings: [] },
  })
  const queries = [vo('csv'), vo('binary2'), vo('csv', 'select 2'), vo('csv', 'select 1', 11), QUERY]
  const first = queries.map((query) => cached.run(query))
  expect(runs).toHaveLength(queries.length)
  for (const { end } of runs) end()
  const texts = await Promise.all(first.map(textOf))
  expect(texts).toEqual(queries.map((_, number) => `run ${number}`))
  expect(await Promise.all(queries.map((query) => textOf(cached.run(query))))).toEqual(texts)
  expect(await textOf(cached.run({ ...vo('csv'), sql: 'SELECT 1 LIMIT 10' }))).toBe('run 0')
  expect(runs).toHaveLength(queries.length)
})

test('a result that is sent from its first byte on is neither shared nor kept', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const query = { ...QUERY, stream: { fromBytes: 0, write: () => undefined } }
  const both = [cached.run(query), cached.run(query)]
  expect(runs).toHaveLength(2)
  for (const { end } of runs) end()
  expect(await Promise.all(both.map(textOf))).toEqual(['run 0', 'run 1'])
  void cached.run(query)
  expect(runs).toHaveLength(3)
  expect(cached.byteLength).toBe(0)
})

test('clients that join a query that is under way are clients of its run', () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  void cached.run({ ...QUERY, clients: new Set(['a']) })
  expect([...runs[0]!.query.clients!]).toEqual(['a'])
  void cached.run({ ...QUERY, clients: new Set(['b']) })
  expect([...runs[0]!.query.clients!]).toEqual(['a', 'b'])
})

test('an answer that is streamed goes to one client; the others run the query for themselves, and it is not kept', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const texts = ['', '']
  const ask = (i: number): Promise<SqlResult> =>
    cached.run({
      ...QUERY,
      stream: {
        fromBytes: 4,
        write(pieces) {
          texts[i] += Buffer.concat(pieces).toString()
          return undefined
        },
      },
    })
  const first = ask(0)
  const second = ask(1)
  expect(runs).toHaveLength(1)
  runs[0]!.query.stream!.write([Buffer.from('begun')])
  await Bun.sleep(0)
  expect(runs).toHaveLength(2)
  runs[0]!.query.stream!.write([Buffer.from(' and on')])
  runs[1]!.query.stream!.write([Buffer.from('alone')])
  for (const { end } of runs) end()
  expect([await textOf(first), await textOf(second)]).toEqual(['run 0', 'run 1'])
  expect(texts).toEqual(['begun and on', 'alone'])
  void ask(0)
  expect(runs).toHaveLength(3)
})

test('an answer with a stream that stays short is shared and kept as any', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const query = { ...QUERY, stream: { fromBytes: 4, write: () => undefined } }
  const both = [cached.run(query), cached.run(query)]
  runs[0]!.end()
  expect(await Promise.all(both.map(textOf))).toEqual(['run 0', 'run 0'])
  expect(await textOf(cached.run(query))).toBe('run 0')
  expect(runs).toHaveLength(1)
})

test('when the client that a streamed answer goes to leaves, the query ends', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const leave = new AbortController()
  const query = { ...QUERY, stream: { fromBytes: 4, write: () => undefined } }
  const first = cached.run(query, leave.signal)
  const second = cached.run(query)
  runs[0]!.query.stream!.write([Buffer.from('begun')])
  await Bun.sleep(0)
  leave.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect(runs[0]!.signal!.aborted).toBe(true)
  runs[1]!.end()
  expect(await textOf(second)).toBe('run 1')
})

test('who has an answer, or has left, listens to its signal no more', async () => {
  const { runs, runner } = standIn()
  const cached = readThrough(runner, 1 << 20)
  const [first, second, third] = [listenedSignal(), listenedSignal(), listenedSignal()]
  const answers = [first, second, third].map(({ signal }) => cached.run(QUERY, signal))
  expect([first, second, third].map(({ listeners }) => listeners())).toEqual([1, 1, 1])
  third.abort(new Error('left'))
  await expect(answers[2]).rejects.toThrow('left')
  runs[0]!.end()
  await Promise.all(answers.slice(0, 2))
  await cached.run(QUERY, first.signal)
  expect([first, second, third].map(({ listeners }) => listeners())).toEqual([0, 0, 0])
})
