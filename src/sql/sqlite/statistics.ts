/** Count, mean and sum of squared deviations of the values so far (Welford), measured from the first to avoid cancellation. */
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

/** Pearson's correlation of pairs, with the same one-pass update for both sides. */
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

  /** From -1 to 1; null without pairs or if one side does not vary. */
  correlation(): number | null {
    if (this.squaresX === 0 || this.squaresY === 0) return null
    // Two square roots, because the product of the squares can overflow.
    const value = this.products / (Math.sqrt(this.squaresX) * Math.sqrt(this.squaresY))
    return Math.min(1, Math.max(-1, value))
  }
}

/** Bits of the index within a block of 512 KiB. A block is filled before the next one is allocated, and is never copied. */
const BLOCK_BITS = 16
const BLOCK_VALUES = 1 << BLOCK_BITS
const FIRST_VALUES = 16

/** Number of values below which sorting is faster than selecting. */
const SORTED_VALUES = 32

/**
 * Doubles in order of arrival. Memory grows by doubling up to one block, then block by block, so that it uses little more than
 * the values. A single doubling array used five times as much, with the outgrown arrays and the copy made by sorting (measured
 * with 12 million values).
 */
export class Values {
  private readonly blocks = [new Float64Array(FIRST_VALUES)]
  n = 0
  /** Bytes by which the memory has grown. */
  grownBytes = 0

  /** Bytes that adding the next value will allocate; 0 if there is room. */
  growthBytes(): number {
    const last = this.blocks[this.blocks.length - 1]!
    if (this.n < (this.blocks.length - 1) * BLOCK_VALUES + last.length) return 0
    return last.length < BLOCK_VALUES ? last.byteLength : BLOCK_VALUES * Float64Array.BYTES_PER_ELEMENT
  }

  add(value: number): void {
    const { blocks } = this
    const more = this.growthBytes()
    if (more > 0) {
      const last = blocks[blocks.length - 1]!
      if (last.length < BLOCK_VALUES) {
        const larger = new Float64Array(last.length * 2)
        larger.set(last)
        blocks[blocks.length - 1] = larger
      } else blocks.push(new Float64Array(BLOCK_VALUES))
      this.grownBytes += more
    }
    blocks[this.n >> BLOCK_BITS]![this.n & (BLOCK_VALUES - 1)] = value
    this.n += 1
  }

  private at(index: number): number {
    return this.blocks[index >> BLOCK_BITS]![index & (BLOCK_VALUES - 1)]!
  }

  private put(index: number, value: number): void {
    this.blocks[index >> BLOCK_BITS]![index & (BLOCK_VALUES - 1)] = value
  }

  /**
   * The value at this place of the sorted values, counted from 0 (Hoare's selection). Afterwards no value before the place is
   * larger, and none after it is smaller.
   */
  private select(place: number): number {
    let low = 0
    let high = this.n - 1
    while (high - low >= SORTED_VALUES) {
      const pivot = middle(this.at(low), this.at((low + high) >>> 1), this.at(high))
      let left = low
      let right = high
      while (left <= right) {
        while (this.at(left) < pivot) left += 1
        while (this.at(right) > pivot) right -= 1
        if (left > right) break
        const swapped = this.at(left)
        this.put(left, this.at(right))
        this.put(right, swapped)
        left += 1
        right -= 1
      }
      if (place <= right) high = right
      else if (place >= left) low = left
      else return this.at(place)
    }
    const rest = Float64Array.from({ length: high - low + 1 }, (_, i) => this.at(low + i)).sort()
    for (const [i, value] of rest.entries()) this.put(low + i, value)
    return this.at(place)
  }

  /**
   * The value below which the fraction `p` (0 to 1) lies, interpolated as in PostgreSQL's `percentile_cont`; null without values.
   */
  percentile(p: number): number | null {
    if (this.n === 0) return null
    const place = p * (this.n - 1)
    // 0 and -0 are equal, so either may be at a place; both become 0.
    const low = this.select(Math.floor(place)) + 0
    if (Number.isInteger(place)) return low
    let high = Number.POSITIVE_INFINITY
    // No value after the place is smaller, so the next value is the minimum of them.
    for (let i = Math.floor(place) + 1; i < this.n; i += 1) high = Math.min(high, this.at(i))
    return low === high ? low : low + (place - Math.floor(place)) * (high - low)
  }
}

function middle(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
