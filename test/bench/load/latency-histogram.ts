/** Buckets grow by this factor: a percentile is exact to 2 %. */
const GROWTH = 1.02
const LEAST_MS = 0.01

/** Times in buckets, so that hours of them take no more memory than seconds. */
export class LatencyHistogram {
  readonly #buckets: number[] = []
  count = 0
  maxMs = 0

  add(ms: number): void {
    const bucket = Math.ceil(Math.log(Math.max(ms, LEAST_MS) / LEAST_MS) / Math.log(GROWTH))
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1
    this.count += 1
    this.maxMs = Math.max(this.maxMs, ms)
  }

  /** The time that this share of the answers did not exceed; NaN where there are none. */
  percentileMs(share: number): number {
    let left = Math.ceil(this.count * share)
    for (const [bucket, count] of this.#buckets.entries()) {
      left -= count ?? 0
      if (left <= 0 && count !== undefined) return Math.min(this.maxMs, LEAST_MS * GROWTH ** bucket)
    }
    return Number.NaN
  }
}
