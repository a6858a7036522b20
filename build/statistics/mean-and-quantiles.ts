import { QUANTILES, type Quantile } from '../../src/format/column-statistics.ts'
import type { CountedValues } from './counted-values.ts'

/** Returns the sum of value × count × scale, with the rounding error of each addition carried along (Neumaier). */
function scaledSum({ values, counts }: CountedValues<number>, scale: number): number {
  let sum = 0
  let lost = 0
  for (let rank = 0; rank < values.length; rank += 1) {
    const part = values[rank]! * scale * counts[rank]!
    const next = sum + part
    lost += Math.abs(sum) >= Math.abs(part) ? sum - next + part : part - next + sum
    sum = next
  }
  return sum + lost
}

/** Returns the mean of all values; there must be at least one. */
export function meanOf(numbers: CountedValues<number>): number {
  const mean = scaledSum(numbers, 1) / numbers.total
  // A sum of finite numbers can exceed the largest double, but their mean cannot.
  return Number.isFinite(mean) ? mean : scaledSum(numbers, 1 / numbers.total)
}

function between(low: number, high: number, share: number): number {
  const value = low + (high - low) * share
  return Number.isFinite(value) ? value : low * (1 - share) + high * share
}

/** Returns the first index whose element is greater than `at`; the elements ascend, and the last one is greater. */
function firstBeyond(ends: Float64Array, at: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ends[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the quantile of a share, 0 to 1, by linear interpolation between the two adjacent values. */
function quantileOf({ values, total }: CountedValues<number>, ends: Float64Array, share: number): number {
  const place = share * (total - 1)
  const low = Math.floor(place)
  const valueAt = (at: number): number => values[firstBeyond(ends, at)]!
  return between(valueAt(low), valueAt(Math.min(low + 1, total - 1)), place - low)
}

/** Returns the quantiles of QUANTILES; there must be at least one value. */
export function quantilesOf(numbers: CountedValues<number>): Record<Quantile, number> {
  const ends = new Float64Array(numbers.values.length)
  let end = 0
  for (let rank = 0; rank < ends.length; rank += 1) {
    end += numbers.counts[rank]!
    ends[rank] = end
  }
  const entries = QUANTILES.map((share) => [share, quantileOf(numbers, ends, Number(share))] as const)
  return Object.fromEntries(entries) as Record<Quantile, number>
}
