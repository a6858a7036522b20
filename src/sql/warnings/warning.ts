import type { NamingColumn } from '../../core/pages/row-names.ts'
import type { ColumnType } from '../../format/column.ts'

/** Codes of warnings about unexpected results of a query. */
export const WARNING_CODES = [
  'null_comparison',
  'type_mismatch',
  'several_rows_per_planet',
  'join_multiplies_rows',
  'join_without_condition',
  'limits_as_values',
  'unknown_name',
  'cast_as_date',
  'partial_dates',
  'nulls_left_out',
  'negative_error',
  'unmatched_condition',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** A warning about an unexpected result of a query that runs. */
export interface QueryWarning {
  readonly code: WarningCode
  readonly message: string
}

/** A count out of a total. */
export interface Part {
  readonly count: number
  readonly of: number
}

/** What a column contains instead of a text that none of its rows has. */
export interface OtherTexts {
  /** The most similar one. */
  readonly nearest?: string
  /** All of them if they are few; else empty. */
  readonly all: readonly string[]
}

/** Facts about a table that are known without running a query. */
export interface QueriedTable {
  readonly columns: ReadonlyMap<string, ColumnType>
  /** True if any planet has several rows, one of them marked by `default_flag`. */
  readonly hasSeveralRowsPerPlanet: boolean
  /** True if any host has more than one row. */
  readonly hasSeveralRowsPerHost: boolean
  /** Columns with a `…lim` column that marks limits. */
  readonly limitedColumns: ReadonlySet<string>
  /** The share of limits among a column's values in default rows, by its `…lim` column; 0 without one. */
  limitShare(column: string): number
  /** Number of rows without a value in a column, and the total: of the default rows, or of all. */
  nulls(column: string, isOfDefaults: boolean): Part
  /** Number of values of a column that are not complete dates, and the total. */
  partialDates(column: string): Part
  /**
   * The other texts of a column that contains this text in no row; undefined if a row has it, or if that is not known. With
   * `anyCase`, in any case.
   */
  textsInsteadOf(column: string, text: string, anyCase: boolean): OtherTexts | undefined
  /** True if no value of a numeric column is above 0. */
  isNeverPositive(column: string): boolean
}

/** The facts on which warnings are based. */
export interface WarningFacts {
  readonly tables: ReadonlyMap<string, QueriedTable>
  /** True if a row of the two tables, or of one of `tables`, has exactly this name. */
  hasName(column: NamingColumn, name: string, tables: readonly string[]): boolean
  /** The most likely intended name for `name`. */
  bestName(column: NamingColumn, name: string): string | undefined
}
