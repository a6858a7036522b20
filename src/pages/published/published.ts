import { type Column, companionsOf } from '../../format/column.ts'
import { type Row, type Spread, spreadOf } from '../../objects/values.ts'

/** A value that a row contains. */
export interface PublishedValue {
  /** Index of the row among those of the object, from 0. */
  readonly rowNumber: number
  readonly row: Row
  readonly value: number
  readonly err1: number | null
  readonly err2: number | null
  /** 1 for an upper limit, -1 for a lower one; 0 otherwise. */
  readonly lim: number
  readonly isLimit: boolean
}

/** A parameter of an object with all of its published values. */
export interface Parameter {
  readonly column: Column
  readonly values: readonly PublishedValue[]
  /** Spread of the values that are not limits. */
  readonly spread: Spread | undefined
  /** The value to show: that of the chosen row, otherwise that of the best reference; undefined if there is no chosen row. */
  readonly shown: PublishedValue | undefined
  /** True if `shown` is not from the chosen row. */
  readonly isOfOtherRow: boolean
}

function publishedValue(row: Row, rowNumber: number, column: string): PublishedValue | undefined {
  const value = row[column]
  if (typeof value !== 'number') return undefined
  const names = companionsOf(column)
  const err1 = row[names.err1]
  const err2 = row[names.err2]
  const flag = Number(row[names.lim] ?? 0)
  const isLimit = flag === 1 || flag === -1
  return {
    rowNumber,
    row,
    value,
    err1: typeof err1 === 'number' ? err1 : null,
    err2: typeof err2 === 'number' ? err2 : null,
    lim: isLimit ? flag : 0,
    isLimit,
  }
}

const hasErrors = ({ err1, err2 }: PublishedValue): boolean => err1 !== null || err2 !== null

/**
 * Ranks values for use if the chosen row has none: measurements first, then values with uncertainties, then the newest reference.
 */
function isBetter(a: PublishedValue, b: PublishedValue): boolean {
  if (a.isLimit !== b.isLimit) return b.isLimit
  if (hasErrors(a) !== hasErrors(b)) return hasErrors(a)
  return String(a.row.pl_pubdate ?? '') > String(b.row.pl_pubdate ?? '')
}

/** The published values of a column. `chosen` is the index of the row whose values are preferred. */
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
