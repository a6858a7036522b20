import { CatalogError } from '../../core/errors.ts'
import type { Pieces } from '../../core/pieces.ts'
import { ended, type Job, type JobResult } from './job.ts'
import type { JobFolder } from './job-folder.ts'
import { createResultFile, type ResultFile, type ResultRoom } from './result-file.ts'

/** Runs the query of a job and writes its result to `write`, as a stream of SQL is written. */
export type ExecuteJob = (
  job: Job,
  write: (pieces: Pieces) => Promise<void> | undefined,
  signal: AbortSignal,
) => Promise<Pick<JobResult, 'mediaType' | 'snapshotId'>>

export interface JobRunnerOptions {
  readonly folder: JobFolder
  /** The name of this server process. */
  readonly server: string
  readonly execute: ExecuteJob
  /** Jobs that run at the same time. */
  readonly most: number
  /** Bytes that all results together may still grow by. */
  readonly room: ResultRoom
  /** Told of what went wrong for a reason of our own. */
  readonly onFault: (error: unknown) => void
  /** Told when a job of this process has changed. */
  readonly onChange: (id: string) => void
  /** Told of each job that has ended here. */
  readonly onEnd: (phase: Job['phase']) => void
}

/** The jobs that this server process has. */
export interface JobRunner {
  /** Runs a queued job of this process in its turn. */
  add(job: Job): void
  /** Looks whether jobs that run have been aborted or deleted, by whichever process. */
  look(): Promise<void>
  /** Lets its jobs go, for other processes or a later one to run. */
  stop(): Promise<void>
}

/** How often it is looked whether a job that runs has been taken away, in milliseconds. */
const LOOK_MS = 500
/** A job that ran in so many processes that ended is not begun again. */
export const MAX_ATTEMPTS = 2

/** The file of a result: each attempt has its own, so that no process writes into that of another. */
export function resultName(server: string | undefined, attempts: number): string {
  return `result-${server}-${attempts}`
}

/** The job was aborted or deleted, or the service stops: whatever its query says now does not count. */
class TakenAway extends Error {
  override readonly name = 'TakenAway'
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { folder, server, execute, most, room } = options
  /** In the order in which they came. */
  const queued: Job[] = []
  const running = new Map<string, { readonly client: string; readonly abort: AbortController; done: Promise<void> }>()
  let isStopped = false
  let timer: Timer | undefined

  const change = async (id: string, edit: (job: Job) => Job | undefined): Promise<Job | undefined> => {
    const changed = await folder.change(id, (job) => (job.server === server ? edit(job) : undefined))
    options.onChange(id)
    return changed
  }

  async function run(queuedJob: Job, abort: AbortController): Promise<void> {
    const { id } = queuedJob
    const job = await change(id, (now) =>
      now.phase === 'QUEUED'
        ? { ...now, phase: 'EXECUTING', startedMs: Date.now(), attempts: now.attempts + 1 }
        : undefined,
    )
    if (job === undefined) return
    const isMine = ({ phase, attempts }: Job): boolean => phase === 'EXECUTING' && attempts === job.attempts
    const name = resultName(server, job.attempts)
    let file: ResultFile | undefined
    try {
      file = await createResultFile(folder.path(id, name), room)
      const signal = AbortSignal.any([abort.signal, file.signal])
      const result = await execute(job, file.write, signal)
      const bytes = await file.end([])
      const finished = await change(id, (now) =>
        isMine(now) ? ended(now, 'COMPLETED', { result: { ...result, file: name, bytes } }) : undefined,
      )
      if (finished === undefined) await folder.removeFile(id, name)
      else options.onEnd('COMPLETED')
    } catch (thrown) {
      await file?.close()
      await folder.removeFile(id, name)
      // What made the file fail is the reason, whatever the query that was ended by it says.
      const reason = file?.signal.aborted === true ? file.signal.reason : thrown
      if (abort.signal.aborted) return
      const failed = await change(id, (now) => (isMine(now) ? afterFault(now, reason) : undefined))
      if (failed !== undefined) options.onEnd(failed.phase)
    }
  }

  function afterFault(job: Job, reason: unknown): Job | undefined {
    if (!(reason instanceof CatalogError) || reason.kind === 'internal') {
      options.onFault(reason)
      const message = 'Something went wrong here, not in the query.'
      return ended(job, 'ERROR', { error: { message, isTransient: true } })
    }
    const isLate = reason.code === 'query_timeout'
    const error = { message: reason.message, isTransient: reason.kind === 'unavailable' }
    return ended(job, isLate ? 'ABORTED' : 'ERROR', { error })
  }

  /** The client that has fewest jobs running comes first, and of each client its oldest job. */
  const next = (): Job | undefined => {
    const counts = new Map<string, number>()
    for (const { client } of running.values()) counts.set(client, (counts.get(client) ?? 0) + 1)
    let best: Job | undefined
    for (const job of queued)
      if (best === undefined || (counts.get(job.client) ?? 0) < (counts.get(best.client) ?? 0)) best = job
    if (best !== undefined) queued.splice(queued.indexOf(best), 1)
    return best
  }

  const pump = (): void => {
    while (!isStopped && running.size < most) {
      const job = next()
      if (job === undefined) break
      const abort = new AbortController()
      const entry = { client: job.client, abort, done: Promise.resolve() }
      running.set(job.id, entry)
      entry.done = run(job, abort)
        .catch(options.onFault)
        .finally(() => {
          if (running.get(job.id) === entry) running.delete(job.id)
          pump()
        })
    }
    if (running.size === 0 || timer !== undefined) return
    timer = setInterval(() => void look(), LOOK_MS)
    timer.unref()
  }

  const look = async (): Promise<void> => {
    if (running.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
    for (const [id, { abort }] of running) {
      const now = await folder.read(id).catch(() => undefined)
      if (now?.server === server || running.get(id)?.abort !== abort) continue
      abort.abort(new TakenAway())
      options.onChange(id)
    }
  }

  return {
    add(job) {
      queued.push(job)
      pump()
    },
    look,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const own = [...queued.splice(0).map(({ id }) => id), ...running.keys()]
      for (const { abort } of running.values()) abort.abort(new TakenAway())
      await Promise.all(Array.from(running.values(), ({ done }) => done))
      for (const id of own) await change(id, (now) => released(now)).catch(options.onFault)
    },
  }
}

/** The job as any process may take it; having been let go in order does not count as an attempt. */
function released({ server: _, startedMs: _startedMs, ...job }: Job): Job | undefined {
  return job.phase === 'EXECUTING' || job.phase === 'QUEUED'
    ? { ...job, phase: 'QUEUED', attempts: job.phase === 'EXECUTING' ? job.attempts - 1 : job.attempts }
    : undefined
}
