import type { SqlQuery, SqlResult } from '../../core/ports.ts'

/** How an engine process ended by itself. `detail` is for the log. */
export interface EngineFailure {
  readonly phase: 'start' | 'idle' | 'query'
  readonly exitCode: number | null
  readonly signal: string | number | null
  readonly detail: string
}

/** The process of a query ended by itself or was ended from outside. `isOurFault` is true if it reported an internal error. */
export class EngineLost extends Error {
  override readonly name = 'EngineLost'
  constructor(readonly isOurFault: boolean) {
    super('the process of the query was lost')
  }
}

/** A running query. */
export interface EngineRun {
  readonly result: Promise<SqlResult>
  /** Settles when the process has finished the query or is gone; if the query was rejected, possibly after its result. */
  readonly free: Promise<void>
}

/** One engine process. */
export interface Engine {
  /** Settles when the process accepts queries; rejects if it ended before. */
  readonly ready: Promise<void>
  /** Settles when the process is gone: with the error, or with undefined after `kill`. */
  readonly ended: Promise<EngineFailure | undefined>
  /** False once the process is killed, broken or has used too much memory. */
  isUsable(): boolean
  /** True once its memory has grown so much that it ends after its query. */
  hasGrown(): boolean
  /** Runs one query; must not be called before the previous query's `free` has settled. */
  run(query: SqlQuery): EngineRun
  /** Stops the process (SIGSTOP); false if a stopped process could outlive the server. */
  pause(): boolean
  /** Resumes a stopped process; has no effect on a running one. */
  resume(): void
  /** Private bytes of the process; undefined if the system does not report them. */
  privateBytes(): number | undefined
  /** Processor time that the process has used, in milliseconds; undefined if the system does not report it. */
  processorMs(): number | undefined
  /** Bytes of the current answer that have been received. */
  answerBytes(): number
  /** True if the process has been stopped, by `pause` or from outside; false if the system does not report it. */
  isStopped(): boolean
  /** Ends the process at once; the current query rejects with `reason`. */
  kill(reason: unknown): void
}
