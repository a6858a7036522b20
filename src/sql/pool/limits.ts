import type { CatalogError } from '../../core/errors.ts'
import { queryNeedsMemory } from '../../core/query-too-large.ts'
import type { Job } from './job.ts'
import type { PoolCounts } from './pool-counts.ts'
import { timedOut } from './pool-errors.ts'

/**
 * What a process may take beside the memory that SQLite has for its query: a process that does nothing takes 50 MiB, and
 * texts that functions read and garbage that is not collected yet the rest. It is looked at whenever queries are scheduled.
 */
const ALLOWANCE_BYTES = 160 * 1024 * 1024
/** Bytes of a process that has done nothing yet; more than that is what its query holds. */
const BASE_BYTES = 48 * 1024 * 1024

export interface Limits {
  /** How long a query may run, in milliseconds. */
  timeoutOf(job: Pick<Job, 'query'>): number
  /** Why a query that has a process is ended now; undefined where it may go on. */
  faultOf(job: Job): { readonly error: CatalogError; readonly why: keyof PoolCounts['ended'] } | undefined
  /** Bytes that a query holds while it is paused. */
  heldBy(job: Job): number
  /** What all queries may hold that are paused. */
  readonly maxHeldBytes: number
}

/** `memoryMb` is what one query may use, `copiedBytes` what each process has of the catalog for itself. */
export function createLimits(timeoutMs: number, memoryMb: number, copiedBytes: number): Limits {
  const maxHeldBytes = memoryMb * 1024 * 1024
  const maxProcessBytes = maxHeldBytes + ALLOWANCE_BYTES + copiedBytes
  const timeoutOf = ({ query }: Pick<Job, 'query'>): number => query.timeoutMs ?? timeoutMs
  return {
    maxHeldBytes,
    timeoutOf,
    faultOf(job) {
      const mostMs = timeoutOf(job)
      if (job.executedMs >= mostMs) return { error: timedOut(mostMs), why: 'timeout' }
      const isTooLarge = job.state === 'running' && (job.engine?.privateBytes() ?? 0) > maxProcessBytes
      return isTooLarge ? { error: queryNeedsMemory(), why: 'memory' } : undefined
    },
    heldBy({ engine }) {
      const bytes = engine?.privateBytes()
      // What has come of its answer lies here, and counts as well.
      return bytes === undefined ? maxHeldBytes : Math.max(0, bytes - BASE_BYTES) + engine!.answerBytes()
    },
  }
}
