import { CatalogError } from '../../core/errors.ts'
import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { ended, isFinished, type Job, newJobId, PHASES, type Phase } from './job.ts'
import { type JobFolder, openJobFolder } from './job-folder.ts'
import { createJobRunner, type ExecuteJob, type JobRunner, MAX_ATTEMPTS, resultName } from './job-runner.ts'
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
}

/** Job settings that a client can change. */
export interface JobWish {
  readonly parameters?: readonly (readonly [name: string, value: string])[]
  readonly runId?: string
  readonly destructionMs?: number
  readonly executionS?: number
}

/** Filter of a job list. */
export interface JobFilter {
  /** Client that created the jobs. */
  readonly client: string
  readonly phases?: ReadonlySet<string>
  /** Only jobs created after this time. */
  readonly afterMs?: number
  /** Maximum number of jobs, latest first. */
  readonly last?: number
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
/** Interval at which a job of another process is checked for waiting clients, in milliseconds. */
const POLL_MS = 250
const RETRY_AFTER_S = 30
/** Time for which the cached size of all results is used, in milliseconds. */
const USAGE_MS = 1_000

/** Opens the jobs in a folder. Rejects if the folder is not writable. */
export async function createJobService(options: JobServiceOptions): Promise<JobService> {
  const { limits, sweepMs = SWEEP_MS, onFault } = options
  const folder: JobFolder = await openJobFolder(`${options.dir}/jobs`)
  const presence = await createPresence(`${options.dir}/servers`)
  const server = presence.id
  const waiting = new Map<string, Set<() => void>>()
  const endedHere = { COMPLETED: 0, ERROR: 0, ABORTED: 0 }
  let runner: JobRunner | undefined
  let isStopped = false
  let timer: Timer | undefined
  let sweeping = Promise.resolve()
  let counts: Pick<JobCounts, 'phases' | 'bytes'> = { phases: noPhases(), bytes: 0 }
  let usage = { bytes: 0, atMs: Number.NEGATIVE_INFINITY }

  const changed = (id: string): void => {
    for (const wake of waiting.get(id) ?? []) wake()
  }

  async function bytesOf(job: Job): Promise<number> {
    if (job.result !== undefined) return job.result.bytes
    if (job.phase !== 'EXECUTING') return 0
    return folder.bytesOf(job.id, resultName(job.server, job.attempts))
  }

  async function usedBytes(jobs?: readonly Job[]): Promise<number> {
    if (jobs === undefined && performance.now() - usage.atMs < USAGE_MS) return usage.bytes
    let bytes = 0
    for (const job of jobs ?? (await folder.all(true))) bytes += await bytesOf(job)
    usage = { bytes, atMs: performance.now() }
    return bytes
  }

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
    if ((await usedBytes()) < limits.maxBytes) return
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
      changed(id)
      return done ?? get(id)
    })
  }

  async function get(id: string): Promise<Job> {
    const job = await kept(() => folder.read(id))
    if (job === undefined || job.destructionMs <= Date.now()) throw unknown(id)
    return job
  }

  /** Takes over jobs whose process has ended, and removes expired jobs. */
  async function sweep(): Promise<void> {
    await presence.tell()
    const jobs = await folder.all(true)
    const now = Date.now()
    const alive = new Map<string, boolean>()
    const phases = noPhases()
    for (const job of jobs) {
      if (job.destructionMs <= now) {
        await destroyIfOver(job.id)
        continue
      }
      phases[job.phase] += 1
      // The clock has been set back, or differs in another process.
      const latestMs = now + 1_000 * limits.keepS
      if (job.destructionMs > latestMs + 60_000)
        await folder.change(job.id, (found) => ({ ...found, destructionMs: Math.min(found.destructionMs, latestMs) }))
      if (runner === undefined || isStopped || (job.phase !== 'QUEUED' && job.phase !== 'EXECUTING')) continue
      const other = job.server
      if (other !== undefined && !alive.has(other)) alive.set(other, await presence.isThere(other))
      if (other === undefined || alive.get(other) === false) await adopt(job)
    }
    counts = { phases, bytes: await usedBytes(jobs) }
    await folder.clean()
  }

  async function destroyIfOver(id: string): Promise<void> {
    // Read again, because its destruction time may have changed.
    const job = await folder.read(id)
    if (job !== undefined && job.destructionMs <= Date.now()) await folder.remove(id)
  }

  async function adopt({ id, server: former, attempts }: Job): Promise<void> {
    const taken = await folder.change(id, (job) => {
      if (job.server !== former || isFinished(job) || job.phase === 'PENDING') return undefined
      if (job.phase === 'QUEUED' || job.attempts < MAX_ATTEMPTS) return { ...job, phase: 'QUEUED', server }
      const message = 'The server process that ran the job has ended, and so has the one before it.'
      return ended(job, 'ERROR', { error: { message, isTransient: true } })
    })
    changed(id)
    if (taken === undefined) return
    // The output of the former process.
    await folder.removeFile(id, resultName(former, attempts))
    if (taken.phase === 'QUEUED') runner?.add(taken)
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
        room: {
          left: async () => limits.maxBytes - (await usedBytes()),
          // The cached file sizes can be a second old, in which a result can grow by tens of megabytes.
          take: (bytes) => {
            usage = { ...usage, bytes: usage.bytes + bytes }
          },
        },
        onFault,
        onChange: changed,
        onEnd: (phase) => {
          endedHere[phase as keyof typeof endedHere] += 1
        },
      })
      const sweepNow = (): void => {
        sweeping = sweeping.then(() => (isStopped ? undefined : sweep())).catch(onFault)
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
      changed(id)
      await runner?.look()
    },

    async wait(id, phase, ms, signal) {
      const untilMs = performance.now() + ms
      const first = await get(id)
      const from = phase ?? first.phase
      for (let job = first; ; job = await get(id)) {
        const leftMs = untilMs - performance.now()
        if (job.phase !== from || isFinished(job) || leftMs <= 0 || signal.aborted || isStopped) return job
        const { promise, resolve } = Promise.withResolvers<void>()
        const wakers = waiting.get(id) ?? new Set()
        waiting.set(id, wakers.add(resolve))
        const poll = setTimeout(resolve, Math.min(leftMs, POLL_MS))
        await promise
        clearTimeout(poll)
        wakers.delete(resolve)
        if (wakers.size === 0) waiting.delete(id)
      }
    },

    resultPath: ({ id, result }) => (result === undefined ? undefined : folder.path(id, result.file)),

    counts: () => ({ ...counts, ended: { ...endedHere } }),

    async stop() {
      if (isStopped) return
      isStopped = true
      clearInterval(timer)
      for (const id of [...waiting.keys()]) changed(id)
      await runner?.stop()
      // After this, the folder can be removed.
      await sweeping
      await presence.leave().catch(onFault)
    },
  }
}

function noPhases(): Record<Phase, number> {
  return Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>
}
