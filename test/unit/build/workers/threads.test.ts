import { afterEach, expect, test } from 'bun:test'
import { threadedCompressPool } from '../../../../build/workers/compress-pool.ts'
import { type AllDataFilesInput, runDataFilesJob } from '../../../../build/workers/data-files-job.ts'
import { threadedTableJob } from '../../../../build/workers/threaded-table-job.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** A thread that does nothing by itself: the test answers in its place. */
class StandIn {
  onmessage: ((event: { readonly data: unknown }) => void) | undefined
  onerror: ((event: { readonly message: string }) => void) | undefined
  readonly asked: unknown[] = []
  isEnded = false
  readonly #onClose: (() => void)[] = []

  constructor() {
    threads.push(this)
  }
  addEventListener(kind: string, listener: () => void): void {
    expect(kind).toBe('close')
    this.#onClose.push(listener)
  }
  postMessage(message: unknown): void {
    this.asked.push(message)
  }
  terminate(): void {
    this.isEnded = true
  }
  answer(data: unknown): void {
    this.onmessage!({ data })
  }
  /** What the system does after an error in a thread: it tells the error, then ends the thread. */
  break(message: string): void {
    this.onerror?.({ message })
    this.close()
  }
  close(): void {
    for (const listener of this.#onClose) listener()
  }
}

const threads: StandIn[] = []
const { Worker } = globalThis
function standIn(): void {
  globalThis.Worker = StandIn as unknown as typeof Worker
}
afterEach(() => {
  globalThis.Worker = Worker
  threads.splice(0)
})

const FILE = { table: 'toi', name: 'toi.csv', path: '/nowhere/toi.csv', form: 'csv', folder: '/nowhere' } as const
const reasonOf = (work: Promise<unknown>) => work.then(String, (error: unknown) => (error as Error).message)

test('why a table thread stopped is told, and no answer is waited for any more', async () => {
  standIn()
  const job = threadedTableJob()
  const told: string[] = []
  const reading = job.read(FILE, new Map(), (done, total) => void told.push(`${done}/${total}`))
  threads[0]!.answer({ kind: 'progress', done: 1, total: 2 })
  threads[0]!.break('out of memory')
  expect(await reasonOf(reading)).toBe('A table thread stopped: out of memory')
  expect(told).toEqual(['1/2'])
  // Without an error, that it ended.
  const writing = job.writeColumnFiles('/nowhere', () => {})
  threads[0]!.close()
  expect(await reasonOf(writing)).toBe('A table thread stopped: it ended')
  job.close()
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('a table thread that answers something else is not believed', async () => {
  standIn()
  const job = threadedTableJob()
  const reading = job.read(FILE, new Map(), () => {})
  threads[0]!.answer({ kind: 'columns', files: {} })
  expect(await reasonOf(reading)).toBe('A table thread answered columns to read.')
  const writing = job.writeColumnFiles('/nowhere', () => {})
  threads[0]!.answer({ kind: 'read' })
  expect(await reasonOf(writing)).toBe('A table thread answered read to columns.')
})

test('the compression threads work in turn, answer in their order, and end together', async () => {
  standIn()
  const pool = threadedCompressPool(3)
  const batch = (at: number) => [new Uint8Array([at])]
  const works = [0, 1, 2, 3, 4, 5].map((at) => pool.compress(batch(at)))
  expect(threads.map(({ asked }) => asked.length)).toEqual([2, 2, 2])
  expect(pool.slots).toBe(6)
  // Each thread answers its batches one after the other.
  for (const thread of threads.toReversed()) for (const message of thread.asked) thread.answer(message)
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3, 4, 5].map(batch) as never)
  pool.close()
  expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true, true])
})

test('a compression thread that stops fails all that it was asked, and the others go on', async () => {
  standIn()
  const pool = threadedCompressPool(2)
  const works = [0, 1, 2, 3].map((at) => reasonOf(pool.compress([new Uint8Array([at])])))
  const [broken, whole] = threads
  broken!.break('boom')
  for (const message of whole!.asked) whole!.answer(message)
  const reasons = await Promise.all(works)
  expect(reasons.filter((reason) => reason === 'A compression thread stopped: boom')).toHaveLength(2)
  expect(reasons.filter((reason) => !reason.includes('stopped'))).toHaveLength(2)
})

test('the threads of whole tables end with their work, whatever becomes of it', async () => {
  standIn()
  const tableOf = (name: string, columns: number) => ({
    table: { name, rows: 1, columns: Array.from({ length: columns }) },
  })
  const tables = [tableOf('toi', 2), tableOf('ps', 300_000), tableOf('ps2', 1)]
  const dataDir = await temporaryFolder()
  const input = { tables, catalog: { path: 'catalog.sqlite' }, dataDir } as unknown as AllDataFilesInput
  const told: string[] = []
  const start = () => runDataFilesJob(input, (table, done, total) => void told.push(`${table} ${done}/${total}`))
  const outcomes = [start(), start(), start(), start()]
  const reasons = Promise.all(outcomes.slice(1).map(reasonOf))
  const [large, others] = threads
  expect(threads.slice(0, 2).map(({ asked }) => asked)).toEqual([
    [{ tables: [tables[1]], dataDir }],
    [{ tables: [tables[0], tables[2]], catalog: { path: 'catalog.sqlite' }, dataDir }],
  ] as never)
  others!.answer({ kind: 'progress', table: 'toi', done: 1, total: 3 })
  const file = { sha256: 'a sum' }
  others!.answer({ kind: 'files', files: { 'toi.parquet': file, 'ps2.parquet': file, 'catalog.sqlite.gz': file } })
  large!.answer({ kind: 'progress', table: 'ps', done: 1, total: 3 })
  large!.answer({ kind: 'files', files: { 'ps.parquet': file } })
  threads[2]!.answer({ kind: 'failed', message: 'no space', code: 'ENOSPC' })
  threads[3]!.answer({ kind: 'files', files: {} })
  threads[4]!.answer({ kind: 'files', files: {} })
  threads[5]!.break('out of memory')
  threads[6]!.close()
  threads[7]!.break('too late to be told')
  const names = ['toi.parquet', 'ps.parquet', 'ps2.parquet', 'catalog.sqlite.gz', 'SHA256SUMS']
  expect(Object.keys(await outcomes[0]!)).toEqual(names)
  expect(await reasons).toEqual([
    'no space',
    'The thread of whole tables stopped: out of memory',
    'The thread of whole tables stopped: it ended',
  ])
  expect(told).toEqual(['toi 1/3', 'ps 1/3'])
  expect(threads.every(({ isEnded }) => isEnded)).toBe(true)
})
