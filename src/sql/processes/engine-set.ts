import type { Engine, EngineFault } from './engine-handle.ts'

export interface EngineSetOptions {
  /** Starts a process; may throw where the system has none left. */
  readonly start: () => Engine
  /** How many processes there should be now. */
  readonly wanted: () => number
  /** With as many idle ones the set counts as ready. */
  readonly readyCount: number
  /** Told when a process can take a query. */
  readonly onIdle: () => void
  readonly onFault: (fault: EngineFault) => void
  /** Told of an idle process that is ended because nothing needs it. */
  readonly onSurplus: () => void
  /** Told when none is idle and none starts: queries may be given up until `retryAfterS` seconds have passed. */
  readonly onUnavailable: (retryAfterS: number) => void
}

/** The processes of a pool: starts as many as are wanted, and tries again where they do not start. */
export interface EngineSet {
  /** Processes that are ready for a query. */
  readonly idle: number
  /** Processes that have not been killed, starting ones included. */
  readonly size: number
  /** Settles with the first `readyCount` of them; rejects where they do not start. */
  readonly ready: Promise<void>
  /** Takes an idle process. */
  take(): Engine | undefined
  /** Gives a process back that is ready for the next query. */
  giveBack(engine: Engine): void
  /** Starts what is missing. */
  fill(): void
  /** Seconds until it makes sense to ask again, where there is no process and none starts; else undefined. */
  unavailableForS(): number | undefined
  /** Bytes that all of them have for themselves, as far as the system tells. */
  privateBytes(): number
  close(reason: unknown): Promise<void>
}

/** Starts in a row that may fail before queries are given up. */
const MAX_FAILED_STARTS = 3
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 10_000
/** How long more idle processes than wanted are kept, in milliseconds: a load that comes in bursts finds them again. */
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
  /** Killed ones, until they are gone. */
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

  /** Killed processes count no more: each makes room for another at once. */
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
    // Somebody else may have stopped one before it was ready.
    for (const engine of starting) if (engine.isStopped()) engine.resume()
    while (retry === undefined && alive() < wanted()) begin()
    if (surplus === undefined && idle.length > 0 && alive() > wanted()) surplus = setTimeout(trim, SURPLUS_MS)
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

  /** A second more than until the next attempt: a process has to start. */
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
