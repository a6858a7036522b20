import type { SqlQuery, SqlResult } from '../../core/ports.ts'
import { type Engine, EngineLost } from '../processes/engine.ts'
import { startEngine } from '../processes/engine-handle.ts'
import { createEngineSet } from '../processes/engine-set.ts'
import { runForAnswer } from './answer.ts'
import { checkSqlText } from './check-text.ts'
import { SYSTEM_CLOCK } from './clock.ts'
import { beginExecution, countTime, createJob, giveExecutionUp, type Job } from './job.ts'
import { createLimits } from './limits.ts'
import { createPoolCounts, type PoolCounts } from './pool-counts.ts'
import { brokenProcess, stopping, tooManyQueries, unavailable } from './pool-errors.ts'
import type { SqlPool, SqlPoolOptions } from './pool-options.ts'
import { createRetryAfter, untilNextEnd } from './retry-after.ts'
import { chooseEviction, chooseRefusal, levelOf, nextCheckMs, SHORT_MS } from './schedule.ts'
import { createTurns } from './turns.ts'

/** Time for which a query waits for a process while none can be started and the others are busy, in milliseconds. */
const PATIENCE_MS = 2_000
/** Maximum number of executions lost with their process before the query is rejected. */
const MAX_LOSSES = 2

/**
 * Runs queries in separate processes, one at a time each, with at most `processes` queries running at the same time.
 *
 * So that a short query never waits for a long one, a query that has run for a moment yields to those that have not: its process
 * is stopped (SIGSTOP) and continues later (see `createTurns`). Ways to make room, measured on two cores that were busy with
 * other work, as the 50th and 99th percentile of a short query alongside eight endless ones, in milliseconds:
 *
 * - one is stopped while the short one runs: 24 and 91. No work is lost, and a stopped process uses no further memory;
 * - all continue alongside it, at the lowest priority: 34 and 285, and each of them may use the memory of a query at once;
 * - all continue alongside it, at the same priority: 148 and 1,040;
 * - one is killed, and another process started: 2,360 and 3,240 (on an idle machine 150), and its work is lost.
 *
 * So queries are stopped as long as the memory that they hold fits into the limit of one query. Beyond that, and beyond as many
 * as may run, the least advanced one is killed and restarted at its turn. One query at a time is never killed this way.
 */
export function createSqlPool(options: SqlPoolOptions): SqlPool {
  const { processes, queue, timeoutMs, counts = createPoolCounts(), clock = SYSTEM_CLOCK } = options
  const limits = createLimits(timeoutMs, options.memoryMb, options.copiedBytes ?? 0)
  /** In order of arrival. */
  const jobs = new Set<Job>()
  const turns = createTurns<Job>(processes)
  const retryAfter = createRetryAfter(processes, clock.now)
  let isClosed = false
  let stopTimer = (): void => {}

  const engines = createEngineSet({
    start: () => (options.start ?? startEngine)(options),
    wanted: () => {
      let longer = 0
      for (const job of jobs) if (job.engine !== undefined && levelOf(job) > 0) longer += 1
      return Math.max(processes + 1, longer + 2)
    },
    readyCount: processes,
    onIdle: () => schedule(),
    onFault(fault) {
      counts.processesEnded.failed += 1
      options.onFault?.(fault)
    },
    onSurplus: () => (counts.processesEnded.surplus += 1),
    onUnavailable: (retryAfterS) => {
      const latestMs = engines.size === 0 ? Number.POSITIVE_INFINITY : clock.now() - PATIENCE_MS
      for (const job of [...jobs])
        if (job.state === 'waiting' && job.cameMs <= latestMs) end(job, unavailable(retryAfterS), 'unavailable')
    },
  })

  const inState = (state: Job['state']): Job[] => {
    const found: Job[] = []
    for (const job of jobs) if (job.state === state) found.push(job)
    return found
  }

  /** Adds up the time that has passed since the last call. */
  const account = (): void => {
    const now = clock.now()
    for (const job of jobs) if (job.state === 'running') turns.ran(job, countTime(job, now))
  }

  const begin = (job: Job, engine: Engine): void => {
    beginExecution(job, engine, clock.now())
    const { result, free } = runForAnswer(job, engine, {
      isCurrent: () => job.engine === engine,
      onFull: (taken) => waitFor(job, taken),
      onChanged: (reason) => end(job, reason, 'lost'),
    })
    const told = result.then(
      (value) => {
        if (job.engine === engine) job.resolve(value)
      },
      (error: unknown) => {
        if (job.engine !== engine) return
        if (error instanceof EngineLost) lose(job, error)
        else job.reject(error)
      },
    )
    // A lost process reports its result first, so its query has been handled by now.
    Promise.all([told, free]).then(() => {
      if (job.engine === engine) leave(job)
      // The process may have ended its query at the moment it was stopped.
      engine.resume()
      if (engine.isUsable()) engines.giveBack(engine)
      else if (engine.hasGrown()) counts.processesEnded.grown += 1
      schedule()
    })
  }

  /** Gives the query's slot to others while its stream accepts no more. */
  const waitFor = async (job: Job, taken: Promise<void>): Promise<void> => {
    account()
    job.blockedSinceMs = clock.now()
    if (job.state === 'running') hold(job)
    schedule()
    try {
      await taken
    } finally {
      job.blockedSinceMs = undefined
      schedule()
    }
  }

  /** Removes a query that has its answer. */
  const leave = (job: Job): void => {
    account()
    if (!jobs.delete(job)) return
    job.engine = undefined
    const now = clock.now()
    turns.leave(job, now)
    // A query that never began, such as a rejected one, says nothing about the running time of queries.
    if (job.firstBeganMs !== undefined) retryAfter.ended(now - job.firstBeganMs)
  }

  /** Ends a query in any state. */
  const end = (job: Job, reason: unknown, why: keyof PoolCounts['ended']): void => {
    if (!jobs.has(job)) return
    const { engine } = job
    leave(job)
    counts.ended[why] += 1
    job.reject(reason)
    if (engine === undefined || !engine.isUsable()) return
    if (why === 'cancelled' || why === 'timeout' || why === 'memory' || why === 'stopped')
      counts.processesEnded[why] += 1
    engine.kill(reason)
  }

  const lose = (job: Job, { isOurFault }: EngineLost): void => {
    job.losses += 1
    if (job.losses >= MAX_LOSSES) {
      end(job, isOurFault ? brokenProcess() : unavailable(), 'lost')
      return
    }
    counts.askedAgain += 1
    giveExecutionUp(job)
  }

  const pause = (job: Job): void => {
    if (!job.engine!.pause()) return
    counts.paused += 1
    hold(job)
  }

  const hold = (job: Job): void => {
    job.state = 'paused'
    job.heldBytes = limits.heldBy(job)
  }

  const resume = (job: Job): void => {
    job.state = 'running'
    job.countedMs = clock.now()
    job.engine!.resume()
  }

  /** Ends processes of paused queries if there are too many of them or they hold too much memory. */
  const makeRoom = (): void => {
    for (;;) {
      const paused = inState('paused')
      const heldBytes = paused.reduce((sum, job) => sum + job.heldBytes, 0)
      if (paused.length <= processes && heldBytes <= limits.maxHeldBytes) return
      const job = chooseEviction(paused.filter((one) => one !== turns.kept))
      if (job === undefined) return
      const { engine } = job
      giveExecutionUp(job)
      counts.begunAnew += 1
      counts.processesEnded.room += 1
      engine!.kill(undefined)
    }
  }

  /** Ends queries that exceed their time or memory limit, and resumes processes that were stopped from outside. */
  const checkRunning = (): void => {
    for (const job of [...jobs]) {
      if (job.engine === undefined) continue
      const fault = limits.faultOf(job)
      if (fault !== undefined) end(job, fault.error, fault.why)
      else if (job.state === 'running' && job.executedMs >= SHORT_MS && job.engine.isStopped()) job.engine.resume()
    }
  }

  const schedule = (): void => {
    if (isClosed) return
    account()
    checkRunning()
    const chosen = turns.choose([...jobs], engines.idle, clock.now())
    for (const job of jobs) if (job.state === 'running' && !chosen.has(job)) pause(job)
    for (const job of chosen) {
      if (job.state === 'paused') resume(job)
      else if (job.state === 'waiting') begin(job, engines.take()!)
    }
    makeRoom()
    engines.fill()
    tickLater()
  }

  const tickLater = (): void => {
    stopTimer()
    if (isClosed || jobs.size === 0) return
    stopTimer = clock.after(nextCheckMs(jobs, limits.timeoutOf), schedule)
  }

  const refuseOne = (waiting: readonly Job[]): void => {
    const firstMs = untilNextEnd([...jobs], limits.timeoutOf, clock.now()) ?? timeoutMs
    end(chooseRefusal(waiting)!, tooManyQueries(retryAfter.next(firstMs)), 'refused')
  }

  const run = async (query: SqlQuery, signal?: AbortSignal): Promise<SqlResult> => {
    checkSqlText(query)
    signal?.throwIfAborted()
    if (isClosed) throw stopping()
    const retryAfterS = engines.unavailableForS()
    if (retryAfterS !== undefined) {
      counts.ended.unavailable += 1
      throw unavailable(retryAfterS)
    }
    const { job, outcome } = createJob(query, clock.now())
    const onAbort = (): void => end(job, signal?.reason, 'cancelled')
    signal?.addEventListener('abort', onAbort, { once: true })
    turns.enter(job)
    jobs.add(job)
    schedule()
    if (job.state === 'waiting') {
      const waiting = inState('waiting')
      if (waiting.length > queue) refuseOne(waiting)
    }
    try {
      return await outcome
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const close = async (): Promise<void> => {
    isClosed = true
    stopTimer()
    for (const job of [...jobs]) end(job, stopping(), 'stopped')
    await engines.close(stopping())
  }

  engines.fill()
  return {
    run,
    close,
    ready: engines.ready,
    readiness() {
      if (engines.idle > 0 || inState('running').length > 0) return 'ready'
      return engines.unavailableForS() === undefined ? 'starting' : 'unavailable'
    },
    state: () => ({
      running: inState('running').length,
      paused: inState('paused').length,
      waiting: inState('waiting').length,
      idle: engines.idle,
      processes: engines.size,
      memoryBytes: engines.privateBytes(),
    }),
  }
}
