/** Longest time that a client is told to stay away, in seconds. */
const MAX_RETRY_AFTER_S = 600
/** What the latest query counts for in the mean time of a query. */
const LATEST_SHARE = 0.2

/** Says when a refused query would find a place. */
export interface RetryAfter {
  /** Told how long a query ran that has ended, in milliseconds. */
  ended(ranMs: number): void
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
    ended(ranMs) {
      meanMs += (ranMs - meanMs) * LATEST_SHARE
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
