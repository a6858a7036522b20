import type { NamingColumn } from '../../core/pages/row-names.ts'
import type { ColumnType } from '../../format/column.ts'

/** The kinds of surprise that a query can hold. */
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
] as const
export type WarningCode = (typeof WARNING_CODES)[number]

/** What will surprise about a query that runs. */
export interface QueryWarning {
  readonly code: WarningCode
  readonly message: string
}

/** So many of so many. */
export interface Part {
  readonly count: number
  readonly of: number
}

/** What is known about a table without running a query. */
export interface TableFacts {
  readonly columns: ReadonlyMap<string, ColumnType>
  /** True if some planet has several rows, of which `default_flag` marks one. */
  readonly hasSeveralRowsPerPlanet: boolean
  /** True if some host has more than one row. */
  readonly hasSeveralRowsPerHost: boolean
  /** The share of a column's values in default rows that are limits, by its `…lim` column; 0 without one. */
  limitShare(column: string): number
  /** How many rows have no value in a column, of how many: of the default rows, or of all. */
  nulls(column: string, isOfDefaults: boolean): Part
  /** How many values of a column are no whole dates, of how many. */
  partialDates(column: string): Part
  /** True if no value of a numeric column is above 0. */
  isNeverPositive(column: string): boolean
}

/** The facts that warnings come from. */
export interface WarningFacts {
  readonly tables: ReadonlyMap<string, TableFacts>
  /** True if a row of the two tables, or of one of `tables`, has exactly this name. */
  hasName(column: NamingColumn, name: string, tables: readonly string[]): boolean
  /** The name that someone who writes `name` most likely means. */
  bestName(column: NamingColumn, name: string): string | undefined
}
