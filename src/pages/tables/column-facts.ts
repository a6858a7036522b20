import type { Column } from '../../format/column.ts'
import type { ColumnStatistics } from '../../format/column-statistics.ts'
import { sparkHistogram } from '../../plots/small/spark-histogram.ts'

/** The content of a column's heading, computed once per snapshot. */
export interface ColumnFacts {
  readonly column: Column
  readonly nulls: number
  readonly rows: number
  /** Smallest and largest number, as text; undefined for text columns and if there are no values. */
  readonly range: { readonly min: string; readonly max: string } | undefined
  /** Quartiles of the values: three ascending, distinct numbers as text, or none. */
  readonly quarters: readonly string[]
  /** The most frequent texts, or all numbers of a column that has only a few. */
  readonly frequent: readonly { readonly value: string; readonly count: number }[]
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] } | undefined
  /** The histogram without a selection; empty if there is none. */
  readonly drawing: string
}

/** Maximum number of frequent values in a heading. */
const MAX_FREQUENT = 6

export function columnFacts(column: Column, statistics: ColumnStatistics): ColumnFacts {
  const { nulls, rows, min, max, quantiles, values = [], values_complete } = statistics
  const histogram = statistics.histogram ?? undefined
  const quarters =
    quantiles === undefined || quantiles === null
      ? []
      : [...new Set([quantiles['0.25'], quantiles['0.5'], quantiles['0.75']].map((value) => shortNumber(value)))]
  return {
    column,
    nulls,
    rows,
    range: min === undefined || min === null || max === undefined ? undefined : { min: String(min), max: String(max) },
    quarters: quarters.length === 3 ? quarters : [],
    frequent:
      column.type === 'text' || (values_complete === true && values.length <= MAX_FREQUENT)
        ? values.slice(0, MAX_FREQUENT).map(({ value, count }) => ({ value: String(value), count }))
        : [],
    histogram,
    drawing: histogram === undefined ? '' : sparkHistogram(histogram),
  }
}

/** A readable bound with three digits. */
function shortNumber(value: number): string {
  return String(Number(value.toPrecision(3)))
}
