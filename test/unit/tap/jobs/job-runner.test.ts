import { afterEach, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import { type Job, newJobId } from '../../../../src/tap/jobs/job.ts'
import { type JobFolder, openJobFolder } from '../../../../src/tap/jobs/job-folder.ts'
import { createJobRunner, type ExecuteJob, type JobRunner } from '../../../../src/tap/jobs/job-runner.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const SERVER = 'a'.repeat(18)
const NO_SPACE = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

let runner: JobRunner | undefined
afterEach(async () => runner?.stop())

/** A runner with one queued job, in whose folder files cannot be changed while `isFull()`. */
async function runnerOf(execute: ExecuteJob, isFull: () => boolean, retryMs = 1) {
  const folder = await openJobFolder(await temporaryFolder())
  const faults: unknown[] = []
  const ends: string[] = []
  const unlessFull = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isFull()) throw NO_SPACE
    return work()
  }
  const narrow: JobFolder = {
    ...folder,
    change: (id, edit) => unlessFull(() => folder.change(id, edit)),
    removeFile: (id, file) => unlessFull(() => folder.removeFile(id, file)),
  }
  runner = createJobRunner({
    folder: narrow,
    server: SERVER,
    execute,
    most: 1,
    room: { left: async () => 1_000_000, take: () => {} },
    onFault: (error) => faults.push(error),
    onChange: () => {},
    onEnd: (phase) => ends.push(phase),
    retryMs,
  })
  const id = newJobId()
  const times = { createdMs: Date.now(), destructionMs: Date.now() + 1_000_000 }
  const job: Job = {
    id,
    client: 'c',
    parameters: [],
    phase: 'QUEUED',
    executionS: 10,
    attempts: 0,
    server: SERVER,
    ...times,
  }
  await folder.create(job)
  runner.add((await folder.read(id))!)
  const phase = async (wanted: string) =>
    waitFor(wanted, async () => ((await folder.read(id))?.phase === wanted ? true : undefined))
  return { folder, id, faults, ends, phase }
}

/** True for the next `times` looks, once `from` has been called. */
function fullFor(times: number) {
  let left = 0
  return { from: () => (left = times), isFull: () => left-- > 0 }
}

test.each([
  ['COMPLETED', undefined],
  ['ERROR', new Error('a fault')],
])('the end of a job that cannot be written, %s, is written when it can', async (wanted, fault) => {
  const disk = fullFor(4)
  const { ends, faults, phase } = await runnerOf(async () => {
    disk.from()
    if (fault !== undefined) throw fault
    return { mediaType: 'text/csv', snapshotId: '0123456789abcdef' }
  }, disk.isFull)
  await phase(wanted)
  await waitFor('the count', () => (ends.length > 0 ? true : undefined))
  expect(ends).toEqual([wanted])
  // Told once each, not with each attempt.
  expect(faults.filter((error) => error === fault)).toHaveLength(fault === undefined ? 0 : 1)
  expect(faults.filter((error) => error === NO_SPACE).length).toBeLessThanOrEqual(2)
  expect(faults).toContain(NO_SPACE)
})

test('so is its beginning', async () => {
  const disk = fullFor(3)
  disk.from()
  const { phase } = await runnerOf(async () => ({ mediaType: 'text/csv', snapshotId: '0123456789abcdef' }), disk.isFull)
  await phase('COMPLETED')
})

test('a stop does not wait for a disk that is full', async () => {
  let isFull = false
  const { faults } = await runnerOf(
    async () => {
      isFull = true
      throw new Error('a fault')
    },
    () => isFull,
    3_600_000,
  )
  await waitFor('the first attempt', () => (faults.includes(NO_SPACE) ? true : undefined))
  await runner!.stop()
})

test.each([
  ['a fault', new Error('Secret.'), 'ERROR', 'Internal error, not caused by the query.', true, true],
  [
    'an internal error',
    new CatalogError('internal', 'Secret.'),
    'ERROR',
    'Internal error, not caused by the query.',
    true,
    true,
  ],
  ['a wrong query', new CatalogError('invalid_sql', 'No such column.'), 'ERROR', 'No such column.', false, false],
  ['a lack of room', new CatalogError('too_many_queries', 'Come back.'), 'ERROR', 'Come back.', true, false],
  [
    'too long a time',
    new CatalogError('query_timeout', 'It took too long.'),
    'ABORTED',
    'It took too long.',
    false,
    false,
  ],
] as const)(
  'a job that ends by %s says what its client may know',
  async (_, reason, wanted, message, isTransient, isFault) => {
    const { folder, id, faults, ends, phase } = await runnerOf(
      async () => {
        throw reason
      },
      () => false,
    )
    await phase(wanted)
    expect((await folder.read(id))?.error).toEqual({ message, isTransient })
    await waitFor('the count', () => (ends.length > 0 ? true : undefined))
    expect(ends).toEqual([wanted])
    expect(faults).toEqual(isFault ? [reason] : [])
  },
)
