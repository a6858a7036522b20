import type { SqlRunner } from '../../core/ports.ts'
import type { Engine, EngineFailure } from '../processes/engine.ts'
import type { EngineOptions } from '../processes/engine-handle.ts'
import type { Clock } from './clock.ts'
import type { PoolCounts, PoolState } from './pool-counts.ts'

export interface SqlPoolOptions {
  /** Absolute path of catalog.sqlite. */
  readonly catalogPath: string
  /** Maximum number of queries that run at the same time; others may be paused, and further processes are idle. */
  readonly processes: number
  /** Maximum number of queued queries; one more is rejected. */
  readonly queue: number
  /** Maximum running time; time for which a query is paused does not count. */
  readonly timeoutMs: number
  /** Memory limit of one query. */
  readonly memoryMb: number
  /** Bytes of each process's private copy of the catalog, on systems that do not map files; 0 by default. */
  readonly copiedBytes?: number
  /** Maximum time for which a rejection waits for a better message; DEFAULT_EXPLAIN_MS by default. */
  readonly explainMs?: number
  /** Counters to increment; new ones by default. */
  readonly counts?: PoolCounts
  /** Called if an engine process does not start, or ends other than by a deadline or a disconnected client. */
  readonly onFault?: (fault: EngineFailure) => void
  /** Starts a process; replaced only in tests. */
  readonly start?: (options: EngineOptions) => Engine
  /** The system's clock; replaced only in tests. */
  readonly clock?: Clock
}

/** A runner whose processes can be awaited. */
export interface SqlPool extends SqlRunner {
  /** Settles when as many processes as may be busy accept queries; rejects if they do not start. May be left unawaited. */
  readonly ready: Promise<void>
  /** Current state of the pool. */
  state(): PoolState
}
