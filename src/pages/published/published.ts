import type { Column } from '../../format/column.ts'
import { type Row, type Spread, spreadOf } from '../../objects/values.ts'

/** A value that a row publishes. */
export interface PublishedValue {
  /** Number of the row among those of the object, from 0. */
  readonly rowNumber: number
  readonly row: Row
  readonly value: number
  readonly isLimit: boolean
  readonly isUpperLimit: boolean
  /** Ends of the error bar; the value itself where the row gives no error. */
  readonly low: number
  readonly high: number
  readonly hasErrors: boolean
}

/** A parameter of an object with all that is published of it. */
export interface Parameter {
  readonly column: Column
  readonly values: readonly PublishedValue[]
  /** Of the values that are no limits. */
  readonly spread: Spread | undefined
  /** The value to show: that of the chosen row, else that of the best reference; undefined where no row is chosen from. */
  readonly shown: PublishedValue | undefined
  /** True where `shown` is not of the chosen row. */
  readonly isOfOtherRow: boolean
}

function publishedValue(row: Row, rowNumber: number, column: string): PublishedValue | undefined {
  const value = row[column]
  if (typeof value !== 'number') return undefined
  const [err1, err2] = [row[`${column}err1`], row[`${column}err2`]]
  const flag = Number(row[`${column}lim`] ?? 0)
  const upper = typeof err1 === 'number' ? Math.abs(err1) : 0
  const lower = typeof err2 === 'number' ? Math.abs(err2) : 0
  return {
    rowNumber,
    row,
    value,
    isLimit: flag === 1 || flag === -1,
    isUpperLimit: flag === 1,
    low: value - lower,
    high: value + upper,
    hasErrors: upper + lower > 0,
  }
}

/** How good a value is where the chosen row has none: measured, then with errors, then the newest publication. */
function isBetter(a: PublishedValue, b: PublishedValue): boolean {
  if (a.isLimit !== b.isLimit) return b.isLimit
  if (a.hasErrors !== b.hasErrors) return a.hasErrors
  return String(a.row.pl_pubdate ?? '') > String(b.row.pl_pubdate ?? '')
}

/** What rows publish of a column. `chosen` is the number of the row whose values are shown first. */
export function parameterOf(rows: readonly Row[], column: Column, chosen: number | undefined): Parameter {
  const values = rows.flatMap((row, rowNumber) => publishedValue(row, rowNumber, column.name) ?? [])
  const own = values.find(({ rowNumber }) => rowNumber === chosen)
  const best = values.reduce<PublishedValue | undefined>(
    (best, value) => (best === undefined || isBetter(value, best) ? value : best),
    undefined,
  )
  const shown = chosen === undefined ? undefined : (own ?? best)
  return {
    column,
    values,
    spread: spreadOf(rows, column.name),
    shown,
    isOfOtherRow: shown !== undefined && own === undefined,
  }
}
