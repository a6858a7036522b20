import type { Engine, EngineFailure } from './engine.ts'

export interface EngineSetOptions {
  /** Starts a process; can throw if the system has no process left. */
  readonly start: () => Engine
  /** Number of processes that should exist now. */
  readonly wanted: () => number
  /** Number of idle processes with which the set is ready. */
  readonly readyCount: number
  /** Called when a process can accept a query. */
  readonly onIdle: () => void
  readonly onFault: (fault: EngineFailure) => void
  /** Called with an idle process that is ended because it is not needed. */
  readonly onSurplus: () => void
  /** Called when no process is idle or starting: queries may be rejected until `retryAfterS` seconds have passed. */
  readonly onUnavailable: (retryAfterS: number) => void
}

/** The processes of a pool: starts as many as are wanted, and retries failed starts. */
export interface EngineSet {
  /** Processes that are ready for a query. */
  readonly idle: number
  /** Processes that have not been killed, including those that are starting. */
  readonly size: number
  /** Settles with the first `readyCount` processes; rejects if they do not start. */
  readonly ready: Promise<void>
  /** Removes an idle process from the set for a query. */
  take(): Engine | undefined
  /** Returns a process that is ready for the next query. */
  giveBack(engine: Engine): void
  /** Starts the missing processes. */
  fill(): void
  /** Seconds after which a client should retry, if there is no process and none is starting; otherwise undefined. */
  unavailableForS(): number | undefined
  /** Private bytes of all processes, as far as the system reports them. */
  privateBytes(): number
  close(reason: unknown): Promise<void>
}

/** Maximum consecutive failed starts before queries are rejected. */
const MAX_FAILED_STARTS = 3
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 10_000
/** Time for which surplus idle processes are kept, in milliseconds, so that they are available for the next burst of load. */
const SURPLUS_MS = 10_000

export function createEngineSet({
  start,
  wanted,
  readyCount,
  onIdle,
  onFault,
  onSurplus,
  onUnavailable,
}: EngineSetOptions): EngineSet {
  const engines = new Set<Engine>()
  const starting = new Set<Engine>()
  /** Killed processes, until they are gone. */
  const ending = new Set<Engine>()
  const idle: Engine[] = []
  const warm = Promise.withResolvers<void>()
  warm.promise.catch(() => {})
  let failedStarts = 0
  let isClosed = false
  let retry: Timer | undefined
  let retryAtMs = 0
  let surplus: Timer | undefined
  let ready = 0

  const begin = (): void => {
    let engine: Engine
    try {
      engine = start()
    } catch (error) {
      onFault({ phase: 'start', exitCode: null, signal: null, detail: String(error) })
      backOff()
      return
    }
    engines.add(engine)
    starting.add(engine)
    engine.ready.then(
      () => {
        starting.delete(engine)
        failedStarts = 0
        if (isClosed || !engines.has(engine)) return
        ready += 1
        if (ready >= readyCount) warm.resolve()
        idle.push(engine)
        onIdle()
      },
      () => {},
    )
    engine.ended.then((fault) => {
      engines.delete(engine)
      starting.delete(engine)
      ending.delete(engine)
      drop(engine)
      if (isClosed) return
      if (fault) onFault(fault)
      if (fault?.phase === 'start') backOff()
      fill()
    })
  }

  const drop = (engine: Engine): void => {
    const at = idle.indexOf(engine)
    if (at >= 0) idle.splice(at, 1)
  }

  const backOff = (): void => {
    failedStarts += 1
    if (retry === undefined) {
      const pauseMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failedStarts, 10))
      retryAtMs = performance.now() + pauseMs
      retry = setTimeout(() => {
        retry = undefined
        fill()
      }, pauseMs)
    }
    if (failedStarts < MAX_FAILED_STARTS) return
    warm.reject(new Error('The SQL processes do not start.'))
    if (idle.length === 0) onUnavailable(untilRetryS())
  }

  /** Killed processes do not count: each makes room for another at once. */
  const alive = (): number => {
    for (const engine of engines) {
      if (engine.isUsable()) continue
      engines.delete(engine)
      ending.add(engine)
      drop(engine)
    }
    return engines.size
  }

  const fill = (): void => {
    if (isClosed) return
    // A process may have been stopped from outside before it was ready.
    for (const engine of starting) if (engine.isStopped()) engine.resume()
    const most = wanted()
    let size = alive()
    for (; retry === undefined && size < most; size = alive()) begin()
    if (surplus === undefined && idle.length > 0 && size > most) surplus = setTimeout(trim, SURPLUS_MS)
  }

  const trim = (): void => {
    surplus = undefined
    for (let more = alive() - wanted(); more > 0 && idle.length > 0; more -= 1) {
      onSurplus()
      idle.shift()!.kill(undefined)
    }
    fill()
  }

  const unavailableForS = (): number | undefined => {
    if (failedStarts < MAX_FAILED_STARTS || alive() > 0) return undefined
    return untilRetryS()
  }

  /** One second more than the time until the next attempt, for the process to start. */
  const untilRetryS = (): number => 1 + Math.max(0, Math.ceil((retryAtMs - performance.now()) / 1000))

  const killAll = (): void => {
    for (const engine of [...engines, ...ending]) engine.kill(undefined)
  }
  process.on('exit', killAll)

  return {
    get idle() {
      alive()
      return idle.length
    },
    get size() {
      return alive()
    },
    ready: warm.promise,
    take: () => idle.pop(),
    giveBack(engine) {
      idle.push(engine)
    },
    fill,
    unavailableForS,
    privateBytes: () => [...engines].reduce((sum, engine) => sum + (engine.privateBytes() ?? 0), 0),
    async close(reason) {
      isClosed = true
      warm.reject(new Error('The SQL processes were ended.'))
      clearTimeout(retry)
      clearTimeout(surplus)
      process.off('exit', killAll)
      const all = [...engines, ...ending]
      for (const engine of all) engine.kill(reason)
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
