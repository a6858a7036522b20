import { expect, test } from 'bun:test'
import type { Pieces } from '../../../../src/core/pieces.ts'
import type { SqlResult, SqlStream } from '../../../../src/core/ports.ts'
import { runForAnswer } from '../../../../src/sql/pool/answer.ts'
import { createJob } from '../../../../src/sql/pool/job.ts'
import { type FakeEngine, fakeEngine } from '../../../fixtures/fake-engine.ts'

const pieces = (...texts: readonly string[]): Pieces => texts.map((text) => Buffer.from(text))
const textOf = (given: Pieces): string => Buffer.concat([...given]).toString()

/** A query whose answer goes to a stream that takes what it says it takes. */
function streamedJob(taken: () => Promise<void> | undefined = () => undefined) {
  const written: string[] = []
  const write = (given: Pieces) => {
    written.push(textOf(given))
    return taken()
  }
  const { job } = createJob({ sql: 'SELECT 1', maxRows: 1, stream: { fromBytes: 3, write } }, 0)
  const changed: unknown[] = []
  const full: Promise<void>[] = []
  /** One execution of it; `writes` are what its process produces. */
  const execute = () => {
    const engine: FakeEngine = fakeEngine()
    const ended = Promise.withResolvers<SqlResult>()
    const state = { isCurrent: true }
    let stream: SqlStream | undefined
    const { result } = runForAnswer(
      job,
      {
        ...engine,
        run(query) {
          stream = query.stream
          return { result: ended.promise, free: Promise.resolve() }
        },
      },
      {
        isCurrent: () => state.isCurrent,
        onFull: async (promise) => void full.push(promise),
        onChanged: (reason) => changed.push(reason),
      },
    )
    return {
      state,
      fromBytes: stream!.fromBytes,
      produce: (...texts: readonly string[]) => stream!.write(pieces(...texts)),
      async end(...texts: readonly string[]) {
        ended.resolve({ json: pieces(...texts), rows: 1, truncated: false, isDeterministic: true })
        return textOf((await result).json)
      },
    }
  }
  return { execute, written, changed, full }
}

test('an execution that has been given up writes nothing more, and is no change of the answer', async () => {
  const { execute, written, changed } = streamedJob()
  const first = execute()
  first.produce('abc')
  first.state.isCurrent = false
  expect(first.produce('X')).toBeUndefined()
  const second = execute()
  expect([first.fromBytes, second.fromBytes]).toEqual([3, 0])
  second.produce('ab')
  second.produce('cd', 'e')
  expect(written).toEqual(['abc', 'de'])
  await first.end('Y')
  expect(changed).toEqual([])
  expect(await second.end('f')).toBe('f')
  expect(changed).toEqual([])
  // What the first one ended with is no part of the answer.
  execute().produce('abcde', 'fg')
  expect([written, changed]).toEqual([['abc', 'de', 'g'], []])
})

test('one that gives another answer than was sent is told, and writes nothing of it', async () => {
  const { execute, written, changed } = streamedJob()
  execute().produce('abc')
  execute().produce('abX', 'def')
  expect(written).toEqual(['abc'])
  expect(changed).toMatchObject([{ code: 'sql_unavailable', help: { retryAfterS: expect.any(Number) } }])
  await execute().end('a')
  expect(changed).toHaveLength(2)
})

test('a stream that is full is told of as often as it is full, and only while the execution counts', () => {
  const { promise } = Promise.withResolvers<void>()
  const { execute, full } = streamedJob(() => promise)
  const first = execute()
  void first.produce('abc')
  void first.produce('d')
  expect(full).toEqual([promise, promise])
  const second = execute()
  // What was written before is not written again.
  expect(second.produce('abcd')).toBeUndefined()
  expect(full).toHaveLength(2)
})

test('a query without a stream is run as it is', async () => {
  const { job } = createJob({ sql: 'SELECT 1', maxRows: 1 }, 0)
  const engine = fakeEngine()
  const never = () => {
    throw new Error('not called')
  }
  const { result } = runForAnswer(job, engine, { isCurrent: never, onFull: never, onChanged: never })
  expect(engine.queries).toEqual([job.query])
  engine.answer()
  expect((await result).rows).toBe(1)
})
