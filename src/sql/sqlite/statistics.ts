/**
 * Count, mean and sum of squared deviations of the values so far (Welford), measured from the first value: no
 * cancellation, whatever the mean.
 */
export class Moments {
  n = 0
  private first = 0
  private mean = 0
  private squares = 0

  add(value: number): void {
    if (this.n === 0) this.first = value
    this.n += 1
    const shifted = value - this.first
    const delta = shifted - this.mean
    this.mean += delta / this.n
    this.squares += delta * (shifted - this.mean)
  }

  /** Sum of squared deviations over n − 1; null below two values. */
  sampleVariance(): number | null {
    return this.n < 2 ? null : this.squares / (this.n - 1)
  }

  /** Sum of squared deviations over n; null without values. */
  populationVariance(): number | null {
    return this.n < 1 ? null : this.squares / this.n
  }
}

/** Pearson's correlation of pairs, by the same one-pass update, of both sides. */
export class Comoments {
  n = 0
  private firstX = 0
  private firstY = 0
  private meanX = 0
  private meanY = 0
  private squaresX = 0
  private squaresY = 0
  private products = 0

  add(x: number, y: number): void {
    if (this.n === 0) {
      this.firstX = x
      this.firstY = y
    }
    this.n += 1
    const shiftedX = x - this.firstX
    const shiftedY = y - this.firstY
    const deltaX = shiftedX - this.meanX
    const deltaY = shiftedY - this.meanY
    this.meanX += deltaX / this.n
    this.meanY += deltaY / this.n
    this.squaresX += deltaX * (shiftedX - this.meanX)
    this.squaresY += deltaY * (shiftedY - this.meanY)
    this.products += deltaX * (shiftedY - this.meanY)
  }

  /** From -1 to 1; null without pairs or where one side does not vary. */
  correlation(): number | null {
    if (this.squaresX === 0 || this.squaresY === 0) return null
    // Two roots: the product of the squares may overflow where they do not.
    const value = this.products / (Math.sqrt(this.squaresX) * Math.sqrt(this.squaresY))
    return Math.min(1, Math.max(-1, value))
  }
}

/** From as many bytes on, what was outgrown is collected at once: by itself it stays for as long again (measured). */
const COLLECTED_BYTES = 4 * 1024 * 1024

/** Doubles in the order they came, in memory that grows by doubling. */
export class Values {
  private kept = new Float64Array(16)
  n = 0
  /** Bytes by which it has grown. */
  grownBytes = 0

  /** Bytes that the next value will take beside what is taken already; 0 where there is room. */
  growthBytes(): number {
    return this.n === this.kept.length ? this.kept.byteLength : 0
  }

  add(value: number): void {
    if (this.n === this.kept.length) {
      const larger = new Float64Array(this.n * 2)
      this.grownBytes += this.kept.byteLength
      larger.set(this.kept)
      this.kept = larger
      if (larger.byteLength >= COLLECTED_BYTES) Bun.gc(true)
    }
    this.kept[this.n] = value
    this.n += 1
  }

  /**
   * The value below which the fraction `p` (0 to 1) lies, interpolated as PostgreSQL's `percentile_cont`; null without
   * values.
   */
  percentile(p: number): number | null {
    if (this.n === 0) return null
    const sorted = this.kept.subarray(0, this.n).sort()
    const place = p * (this.n - 1)
    const low = sorted[Math.floor(place)]!
    const high = sorted[Math.ceil(place)]!
    return low === high ? low : low + (place - Math.floor(place)) * (high - low)
  }
}
