import type { Value } from '../core/answers/rows.ts'
import { type Column, companionsOf } from '../format/column.ts'

/** A row by column name; an integer that a number cannot represent is a string. */
export type Row = Readonly<Record<string, Value>>

type Cell = Value

/** The spread of the measured values of several rows: count, minimum, maximum and median. */
export interface Spread {
  readonly rows: number
  readonly min: number
  readonly max: number
  readonly median: number
}

/** A value with all related data. A limit has no `value`, so that it cannot be mistaken for one. */
export interface FullValue {
  readonly value?: Cell
  readonly upper_limit?: Cell
  readonly lower_limit?: Cell
  readonly err1?: Cell
  readonly err2?: Cell
  readonly unit?: string
  /** The reference of this value, if the table has a reference for each value. */
  readonly reference?: string
  readonly spread?: Spread
  /** For text: the values of several rows, with the number of rows of each. */
  readonly values?: Readonly<Record<string, number>>
}

/** The entry of a column in a response: a value without related data is not wrapped in an object. */
export type Entry = Cell | FullValue

/** Significant digits of a median between two values; further digits of a double are noise. */
const MEDIAN_DIGITS = 14

const KEY_OF_LIMIT = { '1': 'upper_limit', '-1': 'lower_limit' } as const

/** The key for a value, according to its limit flag. */
function keyOf(row: Row, column: string): 'value' | 'upper_limit' | 'lower_limit' {
  const flag = String(row[companionsOf(column).lim])
  return flag === '1' || flag === '-1' ? KEY_OF_LIMIT[flag] : 'value'
}

/** Whether a row has a number in this column that is not a limit. */
function isMeasured(row: Row, column: string): boolean {
  return typeof row[column] === 'number' && keyOf(row, column) === 'value'
}

/** The rows without exact duplicates, of which the archive has thousands: they are not additional measurements. */
export function distinctRows(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
}

/** The spread of the numbers of a column that are not limits; undefined if there are none. */
export function spreadOf(rows: readonly Row[], column: string): Spread | undefined {
  const values = rows
    .filter((row) => isMeasured(row, column))
    .map((row) => Number(row[column]))
    .sort((a, b) => a - b)
  const [min] = values
  const max = values.at(-1)
  if (min === undefined || max === undefined) return undefined
  const middle = values.length >> 1
  const between = (values[middle - 1]! + values[middle]!) / 2
  const median = values.length % 2 === 1 ? values[middle]! : Number(between.toPrecision(MEDIAN_DIGITS))
  return { rows: values.length, min, max, median }
}

/** The most frequent texts of a column with their numbers of rows; undefined if there are none. */
export function textsOf(rows: readonly Row[], column: string, most: number): Record<string, number> | undefined {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = row[column]
    if (typeof text === 'string') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  const byCount = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return Object.fromEntries(byCount.slice(0, most))
}

/** The value of a row in one column with its companions; undefined if it is missing. */
export function cellOf(
  row: Row | undefined,
  { name, unit }: Pick<Column, 'name' | 'unit'>,
  reference: (html: string) => string,
): FullValue | undefined {
  const value = row?.[name]
  if (row === undefined || value === undefined || value === null) return undefined
  const { err1: upper, err2: lower } = companionsOf(name)
  const err1 = row[upper] ?? null
  const err2 = row[lower] ?? null
  const own = row[`${name}_reflink`]
  return {
    [keyOf(row, name)]: value,
    ...(err1 === null ? {} : { err1 }),
    ...(err2 === null ? {} : { err2 }),
    ...(unit === undefined ? {} : { unit }),
    ...(typeof own === 'string' ? { reference: reference(own) } : {}),
  }
}

/** Maximum number of columns that a sentence lists. */
const MOST_LISTED = 12

/** Columns as a list in a sentence, truncated if there are many. */
export function columnList(columns: readonly string[]): string {
  const more = columns.length - MOST_LISTED
  return more > 0 ? `${columns.slice(0, MOST_LISTED).join(', ')} and ${more} more` : columns.join(', ')
}

/**
 * The columns of a row whose value has neither a limit flag, although the table has a column for it, nor an uncertainty:
 * the value can be a measurement or a limit.
 */
export function unflaggedColumns(row: Row): readonly string[] {
  return Object.keys(row).filter((column) => {
    if (row[column] === null) return false
    const { err1, err2, lim } = companionsOf(column)
    return row[lim] === null && (row[err1] ?? null) === null && (row[err2] ?? null) === null
  })
}

/** The shortest form of an entry. */
export function shortest(entry: FullValue): Entry {
  const keys = Object.keys(entry)
  return keys.length === 1 && keys[0] === 'value' ? entry.value! : entry
}
