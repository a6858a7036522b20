import { describe, expect, spyOn, test } from 'bun:test'
import type { Job } from '../../../../src/tap/jobs/job.ts'
import type { JobFolder } from '../../../../src/tap/jobs/job-folder.ts'
import { type JobRunner, MAX_ATTEMPTS, resultName } from '../../../../src/tap/jobs/job-runner.ts'
import { createJobSweep } from '../../../../src/tap/jobs/job-sweep.ts'
import { createJobUsage } from '../../../../src/tap/jobs/job-usage.ts'
import { createJobWaiters } from '../../../../src/tap/jobs/job-waiters.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const HOUR_MS = 3_600_000
const KEEP_S = 3_600

function jobOf(id: string, more: Partial<Job> = {}): Job {
  const nowMs = Date.now()
  return {
    id,
    phase: 'COMPLETED',
    createdMs: nowMs,
    destructionMs: nowMs + HOUR_MS,
    executionS: 10,
    parameters: [],
    client: 'a',
    attempts: 0,
    ...more,
  }
}

/** A folder of jobs in memory, with what was removed from it. */
function folderOf(...jobs: Job[]) {
  const stored = new Map(jobs.map((job) => [job.id, job]))
  const removed: string[] = []
  const folder = {
    all: async () => [...stored.values()],
    read: async (id: string) => stored.get(id),
    async change(id: string, edit: (job: Job) => Job | undefined) {
      const job = stored.get(id)
      const next = job === undefined ? undefined : edit(job)
      if (next !== undefined) stored.set(id, next)
      return next
    },
    async remove(id: string) {
      stored.delete(id)
      removed.push(id)
    },
    async removeFile(id: string, file: string) {
      removed.push(`${id}/${file}`)
    },
    bytesOf: async (id: string, file: string) => `${id}/${file}`.length,
  } as unknown as JobFolder
  return { folder, stored, removed }
}

/** Sweeps once; `alive` are the processes that run besides this one, `own`. */
async function sweep(jobs: readonly Job[], { alive = ['own'], hasRunner = true } = {}) {
  const { folder, stored, removed } = folderOf(...jobs)
  const [added, changed, asked]: [Job[], string[], string[]] = [[], [], []]
  let told = 0
  const run = createJobSweep({
    folder,
    presence: {
      id: 'own',
      async tell() {
        told += 1
      },
      async isThere(id) {
        asked.push(id)
        return alive.includes(id)
      },
      leave: async () => undefined,
    },
    keepS: KEEP_S,
    runner: () => (hasRunner ? ({ add: (job: Job) => added.push(job) } as unknown as JobRunner) : undefined),
    onChange: (id) => changed.push(id),
  })
  const swept = await run()
  expect(told).toBe(1)
  return { swept, stored, removed, added: added.map(({ id }) => id), changed, asked }
}

describe('a sweep', () => {
  test('counts jobs by phase and removes those whose time is over', async () => {
    const { swept, removed } = await sweep([
      jobOf('a'),
      jobOf('b', { phase: 'ERROR' }),
      jobOf('c', { phase: 'ERROR' }),
      jobOf('d', { destructionMs: Date.now() - 1 }),
    ])
    expect(swept.phases).toEqual({ PENDING: 0, QUEUED: 0, EXECUTING: 0, COMPLETED: 1, ERROR: 2, ABORTED: 0 })
    expect(removed).toEqual(['d'])
  })

  test('keeps a job whose time was put off since it was listed', async () => {
    const { folder, removed } = folderOf(jobOf('a'))
    const run = createJobSweep({
      folder: { ...folder, all: async () => [jobOf('a', { destructionMs: Date.now() - 1 })] },
      presence: { id: 'own', tell: async () => undefined, isThere: async () => true, leave: async () => undefined },
      keepS: KEEP_S,
      runner: () => undefined,
      onChange: () => undefined,
    })
    await run()
    expect(removed).toEqual([])
  })

  test('brings a destruction time far in the future back, one within a minute not', async () => {
    const [near, far] = [Date.now() + 1_000 * KEEP_S + 30_000, Date.now() + 1_000 * KEEP_S + HOUR_MS]
    const { stored } = await sweep([jobOf('a', { destructionMs: near }), jobOf('b', { destructionMs: far })])
    expect(stored.get('a')!.destructionMs).toBe(near)
    const latest = Date.now() + 1_000 * KEEP_S
    expect(stored.get('b')!.destructionMs).toBeWithin(latest - 10_000, latest + 1)
  })

  test('takes over the jobs of a process that has ended, and removes their output', async () => {
    const found = await sweep(
      [
        jobOf('a', { phase: 'QUEUED', server: 'gone' }),
        jobOf('b', { phase: 'EXECUTING', server: 'gone', attempts: MAX_ATTEMPTS - 1 }),
        jobOf('c', { phase: 'QUEUED' }),
        jobOf('d', { phase: 'EXECUTING', server: 'own' }),
        jobOf('e', { phase: 'QUEUED', server: 'other' }),
        jobOf('f', { phase: 'PENDING' }),
        jobOf('g', { phase: 'COMPLETED', server: 'gone' }),
      ],
      { alive: ['own', 'other'] },
    )
    expect(found.added).toEqual(['a', 'b', 'c'])
    expect(found.changed).toEqual(['a', 'b', 'c'])
    expect(found.removed).toEqual([
      `a/${resultName('gone', 0)}`,
      `b/${resultName('gone', MAX_ATTEMPTS - 1)}`,
      `c/${resultName(undefined, 0)}`,
    ])
    for (const id of ['a', 'b', 'c']) expect(found.stored.get(id)).toMatchObject({ phase: 'QUEUED', server: 'own' })
    expect(found.stored.get('e')!.server).toBe('other')
    // Each process is asked for once.
    expect(found.asked).toEqual(['gone', 'own', 'other'])
  })

  test('ends a job whose processes have ended time and again', async () => {
    const { stored, added, changed } = await sweep([
      jobOf('a', { phase: 'EXECUTING', server: 'gone', attempts: MAX_ATTEMPTS }),
      jobOf('b', { phase: 'QUEUED', server: 'gone', attempts: MAX_ATTEMPTS }),
    ])
    expect(stored.get('a')).toMatchObject({ phase: 'ERROR', error: { isTransient: true } })
    expect(stored.get('a')!.server).toBeUndefined()
    expect(stored.get('b')!.phase).toBe('QUEUED')
    expect(added).toEqual(['b'])
    expect(changed).toEqual(['a', 'b'])
  })

  test('takes nothing over while this process takes no jobs', async () => {
    const { added, stored, asked } = await sweep([jobOf('a', { phase: 'QUEUED', server: 'gone' })], {
      hasRunner: false,
    })
    expect([added, asked, stored.get('a')!.server]).toEqual([[], [], 'gone'])
  })
})

describe('the space of results', () => {
  const result = (bytes: number) => ({ file: 'x', bytes, mediaType: 'text/csv', snapshotId: 'x' })

  test('is that of finished and of running jobs', async () => {
    const running = jobOf('b', { phase: 'EXECUTING', server: 's', attempts: 2 })
    const { folder } = folderOf(jobOf('a', { result: result(1_000) }), running, jobOf('c', { phase: 'QUEUED' }))
    expect(await createJobUsage(folder).bytes()).toBe(1_000 + `b/${resultName('s', 2)}`.length)
  })

  test('is counted again after a second only, with what was written meanwhile', async () => {
    const { folder, stored } = folderOf(jobOf('a', { result: result(1_000) }))
    using clock = spyOn(performance, 'now').mockReturnValue(5_000)
    const usage = createJobUsage(folder)
    expect(await usage.bytes()).toBe(1_000)
    stored.set('b', jobOf('b', { result: result(50) }))
    expect(await usage.bytes()).toBe(1_000)
    usage.take(7)
    expect(await usage.bytes()).toBe(1_007)
    expect(await usage.bytes([jobOf('c', { result: result(3) })])).toBe(3)
    expect(await usage.bytes()).toBe(3)
    clock.mockReturnValue(5_999)
    expect(await usage.bytes()).toBe(3)
    clock.mockReturnValue(6_000)
    expect(await usage.bytes()).toBe(1_050)
  })
})

describe('clients that wait for a job', () => {
  test('are woken by its change, and leave no timer', async () => {
    using timers = watchTimers()
    const waiters = createJobWaiters()
    let woken = ''
    const [a, b, c] = [
      waiters.untilChange('a', 60_000).then(() => (woken += 'a')),
      waiters.untilChange('a', 60_000).then(() => (woken += 'b')),
      waiters.untilChange('c', 60_000).then(() => (woken += 'c')),
    ]
    // A job of another process is looked at four times a second.
    expect(timers.pending()).toEqual([250, 250, 250])
    waiters.wake('none')
    waiters.wake('a')
    await Promise.all([a, b])
    expect([...woken].sort()).toEqual(['a', 'b'])
    expect(timers.pending()).toEqual([250])
    waiters.wakeAll()
    await c
    expect(timers.pending()).toEqual([])
  })

  test('wait no longer than they want', async () => {
    using timers = watchTimers()
    const waiters = createJobWaiters()
    const waiting = waiters.untilChange('a', 20)
    expect(timers.pending()).toEqual([20])
    await waiting
    expect(timers.pending()).toEqual([])
    waiters.wakeAll()
  })
})
