import type { ColumnInfo } from './column.ts'

/** The shares of the values at which quantiles are given, as a client reads them. */
export const QUANTILES = ['0.01', '0.05', '0.25', '0.5', '0.75', '0.95', '0.99'] as const
export type Quantile = (typeof QUANTILES)[number]

/** Most bins of a histogram, and most values that are listed with their counts. */
export const MAX_BINS = 50
export const MAX_LISTED_VALUES = 50

/** A value as statistics hold it; an integer beyond ±(2^53 − 1) is a bigint, which JSON has as a number with all its digits. */
export type StatisticValue = string | number | bigint

/**
 * How many values lie between neighboring edges: bin i counts those from `edges[i]` (included) to `edges[i + 1]` (excluded;
 * included in the last bin). There is one edge more than there are counts.
 */
export interface Histogram {
  /** `log`: the edges are in a geometric row, and only positive values are counted. */
  readonly scale: 'linear' | 'log'
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  /** Values that a logarithmic scale has no place for, zero and below; 0 on a linear one. */
  readonly others: number
}

/** A value and how many rows have it. */
export interface ValueCount {
  readonly value: StatisticValue
  readonly count: number
}

/** A column described by its values: what `GET /rest/{table}/columns/{column}` answers. */
export interface ColumnStatistics extends ColumnInfo {
  /** Rows of the table. */
  readonly rows: number
  /** Rows without a value in this column. */
  readonly nulls: number
  /** Different values, nulls not among them. */
  readonly distinct: number
  /** Smallest and largest number; on number columns, null where no row has a value. So with the next three. */
  readonly min?: number | bigint | null
  readonly max?: number | bigint | null
  readonly mean?: number | null
  /** By linear interpolation between neighboring values. */
  readonly quantiles?: Readonly<Record<Quantile, number>> | null
  readonly histogram?: Histogram | null
  /** The most frequent values first; of text columns, and of integer columns with at most MAX_LISTED_VALUES values. */
  readonly values?: readonly ValueCount[]
  /** Whether `values` lists every value. */
  readonly values_complete?: boolean
}

/** The statistics file of one table: its columns in their order. */
export interface TableStatistics {
  readonly table: string
  readonly columns: readonly ColumnStatistics[]
}
