import { CatalogError } from '../../core/errors.ts'
import type { SqlQuery, SqlResult, SqlRunner, SqlStream } from '../../core/ports.ts'
import { queryNeedsMemory } from '../../core/query-too-large.ts'
import { checkSqlText } from './check-text.ts'
import { createClientTime } from './client-time.ts'
import { type Engine, type EngineFault, EngineLost, type EngineOptions, startEngine } from './engine-handle.ts'
import { createEngineSet } from './engine-set.ts'
import { createPoolCounts, type PoolCounts, type PoolState } from './pool-counts.ts'
import { createReplay, type Execution, type Replay } from './replay.ts'
import { createRetryAfter } from './retry-after.ts'
import { chooseEviction, chooseRefusal, chooseRuns, levelOf, MEDIUM_MS, SHORT_MS } from './schedule.ts'

export interface SqlPoolOptions {
  /** Absolute path of catalog.sqlite. */
  readonly catalogPath: string
  /** Queries that run at the same time; others may be paused, and processes stand by. */
  readonly processes: number
  /** Queries that may wait; one more is refused. */
  readonly queue: number
  /** Of running: the time in which a query is paused does not count, up to MAX_PAUSED times as much. */
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

/**
 * A query on its way. Its time counts from the start of its present execution; `ranMs` includes executions that were given
 * up to make room.
 */
interface Job {
  readonly query: SqlQuery
  readonly clients: ReadonlySet<string>
  readonly resolve: (result: SqlResult) => void
  readonly reject: (reason: unknown) => void
  state: 'waiting' | 'running' | 'paused'
  engine: Engine | undefined
  readonly cameMs: number
  ranMs: number
  /** Of the present execution: when it began, and how long it has run, in milliseconds. */
  beganMs: number
  executedMs: number
  /** Until when its running time has been counted. */
  countedMs: number
  /** Private bytes of its process when it was paused, and of its answer as far as it had come. */
  heldBytes: number
  /** Processes that it has lost. */
  losses: number
  /** What its stream has been given; undefined without a stream. */
  readonly replay: Replay | undefined
  /** True while its stream takes no more: nothing of it runs, and that time does not count. */
  isWaitedFor: boolean
  /** Of the present execution: how long it has waited for its stream, in milliseconds. */
  blockedMs: number
}

const OWN_CLIENTS: ReadonlySet<string> = new Set([''])

/** A query is ended at the latest when this many times its timeout have passed since it began, paused or not. */
const MAX_PAUSED = 3
/** How long short queries may keep all longer ones from running, in milliseconds; then one of these runs for SHORT_MS. */
const LONG_PATIENCE_MS = 900
/** How long a query waits for a process while none can be started and the others are busy, in milliseconds. */
const PATIENCE_MS = 2_000
/** How often it is looked what runs, at the least, while anything waits or runs. */
const TICK_MS = 250
/** Bytes of a process that has done nothing yet; more than that is what its query holds. */
const BASE_BYTES = 48 * 1024 * 1024
/**
 * What a process may take beside the memory that SQLite has for its query: a process that does nothing takes 50 MiB, and
 * texts that functions read and garbage that is not collected yet the rest. It is looked at whenever queries are scheduled.
 */
const ALLOWANCE_BYTES = 160 * 1024 * 1024
/** Executions that may be lost with their process before the query is given up. */
const MAX_LOSSES = 2
/** Seconds after which a query that lost its process may be asked again: as long as a new one takes to start. */
const AFTER_LOSS_S = 2

/**
 * Runs queries in processes of their own, one at a time each, at most `processes` of them at the same time.
 *
 * So that a short query never waits for a long one, a query that has run for a moment gives way to those that have not:
 * its process is stopped (SIGSTOP) and goes on later (see `chooseRuns`). The ways to make room, measured on two cores that
 * were busy with other things, as the 50th and 99th percentile of a short query beside eight endless ones, in milliseconds:
 *
 * - one is stopped while the short one runs: 24 and 91. No work is lost, and a stopped process takes no more memory;
 * - all go on beside it, at the lowest priority: 34 and 285, and all of them may take the memory of a query at once;
 * - all go on beside it, at the same priority: 148 and 1,040;
 * - one is killed, and another process started: 2,360 and 3,240 (on an idle machine 150), and its work is lost.
 *
 * So they are stopped, as long as what they hold fits into the memory of one query; beyond that, and beyond as many as
 * may run, the least advanced one is killed and begun anew when its turn comes.
 */
export function createSqlPool(options: SqlPoolOptions): SqlPool {
  const { processes, queue, timeoutMs, counts = createPoolCounts() } = options
  const maxHeldBytes = options.memoryMb * 1024 * 1024
  const maxProcessBytes = maxHeldBytes + ALLOWANCE_BYTES + (options.copiedBytes ?? 0)
  /** In the order in which they came. */
  const jobs = new Set<Job>()
  const clientTime = createClientTime()
  const retryAfter = createRetryAfter(processes, () => performance.now())
  let isClosed = false
  let timer: Timer | undefined
  /** Since when a longer query has been there and none has run. */
  let longIdleSinceMs: number | undefined
  /** Until when a longer query has its turn before short ones. */
  let longTurnUntilMs = 0

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
      const latestMs = engines.size === 0 ? Number.POSITIVE_INFINITY : performance.now() - PATIENCE_MS
      for (const job of [...jobs])
        if (job.state === 'waiting' && job.cameMs <= latestMs) end(job, unavailable(retryAfterS), 'unavailable')
    },
  })

  function count(state: Job['state']): number {
    let found = 0
    for (const job of jobs) if (job.state === state) found += 1
    return found
  }

  const timeoutOf = ({ query }: Job): number => query.timeoutMs ?? timeoutMs
  /** Such a query is not ended for having waited too long. */
  const isPatient = ({ query, isWaitedFor }: Job): boolean => query.timeoutMs !== undefined || isWaitedFor

  /** Adds up the time that has passed since the last call. */
  const account = (): void => {
    const now = performance.now()
    for (const job of jobs) {
      if (job.state !== 'running') continue
      const ms = now - job.countedMs
      job.countedMs = now
      job.executedMs += ms
      job.ranMs += ms
      if (levelOf(job) > 0) for (const client of job.clients) clientTime.add(client, ms)
    }
  }

  const begin = (job: Job, engine: Engine): void => {
    const now = performance.now()
    Object.assign(job, { state: 'running', engine, beganMs: now, countedMs: now, executedMs: 0, blockedMs: 0 })
    const execution = job.replay?.execution()
    const { result, free } = engine.run(
      execution === undefined ? job.query : { ...job.query, stream: streamOf(job, engine, execution) },
    )
    result.then(
      (value) => {
        if (job.engine !== engine) return
        const rest = execution === undefined ? value.json : execution.last(value.json)
        if (rest === undefined) end(job, changed(), 'lost')
        else job.resolve({ ...value, json: rest })
      },
      (error: unknown) => {
        if (job.engine !== engine) return
        if (error instanceof EngineLost) lose(job, error)
        else job.reject(error)
      },
    )
    // A lost process has told its result first, so that its query is looked after by now.
    free.then(() => {
      if (job.engine === engine) leave(job)
      // It may have ended its query in the moment in which it was stopped.
      engine.resume()
      if (engine.isUsable()) engines.giveBack(engine)
      else if (engine.hasGrown()) counts.processesEnded.grown += 1
      schedule()
    })
  }

  /** The stream of one execution. While it takes no more, others have the place of the query. */
  const streamOf = (job: Job, engine: Engine, execution: Execution): SqlStream => ({
    fromBytes: execution.fromBytes,
    write(pieces) {
      if (job.engine !== engine) return undefined
      const next = execution.next(pieces)
      if (next === undefined) end(job, changed(), 'lost')
      if (next === undefined || next.length === 0) return undefined
      const taken = job.query.stream!.write(next)
      return taken === undefined ? undefined : waitFor(job, engine, taken)
    },
  })

  const waitFor = async (job: Job, engine: Engine, taken: Promise<void>): Promise<void> => {
    account()
    const sinceMs = performance.now()
    job.isWaitedFor = true
    if (job.state === 'running') hold(job)
    schedule()
    try {
      await taken
    } finally {
      job.isWaitedFor = false
      if (job.engine === engine) job.blockedMs += performance.now() - sinceMs
      schedule()
    }
  }

  /** Takes a query out that has its answer. */
  const leave = (job: Job): void => {
    account()
    if (!jobs.delete(job)) return
    job.engine = undefined
    for (const client of job.clients) clientTime.leave(client)
    retryAfter.ended(job.ranMs)
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

  /** Puts a query back among those that wait; it is begun anew. */
  const putBack = (job: Job): void => {
    job.state = 'waiting'
    job.engine = undefined
    job.heldBytes = 0
  }

  const lose = (job: Job, { isOurFault }: EngineLost): void => {
    job.losses += 1
    if (job.losses < MAX_LOSSES) {
      counts.askedAgain += 1
      putBack(job)
      return
    }
    const fault = isOurFault
      ? new CatalogError('internal', 'The query failed for a reason of our own.')
      : unavailable(AFTER_LOSS_S)
    end(job, fault, 'lost')
  }

  const pause = (job: Job): void => {
    if (!job.engine!.pause()) return
    counts.paused += 1
    hold(job)
  }

  const hold = (job: Job): void => {
    job.state = 'paused'
    const { engine } = job
    const bytes = engine!.privateBytes()
    // What has come of its answer lies here, and counts as well.
    job.heldBytes = bytes === undefined ? maxHeldBytes : Math.max(0, bytes - BASE_BYTES) + engine!.answerBytes()
  }

  const resume = (job: Job): void => {
    job.state = 'running'
    job.countedMs = performance.now()
    job.engine!.resume()
  }

  /** Gives the processes of paused queries up, where there are too many of them or they hold too much. */
  const makeRoom = (): void => {
    for (;;) {
      const paused = [...jobs].filter(({ state }) => state === 'paused')
      const heldBytes = paused.reduce((sum, job) => sum + job.heldBytes, 0)
      if (paused.length <= processes && heldBytes <= maxHeldBytes) return
      const job = chooseEviction(paused)!
      const { engine } = job
      putBack(job)
      counts.begunAnew += 1
      counts.processesEnded.room += 1
      engine!.kill(undefined)
    }
  }

  /** Ends what has run too long, and lets go on what somebody else has stopped. */
  const checkRunning = (): void => {
    const now = performance.now()
    for (const job of [...jobs]) {
      if (job.engine === undefined) continue
      const mostMs = timeoutOf(job)
      if (job.executedMs >= mostMs) end(job, timedOut(mostMs), 'timeout')
      else if (job.state === 'running' && (job.engine.privateBytes() ?? 0) > maxProcessBytes)
        end(job, queryNeedsMemory(), 'memory')
      else if (!isPatient(job) && now - job.beganMs - job.blockedMs >= MAX_PAUSED * mostMs)
        end(job, tooManyQueries(), 'timeout')
      else if (job.state === 'running' && levelOf(job) > 0 && job.engine.isStopped()) job.engine.resume()
    }
  }

  /** The queries that may run next, in the order in which they came: of many that wait, the first few of each client. */
  const candidates = (): Job[] => {
    const seen = [new Map<string, number>(), new Map<string, number>()]
    return [...jobs].filter((job) => {
      if (job.isWaitedFor) return false
      if (job.state !== 'waiting' || job.clients.size > 1) return true
      const counted = seen[levelOf(job) === 0 ? 0 : 1]!
      const [client] = job.clients
      const before = counted.get(client!) ?? 0
      counted.set(client!, before + 1)
      return before < processes
    })
  }

  const schedule = (): void => {
    if (isClosed) return
    account()
    checkRunning()
    const all = candidates()
    const now = performance.now()
    const isLongThere = all.some((job) => levelOf(job) > 0)
    const isLongRunning = all.some((job) => job.state === 'running' && levelOf(job) > 0)
    longIdleSinceMs = isLongThere && !isLongRunning ? (longIdleSinceMs ?? now) : undefined
    const hasTurn = longTurnUntilMs > now
    const isLongDue = hasTurn || (longIdleSinceMs !== undefined && now - longIdleSinceMs >= LONG_PATIENCE_MS)
    if (isLongDue && !hasTurn) longTurnUntilMs = now + SHORT_MS
    const chosen = chooseRuns(all, {
      slots: processes,
      idle: engines.idle,
      isLongDue,
      usedMs: (client) => clientTime.of(client),
    })
    for (const job of all) if (job.state === 'running' && !chosen.has(job)) pause(job)
    for (const job of chosen) {
      if (job.state === 'paused') resume(job)
      else if (job.state === 'waiting') begin(job, engines.take()!)
    }
    makeRoom()
    engines.fill()
    tickLater()
  }
  const tickLater = (): void => {
    clearTimeout(timer)
    if (isClosed || jobs.size === 0) return
    let ms = TICK_MS
    for (const job of jobs) {
      if (job.state !== 'running') continue
      const { ranMs, executedMs } = job
      const next = ranMs < SHORT_MS ? SHORT_MS - ranMs : ranMs < MEDIUM_MS ? MEDIUM_MS - ranMs : TICK_MS
      ms = Math.min(ms, next, timeoutOf(job) - executedMs)
    }
    timer = setTimeout(schedule, Math.max(1, Math.ceil(ms)))
  }

  /** The error for one query too many. A place is free when the one that has run longest has ended, at the latest. */
  const tooManyQueries = (): CatalogError => {
    const left = [...jobs].flatMap((job) => (job.state === 'running' ? [timeoutOf(job) - job.executedMs] : []))
    return new CatalogError(
      'too_many_queries',
      'More queries are waiting than this service can run soon: try again later.',
      { retryAfterS: retryAfter.next(Math.max(0, Math.min(timeoutMs, ...left))) },
    )
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
    const { promise, resolve, reject } = Promise.withResolvers<SqlResult>()
    const clients = query.clients === undefined || query.clients.size === 0 ? OWN_CLIENTS : query.clients
    const job: Job = {
      query,
      clients,
      resolve,
      reject,
      state: 'waiting',
      engine: undefined,
      cameMs: performance.now(),
      ranMs: 0,
      beganMs: 0,
      executedMs: 0,
      countedMs: 0,
      heldBytes: 0,
      losses: 0,
      replay: query.stream === undefined ? undefined : createReplay(query.stream.fromBytes),
      isWaitedFor: false,
      blockedMs: 0,
    }
    const onAbort = (): void => end(job, signal?.reason, 'cancelled')
    signal?.addEventListener('abort', onAbort, { once: true })
    for (const client of clients) clientTime.enter(client)
    jobs.add(job)
    schedule()
    const waiting = [...jobs].filter(({ state }) => state === 'waiting')
    if (job.state === 'waiting' && waiting.length > queue) end(chooseRefusal(waiting)!, tooManyQueries(), 'refused')
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const close = async (): Promise<void> => {
    isClosed = true
    clearTimeout(timer)
    for (const job of [...jobs]) end(job, stopping(), 'stopped')
    await engines.close(stopping())
  }

  engines.fill()
  return {
    run,
    close,
    ready: engines.ready,
    readiness() {
      if (engines.idle > 0 || count('running') > 0) return 'ready'
      return engines.unavailableForS() === undefined ? 'starting' : 'unavailable'
    },
    state: () => ({
      running: count('running'),
      paused: count('paused'),
      waiting: count('waiting'),
      idle: engines.idle,
      processes: engines.size,
      memoryBytes: engines.privateBytes(),
    }),
  }
}

/** A stream cannot go on that has been given the beginning of another answer. */
function changed(): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'The query was interrupted, and gives another result when it runs again. Try again shortly.',
    { retryAfterS: AFTER_LOSS_S },
  )
}

function stopping(): CatalogError {
  return new CatalogError('stopping', 'The service is stopping.', { retryAfterS: 5 })
}

function unavailable(retryAfterS: number): CatalogError {
  return new CatalogError(
    'sql_unavailable',
    'SQL cannot run at the moment; everything else works. Try again shortly.',
    {
      retryAfterS,
    },
  )
}

function timedOut(timeoutMs: number): CatalogError {
  const seconds = timeoutMs / 1000
  return new CatalogError(
    'query_timeout',
    `The query ran longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was ended. Narrow it with WHERE, or join on hostname.`,
  )
}
