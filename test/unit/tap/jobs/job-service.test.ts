import { afterEach, describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '../../../../src/tap/jobs/job.ts'
import { openJobFolder } from '../../../../src/tap/jobs/job-folder.ts'
import type { ExecuteJob } from '../../../../src/tap/jobs/job-runner.ts'
import { createJobService, type JobLimits, type JobService } from '../../../../src/tap/jobs/job-service.ts'
import { createPresence } from '../../../../src/tap/jobs/presence.ts'
import { liveObjects } from '../../../fixtures/live-objects.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'
import { watchTimers } from '../../../fixtures/watch-timers.ts'

const RESULT = { mediaType: 'text/csv', snapshotId: '0123456789abcdef' }
const NO_SIGNAL = new AbortController().signal
const DEAD = 'f'.repeat(18)

const services: JobService[] = []
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()))
})

async function serviceIn(dir: string, execute?: ExecuteJob, limits: Partial<JobLimits> = {}, most = 1, lookMs = 500) {
  const service = await createJobService({
    dir,
    limits: { maxJobs: 100, maxBytes: 1_000_000, keepS: 1_000, timeoutS: 10, ...limits },
    most,
    onFault: (error) => expect(error).toBeUndefined(),
    sweepMs: 20,
    lookMs,
  })
  services.push(service)
  if (execute !== undefined) service.start(execute)
  return service
}

/** Writes so many bytes, and ends when the test says so or the job is taken away. */
function execution(bytes = 10) {
  const started: Job[] = []
  const gates: PromiseWithResolvers<void>[] = []
  let inProgress = 0
  const execute: ExecuteJob = async (job, write, signal) => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    started.push(job)
    inProgress += 1
    signal.addEventListener('abort', () => setTimeout(() => gate.reject(signal.reason), 10))
    try {
      await write([new Uint8Array(bytes)])
      await gate.promise
    } finally {
      inProgress -= 1
    }
    return RESULT
  }
  return { execute, started, end: () => gates.at(-1)!.resolve(), inProgress: () => inProgress }
}
const atOnce: ExecuteJob = async (_job, write) => {
  await write([new Uint8Array(10)])
  return RESULT
}
const phaseOf = async (service: JobService, id: string, phase: Job['phase']) =>
  waitFor(phase, async () => ((await service.get(id)).phase === phase ? true : undefined))
const filesOf = async (dir: string, id: string) =>
  (await readdir(join(dir, 'jobs', id))).filter((file) => file.startsWith('result-'))

describe('a job that runs', () => {
  test('has a result, of which no file stays open', async () => {
    const dir = await temporaryFolder()
    const service = await serviceIn(dir, atOnce)
    const { id } = await service.create('c', {})
    await service.run(id)
    await phaseOf(service, id, 'COMPLETED')
    const job = await service.get(id)
    expect(job.result).toMatchObject({ ...RESULT, bytes: 10 })
    expect(await Bun.file(service.resultPath(job)!).bytes()).toHaveLength(10)
    if (hasProc) await waitFor('no open file', () => openFilesBelow(dir).length === 0 || undefined)
    await waitFor('its end in the counts', () => service.counts().ended.COMPLETED === 1 || undefined)
    expect(service.counts().ended).toEqual({ COMPLETED: 1, ERROR: 0, ABORTED: 0 })
  })

  test('and is aborted, or removed, by another process is ended, also after others have run', async () => {
    const dir = await temporaryFolder()
    const { execute, started, end, inProgress } = execution()
    using timers = watchTimers()
    const lookMs = 25
    const [service, other] = [await serviceIn(dir, execute, {}, 1, lookMs), await serviceIn(dir)]
    const run = async () => {
      const { id } = await service.create('c', {})
      await service.run(id)
      await waitFor('the run', () => started.some((job) => job.id === id) || undefined)
      return id
    }
    const first = await run()
    end()
    await phaseOf(service, first, 'COMPLETED')
    // One that runs nothing stops looking.
    await waitFor('the end of the looks', () => (timers.pending().includes(lookMs) ? undefined : true))
    const second = await run()
    await other.abort(second)
    await waitFor('the end of the run', () => inProgress() === 0 || undefined)
    expect((await service.get(second)).phase).toBe('ABORTED')
    await waitFor('no result', async () => (await filesOf(dir, second)).length === 0 || undefined)
    const third = await run()
    await other.remove(third)
    await waitFor('the end of the run', () => inProgress() === 0 || undefined)
    expect(await readdir(join(dir, 'jobs'))).toEqual(expect.not.arrayContaining([third]))
  })

  test('when its service stops is let go, as if it had not begun; the stop waits for it and leaves nothing', async () => {
    const dir = await temporaryFolder()
    const { execute, started, inProgress } = execution()
    using timers = watchTimers()
    const service = await serviceIn(dir, execute)
    const [first, second] = [await service.create('c', {}), await service.create('c', {})]
    await service.run(first.id)
    await service.run(second.id)
    await waitFor('the run', () => started.length === 1 || undefined)
    expect(await readdir(join(dir, 'servers'))).toHaveLength(1)
    await service.stop()
    expect(inProgress()).toBe(0)
    expect(await readdir(join(dir, 'servers'))).toEqual([])
    expect(timers.pending().filter((delay) => delay === 20 || delay === 500)).toEqual([])
    const folder = await openJobFolder(join(dir, 'jobs'))
    for (const { id } of [first, second]) {
      const job = (await folder.read(id))!
      expect(job).toMatchObject({ phase: 'QUEUED', attempts: 0 })
      expect(Object.keys(job)).not.toContain('server')
      expect(await filesOf(dir, id)).toEqual([])
    }
    await expect(service.create('c', {})).rejects.toMatchObject({ code: 'stopping' })
  })
})

test('what a run wrote of a job that another server has taken meanwhile does not stay', async () => {
  const dir = await temporaryFolder()
  const { execute, started, end, inProgress } = execution()
  const service = await serviceIn(dir, execute)
  const { id } = await service.create('c', {})
  await service.run(id)
  await waitFor('the run', () => started.length === 1 || undefined)
  const folder = await openJobFolder(join(dir, 'jobs'))
  // Another one that is there, so that the job is not taken back.
  const other = await createPresence(join(dir, 'servers'))
  await folder.change(id, (job) => ({ ...job, server: other.id, attempts: 2 }))
  end()
  await waitFor('the end of the run', () => inProgress() === 0 || undefined)
  await waitFor('no result', async () => (await filesOf(dir, id)).length === 0 || undefined)
  expect(await service.get(id)).toMatchObject({ phase: 'EXECUTING', server: other.id, attempts: 2 })
  expect(service.counts().ended.COMPLETED).toBe(0)
})

describe('a job of a server that is no more', () => {
  /** A job that such a server ran for the last time of so many, and what it wrote. */
  async function abandoned(dir: string, attempts: number) {
    const maker = await serviceIn(dir)
    const { id } = await maker.create('c', {})
    const folder = await openJobFolder(join(dir, 'jobs'))
    await folder.change(id, (job) => ({ ...job, phase: 'EXECUTING', server: DEAD, attempts }))
    await Bun.write(folder.path(id, `result-${DEAD}-${attempts}`), 'half of it')
    return id
  }

  test('is run once more, and nothing of what it wrote stays', async () => {
    const dir = await temporaryFolder()
    const id = await abandoned(dir, 1)
    const service = await serviceIn(dir, atOnce)
    await phaseOf(service, id, 'COMPLETED')
    const { attempts, result } = await service.get(id)
    expect(attempts).toBe(2)
    await waitFor('one result', async () => (await filesOf(dir, id)).length === 1 || undefined)
    expect(await filesOf(dir, id)).toEqual([result!.file])
  })

  test('is not run a third time', async () => {
    const dir = await temporaryFolder()
    const id = await abandoned(dir, 2)
    const { execute, started } = execution()
    const service = await serviceIn(dir, execute)
    await phaseOf(service, id, 'ERROR')
    expect((await service.get(id)).error).toMatchObject({ isTransient: true })
    expect(started).toEqual([])
    await waitFor('no result', async () => (await filesOf(dir, id)).length === 0 || undefined)
  })
})

describe('bounds', () => {
  test('so many jobs are kept, and no more', async () => {
    const service = await serviceIn(await temporaryFolder(), undefined, { maxJobs: 2 })
    const { id } = await service.create('c', {})
    await service.create('c', {})
    await expect(service.create('c', {})).rejects.toMatchObject({ code: 'too_many_jobs' })
    await service.remove(id)
    expect((await service.create('c', {})).phase).toBe('PENDING')
  })

  test.each([
    [11, 'made'],
    [10, 'too_many_jobs'],
  ] as const)('beside results of 10 bytes, of at most %d, another job is %s', async (maxBytes, expected) => {
    const service = await serviceIn(await temporaryFolder(), atOnce, { maxBytes })
    const { id } = await service.create('c', {})
    await service.run(id)
    await phaseOf(service, id, 'COMPLETED')
    const made = service.create('c', {}).then(
      () => 'made',
      (error: { readonly code: string }) => error.code,
    )
    expect(await made).toBe(expected)
  })

  test('times that are wished for are cut to what is possible', async () => {
    const service = await serviceIn(await temporaryFolder())
    const about = (ms: number) => Math.round((ms - Date.now()) / 10_000) * 10
    const made = async (wish: Parameters<JobService['create']>[1]) => service.create('c', wish)
    const far = await made({ destructionMs: Date.now() + 9e9, executionS: 1_000 })
    expect([about(far.destructionMs), far.executionS]).toEqual([1_000, 10])
    const near = await made({ destructionMs: Date.now() + 500_000, executionS: 4 })
    expect([about(near.destructionMs), near.executionS]).toEqual([500, 4])
    expect((await made({ executionS: 0 })).executionS).toBe(10)
    expect(about((await made({})).destructionMs)).toBe(1_000)
  })
})

/** The folder of a service whose states a test writes itself. */
async function writable(limits: Partial<JobLimits> = {}, execute?: ExecuteJob) {
  const dir = await temporaryFolder()
  const service = await serviceIn(dir, execute, limits)
  const folder = await openJobFolder(join(dir, 'jobs'))
  const write = (id: string, state: Partial<Job>) => folder.change(id, (job) => ({ ...job, ...state }))
  return { dir, service, folder, write }
}

describe('a list of jobs', () => {
  test('has those of the client in the order of their making, later ones than a moment, and the last so many', async () => {
    const { service, write } = await writable()
    const ids: string[] = []
    for (const createdMs of [3_000, 1_000, 2_000]) {
      const { id } = await service.create('c', {})
      ids.push(id)
      await write(id, { createdMs })
    }
    await service.create('another', {})
    const [third, first, second] = ids as [string, string, string]
    const listed = async (filter: Partial<Parameters<JobService['list']>[0]>) =>
      (await service.list({ client: 'c', ...filter })).map(({ id }) => id)
    expect(await listed({})).toEqual([first, second, third])
    expect(await listed({ afterMs: 1_999 })).toEqual([second, third])
    // Whoever asks for newer ones than the last does not get that one again.
    expect(await listed({ afterMs: 2_000 })).toEqual([third])
    expect(await listed({ last: 2 })).toEqual([second, third])
    expect(await listed({ last: 0 })).toEqual([])
    expect(await listed({ last: 9 })).toEqual([first, second, third])
    expect(await listed({ phases: new Set(['PENDING']) })).toHaveLength(3)
    expect(await listed({ phases: new Set(['QUEUED']) })).toEqual([])
    expect(await listed({ client: 'nobody' })).toEqual([])
  })

  test('has none whose time is over, nor can that one be read or run', async () => {
    const { service, write } = await writable()
    const { id } = await service.create('c', {})
    await write(id, { destructionMs: Date.now() - 1 })
    expect(await service.list({ client: 'c' })).toEqual([])
    for (const ask of ['get', 'run', 'abort', 'remove'] as const)
      await expect(service[ask](id)).rejects.toMatchObject({ code: 'unknown_job' })
    await expect(service.set(id, {})).rejects.toMatchObject({ code: 'unknown_job' })
  })
})

describe('the look at all jobs', () => {
  test('removes those whose time is over, with their results, and counts the others', async () => {
    const { dir, service } = await writable({}, atOnce)
    const [kept, over] = [await service.create('c', {}), await service.create('c', {})]
    for (const { id } of [kept, over]) {
      await service.run(id)
      await phaseOf(service, id, 'COMPLETED')
    }
    await service.create('c', {})
    await waitFor('all in the counts', () => {
      const { PENDING, COMPLETED } = service.counts().phases
      return (PENDING === 1 && COMPLETED === 2) || undefined
    })
    expect(service.counts()).toMatchObject({ bytes: 20, phases: { PENDING: 1, COMPLETED: 2, EXECUTING: 0 } })
    await service.set(over.id, { destructionMs: Date.now() })
    await waitFor('its removal', async () => !(await readdir(join(dir, 'jobs'))).includes(over.id) || undefined)
    await waitFor('the rest in the counts', () => service.counts().bytes === 10 || undefined)
    expect(service.counts().phases).toMatchObject({ PENDING: 1, COMPLETED: 1 })
    expect((await service.get(kept.id)).phase).toBe('COMPLETED')
  })

  test('cuts the time of a job that a clock ahead of this one gave it', async () => {
    const { service, write } = await writable({ keepS: 1_000 }, atOnce)
    const { id } = await service.create('c', {})
    const farMs = Date.now() + 9e9
    await write(id, { destructionMs: farMs })
    const cutMs = await waitFor('the cut', async () => {
      const { destructionMs } = await service.get(id)
      return destructionMs < farMs ? destructionMs : undefined
    })
    expect(cutMs).toBeWithin(Date.now() + 900_000, Date.now() + 1_000_001)
  })
})

test('of the jobs that wait, the oldest of the client with fewest that run comes next', async () => {
  const started: string[] = []
  const gates = new Map<string, () => void>()
  const execute: ExecuteJob = async ({ id }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gates.set(id, resolve)
    started.push(id)
    await promise
    return RESULT
  }
  const service = await serviceIn(await temporaryFolder(), execute, {}, 2)
  const runOf = async (client: string) => {
    const { id } = await service.create(client, {})
    await service.run(id)
    return id
  }
  const many = [await runOf('a'), await runOf('a'), await runOf('a'), await runOf('a')]
  await waitFor('two runs', () => started.length === 2 || undefined)
  const [one, other] = [await runOf('b'), await runOf('b')]
  const startedAfter = async (ended: string) => {
    const before = started.length
    gates.get(ended)!()
    await waitFor('the next run', () => started.length > before || undefined)
    return started.at(-1)
  }
  expect(await startedAfter(many[0]!)).toBe(one)
  expect(await startedAfter(one)).toBe(other)
  expect(await startedAfter(many[1]!)).toBe(many[2]!)
  expect(await startedAfter(other)).toBe(many[3]!)
  for (const end of gates.values()) end()
})

describe('what cannot be done any more', () => {
  test('a finished job is not run, aborted or given other parameters', async () => {
    const { service } = await writable({}, atOnce)
    const { id } = await service.create('c', { parameters: [['QUERY', 'select 1']] })
    const changed = await service.set(id, {
      parameters: [
        ['FORMAT', 'csv'],
        ['QUERY', 'select 2'],
      ],
    })
    expect(changed.parameters).toEqual([
      ['FORMAT', 'csv'],
      ['QUERY', 'select 2'],
    ])
    await service.run(id)
    await phaseOf(service, id, 'COMPLETED')
    await expect(service.run(id)).rejects.toMatchObject({ code: 'invalid_parameter' })
    await expect(service.set(id, { parameters: [['QUERY', 'select 3']] })).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
    const before = await service.get(id)
    expect(await service.abort(id)).toEqual(before)
    await waitFor('its end in the counts', () => service.counts().ended.COMPLETED === 1 || undefined)
    expect(service.counts().ended).toEqual({ COMPLETED: 1, ERROR: 0, ABORTED: 0 })
  })

  test('a wait ends with its client, and with the service', async () => {
    const { service } = await writable()
    const { id } = await service.create('c', {})
    const leaving = new AbortController()
    const left = service.wait(id, undefined, 600_000, leaving.signal)
    const waiting = service.wait(id, undefined, 600_000, NO_SIGNAL)
    leaving.abort()
    expect((await left).phase).toBe('PENDING')
    await service.stop()
    expect((await waiting).phase).toBe('PENDING')
  })
})

describe('waiting for a job', () => {
  test('ends with a change, at once where there is none to come, and leaves no timer', async () => {
    using timers = watchTimers()
    const service = await serviceIn(await temporaryFolder())
    const { id } = await service.create('c', {})
    const polls = () => timers.pending().filter((delay) => delay > 20 && delay <= 250)
    const waiting = service.wait(id, undefined, 60_000, NO_SIGNAL)
    await waitFor('the wait', () => polls().length > 0 || undefined)
    await service.abort(id)
    expect((await waiting).phase).toBe('ABORTED')
    expect(polls()).toEqual([])
    expect((await service.wait(id, undefined, 60_000, NO_SIGNAL)).phase).toBe('ABORTED')
    expect((await service.wait(id, 'QUEUED', 60_000, NO_SIGNAL)).phase).toBe('ABORTED')
  })

  test('ends at its time, and those who waited are forgotten', async () => {
    const service = await serviceIn(await temporaryFolder())
    const { id } = await service.create('c', {})
    expect((await service.wait(id, undefined, 0, NO_SIGNAL)).phase).toBe('PENDING')
    await service.wait(id, undefined, 1, NO_SIGNAL)
    const before = liveObjects('Promise')
    for (let i = 0; i < 30; i += 1)
      await Promise.all(Array.from({ length: 10 }, () => service.wait(id, undefined, 1, NO_SIGNAL)))
    expect(liveObjects('Promise') - before).toBeLessThan(150)
  })
})

test('jobs that another process removes are forgotten', async () => {
  const dir = join(await temporaryFolder(), 'jobs')
  const folder = await openJobFolder(dir)
  const job = (number: number): Job => ({
    id: number.toString(16).padStart(32, '0'),
    phase: 'PENDING',
    createdMs: 0,
    destructionMs: 0,
    executionS: 0,
    parameters: [],
    client: 'c',
    attempts: 0,
  })
  await folder.create(job(0))
  const before = liveObjects('Array')
  const numbers = Array.from({ length: 300 }, (_, i) => i + 1)
  await Promise.all(numbers.map((number) => folder.create(job(number))))
  const full = liveObjects('Array') - before
  await Promise.all(numbers.map((number) => rm(join(dir, job(number).id), { recursive: true })))
  expect(await folder.all()).toHaveLength(1)
  expect(full).toBeGreaterThan(250)
  expect(liveObjects('Array') - before).toBeLessThan(150)
})

test('what was begun is removed after an hour, and nothing that is younger', async () => {
  const dir = await temporaryFolder()
  const folder = await openJobFolder(dir)
  expect(await readdir(dir)).toEqual([])

  const now = Date.now()
  for (const [name, ageMs] of [
    ['.new-old', 3_700_000],
    ['.new-young', 3_500_000],
    ['.gone-old', 3_700_000],
    ['other', 3_700_000],
  ] as const) {
    // biome-ignore format: pairs
    await mkdir(join(dir, name))
    const time = new Date(now - ageMs)
    await utimes(join(dir, name), time, time)
  }
  await folder.clean()
  expect((await readdir(dir)).sort()).toEqual(['.new-young', 'other'])
})

test('a service that has stopped reads its folder no more, so that the folder can be removed', async () => {
  const faults: unknown[] = []
  const startAndStop = async (i: number) => {
    const dir = await temporaryFolder()
    const limits = { maxJobs: 100, maxBytes: 1_000_000, keepS: 1_000, timeoutS: 10 }
    const service = await createJobService({ dir, limits, most: 1, onFault: (error) => faults.push(error), sweepMs: 1 })
    service.start(atOnce)
    await Bun.sleep(i % 4)
    await service.stop()
    await rm(dir, { recursive: true })
  }
  await Promise.all(Array.from({ length: 40 }, (_, i) => startAndStop(i)))
  await Bun.sleep(100)
  expect(faults).toEqual([])
})
