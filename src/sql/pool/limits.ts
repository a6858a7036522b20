import type { CatalogError } from '../../core/errors.ts'
import { queryNeedsMemory } from '../../core/query-too-large.ts'
import type { Job } from './job.ts'
import type { PoolCounts } from './pool-counts.ts'
import { timedOut } from './pool-errors.ts'
import { SHORT_MS } from './schedule.ts'

/**
 * Memory that a process may use in addition to SQLite's memory for its query: an idle process uses 50 MiB, and texts that
 * functions read and uncollected garbage use the rest. Checked whenever queries are scheduled, except for short queries.
 */
const ALLOWANCE_BYTES = 160 * 1024 * 1024
/** Bytes that an idle process uses; anything above is attributed to its query. */
const BASE_BYTES = 48 * 1024 * 1024

export interface Limits {
  /** Maximum running time of a query, in milliseconds. */
  timeoutOf(job: Pick<Job, 'query'>): number
  /** Reason for ending a query that has a process; undefined if it may continue. */
  faultOf(job: Job): { readonly error: CatalogError; readonly why: keyof PoolCounts['ended'] } | undefined
  /** Bytes that a query holds while it is paused. */
  heldBy(job: Job): number
  /** Maximum bytes that all paused queries may hold. */
  readonly maxHeldBytes: number
}

/** `memoryMb` is the memory limit of one query, `copiedBytes` each process's private copy of the catalog. */
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
      if (job.state !== 'running' || job.executedMs < SHORT_MS) return undefined
      const isTooLarge = (job.engine?.privateBytes() ?? 0) > maxProcessBytes
      return isTooLarge ? { error: queryNeedsMemory(), why: 'memory' } : undefined
    },
    heldBy({ engine }) {
      const bytes = engine?.privateBytes()
      // The part of the answer received so far is stored in this process and counts as well.
      return bytes === undefined ? maxHeldBytes : Math.max(0, bytes - BASE_BYTES) + engine!.answerBytes()
    },
  }
}
