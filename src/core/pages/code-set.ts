import { compareCodePoints } from '../../format/text-order.ts'
import type { PageColumn } from '../ports.ts'
import type { Condition, Literal } from '../table-query/conditions.ts'
import { fragmentBytes, numberOfCode } from './column-numbers.ts'
import type { ValueSearch } from './value-search.ts'

/**
 * The values of a column that satisfy a condition, as codes: those from `from` to `to` (exclusive); if `isMatch` is
 * present, only those whose entry is 1. `rows` is the number of rows with one of these values.
 */
export interface CodeSet {
  readonly column: PageColumn
  readonly from: number
  readonly to: number
  readonly isMatch: Uint8Array | undefined
  readonly rows: number
}

function range(column: PageColumn, from: number, to: number): CodeSet {
  const end = Math.max(from, to)
  return { column, from, to: end, isMatch: undefined, rows: column.starts[end]! - column.starts[from]! }
}

function marked(column: PageColumn, isMatch: Uint8Array, rows: number): CodeSet {
  return { column, from: 0, to: column.distinct, isMatch, rows }
}

/** One entry per code, including the code for null: 1 if it belongs to the set. */
export function matchesOf({ column, from, to, isMatch }: CodeSet): Uint8Array {
  return isMatch ?? new Uint8Array(column.distinct + 2).fill(1, from, to)
}

/** The text of a code of a text column. */
function textAt(bytes: Buffer, { offsets }: PageColumn, code: number): string {
  const json = bytes.toString('utf8', offsets[code]!, offsets[code + 1]!)
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1)
}

function compare(a: Literal, b: Literal): number {
  if (typeof a === 'string' || typeof b === 'string') return compareCodePoints(String(a), String(b))
  return a < b ? -1 : a > b ? 1 : 0
}

/** The first code whose value is not below `wanted`, or, if `after` is true, the first one above it. */
function bound(table: string, column: PageColumn, wanted: Literal, after: boolean): number {
  const isText = typeof wanted === 'string'
  const bytes = fragmentBytes(column)
  let [low, high] = [0, column.distinct]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = isText ? textAt(bytes, column, middle) : numberOfCode(table, column, middle, bytes)
    const order = compare(value, wanted)
    if (order < 0 || (after && order === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** True if a row of the table has exactly this text in the column. */
export function hasText(table: string, column: PageColumn, text: string): boolean {
  const code = bound(table, column, text, false)
  return code < column.distinct && textAt(fragmentBytes(column), column, code) === text
}

/** The distinct values of a text column, by code point. */
export function distinctTexts(column: PageColumn): readonly string[] {
  const bytes = fragmentBytes(column)
  return Array.from({ length: column.distinct }, (_, code) => textAt(bytes, column, code))
}

/** The JSON of the least and of the greatest value of a column that has values. */
export function valueRange(column: PageColumn): readonly [least: string, greatest: string] {
  const { distinct, offsets } = column
  const bytes = fragmentBytes(column)
  const json = (code: number): string => bytes.toString('utf8', offsets[code]!, offsets[code + 1]!)
  return [json(0), json(distinct - 1)]
}

/** All values except those from `from` to `to` (exclusive). */
function allBut(column: PageColumn, from: number, to: number): CodeSet {
  if (from === to) return range(column, 0, column.distinct)
  const isMatch = new Uint8Array(column.distinct + 1).fill(1, 0, column.distinct).fill(0, from, to)
  return marked(column, isMatch, column.nonNull - (column.starts[to]! - column.starts[from]!))
}

function anyOf(table: string, column: PageColumn, values: readonly Literal[]): CodeSet {
  const isMatch = new Uint8Array(column.distinct + 1)
  let rows = 0
  for (const value of values) {
    const code = bound(table, column, value, false)
    if (code === bound(table, column, value, true)) continue
    isMatch[code] = 1
    rows += column.starts[code + 1]! - column.starts[code]!
  }
  return marked(column, isMatch, rows)
}

/** The values of `column` that satisfy `condition`. Nulls satisfy only `isnull=1`, as in SQL. */
export function codeSetOf(table: string, column: PageColumn, condition: Condition, search: ValueSearch): CodeSet {
  switch (condition.kind) {
    case 'isnull':
      return condition.isNull ? range(column, column.distinct, column.distinct + 1) : range(column, 0, column.distinct)
    case 'text': {
      const { isMatch, rows } = search.find(table, column, condition.text, condition.where)
      return marked(column, isMatch, rows)
    }
    case 'in':
      return anyOf(table, column, condition.values)
    case 'between':
      return range(column, bound(table, column, condition.low, false), bound(table, column, condition.high, true))
    case 'compare': {
      const { value, operator } = condition
      const low = (): number => bound(table, column, value, false)
      const high = (): number => bound(table, column, value, true)
      if (operator === 'lt') return range(column, 0, low())
      if (operator === 'lte') return range(column, 0, high())
      if (operator === 'gt') return range(column, high(), column.distinct)
      if (operator === 'gte') return range(column, low(), column.distinct)
      return operator === 'eq' ? range(column, low(), high()) : allBut(column, low(), high())
    }
  }
}
