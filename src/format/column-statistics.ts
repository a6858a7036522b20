import type { ColumnInfo } from './column.ts'

/** The quantiles given in statistics, as strings for clients. */
export const QUANTILES = ['0.01', '0.05', '0.25', '0.5', '0.75', '0.95', '0.99'] as const
export type Quantile = (typeof QUANTILES)[number]

/** Maximum number of histogram bins, and of values listed with their counts. */
export const MAX_BINS = 50
export const MAX_LISTED_VALUES = 50

/** A value in statistics; an integer beyond ±(2^53 − 1) is a bigint, which JSON shows as a number with all its digits. */
export type StatisticValue = string | number | bigint

/**
 * Number of values between neighboring edges: bin i counts those from `edges[i]` (included) to `edges[i + 1]` (excluded; included
 * in the last bin). There is one more edge than there are counts.
 */
export interface Histogram {
  /** `log`: the edges form a geometric series, and only positive values are counted. */
  readonly scale: 'linear' | 'log'
  readonly edges: readonly number[]
  readonly counts: readonly number[]
  /** Values that are not on a logarithmic scale, zero and below; 0 on a linear one. */
  readonly others: number
}

/** A value and the number of rows that have it. */
export interface ValueCount {
  readonly value: StatisticValue
  readonly count: number
}

/** A column described by its values: the response of `GET /rest/{table}/columns/{column}`. */
export interface ColumnStatistics extends ColumnInfo {
  /** Number of rows of the table. */
  readonly rows: number
  /** Number of rows without a value in this column. */
  readonly nulls: number
  /** Number of distinct values, excluding nulls. */
  readonly distinct: number
  /** Minimum and maximum. Only on numeric columns, and null if no row has a value, as for the next three members. */
  readonly min?: number | bigint | null
  readonly max?: number | bigint | null
  readonly mean?: number | null
  /** By linear interpolation between neighboring values. */
  readonly quantiles?: Readonly<Record<Quantile, number>> | null
  readonly histogram?: Histogram | null
  /** The most frequent values first. Only on text columns, and integer columns with at most MAX_LISTED_VALUES values. */
  readonly values?: readonly ValueCount[]
  /** Whether `values` lists every value. */
  readonly values_complete?: boolean
}

/** The statistics file of one table: its columns in order. */
export interface TableStatistics {
  readonly table: string
  readonly columns: readonly ColumnStatistics[]
}
