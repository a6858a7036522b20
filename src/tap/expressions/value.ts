import { isDecimal } from '../../core/text/decimal.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { OrderTerm } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { isNumeric, type ValueType } from '../columns/value-type.ts'

/** A translated expression. */
export interface Value {
  readonly sql: string
  readonly type: ValueType
  /** The value if it is a literal in the query. */
  readonly constant?: string | number
  /** True for a column or a constant, which can be written twice at no cost. */
  readonly isSimple?: boolean
  /** The parts of a shape if the query contains it as a literal. */
  readonly shape?: SkyShape
  readonly position: number
}

/** A shape with its parts as SQL. */
export type SkyShape =
  | { readonly kind: 'point'; readonly longitude: Value; readonly latitude: Value }
  | { readonly kind: 'circle'; readonly longitude: Value; readonly latitude: Value; readonly radius: Value }

/** Maximum integer of SQLite. */
const MAX_INTEGER = 2n ** 63n - 1n

const INTEGER = /^[+-]?\d+$/

/** The SQL of a number in decimal text; an integer beyond SQLite's range becomes a real number. */
function numberSql(text: string, isInteger: boolean): string {
  const written = !isInteger && INTEGER.test(text) ? `${text}.0` : text.endsWith('.') ? `${text}0` : text
  const sql = written.startsWith('+') ? written.slice(1) : written
  return sql.startsWith('-') ? `(${sql})` : sql
}

function isIntegerText(text: string): boolean {
  return INTEGER.test(text) && (text.length < 19 || BigInt(text) <= MAX_INTEGER)
}

/** The SQL of a number literal without a sign. */
export function unsignedSql(text: string): string {
  return numberSql(text, isIntegerText(text))
}

/** A constant number from its decimal text. */
export function numberValue(text: string, position: number): Value {
  const isInteger = isIntegerText(text)
  return {
    sql: numberSql(text, isInteger),
    type: { kind: isInteger ? 'integer' : 'real' },
    constant: Number(text),
    isSimple: true,
    position,
  }
}

/** A constant number from its value. */
export function constantNumber(value: number, position: number): Value {
  return numberValue(String(value), position)
}

export function textValue(text: string, position: number): Value {
  const isUnicode = /[\u0080-\uffff]/.test(text)
  return { sql: quotedText(text), type: { kind: 'text', isUnicode }, constant: text, isSimple: true, position }
}

/** The SQL of a value as a number. A text must be numeric; `warn` is called if that is only known when the query runs. */
export function asNumber(value: Value, warn: (message: string) => void, purpose: string): string {
  if (isNumeric(value.type) || value.type.kind === 'null') return value.sql
  if (value.type.kind !== 'text') throw new Fault('invalid_sql', `A number is expected ${purpose}.`, value.position)
  if (value.constant === undefined) {
    warn(`A string is used as a number ${purpose}: strings that are not numbers are treated as null.`)
    return `to_number(${value.sql})`
  }
  return numberOfText(value, purpose)
}

/** The SQL of a constant text that contains a number. */
export function numberOfText(value: Value, purpose: string): string {
  const text = String(value.constant).trim()
  if (isDecimal(text)) return numberValue(text, value.position).sql
  const advice = text === '' ? ' Empty values are null in this catalog: write IS NULL or IS NOT NULL.' : ''
  throw new Fault(
    'invalid_sql',
    `${value.sql} is not a number, but a number is expected ${purpose}.${advice}`,
    value.position,
  )
}

/** The SQL of a value as a text; a number in its JSON form. */
export function asText(value: Value, purpose: string): string {
  const { type, sql, constant, position } = value
  if (type.kind === 'text' || type.kind === 'null') return sql
  if (!isNumeric(type)) throw new Fault('invalid_sql', `A string is expected ${purpose}.`, position)
  const isExact = typeof constant === 'number' && (Number.isSafeInteger(constant) || type.kind === 'real')
  return isExact ? quotedText(String(constant)) : `to_text(${sql})`
}

/** The SQL of a value as a text; a number literal as written in the query. */
export function asWrittenText(value: Value, purpose: string): string {
  const isNumber = typeof value.constant === 'number' && isNumeric(value.type)
  return isNumber ? quotedText(value.sql.replace(/^\((.*)\)$/, '$1')) : asText(value, purpose)
}

/** SQL of an ORDER BY term. Nulls sort last ascending and first descending, as in the archive's database. */
export function orderTermSql(sql: string, { isDescending, nulls }: OrderTerm): string {
  return `${sql} ${isDescending ? 'DESC' : 'ASC'} NULLS ${nulls ?? (isDescending ? 'FIRST' : 'LAST')}`
}
