import type { ErrorCode } from './core/errors.ts'
import { printable } from './core/text/printable.ts'
import { truncate } from './core/text/quote-for-message.ts'

/** Severities of log lines, lowest first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Status logged when the client disconnected before the response; it is never received. */
export const CLIENT_WENT_AWAY = 499

/** Cached items: finished responses, SQL results, and the results of table filters. */
export type CacheName = 'answers' | 'sql' | 'filters'

/** An event as data; `createObserver` turns it into log lines and counters. */
export type Observation =
  | { readonly kind: 'snapshot_opened'; readonly snapshotId: string; readonly ms: number }
  /**
   * Snapshot files that could not be mapped take `bytes` of this process's memory; each of its SQL processes takes
   * another `bytesPerSqlProcess`.
   */
  | {
      readonly kind: 'snapshot_copied'
      readonly snapshotId: string
      readonly bytes: number
      readonly bytesPerSqlProcess: number
      readonly detail: string
    }
  /** A newer snapshot is now being served; `ms` is the time since it was noticed. */
  | {
      readonly kind: 'snapshot_switched'
      readonly snapshotId: string
      readonly previous: string
      readonly reason: string
      readonly ms: number
    }
  /** The published snapshot cannot be served; the previous one stays in use. */
  | { readonly kind: 'snapshot_refused'; readonly serving: string; readonly detail: string }
  /** A snapshot has been pulled from a storage into the data folder. */
  | { readonly kind: 'snapshot_pulled'; readonly from: string; readonly detail: string }
  /** No snapshot could be pulled from the storage; the server tries again. */
  | { readonly kind: 'snapshot_pull_failed'; readonly from: string; readonly detail: string }
  /** The last request on a former snapshot has ended, and the SQL processes of that snapshot with it. */
  | { readonly kind: 'snapshot_released'; readonly snapshotId: string; readonly ms: number }
  | {
      readonly kind: 'request_done'
      readonly method: string
      readonly url: string
      readonly status: number
      readonly ms: number
    }
  /** A request was answered with an error that the client can understand. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string }
  /**
   * A client that read almost nothing of a long response for two minutes; it received `taken` bytes, if known, and the
   * rest is dropped.
   */
  | { readonly kind: 'reader_cut'; readonly client: string; readonly url: string; readonly taken: number | undefined }
  /** The system had no file descriptor, memory or process left for a request; the client was told to try again. */
  | { readonly kind: 'exhausted'; readonly url: string; readonly error: unknown }
  /** The client disconnected before its response was ready. */
  | { readonly kind: 'abandoned'; readonly url: string }
  /** An internal error; `requestId` is the ID that the client was told to quote. */
  | {
      readonly kind: 'problem'
      readonly requestId: string
      readonly method: string
      readonly url: string
      readonly error: unknown
    }
  | { readonly kind: 'cache_read'; readonly cache: CacheName; readonly isHit: boolean }
  /** An SQL process exited unexpectedly; `phase` is what it was doing. */
  | {
      readonly kind: 'sql_process_failed'
      readonly phase: string
      readonly exitCode: number | null
      readonly signal: string | number | null
      readonly detail: string
    }
  /** Asynchronous queries are unavailable: there is no writable folder for them. */
  | { readonly kind: 'jobs_unavailable'; readonly detail: string }
  /** An error in jobs or their files. */
  | { readonly kind: 'job_fault'; readonly error: unknown }
  /** An error outside of any request that no code handled; the service continues as far as possible. */
  | { readonly kind: 'unhandled'; readonly error: unknown }
  /** A server process that the system could not start; the next attempt follows after `restartMs`. */
  | { readonly kind: 'server_not_started'; readonly detail: string; readonly restartMs: number }
  /** One of several server processes exited unexpectedly; a replacement is started. */
  | {
      readonly kind: 'server_ended'
      readonly pid: number
      readonly exitCode: number | null
      readonly signal: string | null
      readonly restartMs: number
    }
  | { readonly kind: 'stopping'; readonly reason: string }
  | { readonly kind: 'stopped'; readonly ms: number; readonly cut: number }

export type Observe = (observation: Observation) => void

const LEVELS = {
  snapshot_opened: 'info',
  snapshot_copied: 'warn',
  snapshot_switched: 'info',
  snapshot_refused: 'error',
  snapshot_pulled: 'info',
  snapshot_pull_failed: 'error',
  snapshot_released: 'info',
  reader_cut: 'warn',
  exhausted: 'error',
  request_done: 'debug',
  refused: 'debug',
  abandoned: 'debug',
  problem: 'error',
  cache_read: undefined,
  sql_process_failed: 'warn',
  jobs_unavailable: 'warn',
  job_fault: 'error',
  unhandled: 'error',
  server_not_started: 'error',
  server_ended: 'error',
  stopping: 'info',
  stopped: 'info',
} as const satisfies Record<Observation['kind'], LogLevel | undefined>

/** Maximum length of one logged value in characters, so that a client's URL cannot fill the log. */
const MAX_LOGGED_CHARS = 2_000
/** Maximum length of the stack of an internal error, including those of its causes. */
const MAX_LOGGED_STACK_CHARS = 8_000

interface Count {
  value: number
}

/** Counts per kind, and within a kind per status, code or outcome: two lookups per event, and no garbage to collect. */
class Counters {
  readonly #counts = new Map<Observation['kind'], Map<string | number, Count>>()

  add(kind: Observation['kind'], detail: string | number): void {
    let details = this.#counts.get(kind)
    if (details === undefined) {
      details = new Map()
      this.#counts.set(kind, details)
    }
    const count = details.get(detail)
    if (count === undefined) details.set(detail, { value: 1 })
    else count.value += 1
  }

  /** Flat counters, sorted by name: `request_done_200`, `refused_unknown_column`, `stopped`. */
  all(): Readonly<Record<string, number>> {
    const flat = [...this.#counts].flatMap(([kind, details]) =>
      Array.from(details, ([detail, { value }]) => [detail === '' ? kind : `${kind}_${detail}`, value] as const),
    )
    return Object.fromEntries(flat.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Hit and miss counters of each cache. */
const CACHE_READS = {
  answers: ['hit', 'miss'],
  sql: ['sql_hit', 'sql_miss'],
  filters: ['filters_hit', 'filters_miss'],
} as const satisfies Record<CacheName, readonly [string, string]>

/** The part of an observation that distinguishes it from others of its kind. */
function detailOf(observation: Observation): string | number {
  switch (observation.kind) {
    case 'request_done':
      return observation.status
    case 'refused':
      return observation.code
    case 'cache_read':
      return CACHE_READS[observation.cache][observation.isHit ? 0 : 1]
    default:
      return ''
  }
}

/** An error and its causes as plain text, with stacks for the readers of the log. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${errorText(error.cause)}`
}

function loggable(_key: string, value: unknown): unknown {
  if (value instanceof Error) return errorText(value).slice(0, MAX_LOGGED_STACK_CHARS)
  return typeof value === 'string' ? truncate(value, MAX_LOGGED_CHARS) : value
}

export interface Observer {
  readonly observe: Observe
  /** Number of observations of each kind since the start. */
  counters(): Readonly<Record<string, number>>
}

/**
 * Writes one JSON line per observation at or above `level`, and counts all of them. The last line, `stopped`, carries
 * the counters.
 */
export function createObserver(level: LogLevel, write: (line: string) => void, now: () => Date): Observer {
  const counters = new Counters()
  const lowest = LOG_LEVELS.indexOf(level)
  const observe: Observe = (observation) => {
    counters.add(observation.kind, detailOf(observation))
    const own = LEVELS[observation.kind]
    if (own === undefined || LOG_LEVELS.indexOf(own) < lowest) return
    const entry = { time: now().toISOString(), level: own, ...observation }
    const whole = observation.kind === 'stopped' ? { ...entry, counters: counters.all() } : entry
    // JSON escapes C0 controls, but not DEL, C1 and bidirectional control characters.
    write(`${printable(JSON.stringify(whole, loggable))}\n`)
  }
  return { observe, counters: () => counters.all() }
}
