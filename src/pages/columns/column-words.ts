import type { ColumnDescription } from '../../core/answers/column.ts'
import type { DataType } from '../../format/column.ts'
import { isTableName } from '../../format/table.ts'
import { numberDigits } from '../../units/typeset-numbers.ts'

/** Column types as users read them. */
export const TYPE_WORDS = { String: 'text', Float64: 'number', Int64: 'integer' } as const satisfies Record<
  DataType,
  string
>

/** A number with the archive's digits and a minus sign as wide as a plus sign. */
export function shownNumber(value: number | string): string {
  return typeof value === 'number' ? numberDigits(value) : value
}

/** The share of rows without a value, in percent. */
export function shownShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0\u00a0%'
  const percent = (100 * part) / whole
  if (percent < 0.1) return 'less than 0.1\u00a0%'
  return percent > 99.9 && part < whole ? 'more than 99.9\u00a0%' : `${percent.toFixed(percent < 10 ? 1 : 0)}\u00a0%`
}

function restPath(table: string): string {
  return isTableName(table) ? `/rest/${table}` : `/rest/tables/${encodeURIComponent(table)}`
}

/** The path of the JSON description of a table's columns, encoded. */
export function schemaPath(table: string): string {
  return `${restPath(table)}/schema`
}

/** The path of the JSON statistics of a column, encoded. */
export function statisticsPath(table: string, column: string): string {
  return `${restPath(table)}/columns/${encodeURIComponent(column)}`
}

/** True for a column whose values are only -1, 0 and 1. These are counted, because their mean is meaningless. */
export function isFlag({ data_type, values, values_complete }: ColumnDescription): boolean {
  return (
    data_type === 'Int64' &&
    values_complete === true &&
    values?.every(({ value }) => Math.abs(Number(value)) <= 1) === true
  )
}

/** True if a histogram of the column can be drawn: it is numeric and has values. */
export function hasHistogram({ histogram }: ColumnDescription): boolean {
  return histogram !== undefined && histogram !== null && histogram.counts.length > 0
}
