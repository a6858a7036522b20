import type { SqlQuery, SqlResult } from '../../core/ports.ts'
import type { Engine } from '../processes/engine.ts'
import { createReplay, type Replay } from './replay.ts'
import { FIRST_READING_MS, type Schedulable, SHORT_MS } from './schedule.ts'

/** Minimum share of its time in a process that a query is charged for, however little processor time the system gave it. */
const LEAST_SHARE = 1 / 4

const OWN_CLIENTS: ReadonlySet<string> = new Set([''])

/** A query in progress. Execution fields describe the current execution. */
export interface Job extends Schedulable {
  readonly query: SqlQuery
  readonly resolve: (result: SqlResult) => void
  readonly reject: (reason: unknown) => void
  state: 'waiting' | 'running' | 'paused'
  engine: Engine | undefined
  readonly cameMs: number
  ranMs: number
  /** Running time of abandoned executions. */
  givenUpMs: number
  /** Start of the first execution; undefined before. */
  firstBeganMs: number | undefined
  /** Start of the current execution. */
  beganMs: number
  /** Processor time of its process from which the current execution is charged; undefined until it is read. */
  beganProcessorMs: number | undefined
  executedMs: number
  /** Time up to which the running time has been counted. */
  countedMs: number
  /** Private bytes of its process when it was paused, plus the bytes of its answer received by then. */
  heldBytes: number
  /** Number of processes lost. */
  losses: number
  /** Bytes already written to its stream; undefined without a stream. */
  readonly replay: Replay | undefined
  /** Time since which its stream has accepted no more: the query does not run, and the time does not count. */
  blockedSinceMs: number | undefined
}

/** Creates a job for a new query, and the promise of its outcome. */
export function createJob(query: SqlQuery, nowMs: number): { readonly job: Job; readonly outcome: Promise<SqlResult> } {
  const { promise, resolve, reject } = Promise.withResolvers<SqlResult>()
  const job: Job = {
    query,
    clients: query.clients === undefined || query.clients.size === 0 ? OWN_CLIENTS : query.clients,
    resolve,
    reject,
    state: 'waiting',
    engine: undefined,
    cameMs: nowMs,
    ranMs: 0,
    givenUpMs: 0,
    firstBeganMs: undefined,
    beganMs: 0,
    beganProcessorMs: undefined,
    executedMs: 0,
    countedMs: 0,
    heldBytes: 0,
    losses: 0,
    replay: query.stream === undefined ? undefined : createReplay(query.stream.fromBytes),
    blockedSinceMs: undefined,
  }
  return { job, outcome: promise }
}

/** Records that the query runs on a process from now on. */
export function beginExecution(job: Job, engine: Engine, nowMs: number): void {
  job.state = 'running'
  job.engine = engine
  job.givenUpMs = job.ranMs
  job.firstBeganMs ??= nowMs
  job.beganMs = nowMs
  job.beganProcessorMs = undefined
  job.executedMs = 0
  job.countedMs = nowMs
}

/** Records that the query waits for another process, on which it restarts. */
export function giveExecutionUp(job: Job): void {
  job.state = 'waiting'
  job.engine = undefined
  job.heldBytes = 0
}

/**
 * Counts the time for which a query has run since the last call, and returns the increase of its running time: the time of its
 * process or, beyond the limit of a short query, its processor time. So a short query stays short on a machine that is busy with
 * other work. The time before the first reading counts in full.
 */
export function countTime(job: Job, nowMs: number): number {
  if (job.state !== 'running') return 0
  job.executedMs += nowMs - job.countedMs
  job.countedMs = nowMs
  const { executedMs, ranMs: before } = job
  const isRead = executedMs >= SHORT_MS || (executedMs >= FIRST_READING_MS && job.beganProcessorMs === undefined)
  const processorMs = isRead ? job.engine?.processorMs() : undefined
  if (processorMs !== undefined) job.beganProcessorMs ??= processorMs - executedMs
  const ran =
    executedMs < SHORT_MS || processorMs === undefined || job.beganProcessorMs === undefined
      ? executedMs
      : Math.min(executedMs, Math.max(executedMs * LEAST_SHARE, processorMs - job.beganProcessorMs))
  job.ranMs = job.givenUpMs + ran
  return Math.max(0, job.ranMs - before)
}
