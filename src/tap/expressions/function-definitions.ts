import { Fault } from '../adql/fault.ts'
import { isNumeric, TEXT } from '../columns/value-type.ts'
import { comparable } from './condition.ts'
import { datePart } from './dates.ts'
import type { Definition } from './definition.ts'
import { unified } from './expression.ts'
import { NUMBER_FUNCTIONS } from './number-functions.ts'
import { TEXT_FUNCTIONS } from './text-functions.ts'
import { convertUnit } from './units.ts'

const COALESCE: Definition = {
  min: 2,
  max: 100,
  translate: ({ values, name }) => {
    const { sqls, type } = unified(values, `in ${name}`)
    return { sql: `coalesce(${sqls.join(', ')})`, type }
  },
}

const EXTREME = (sql: string): Definition => ({
  min: 1,
  max: 100,
  translate: ({ values, name }) => {
    const { sqls, type } = unified(values, `in ${name}`)
    return { sql: `${sql}(${sqls.join(', ')})`, type }
  },
})

const NULLIF: Definition = {
  min: 2,
  max: 2,
  translate: ({ frame, values: [a, b], position }) => {
    const [x, y] = comparable(frame, a!, b!, 'in NULLIF', position)
    return { sql: `nullif(${x}, ${y})`, type: x === a!.sql ? a!.type : TEXT }
  },
}

const NVL2: Definition = {
  min: 3,
  max: 3,
  translate: ({ values: [test, present, absent], name }) => {
    const { sqls, type } = unified([present!, absent!], `in ${name}`)
    return { sql: `(CASE WHEN ${test!.sql} IS NOT NULL THEN ${sqls[0]} ELSE ${sqls[1]} END)`, type }
  },
}

/** `DECODE(x, a, result, b, result, default)`, in which null equals null. */
const DECODE: Definition = {
  min: 3,
  max: 100,
  translate: ({ frame, values, position }) => {
    const [subject, ...rest] = values
    const pairs = Math.floor(rest.length / 2)
    const results = rest.filter((_, i) => i % 2 === 1 || i === 2 * pairs)
    const { sqls, type } = unified(results, 'in DECODE')
    const parts = Array.from({ length: pairs }, (_, i) => {
      const [x, y] = comparable(frame, subject!, rest[2 * i]!, 'in DECODE', position)
      return `WHEN ${x} IS ${y} THEN ${sqls[i]}`
    })
    if (rest.length % 2 === 1) parts.push(`ELSE ${sqls.at(-1)}`)
    return { sql: frame.session.checked(`(CASE ${parts.join(' ')} END)`, position), type }
  },
}

/** Date formats of Oracle's TO_CHAR and their strftime equivalents. */
const DATE_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/YYYY/g, '%Y'],
  [/MM/g, '%m'],
  [/DD/g, '%d'],
  [/HH24/g, '%H'],
  [/MI/g, '%M'],
  [/SS/g, '%S'],
]

const TO_CHAR: Definition = {
  min: 1,
  max: 2,
  translate: (call) => {
    const [value, format] = call.values
    const type = { ...TEXT, isUnicode: value!.type.isUnicode }
    if (format === undefined) return { sql: call.text(0), type }
    const written = String(format.constant ?? '').toUpperCase()
    let strftime = written
    for (const [from, to] of DATE_FORMATS) strftime = strftime.replace(from, to)
    if (isNumeric(value!.type) || format.constant === undefined || /[^%YmdHMS\-/: .T]/.test(strftime)) {
      throw new Fault(
        'invalid_sql',
        "The syntax of TO_CHAR is TO_CHAR(number) or TO_CHAR(date, 'YYYY-MM-DD').",
        call.position,
      )
    }
    return { sql: `strftime('${strftime}', ${call.text(0)})`, type }
  },
}

/** Dates are texts, so the format is ignored. */
const TO_DATE: Definition = {
  min: 1,
  max: 2,
  translate: (call) => ({ sql: call.text(0), type: { ...TEXT, date: 'date' } }),
}

const DATE_PART = (part: string): Definition => ({
  min: 1,
  max: 1,
  translate: ({ values: [date], position }) => datePart(part, date!, position)!,
})

/** The plain functions by name, in upper case. */
export const FUNCTIONS: Readonly<Record<string, Definition>> = {
  ...NUMBER_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  COALESCE,
  NVL: { ...COALESCE, max: 2 },
  IFNULL: { ...COALESCE, max: 2 },
  ISNULL: { ...COALESCE, max: 2 },
  NVL2,
  NULLIF,
  DECODE,
  GREATEST: EXTREME('greatest'),
  LEAST: EXTREME('least'),
  TO_CHAR,
  TO_DATE,
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
  IN_UNIT: { min: 2, max: 2, translate: ({ values: [value, unit], position }) => convertUnit(value!, unit!, position) },
}
