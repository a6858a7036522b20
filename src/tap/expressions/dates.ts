import { quotedText } from '../../core/text/sql-quoting.ts'
import type { DateLiteral, Interval } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { DATE, isNumeric, REAL, TIMESTAMP } from '../columns/value-type.ts'
import type { Session } from './session.ts'
import { asNumber, type Value } from './value.ts'

/** Words for the current date or time, without parentheses or with empty ones. */
const CLOCK: Readonly<Record<string, { readonly sql: string; readonly type: typeof DATE }>> = {
  CURRENT_DATE: { sql: "date('now')", type: DATE },
  SYSDATE: { sql: "date('now')", type: DATE },
  CURDATE: { sql: "date('now')", type: DATE },
  TODAY: { sql: "date('now')", type: DATE },
  CURRENT_TIMESTAMP: { sql: "datetime('now')", type: TIMESTAMP },
  SYSTIMESTAMP: { sql: "datetime('now')", type: TIMESTAMP },
  LOCALTIMESTAMP: { sql: "datetime('now')", type: TIMESTAMP },
  NOW: { sql: "datetime('now')", type: TIMESTAMP },
  GETDATE: { sql: "datetime('now')", type: TIMESTAMP },
}

/** The current date or time if the word (in upper case) means it. */
export function clockValue(session: Session, word: string, position: number): Value | undefined {
  const found = Object.hasOwn(CLOCK, word) ? CLOCK[word] : undefined
  if (found === undefined) return undefined
  session.usesClock = true
  return { ...found, position }
}

/** `DATE '2020-01-01'`, translated to a text, because dates are texts. */
export function dateLiteral({ value, position }: DateLiteral): Value {
  const text = value.trim()
  if (!/^\d{4}-\d\d(?:-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)?$/.test(text)) {
    throw new Fault('invalid_sql', `${quotedText(value)} is not a date in the form 2020-01-31.`, position)
  }
  return { sql: quotedText(text), type: text.length > 10 ? TIMESTAMP : DATE, constant: text, isSimple: true, position }
}

/** `+ INTERVAL '30' DAY` after a date or a text that contains one. */
export function shiftDate(left: Value, sign: '+' | '-', interval: Interval, position: number): Value {
  if (left.type.kind !== 'text' && left.type.kind !== 'null') {
    throw new Fault('invalid_sql', 'An interval can be added only to a date.', position)
  }
  const factor = interval.unit === 'WEEK' ? 7 : 1
  const unit = interval.unit === 'WEEK' ? 'day' : interval.unit.toLowerCase()
  const amount = interval.amount * factor * (sign === '-' ? -1 : 1)
  // One month after January 31 is the last day of February.
  const floor = unit === 'month' || unit === 'year' ? ", 'floor'" : ''
  const isTime = left.type.date === 'timestamp' || ['hour', 'minute', 'second'].includes(unit)
  const call = isTime ? 'datetime' : 'date'
  return {
    sql: `${call}(${left.sql}, '${amount < 0 ? '' : '+'}${amount} ${unit}s'${floor})`,
    type: isTime ? TIMESTAMP : DATE,
    position,
  }
}

/** Sums and differences in which one side is a date; undefined for others. */
export function dateArithmetic(
  session: Session,
  left: Value,
  operator: '+' | '-',
  right: Value,
  position: number,
): Value | undefined {
  const [a, b] = [left.type.date, right.type.date]
  if (a === undefined && b === undefined) return undefined
  if (operator === '-' && left.type.kind === 'text' && right.type.kind === 'text') {
    return { sql: `(julianday(${left.sql}) - julianday(${right.sql}))`, type: { ...REAL, unit: 'd' }, position }
  }
  const [date, days] = a === undefined ? [right, left] : [left, right]
  if (!isNumeric(days.type) || (operator === '-' && a === undefined)) return undefined
  const number = asNumber(days, session.warn, 'as the number of days')
  const call = date.type.date === 'timestamp' ? 'datetime' : 'date'
  return {
    sql: `${call}(julianday(${date.sql}) ${operator} ${number})`,
    type: date.type.date === 'timestamp' ? TIMESTAMP : DATE,
    position,
  }
}

const PARTS: Readonly<Record<string, string>> = {
  YEAR: '%Y',
  MONTH: '%m',
  DAY: '%d',
  HOUR: '%H',
  MINUTE: '%M',
  SECOND: '%S',
}

/** `EXTRACT(YEAR FROM date)`, `YEAR(date)`; undefined if `part` does not exist. */
export function datePart(part: string, date: Value, position: number): Value | undefined {
  const format = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined
  if (format === undefined) return undefined
  return { sql: `CAST(strftime('${format}', ${date.sql}) AS INTEGER)`, type: { kind: 'integer' }, position }
}
