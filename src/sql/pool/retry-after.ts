import type { Job } from './job.ts'
import { SLICE_MS } from './schedule.ts'

/** Maximum waiting time sent to a client, in seconds. */
const MAX_RETRY_AFTER_S = 600
/** Weight of the latest query in the mean duration. */
const LATEST_SHARE = 0.2

/** Estimates when a rejected query would find a place. */
export interface RetryAfter {
  /** Records the duration of a query that has ended, pauses included, in milliseconds. */
  ended(tookMs: number): void
  /** Whole seconds for one more rejected client, if the first place is free within `firstMs` milliseconds. */
  next(firstMs: number): number
}

/**
 * Assigns one place after the other to the rejected clients whose waiting time has not yet passed: as many at once as there are
 * slots, and each further `slots` of them after the recent mean duration of a query. `now` returns milliseconds.
 */
export function createRetryAfter(slots: number, now: () => number): RetryAfter {
  let meanMs = 0
  let promised: number[] = []
  return {
    ended(tookMs) {
      meanMs += (tookMs - meanMs) * LATEST_SHARE
    },
    next(firstMs) {
      const at = now()
      promised = promised.filter((time) => time > at)
      const turn = Math.floor(promised.length / slots)
      const seconds = Math.min(MAX_RETRY_AFTER_S, Math.max(1, Math.ceil((firstMs + turn * meanMs) / 1000)))
      promised.push(at + seconds * 1000)
      return seconds
    },
  }
}

/**
 * Milliseconds until the first query in progress has ended at the latest, if each continues at its pace so far, pauses included;
 * undefined if none is in progress. Then a queued query begins and frees its place.
 */
export function untilNextEnd(
  jobs: readonly Pick<Job, 'state' | 'query' | 'beganMs' | 'executedMs' | 'blockedSinceMs'>[],
  timeoutOf: (job: Pick<Job, 'query'>) => number,
  nowMs: number,
): number | undefined {
  const times = jobs.flatMap((job) => {
    if (job.state === 'waiting' || job.blockedSinceMs !== undefined) return []
    const { executedMs } = job
    const passedMs = nowMs - job.beganMs
    const slowness = passedMs < SLICE_MS || executedMs === 0 ? 1 : Math.max(1, passedMs / executedMs)
    return [Math.max(0, timeoutOf(job) - executedMs) * slowness]
  })
  return times.length === 0 ? undefined : Math.min(...times)
}
