import { CatalogError } from '../../core/errors.ts'
import type { SqlQuery, SqlResult, SqlRunner } from '../../core/ports.ts'
import { checkSqlText } from './check-text.ts'
import { type Engine, type EngineFault, startEngine } from './engine-handle.ts'

export interface SqlPoolOptions {
  /** Absolute path of catalog.sqlite. */
  readonly catalogPath: string
  /** Queries that run at the same time; one more process stands by. */
  readonly processes: number
  /** Queries that may wait; one more is refused. */
  readonly queue: number
  /** From the start of execution. */
  readonly timeoutMs: number
  /** What one query may use. */
  readonly memoryMb: number
  /** How long a refusal may wait for better words; a moment by default. */
  readonly explainMs?: number
  /** Told of engine processes that end otherwise than by a deadline or a client that left. */
  readonly onFault?: (fault: EngineFault) => void
}

/** A runner whose processes can be waited for. */
export interface SqlPool extends SqlRunner {
  /**
   * Settles when as many processes as may be busy take queries; rejects where they do not start. Nobody has to wait for
   * it.
   */
  readonly ready: Promise<void>
}

interface Job {
  readonly query: SqlQuery
  readonly resolve: (result: SqlResult) => void
  readonly reject: (reason: unknown) => void
}

/** Starts in a row that may fail before waiting queries are given up. */
const MAX_FAILED_STARTS = 3
const FIRST_RETRY_MS = 100

/**
 * Runs queries in processes of their own, one at a time each. One process more than may be busy is kept ready, so that a
 * killed one is replaced at once.
 */
export function createSqlPool(options: SqlPoolOptions): SqlPool {
  const { processes, queue, timeoutMs } = options
  const idle: Engine[] = []
  const running = new Map<Job, { readonly engine: Engine; readonly startedMs: number }>()
  const waiting: Job[] = []
  const engines = new Set<Engine>()
  const warm = Promise.withResolvers<void>()
  warm.promise.catch(() => {})
  let failedStarts = 0
  let isClosed = false
  let retry: Timer | undefined

  const fill = (): void => {
    while (!isClosed && retry === undefined && engines.size < processes + 1) start()
  }

  const start = (): void => {
    const engine = startEngine(options)
    engines.add(engine)
    engine.ready.then(
      () => {
        failedStarts = 0
        idle.push(engine)
        if (idle.length + running.size >= processes) warm.resolve()
        dispatch()
      },
      () => {},
    )
    engine.ended.then((fault) => {
      engines.delete(engine)
      const at = idle.indexOf(engine)
      if (at >= 0) idle.splice(at, 1)
      if (isClosed) return
      if (fault) options.onFault?.(fault)
      if (fault?.phase === 'start') backOff()
      fill()
    })
  }

  const backOff = (): void => {
    failedStarts += 1
    if (failedStarts >= MAX_FAILED_STARTS) warm.reject(new Error('The SQL processes do not start.'))
    if (failedStarts >= MAX_FAILED_STARTS && idle.length === 0 && running.size === 0) {
      for (const job of waiting.splice(0)) job.reject(new CatalogError('internal', 'SQL cannot run at the moment.'))
    }
    retry ??= setTimeout(
      () => {
        retry = undefined
        fill()
      },
      Math.min(5000, FIRST_RETRY_MS * 2 ** failedStarts),
    )
  }

  const dispatch = (): void => {
    while (waiting.length > 0 && idle.length > 0 && running.size < processes) execute(waiting.shift()!, idle.pop()!)
  }

  const execute = (job: Job, engine: Engine): void => {
    running.set(job, { engine, startedMs: performance.now() })
    const deadline = setTimeout(() => engine.kill(timedOut(timeoutMs)), timeoutMs)
    const { result, free } = engine.run(job.query)
    result.then(job.resolve, job.reject)
    free.then(() => {
      clearTimeout(deadline)
      running.delete(job)
      if (engine.isUsable()) idle.push(engine)
      dispatch()
    })
  }

  /** Seconds until the query that has run longest must have ended. */
  const retryAfterS = (): number => {
    const longest = Math.max(0, ...[...running.values()].map(({ startedMs }) => performance.now() - startedMs))
    return Math.max(1, Math.ceil((timeoutMs - longest) / 1000))
  }

  const abandon = (job: Job, reason: unknown): void => {
    const at = waiting.indexOf(job)
    if (at >= 0) waiting.splice(at, 1)
    else running.get(job)?.engine.kill(reason)
    job.reject(reason)
  }

  const run = async (query: SqlQuery, signal?: AbortSignal): Promise<SqlResult> => {
    checkSqlText(query.sql)
    signal?.throwIfAborted()
    if (isClosed) throw new CatalogError('stopping', 'The service is stopping.', { retryAfterS: 5 })
    if (waiting.length >= queue && (idle.length === 0 || running.size >= processes)) {
      throw new CatalogError('too_many_queries', 'Too many queries are waiting: try again shortly.', {
        retryAfterS: retryAfterS(),
      })
    }
    const { promise, resolve, reject } = Promise.withResolvers<SqlResult>()
    const job: Job = { query, resolve, reject }
    const onAbort = (): void => abandon(job, signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    waiting.push(job)
    dispatch()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const close = async (): Promise<void> => {
    isClosed = true
    warm.reject(new Error('The SQL processes were ended.'))
    clearTimeout(retry)
    process.off('exit', killAll)
    const stopping = new CatalogError('stopping', 'The service is stopping.', { retryAfterS: 5 })
    for (const job of waiting.splice(0)) job.reject(stopping)
    const ends = [...engines].map((engine) => engine.ended)
    for (const engine of engines) engine.kill(stopping)
    await Promise.all(ends)
  }

  const killAll = (): void => {
    for (const engine of engines) engine.kill(undefined)
  }
  process.on('exit', killAll)
  fill()
  return { run, close, ready: warm.promise }
}

function timedOut(timeoutMs: number): CatalogError {
  const seconds = timeoutMs / 1000
  return new CatalogError(
    'query_timeout',
    `The query ran longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and was ended. Narrow it with WHERE, or join on hostname.`,
  )
}
