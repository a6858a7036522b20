import { type Column, columnInfo } from '../../src/format/column.ts'
import { type ColumnStatistics, MAX_LISTED_VALUES, type ValueCount } from '../../src/format/column-statistics.ts'
import type { RankedCells } from '../table/rank-cells.ts'
import { countedNumbers, rankCounts } from './counted-values.ts'
import { histogramOf } from './histogram.ts'
import { meanOf, quantilesOf } from './mean-and-quantiles.ts'

/** The most frequent values, in descending order of rows, then in ascending order of value. */
function frequentValues(ranked: RankedCells, counts: Uint32Array): ValueCount[] {
  const ranks = Uint32Array.from({ length: ranked.distinct }, (_, rank) => rank)
  ranks.sort((a, b) => counts[b]! - counts[a]! || a - b)
  return Array.from(ranks.subarray(0, MAX_LISTED_VALUES), (rank) => ({
    value: ranked.value(rank),
    count: counts[rank]!,
  }))
}

function numberStatistics(ranked: RankedCells, counts: Uint32Array, isInteger: boolean): Partial<ColumnStatistics> {
  if (ranked.distinct === 0) return { min: null, max: null, mean: null, quantiles: null, histogram: null }
  const numbers = countedNumbers(ranked, counts)
  return {
    min: ranked.value(0) as number | bigint,
    max: ranked.value(ranked.distinct - 1) as number | bigint,
    mean: meanOf(numbers),
    quantiles: quantilesOf(numbers),
    histogram: histogramOf(numbers, isInteger),
  }
}

/** Describes a column by its values. The time is proportional to the rows plus the different values. */
export function columnStatistics(column: Column, ranked: RankedCells): ColumnStatistics {
  const counts = rankCounts(ranked)
  const { distinct } = ranked
  const isListed = column.type === 'text' || (column.type === 'integer' && distinct <= MAX_LISTED_VALUES)
  return {
    ...columnInfo(column),
    rows: ranked.codes.length,
    nulls: counts[distinct]!,
    distinct,
    ...(column.type === 'text' ? {} : numberStatistics(ranked, counts, column.type === 'integer')),
    ...(isListed ? { values: frequentValues(ranked, counts), values_complete: distinct <= MAX_LISTED_VALUES } : {}),
  }
}
