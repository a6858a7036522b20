import { createClientTime } from './client-time.ts'
import { chooseRuns, levelOf, type Schedulable, SHORT_MS, SLICE_MS } from './schedule.ts'

/** Maximum time, in milliseconds, for which short queries keep all longer ones waiting; then one of those runs for SHORT_MS. */
const LONG_PATIENCE_MS = 900

const NO_PLACES: ReadonlySet<string> = new Set()

/** A query with its waiting times. */
export interface Waiting extends Schedulable {
  /** Time of arrival, in milliseconds. */
  readonly cameMs: number
  /** Time since which its reader has accepted no more; undefined while it accepts data. */
  readonly blockedSinceMs: number | undefined
}

/** Determines which queries run next. */
export interface Turns<Job extends Waiting> {
  /** Records that a query has arrived. */
  enter(job: Job): void
  /** Records that a query has ended. */
  leave(job: Job, nowMs: number): void
  /** Records that a query has run. */
  ran(job: Job, ms: number): void
  /** The queries that run now, selected from all in order of arrival; `idle` processes are ready for waiting ones. */
  choose(jobs: readonly Job[], idle: number, nowMs: number): ReadonlySet<Job>
  /** The query whose process is not ended to make room. */
  readonly kept: Job | undefined
}

/**
 * Divides `slots` (see `chooseRuns`) so that every query ends, however many others there are:
 *
 * - If short queries use all slots, a longer one runs for SHORT_MS after LONG_PATIENCE_MS without any: a tenth of one slot.
 * - One longer query at a time is kept: its process is not ended to make room, and it gets half of the time of longer queries, or
 *   a whole slot if there are several. It is kept until it ends or has waited for its reader for longer than SLICE_MS. Clients
 *   are kept in turns, each with its oldest query, in order of their last turn or, without one, of the arrival of their oldest
 *   query.
 *
 * So a query that needs `t` alone ends within 2 t (20 t alongside uninterrupted short ones) after its turn begins, and its turn
 * begins once every earlier client, and the client's own earlier queries, have had theirs.
 */
export function createTurns<Job extends Waiting>(slots: number): Turns<Job> {
  const clientTime = createClientTime()
  /** Clients as they were counted, because more of them may join a query later. */
  const entered = new Map<Job, Set<string>>()
  let places: ReadonlySet<string> = new Set()
  /** Time since which longer queries have been waiting and none has run. */
  let longIdleSinceMs: number | undefined
  /** End of the turn that a longer query has before short ones. */
  let longTurnUntilMs = 0
  let kept: Job | undefined
  /** Lead of the kept query over the others, between 0 and SLICE_MS of running time. */
  let keptAheadMs = 0
  let isKeptFirst = true

  const enter = (job: Job): void => {
    const known = entered.get(job) ?? new Set()
    // Clients only join.
    if (known.size === job.clients.size) return
    entered.set(job, known)
    for (const client of job.clients) {
      if (known.has(client)) continue
      known.add(client)
      clientTime.enter(client)
    }
  }

  const endTurn = (nowMs: number): void => {
    for (const client of entered.get(kept!) ?? []) clientTime.hadTurn(client, nowMs)
    kept = undefined
  }

  /** Time since which the query has waited for its turn to be kept. */
  const waitsSince = ({ clients, cameMs }: Job): number =>
    Math.min(...Array.from(clients, (client) => Math.max(cameMs, clientTime.lastTurn(client) ?? 0)))

  const electKept = (jobs: readonly Job[], nowMs: number): void => {
    if (kept?.blockedSinceMs !== undefined && nowMs - kept.blockedSinceMs > SLICE_MS) endTurn(nowMs)
    if (kept !== undefined) return
    let firstMs = Number.POSITIVE_INFINITY
    for (const job of jobs) {
      if (levelOf(job) === 0 || job.blockedSinceMs !== undefined) continue
      const since = waitsSince(job)
      if (since >= firstMs) continue
      kept = job
      firstMs = since
    }
    keptAheadMs = 0
    isKeptFirst = true
  }

  /**
   * Whether a long query may get a process: only if at most `slots` long ones have one, or another client has several.
   * Otherwise it would end a process that then restarts, and all the time would be spent on attempts.
   */
  const mayBegin = (jobs: readonly Job[]): ((job: Job) => boolean) => {
    const held = new Map<string, number>()
    let all = 0
    for (const job of jobs) {
      if (job.state === 'waiting' || levelOf(job) === 0) continue
      all += 1
      for (const client of job.clients) held.set(client, (held.get(client) ?? 0) + 1)
    }
    const isShared = all <= slots
    const hasMany = Math.max(0, ...held.values()) > 1
    return ({ clients }) => isShared || (hasMany && [...clients].some((client) => !held.has(client)))
  }

  /** The queries that may run next: of many waiting ones, the first few of each client. */
  const candidates = (jobs: readonly Job[]): Job[] => {
    const seen = [new Map<string, number>(), new Map<string, number>()]
    let mayLongBegin: ((job: Job) => boolean) | undefined
    return jobs.filter((job) => {
      if (job.blockedSinceMs !== undefined) return false
      if (job.state !== 'waiting' || job === kept) return true
      const level = levelOf(job)
      if (level === 2) {
        mayLongBegin ??= mayBegin(jobs)
        if (!mayLongBegin(job)) return false
      }
      if (job.clients.size > 1) return true
      const counted = seen[level === 0 ? 0 : 1]!
      const [client] = job.clients
      const before = counted.get(client!) ?? 0
      counted.set(client!, before + 1)
      return before < slots
    })
  }

  /** The result of nearly all choices, found without comparing queries: all are short, and each can run or no slot is free. */
  const onlyChoice = (jobs: readonly Job[], idle: number): Set<Job> | undefined => {
    const running = new Set<Job>()
    let waiting = 0
    for (const job of jobs) {
      if (levelOf(job) > 0 || job.blockedSinceMs !== undefined) return undefined
      if (job.state === 'running') running.add(job)
      else if (job.state === 'waiting') waiting += 1
    }
    if (running.size === Math.min(jobs.length, slots)) return running
    return jobs.length <= slots && waiting < idle ? new Set(jobs) : undefined
  }

  const isLongDue = (jobs: readonly Job[], nowMs: number): boolean => {
    let hasLonger = false
    let isRunning = false
    for (const job of jobs) {
      if (levelOf(job) === 0) continue
      hasLonger = true
      isRunning ||= job.state === 'running'
    }
    longIdleSinceMs = hasLonger && !isRunning ? (longIdleSinceMs ?? nowMs) : undefined
    if (longTurnUntilMs > nowMs) return true
    if (longIdleSinceMs === undefined || nowMs - longIdleSinceMs < LONG_PATIENCE_MS) return false
    longTurnUntilMs = nowMs + SHORT_MS
    return true
  }

  return {
    enter,
    leave(job, nowMs) {
      if (job === kept) endTurn(nowMs)
      for (const client of entered.get(job) ?? []) clientTime.leave(client)
      entered.delete(job)
    },
    ran(job, ms) {
      enter(job)
      if (levelOf(job) === 0) return
      for (const client of job.clients) clientTime.add(client, ms)
      if (kept === undefined) return
      keptAheadMs = Math.min(SLICE_MS, Math.max(0, keptAheadMs + (job === kept ? ms : -ms)))
      if (keptAheadMs === SLICE_MS) isKeptFirst = false
      else if (keptAheadMs === 0) isKeptFirst = true
    },
    choose(jobs, idle, nowMs) {
      const only = onlyChoice(jobs, idle)
      if (only !== undefined) {
        longIdleSinceMs = undefined
        places = NO_PLACES
        return only
      }
      electKept(jobs, nowMs)
      const all = candidates(jobs)
      const runs = chooseRuns(all, {
        slots,
        idle,
        isLongDue: isLongDue(all, nowMs),
        usedMs: (client) => clientTime.of(client),
        isInPlace: (client) => places.has(client),
        first: isKeptFirst ? kept : undefined,
      })
      places = runs.places
      return runs.chosen
    },
    get kept() {
      return kept
    },
  }
}
