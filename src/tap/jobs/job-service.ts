import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { ended, isFinished, type Job, type JobFilter, type JobWish, newJobId, type Phase } from './job.ts'
import { openJobFolder } from './job-folder.ts'
import { createJobRunner, type ExecuteJob, type JobRunner } from './job-runner.ts'
import { createJobSweep, noPhases } from './job-sweep.ts'
import { createJobUsage } from './job-usage.ts'
import { createJobWaiters } from './job-waiters.ts'
import { createPresence } from './presence.ts'

/** Limits of jobs. */
export interface JobLimits {
  /** Maximum number of jobs kept. */
  readonly maxJobs: number
  /** Maximum bytes of all results. */
  readonly maxBytes: number
  /** Maximum time in seconds after which a job is deleted. */
  readonly keepS: number
  /** Maximum running time of a job, in seconds. */
  readonly timeoutS: number
}

export interface JobServiceOptions {
  /** Absolute path of the folder shared by all server processes. */
  readonly dir: string
  readonly limits: JobLimits
  /** Maximum number of jobs that run at the same time in this process. */
  readonly most: number
  /** Called with internal errors. */
  readonly onFault: (error: unknown) => void
  /** Interval between checks of all jobs, in milliseconds. */
  readonly sweepMs?: number
  /** Interval between checks whether a running job has been aborted or deleted, in milliseconds. */
  readonly lookMs?: number
}

/** Job counts that are known without reading files. */
export interface JobCounts {
  readonly phases: Readonly<Record<Phase, number>>
  /** Bytes of the stored results. */
  readonly bytes: number
  /** Jobs that ended in this process, by phase. */
  readonly ended: Readonly<Record<'COMPLETED' | 'ERROR' | 'ABORTED', number>>
}

/** Asynchronous queries according to the Universal Worker Service pattern (UWS 1.1). */
export interface JobService {
  readonly limits: JobLimits
  /** Begins to run jobs, including those already queued. */
  start(execute: ExecuteJob): void
  create(client: string, wish: JobWish): Promise<Job>
  /** Returns a job; throws `unknown_job` if there is none. */
  get(id: string): Promise<Job>
  list(filter: JobFilter): Promise<readonly Job[]>
  /** Changes settings; parameters only while the job is pending. */
  set(id: string, wish: JobWish): Promise<Job>
  run(id: string): Promise<Job>
  abort(id: string): Promise<Job>
  remove(id: string): Promise<void>
  /** Returns the job once its phase differs from `phase`, it has ended, or `ms` have passed. */
  wait(id: string, phase: string | undefined, ms: number, signal: AbortSignal): Promise<Job>
  /** Absolute path of the result of a job. */
  resultPath(job: Job): string | undefined
  counts(): JobCounts
  stop(): Promise<void>
}

const SWEEP_MS = 5_000
const RETRY_AFTER_S = 30

/** Opens the jobs in a folder. Rejects if the folder is not writable. */
export async function createJobService(options: JobServiceOptions): Promise<JobService> {
  const { limits, sweepMs = SWEEP_MS, onFault } = options
  const folder = await openJobFolder(`${options.dir}/jobs`)
  const presence = await createPresence(`${options.dir}/servers`)
  const server = presence.id
  const usage = createJobUsage(folder)
  const waiters = createJobWaiters()
  const endedHere = { COMPLETED: 0, ERROR: 0, ABORTED: 0 }
  let runner: JobRunner | undefined
  let isStopped = false
  let timer: Timer | undefined
  let sweeping = Promise.resolve()
  let counts: Pick<JobCounts, 'phases' | 'bytes'> = { phases: noPhases(), bytes: 0 }
  const sweep = createJobSweep({
    folder,
    presence,
    keepS: limits.keepS,
    runner: () => (isStopped ? undefined : runner),
    onChange: waiters.wake,
  })

  /** Converts file system errors to `jobs_unavailable`. */
  async function kept<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CatalogError || !(error instanceof Error) || !('code' in error)) throw error
      onFault(error)
      throw new CatalogError('jobs_unavailable', 'Jobs cannot be stored at the moment; everything else works.', {
        retryAfterS: RETRY_AFTER_S,
      })
    }
  }

  function limited({ destructionMs, executionS, ...rest }: JobWish): JobWish {
    const latestMs = Date.now() + 1_000 * limits.keepS
    return {
      ...rest,
      ...(destructionMs === undefined
        ? {}
        : { destructionMs: Math.min(latestMs, Math.max(Date.now(), destructionMs)) }),
      // 0 means no limit by the client.
      ...(executionS === undefined
        ? {}
        : { executionS: executionS === 0 ? limits.timeoutS : Math.min(executionS, limits.timeoutS) }),
    }
  }

  async function checkRoom(): Promise<void> {
    if ((await usage.bytes()) < limits.maxBytes) return
    throw new CatalogError(
      'too_many_jobs',
      'The results of jobs use all the space that is reserved for them: delete jobs that are not needed, or try again later.',
      { retryAfterS: RETRY_AFTER_S },
    )
  }

  function unknown(id: string): CatalogError {
    return new CatalogError(
      'unknown_job',
      `There is no job ${quoteForMessage(id)}: it has been deleted, or it never existed.`,
    )
  }

  /** The new state, or the current one if nothing changed. */
  async function change(id: string, edit: (job: Job) => Job | undefined): Promise<Job> {
    return kept(async () => {
      const done = await folder.change(id, edit)
      waiters.wake(id)
      return done ?? get(id)
    })
  }

  async function get(id: string): Promise<Job> {
    const job = await kept(() => folder.read(id))
    if (job === undefined || job.destructionMs <= Date.now()) throw unknown(id)
    return job
  }

  async function sweepOnce(): Promise<void> {
    const { jobs, phases } = await sweep()
    counts = { phases, bytes: await usage.bytes(jobs) }
    await folder.clean()
  }

  return {
    limits,
    start(execute) {
      if (runner !== undefined) return
      runner = createJobRunner({
        folder,
        server,
        execute,
        most: options.most,
        ...(options.lookMs === undefined ? {} : { lookMs: options.lookMs }),
        room: {
          left: async () => limits.maxBytes - (await usage.bytes()),
          take: usage.take,
        },
        onFault,
        onChange: waiters.wake,
        onEnd: (phase) => {
          endedHere[phase as keyof typeof endedHere] += 1
        },
      })
      const sweepNow = (): void => {
        sweeping = sweeping.then(() => (isStopped ? undefined : sweepOnce())).catch(onFault)
      }
      sweepNow()
      timer = setInterval(sweepNow, sweepMs)
      timer.unref()
    },

    async create(client, wish) {
      return kept(async () => {
        if (isStopped) throw new CatalogError('stopping', 'The service is shutting down.', { retryAfterS: 5 })
        if ((await folder.count()) >= limits.maxJobs)
          throw new CatalogError(
            'too_many_jobs',
            `There are already ${limits.maxJobs} jobs, which is the maximum: delete jobs that are not needed, or try again later.`,
            { retryAfterS: RETRY_AFTER_S },
          )
        await checkRoom()
        const now = Date.now()
        const job: Job = {
          id: newJobId(),
          phase: 'PENDING',
          createdMs: now,
          destructionMs: now + 1_000 * limits.keepS,
          executionS: limits.timeoutS,
          parameters: [],
          client,
          attempts: 0,
          ...limited(wish),
        }
        await folder.create(job)
        return job
      })
    },

    get,

    async list({ client, phases, afterMs = Number.NEGATIVE_INFINITY, last }) {
      const now = Date.now()
      const all = await kept(() => folder.all())
      const found = all
        .filter(
          (job) =>
            job.client === client &&
            job.destructionMs > now &&
            job.createdMs > afterMs &&
            (phases === undefined || phases.has(job.phase)),
        )
        .sort((a, b) => a.createdMs - b.createdMs)
      return last === undefined ? found : found.slice(Math.max(0, found.length - last))
    },

    set: async (id, wish) => {
      await get(id)
      const { parameters = [], ...rest } = limited(wish)
      return change(id, (job) => {
        if (parameters.length === 0) return { ...job, ...rest }
        if (job.phase !== 'PENDING')
          throw new CatalogError(
            'invalid_parameter',
            `The job is ${job.phase}: its parameters can be changed only before it runs.`,
          )
        const names = new Set(parameters.map(([name]) => name))
        return { ...job, ...rest, parameters: [...job.parameters.filter(([name]) => !names.has(name)), ...parameters] }
      })
    },

    async run(id) {
      await get(id)
      await kept(checkRoom)
      const job = await change(id, (found) => {
        if (isFinished(found))
          throw new CatalogError('invalid_parameter', `The job is ${found.phase}: create another job to run it again.`)
        return found.phase === 'PENDING' ? { ...found, phase: 'QUEUED', server } : undefined
      })
      if (job.phase === 'QUEUED' && job.server === server && job.attempts === 0) runner?.add(job)
      return job
    },

    async abort(id) {
      await get(id)
      const job = await change(id, (found) => (isFinished(found) ? undefined : ended(found, 'ABORTED')))
      await runner?.look()
      return job
    },

    async remove(id) {
      await get(id)
      await kept(() => folder.remove(id))
      waiters.wake(id)
      await runner?.look()
    },

    async wait(id, phase, ms, signal) {
      const untilMs = performance.now() + ms
      const first = await get(id)
      const from = phase ?? first.phase
      for (let job = first; ; job = await get(id)) {
        const leftMs = untilMs - performance.now()
        if (job.phase !== from || isFinished(job) || leftMs <= 0 || signal.aborted || isStopped) return job
        await waiters.untilChange(id, leftMs)
      }
    },

    resultPath: ({ id, result }) => (result === undefined ? undefined : folder.path(id, result.file)),

    counts: () => ({ ...counts, ended: { ...endedHere } }),

    async stop() {
      if (isStopped) return
      isStopped = true
      clearInterval(timer)
      waiters.wakeAll()
      await runner?.stop()
      // After this, the folder can be removed.
      await sweeping
      await presence.leave().catch(onFault)
    },
  }
}
