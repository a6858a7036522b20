import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { DateLiteral, Interval } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { DATE, isNumeric, REAL, TEXT, TIMESTAMP } from '../columns/value-type.ts'
import { catalogDate, isCatalogFormat, isDateFormat, strftimeOf } from '../dates/date-format.ts'
import type { Definition } from './functions.ts'
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

const DATE_PART = (part: string): Definition => ({
  min: 1,
  max: 1,
  translate: ({ values: [date], position }) => datePart(part, date!, position)!,
})

const TO_CHAR: Definition = {
  min: 1,
  max: 2,
  translate: (call) => {
    const [value, format] = call.values
    const type = { ...TEXT, isUnicode: value!.type.isUnicode }
    if (format === undefined) return { sql: call.text(0), type }
    const strftime = typeof format.constant === 'string' ? strftimeOf(format.constant) : undefined
    if (isNumeric(value!.type) || strftime === undefined) {
      throw new Fault(
        'invalid_sql',
        "The syntax of TO_CHAR is TO_CHAR(number) or TO_CHAR(date, 'YYYY-MM-DD').",
        call.position,
      )
    }
    return { sql: `strftime('${strftime}', ${call.text(0)})`, type }
  },
}

/** A date in a given format. Dates are texts such as 2020-01-31, so only a literal can have another format. */
const TO_DATE: Definition = {
  min: 1,
  max: 2,
  translate: (call) => {
    const [value, format] = call.values
    const type = { ...TEXT, date: 'date' } as const
    if (format === undefined) return { sql: call.text(0), type }
    const written = format.constant
    if (typeof written !== 'string' || !isDateFormat(written))
      throw new Fault('invalid_sql', "The format of TO_DATE is a string such as 'YYYY-MM-DD'.", format.position)
    if (value!.constant === undefined) {
      if (isCatalogFormat(written)) return { sql: call.text(0), type }
      throw new Fault(
        'invalid_sql',
        "The dates of the catalog are strings such as 2020-01-31: write 'YYYY-MM-DD' as their format.",
        format.position,
      )
    }
    const date = catalogDate(String(value!.constant), written)
    if (date === undefined)
      throw new Fault(
        'invalid_sql',
        `${quoteForMessage(String(value!.constant))} is not a date in the format ${quoteForMessage(written)}.`,
        value!.position,
      )
    return { sql: quotedText(date), type: date.length > 10 ? TIMESTAMP : DATE }
  },
}

/** Months before or after a date. One month after January 31 is the last day of February. */
const ADD_MONTHS: Definition = {
  min: 2,
  max: 2,
  translate: (call) => ({
    sql: `date(${call.text(0)}, printf('%+d months', ${call.number(1)}), 'floor')`,
    type: DATE,
  }),
}

const LAST_DAY: Definition = {
  min: 1,
  max: 1,
  translate: (call) => ({ sql: `date(${call.text(0)}, 'start of month', '+1 month', '-1 day')`, type: DATE }),
}

/** The first day of the year or month that a date is in, or the date without its time. */
const STARTS: Readonly<Record<string, string>> = {
  YYYY: "'start of year'",
  YEAR: "'start of year'",
  MM: "'start of month'",
  MONTH: "'start of month'",
  MON: "'start of month'",
  DD: "'start of day'",
}

/** `TRUNC(date)`, `TRUNC(date, 'MM')`; `otherwise` for numbers. */
export function truncation(otherwise: Definition): Definition {
  return {
    ...otherwise,
    translate: (call) => {
      const [value, unit] = call.values
      const isDate =
        value!.type.date !== undefined || (value!.type.kind === 'text' && typeof unit?.constant === 'string')
      if (!isDate) return otherwise.translate(call)
      const name = String(unit?.constant ?? 'DD').toUpperCase()
      if (!Object.hasOwn(STARTS, name))
        throw new Fault('invalid_sql', "A date can be truncated to 'YEAR', 'MONTH' or 'DD'.", unit!.position)
      return { sql: `date(${call.text(0)}, ${STARTS[name]})`, type: DATE }
    },
  }
}

/** Functions of dates. */
export const DATE_FUNCTIONS: Readonly<Record<string, Definition>> = {
  TO_CHAR,
  TO_DATE,
  TO_TIMESTAMP: TO_DATE,
  ADD_MONTHS,
  LAST_DAY,
  EXTRACT: {
    min: 2,
    max: 2,
    translate: ({ values: [part, date], position }) => {
      const found = datePart(String(part!.constant), date!, position)
      if (found === undefined)
        throw new Fault('invalid_sql', 'The syntax of EXTRACT is EXTRACT(YEAR FROM date).', position)
      return found
    },
  },
  YEAR: DATE_PART('YEAR'),
  MONTH: DATE_PART('MONTH'),
  DAY: DATE_PART('DAY'),
}
