import { type Histogram, MAX_BINS } from '../../src/format/column-statistics.ts'
import type { CountedValues } from './counted-values.ts'
import { quantilesOf } from './mean-and-quantiles.ts'

/** Minimum share of the values that must be positive for a logarithmic scale. */
const MIN_POSITIVE_SHARE = 0.95
/** Ratio of the 99th to the 1st percentile at which a linear scale would put nearly all values into its first bins. */
const MIN_LOG_SPREAD = 100

function positivePart({ values, counts, total }: CountedValues<number>): CountedValues<number> {
  const first = values.findIndex((value) => value > 0)
  if (first < 0) return { values: [], counts: counts.subarray(0, 0), total: 0 }
  const others = counts.subarray(0, first).reduce((sum, count) => sum + count, 0)
  return { values: values.slice(first), counts: counts.subarray(first), total: total - others }
}

function needsLogScale(positive: CountedValues<number>, total: number): boolean {
  if (positive.total === 0 || positive.total < total * MIN_POSITIVE_SHARE) return false
  const quantiles = quantilesOf(positive)
  return quantiles['0.99'] / quantiles['0.01'] >= MIN_LOG_SPREAD
}

/** Returns twice the cube root of the number of values (the Rice rule), at most MAX_BINS. */
function binsFor(values: number): number {
  return Math.min(MAX_BINS, Math.max(1, Math.ceil(2 * Math.cbrt(values))))
}

/** Returns edges in ascending order, without duplicates caused by rounding. */
function ascending(edges: readonly number[]): number[] {
  return edges.filter((edge, at) => at === 0 || edge > edges[at - 1]!)
}

/**
 * Returns edges of equal bins. Integer bins have an integer width and start at the smallest value; if possible, each value has
 * a separate bin.
 */
function linearEdges(low: number, high: number, bins: number, isInteger: boolean): number[] {
  if (isInteger) {
    const width = Math.ceil((high - low + 1) / MAX_BINS)
    const count = Math.ceil((high - low + 1) / width)
    const edges = Array.from({ length: count + 1 }, (_, at) => low + at * width)
    if (edges.every((edge) => Number.isSafeInteger(edge))) return edges
  }
  if (low === high) return [low, high]
  const inner = Array.from({ length: bins - 1 }, (_, at) => {
    const share = (at + 1) / bins
    return low * (1 - share) + high * share
  })
  return ascending([low, ...inner.filter((edge) => edge > low && edge < high), high])
}

function logEdges(low: number, high: number, bins: number): number[] {
  const [from, to] = [Math.log(low), Math.log(high)]
  const inner = Array.from({ length: bins - 1 }, (_, at) => {
    const share = (at + 1) / bins
    // Digits that are not visible in a histogram would only make the response longer.
    return Number(Math.exp(from * (1 - share) + to * share).toPrecision(6))
  })
  return ascending([low, ...inner.filter((edge) => edge > low && edge < high), high])
}

function countsBetween(edges: readonly number[], { values, counts }: CountedValues<number>): number[] {
  const binCounts = new Array<number>(edges.length - 1).fill(0)
  let bin = 0
  for (let rank = 0; rank < values.length; rank += 1) {
    while (bin < binCounts.length - 1 && values[rank]! >= edges[bin + 1]!) bin += 1
    binCounts[bin]! += counts[rank]!
  }
  return binCounts
}

/** Returns the histogram of a column's numbers; there must be at least one. */
export function histogramOf(numbers: CountedValues<number>, isInteger: boolean): Histogram {
  const positive = positivePart(numbers)
  const isLog = needsLogScale(positive, numbers.total)
  const { values, counts, total } = isLog ? positive : numbers
  const [low, high] = [values[0]!, values.at(-1)!]
  const edges = isLog ? logEdges(low, high, binsFor(total)) : linearEdges(low, high, binsFor(total), isInteger)
  return {
    scale: isLog ? 'log' : 'linear',
    edges,
    counts: countsBetween(edges, { values, counts, total }),
    others: numbers.total - total,
  }
}
