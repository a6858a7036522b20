import type { SqlQuery, SqlResult } from '../../core/ports.ts'
import type { Engine } from '../processes/engine-handle.ts'
import { createReplay, type Replay } from './replay.ts'
import { type Schedulable, SHORT_MS } from './schedule.ts'

/**
 * Of its time in a process, the part that a query is taken to have run at the least, however little of the processor the
 * system gave it.
 */
const LEAST_SHARE = 1 / 4

const OWN_CLIENTS: ReadonlySet<string> = new Set([''])

/** A query on its way. What is said of an execution is of the present one. */
export interface Job extends Schedulable {
  readonly query: SqlQuery
  readonly resolve: (result: SqlResult) => void
  readonly reject: (reason: unknown) => void
  state: 'waiting' | 'running' | 'paused'
  engine: Engine | undefined
  readonly cameMs: number
  ranMs: number
  /** What executions had run that were given up. */
  givenUpMs: number
  /** When it first began; undefined before. */
  firstBeganMs: number | undefined
  /** When the execution began, and the processor time that its process had had by then. */
  beganMs: number
  beganProcessorMs: number | undefined
  executedMs: number
  /** Until when its running time has been counted. */
  countedMs: number
  /** Private bytes of its process when it was paused, and of its answer as far as it had come. */
  heldBytes: number
  /** Processes that it has lost. */
  losses: number
  /** What its stream has been given; undefined without a stream. */
  readonly replay: Replay | undefined
  /** Since when its stream takes no more: nothing of it runs, and that time does not count. */
  blockedSinceMs: number | undefined
}

/** A query that has just come, and its outcome. */
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

/** Notes that the query runs on a process from now on. */
export function beginExecution(job: Job, engine: Engine, nowMs: number): void {
  job.state = 'running'
  job.engine = engine
  job.givenUpMs = job.ranMs
  job.firstBeganMs ??= nowMs
  job.beganMs = nowMs
  job.beganProcessorMs = engine.processorMs()
  job.executedMs = 0
  job.countedMs = nowMs
}

/** Notes that the query waits for another process, where it begins anew. */
export function giveExecutionUp(job: Job): void {
  job.state = 'waiting'
  job.engine = undefined
  job.heldBytes = 0
}

/**
 * Counts the time for which a query has run since the last call, and gives by how much its running time grew. That is the
 * time of its process, and where this is more than a short query takes, its processor time: on a machine that is busy
 * otherwise, a short query is a short one still.
 */
export function countTime(job: Job, nowMs: number): number {
  if (job.state !== 'running') return 0
  job.executedMs += nowMs - job.countedMs
  job.countedMs = nowMs
  const before = job.ranMs
  const { executedMs } = job
  const processorMs = executedMs < SHORT_MS ? undefined : job.engine?.processorMs()
  const ran =
    processorMs === undefined || job.beganProcessorMs === undefined
      ? executedMs
      : Math.min(executedMs, Math.max(executedMs * LEAST_SHARE, processorMs - job.beganProcessorMs))
  job.ranMs = job.givenUpMs + ran
  return Math.max(0, job.ranMs - before)
}
