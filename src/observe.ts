import type { ErrorCode } from './core/errors.ts'

/** How much a log line matters, least first. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Something that happened, as data; `createObserver` turns it into log lines and counters. */
export type Observation =
  | { readonly kind: 'snapshot_opened'; readonly snapshotId: string; readonly ms: number }
  | { readonly kind: 'listening'; readonly url: string; readonly snapshotId: string }
  | {
      readonly kind: 'request_done'
      readonly method: string
      readonly url: string
      readonly status: number
      readonly ms: number
    }
  /** A request that was answered with an error the client can understand. */
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly detail: string }
  /** The client went away before its answer was ready. */
  | { readonly kind: 'abandoned'; readonly url: string }
  /** A fault of ours; `requestId` is what the client was told to quote. */
  | {
      readonly kind: 'problem'
      readonly requestId: string
      readonly method: string
      readonly url: string
      readonly error: unknown
    }
  | { readonly kind: 'cache_read'; readonly hit: boolean }
  /** An SQL process that ended by itself; `phase` is what it was doing. */
  | {
      readonly kind: 'sql_process_failed'
      readonly phase: string
      readonly exitCode: number | null
      readonly signal: string | number | null
      readonly detail: string
    }
  | { readonly kind: 'stopping'; readonly reason: string }
  | { readonly kind: 'stopped'; readonly ms: number; readonly cut: number }

export type Observe = (observation: Observation) => void

const LEVELS = {
  snapshot_opened: 'info',
  listening: 'debug',
  request_done: 'debug',
  refused: 'debug',
  abandoned: 'debug',
  problem: 'error',
  cache_read: undefined,
  sql_process_failed: 'warn',
  stopping: 'info',
  stopped: 'info',
} as const satisfies Record<Observation['kind'], LogLevel | undefined>

/** Longest text of one logged value in characters; a stranger's URL must not fill the log. */
const MAX_LOGGED_CHARS = 2_000

function counterOf(observation: Observation): string {
  switch (observation.kind) {
    case 'request_done':
      return `requests_${observation.status}`
    case 'refused':
      return `refused_${observation.code}`
    case 'cache_read':
      return observation.hit ? 'cache_hits' : 'cache_misses'
    default:
      return observation.kind
  }
}

/** An error with its causes as plain text; the stack is there for whoever reads the log. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own}\ncaused by ${errorText(error.cause)}`
}

function loggable(_key: string, value: unknown): unknown {
  if (value instanceof Error) return errorText(value).slice(0, 4 * MAX_LOGGED_CHARS)
  if (typeof value === 'string' && value.length > 4 * MAX_LOGGED_CHARS) return `${value.slice(0, MAX_LOGGED_CHARS)}…`
  return value
}

export interface Observer {
  readonly observe: Observe
  /** How often each thing has happened since the start. */
  counters(): Readonly<Record<string, number>>
}

/**
 * One JSON line for each observation at or above `level`, and a counter for every one. The last line, `stopped`,
 * carries the counters.
 */
export function createObserver(level: LogLevel, write: (line: string) => void, now: () => Date): Observer {
  const counts = new Map<string, number>()
  const counters = (): Readonly<Record<string, number>> => Object.fromEntries([...counts].sort())
  const observe: Observe = (observation) => {
    const counter = counterOf(observation)
    counts.set(counter, (counts.get(counter) ?? 0) + 1)
    const own = LEVELS[observation.kind]
    if (own === undefined || LOG_LEVELS.indexOf(own) < LOG_LEVELS.indexOf(level)) return
    const entry = { time: now().toISOString(), level: own, ...observation }
    const whole = observation.kind === 'stopped' ? { ...entry, counters: counters() } : entry
    write(`${JSON.stringify(whole, loggable)}\n`)
  }
  return { observe, counters }
}
