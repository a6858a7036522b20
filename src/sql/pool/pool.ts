import type { SqlQuery, SqlResult, SqlRunner } from '../../core/ports.ts'
import {
  type Engine,
  type EngineFault,
  EngineLost,
  type EngineOptions,
  startEngine,
} from '../processes/engine-handle.ts'
import { createEngineSet } from '../processes/engine-set.ts'
import { runForAnswer } from './answer.ts'
import { checkSqlText } from './check-text.ts'
import { type Clock, SYSTEM_CLOCK } from './clock.ts'
import { beginExecution, countTime, createJob, giveExecutionUp, type Job } from './job.ts'
import { createLimits } from './limits.ts'
import { createPoolCounts, type PoolCounts, type PoolState } from './pool-counts.ts'
import { brokenProcess, stopping, tooManyQueries, unavailable } from './pool-errors.ts'
import { createRetryAfter, untilNextEnd } from './retry-after.ts'
import { chooseEviction, chooseRefusal, levelOf, MEDIUM_MS, SHORT_MS } from './schedule.ts'
import { createTurns } from './turns.ts'

export interface SqlPoolOptions {
  /** Absolute path of catalog.sqlite. */
  readonly catalogPath: string
  /** Queries that run at the same time; others may be paused, and processes stand by. */
  readonly processes: number
  /** Queries that may wait; one more is refused. */
  readonly queue: number
  /** Of running: the time in which a query is paused does not count. */
  readonly timeoutMs: number
  /** What one query may use. */
  readonly memoryMb: number
  /** Bytes of the catalog that each process has for itself, where the system maps no files; 0 by default. */
  readonly copiedBytes?: number
  /** How long a refusal may wait for better words; a moment by default. */
  readonly explainMs?: number
  /** Where events are counted; a new one by default. */
  readonly counts?: PoolCounts
  /** Told of engine processes that end otherwise than by a deadline or a client that left, or do not start. */
  readonly onFault?: (fault: EngineFault) => void
  /** Starts a process; ours, unless a test needs another. */
  readonly start?: (options: EngineOptions) => Engine
  /** The system's, unless a test needs another. */
  readonly clock?: Clock
}

/** A runner whose processes can be waited for. */
export interface SqlPool extends SqlRunner {
  /**
   * Settles when as many processes as may be busy take queries; rejects where they do not start. Nobody has to wait for
   * it.
   */
  readonly ready: Promise<void>
  /** What it is doing at the moment. */
  state(): PoolState
}

/** How long a query waits for a process while none can be started and the others are busy, in milliseconds. */
const PATIENCE_MS = 2_000
/** How often it is looked what runs, at the least, while anything waits or runs. */
const TICK_MS = 250
/** Executions that may be lost with their process before the query is given up. */
const MAX_LOSSES = 2

/**
 * Runs queries in processes of their own, one at a time each, at most `processes` of them at the same time.
 *
 * So that a short query never waits for a long one, a query that has run for a moment gives way to those that have not:
 * its process is stopped (SIGSTOP) and goes on later (see `createTurns`). The ways to make room, measured on two cores that
 * were busy with other things, as the 50th and 99th percentile of a short query beside eight endless ones, in milliseconds:
 *
 * - one is stopped while the short one runs: 24 and 91. No work is lost, and a stopped process takes no more memory;
 * - all go on beside it, at the lowest priority: 34 and 285, and all of them may take the memory of a query at once;
 * - all go on beside it, at the same priority: 148 and 1,040;
 * - one is killed, and another process started: 2,360 and 3,240 (on an idle machine 150), and its work is lost.
 *
 * So they are stopped, as long as what they hold fits into the memory of one query; beyond that, and beyond as many as
 * may run, the least advanced one is killed and begun anew when its turn comes. One at a time is never killed so.
 */
export function createSqlPool(options: SqlPoolOptions): SqlPool {
  const { processes, queue, timeoutMs, counts = createPoolCounts(), clock = SYSTEM_CLOCK } = options
  const limits = createLimits(timeoutMs, options.memoryMb, options.copiedBytes ?? 0)
  /** In the order in which they came. */
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

  const inState = (state: Job['state']): Job[] => [...jobs].filter((job) => job.state === state)

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
    // A lost process has told its result first, so that its query is looked after by now.
    Promise.all([told, free]).then(() => {
      if (job.engine === engine) leave(job)
      // It may have ended its query in the moment in which it was stopped.
      engine.resume()
      if (engine.isUsable()) engines.giveBack(engine)
      else if (engine.hasGrown()) counts.processesEnded.grown += 1
      schedule()
    })
  }

  /** While its stream takes no more, others have the place of a query. */
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

  /** Takes a query out that has its answer. */
  const leave = (job: Job): void => {
    account()
    if (!jobs.delete(job)) return
    job.engine = undefined
    const now = clock.now()
    turns.leave(job, now)
    // One that never began, such as one that is refused, tells nothing of the time that queries take.
    if (job.firstBeganMs !== undefined) retryAfter.ended(now - job.firstBeganMs)
  }

  /** Ends a query, whatever it is doing. */
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

  /** Gives the processes of paused queries up, where there are too many of them or they hold too much. */
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

  /** Ends what has run too long or takes too much, and lets go on what somebody else has stopped. */
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
    let ms = TICK_MS
    for (const job of inState('running')) {
      const { ranMs, executedMs } = job
      const next = ranMs < SHORT_MS ? SHORT_MS - ranMs : ranMs < MEDIUM_MS ? MEDIUM_MS - ranMs : TICK_MS
      ms = Math.min(ms, next, limits.timeoutOf(job) - executedMs)
    }
    stopTimer = clock.after(Math.max(1, Math.ceil(ms)), schedule)
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
    const waiting = inState('waiting')
    if (job.state === 'waiting' && waiting.length > queue) refuseOne(waiting)
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
