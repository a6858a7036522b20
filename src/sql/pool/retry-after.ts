import type { Job } from './job.ts'
import { SLICE_MS } from './schedule.ts'

/** Longest time that a client is told to stay away, in seconds. */
const MAX_RETRY_AFTER_S = 600
/** What the latest query counts for in the mean time of a query. */
const LATEST_SHARE = 0.2

/** Says when a refused query would find a place. */
export interface RetryAfter {
  /** Told how long a query took that has ended, pauses included, in milliseconds. */
  ended(tookMs: number): void
  /** Whole seconds for one more refused client, where the first place is free in `firstMs` milliseconds at the latest. */
  next(firstMs: number): number
}

/**
 * Those who were told to come back and have not yet had to are given one place after the other: as many at once as there
 * are slots, and each `slots` of them after the time that a query took of late. `now` gives milliseconds.
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
 * Milliseconds until the first of the queries under way has ended at the latest, if each goes on at the pace that it has had
 * so far, pauses included; undefined where none is under way. Then one that waits begins, and leaves its place.
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
