import { setTimeout as pause } from 'node:timers/promises'
import { CatalogError } from '../../core/errors.ts'
import type { Pieces } from '../../core/pieces.ts'
import { ended, type Job, type JobResult } from './job.ts'
import type { JobFolder } from './job-folder.ts'
import { createResultFile, type ResultFile, type ResultRoom } from './result-file.ts'

/** Runs the query of a job and writes its result to `write`, as an SQL stream. */
export type ExecuteJob = (
  job: Job,
  write: (pieces: Pieces) => Promise<void> | undefined,
  signal: AbortSignal,
) => Promise<Pick<JobResult, 'mediaType' | 'snapshotId'>>

export interface JobRunnerOptions {
  readonly folder: JobFolder
  /** Name of this server process. */
  readonly server: string
  readonly execute: ExecuteJob
  /** Maximum number of jobs that run at the same time. */
  readonly most: number
  /** Bytes by which all results together may still grow. */
  readonly room: ResultRoom
  /** Called with internal errors. */
  readonly onFault: (error: unknown) => void
  /** Called when a job of this process has changed. */
  readonly onChange: (id: string) => void
  /** Called for each job that has ended in this process. */
  readonly onEnd: (phase: Job['phase']) => void
  /** Pause before the state of a job that could not be written is written again, in milliseconds. */
  readonly retryMs?: number
  /** Interval between checks whether a running job has been aborted or deleted, in milliseconds. */
  readonly lookMs?: number
}

/** The jobs assigned to this server process. */
export interface JobRunner {
  /** Runs a queued job of this process in its turn. */
  add(job: Job): void
  /** Checks whether running jobs have been aborted or deleted, by any process. */
  look(): Promise<void>
  /** Releases its jobs, so that another process or a later one can run them. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000
const LOOK_MS = 500
/** Maximum number of attempts: a job whose process ended during each of them is not restarted. */
export const MAX_ATTEMPTS = 2

/** The file name of a result. Each attempt has its own file, so that two processes never write to the same one. */
export function resultName(server: string | undefined, attempts: number): string {
  return `result-${server}-${attempts}`
}

/** The job was aborted or deleted, or the service stops, so the result of its query is ignored. */
class TakenAway extends Error {
  override readonly name = 'TakenAway'
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { folder, server, execute, most, room, retryMs = RETRY_MS, lookMs = LOOK_MS } = options
  /** In order of arrival. */
  const queued: Job[] = []
  const running = new Map<string, { readonly client: string; readonly abort: AbortController; done: Promise<void> }>()
  const stopped = new AbortController()
  let timer: Timer | undefined

  const change = async (id: string, edit: (job: Job) => Job | undefined): Promise<Job | undefined> => {
    const changed = await folder.change(id, (job) => (job.server === server ? edit(job) : undefined))
    options.onChange(id)
    return changed
  }

  /**
   * Like `change`, but tries again until the state is written, for example when a full disk has space again: otherwise the job
   * would appear to run for as long as this process does. Rejects if the runner stops meanwhile.
   */
  const settle: typeof change = async (id, edit) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await change(id, edit)
      } catch (error) {
        if (stopped.signal.aborted) throw error
        if (attempt === 1) options.onFault(error)
        await pause(retryMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
      }
  }

  const removeFile = async (id: string, name: string): Promise<void> => {
    await folder.removeFile(id, name).catch(options.onFault)
  }

  async function run(queuedJob: Job, abort: AbortController): Promise<void> {
    const { id } = queuedJob
    const job = await settle(id, (now) =>
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
      const finished = await settle(id, (now) =>
        isMine(now) ? ended(now, 'COMPLETED', { result: { ...result, file: name, bytes } }) : undefined,
      )
      if (finished === undefined) await removeFile(id, name)
      else options.onEnd('COMPLETED')
    } catch (thrown) {
      await file?.close()
      await removeFile(id, name)
      // The reason for which the file failed takes precedence over the error of the query that was ended by it.
      const reason = file?.signal.aborted === true ? file.signal.reason : thrown
      if (abort.signal.aborted) return
      const { phase, error } = outcomeOf(reason)
      const failed = await settle(id, (now) => (isMine(now) ? ended(now, phase, { error }) : undefined))
      if (failed !== undefined) options.onEnd(failed.phase)
    }
  }

  function outcomeOf(reason: unknown): { phase: 'ABORTED' | 'ERROR'; error: NonNullable<Job['error']> } {
    if (!(reason instanceof CatalogError) || reason.kind === 'internal') {
      options.onFault(reason)
      return { phase: 'ERROR', error: { message: 'Internal error, not caused by the query.', isTransient: true } }
    }
    const isLate = reason.code === 'query_timeout'
    return {
      phase: isLate ? 'ABORTED' : 'ERROR',
      error: { message: reason.message, isTransient: reason.kind === 'unavailable' },
    }
  }

  /** Selects the oldest job of the client that has the fewest running jobs. */
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
    while (!stopped.signal.aborted && running.size < most) {
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
    timer = setInterval(() => void look(), lookMs)
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
      stopped.abort()
      clearInterval(timer)
      const own = [...queued.splice(0).map(({ id }) => id), ...running.keys()]
      for (const { abort } of running.values()) abort.abort(new TakenAway())
      await Promise.all(Array.from(running.values(), ({ done }) => done))
      for (const id of own) await change(id, (now) => released(now)).catch(options.onFault)
    },
  }
}

/** The job in a state that any process can take over; an orderly release does not count as an attempt. */
function released({ server: _, startedMs: _startedMs, ...job }: Job): Job | undefined {
  return job.phase === 'EXECUTING' || job.phase === 'QUEUED'
    ? { ...job, phase: 'QUEUED', attempts: job.phase === 'EXECUTING' ? job.attempts - 1 : job.attempts }
    : undefined
}
