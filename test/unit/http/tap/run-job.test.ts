import { expect, test } from 'bun:test'
import type { Catalog } from '../../../../src/core/catalog/catalog.ts'
import { createExecute } from '../../../../src/http/tap/run-job.ts'
import type { Job } from '../../../../src/tap/jobs/job.ts'
import type { TranslatedQuery } from '../../../../src/tap/translate/translate-adql.ts'

const JOB: Job = {
  id: '0'.repeat(32),
  phase: 'EXECUTING',
  createdMs: 0,
  destructionMs: 0,
  executionS: 5,
  parameters: [
    ['QUERY', 'select * from ps'],
    ['FORMAT', 'csv'],
  ],
  client: 'c',
  attempts: 1,
}
const MANIFEST = {
  snapshotId: '0123456789abcdef',
  source: 's',
  tables: { exoplanets: {}, stellarhosts: {} },
  furtherTables: {},
}

/** Runs the job on a catalog that has these parts. */
function run(query: Partial<TranslatedQuery>, catalog: object, signal: AbortSignal) {
  const written: number[] = []
  const execute = createExecute(
    () => ({ manifest: MANIFEST, ...catalog }) as unknown as Catalog,
    () => ({ sql: 'SELECT 1', columns: [], warnings: [], ...query }) as unknown as TranslatedQuery,
  )
  const done = execute(
    JOB,
    async (pieces) => {
      for (const { length } of pieces) written.push(length)
    },
    signal,
  )
  return { written, done }
}

test('a whole table is written piece by piece, and no further where the job is taken away', async () => {
  const abort = new AbortController()
  let made = 0
  function* stream() {
    for (; made < 1_000; made += 1) {
      if (made === 3) abort.abort(new Error('taken away'))
      yield new Uint8Array(7)
    }
  }
  const { written, done } = run({ wholeTable: 'exoplanets' }, { wholeTable: () => ({ stream }) }, abort.signal)
  await expect(done).rejects.toThrow('taken away')
  expect(written).toEqual([7, 7, 7, 7])
})

test('a whole table that is not stopped has all its pieces', async () => {
  const stream = () => [new Uint8Array(1), new Uint8Array(2)]
  const { written, done } = run(
    { wholeTable: 'exoplanets' },
    { wholeTable: () => ({ stream }) },
    new AbortController().signal,
  )
  expect(await done).toEqual({ mediaType: expect.stringContaining('csv'), snapshotId: MANIFEST.snapshotId })
  expect(written).toEqual([1, 2])
})

test('any other query is run with the time and the signal of its job', async () => {
  const asked: unknown[] = []
  const { signal } = new AbortController()
  const select = async (...args: unknown[]) => {
    asked.push(...args)
    return { body: () => new Uint8Array(5) }
  }
  const { written, done } = run({}, { select }, signal)
  await done
  expect(asked[0]).toMatchObject({ sql: 'SELECT 1', client: 'c', timeoutMs: 5_000 })
  expect(asked[1]).toBe(signal)
  expect(written).toEqual([5])
})
