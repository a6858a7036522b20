import { Fault } from '../adql/fault.ts'
import { BOOLEAN, INTEGER, isNumeric, REAL, TEXT, type ValueType } from '../columns/value-type.ts'
import { comparable } from './condition.ts'
import { datePart } from './dates.ts'
import { unified } from './expression.ts'
import type { Frame } from './session.ts'
import { convertUnit } from './units.ts'
import type { Value } from './value.ts'

/** A call with its arguments translated. */
export interface Arguments {
  readonly frame: Frame
  readonly name: string
  readonly values: readonly Value[]
  readonly position: number
  /** SQL of an argument converted to a number or a text. */
  number(i: number): string
  text(i: number): string
}

export interface Definition {
  readonly min: number
  readonly max: number
  readonly translate: (call: Arguments) => { readonly sql: string; readonly type: ValueType }
}

const unitOf = ({ unit }: ValueType): ValueType => ({ ...REAL, unit })

/** The type of a rounded number, which keeps its unit. */
function rounded({ kind, unit }: ValueType): ValueType {
  return { kind: kind === 'integer' ? 'integer' : 'real', unit }
}

/** A numeric function that SQLite has under the same name, with a real result. */
function math(sql: string, count = 1): Definition {
  return {
    min: count,
    max: count,
    translate: (call) => ({ sql: `${sql}(${call.values.map((_, i) => call.number(i)).join(', ')})`, type: REAL }),
  }
}

function rounding(sql: string): Definition {
  return {
    min: 1,
    max: 1,
    translate: (call) => ({ sql: `${sql}(${call.number(0)})`, type: rounded(call.values[0]!.type) }),
  }
}

/** A function of a text, and of numbers after it, that returns a text. */
function textFunction(sql: string, min: number, max: number, texts = 1): Definition {
  return {
    min,
    max,
    translate: (call) => ({
      sql: `${sql}(${call.values.map((_, i) => (i < texts ? call.text(i) : call.number(i))).join(', ')})`,
      type: { ...TEXT, isUnicode: call.values.some(({ type }) => type.isUnicode) },
    }),
  }
}

const LENGTH: Definition = {
  min: 1,
  max: 1,
  translate: (call) => ({ sql: `length(${call.text(0)})`, type: INTEGER }),
}

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

const ROUND: Definition = {
  min: 1,
  max: 2,
  translate: (call) => {
    const [value, places] = call.values
    const type = unitOf(value!.type)
    if (places === undefined) return { sql: `round(${call.number(0)})`, type }
    // SQLite's own ROUND treats negative places as 0.
    const isPlain = typeof places.constant === 'number' && places.constant >= 0
    return { sql: `${isPlain ? 'round' : 'round_to'}(${call.number(0)}, ${call.number(1)})`, type }
  },
}

const TRUNCATE: Definition = {
  min: 1,
  max: 2,
  translate: (call) => ({
    sql: call.values.length === 1 ? `trunc(${call.number(0)})` : `truncate(${call.number(0)}, ${call.number(1)})`,
    type: rounded(call.values[0]!.type),
  }),
}

const MOD: Definition = {
  min: 2,
  max: 2,
  translate: (call) => {
    const isInteger = call.values.every(({ type }) => type.kind === 'integer')
    return isInteger
      ? { sql: `(${call.number(0)} % ${call.number(1)})`, type: INTEGER }
      : { sql: `mod(${call.number(0)}, ${call.number(1)})`, type: REAL }
  },
}

const LOG: Definition = {
  min: 1,
  max: 2,
  translate: (call) =>
    call.values.length === 1
      ? { sql: `ln(${call.number(0)})`, type: REAL }
      : { sql: `log(${call.number(0)}, ${call.number(1)})`, type: REAL },
}

/** From 0 (included) to 1 (excluded). The seed of ADQL's RAND(seed) has no effect. */
const RAND: Definition = {
  min: 0,
  max: 1,
  translate: () => ({ sql: '((random() & 9007199254740991) / 9007199254740992.0)', type: REAL }),
}

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

const CONCAT: Definition = {
  min: 1,
  max: 100,
  translate: (call) => ({
    sql: `concat(${call.values.map((_, i) => call.text(i)).join(', ')})`,
    type: { ...TEXT, isUnicode: call.values.some(({ type }) => type.isUnicode) },
  }),
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

const TO_NUMBER: Definition = {
  min: 1,
  max: 2,
  translate: ({ values: [value] }) =>
    isNumeric(value!.type) ? { sql: value!.sql, type: value!.type } : { sql: `to_number(${value!.sql})`, type: REAL },
}

/** Dates are texts, so the format is ignored. */
const TO_DATE: Definition = {
  min: 1,
  max: 2,
  translate: (call) => ({ sql: call.text(0), type: { ...TEXT, date: 'date' } }),
}

const SIDE = (make: (text: string, count: string) => string): Definition => ({
  min: 2,
  max: 2,
  translate: (call) => ({
    sql: make(call.text(0), call.number(1)),
    type: { ...TEXT, isUnicode: call.values[0]!.type.isUnicode },
  }),
})

const DATE_PART = (part: string): Definition => ({
  min: 1,
  max: 1,
  translate: ({ values: [date], position }) => datePart(part, date!, position)!,
})

/** The plain functions by name, in upper case. */
export const FUNCTIONS: Readonly<Record<string, Definition>> = {
  ABS: rounding('abs'),
  CEILING: rounding('ceil'),
  CEIL: rounding('ceil'),
  FLOOR: rounding('floor'),
  SIGN: { ...rounding('sign'), translate: (call) => ({ sql: `sign(${call.number(0)})`, type: INTEGER }) },
  ROUND,
  TRUNCATE,
  TRUNC: TRUNCATE,
  MOD,
  LOG,
  RAND,
  RANDOM: RAND,
  ACOS: math('acos'),
  ASIN: math('asin'),
  ATAN: math('atan'),
  ATAN2: math('atan2', 2),
  COS: math('cos'),
  COT: { min: 1, max: 1, translate: (call) => ({ sql: `(1.0 / tan(${call.number(0)}))`, type: REAL }) },
  DEGREES: math('degrees'),
  EXP: math('exp'),
  LN: math('ln'),
  LOG10: math('log10'),
  LOG2: math('log2'),
  PI: math('pi', 0),
  POWER: math('power', 2),
  POW: math('power', 2),
  RADIANS: math('radians'),
  SIN: math('sin'),
  SQRT: math('sqrt'),
  TAN: math('tan'),
  LOWER: textFunction('lower', 1, 1),
  UPPER: textFunction('upper', 1, 1),
  TRIM: textFunction('trim', 1, 2, 2),
  LTRIM: textFunction('ltrim', 1, 2, 2),
  RTRIM: textFunction('rtrim', 1, 2, 2),
  REPLACE: textFunction('replace', 3, 3, 3),
  SUBSTR: textFunction('substr', 2, 3),
  SUBSTRING: textFunction('substr', 2, 3),
  LEFT: SIDE((text, count) => `substr(${text}, 1, ${count})`),
  RIGHT: SIDE((text, count) => `substr(${text}, -${count})`),
  INSTR: { min: 2, max: 2, translate: (call) => ({ sql: `instr(${call.text(0)}, ${call.text(1)})`, type: INTEGER }) },
  LENGTH,
  LEN: LENGTH,
  CHAR_LENGTH: LENGTH,
  CHARACTER_LENGTH: LENGTH,
  CONCAT,
  REGEXP_LIKE: {
    min: 2,
    max: 2,
    translate: (call) => ({ sql: `regexp(${call.text(1)}, ${call.text(0)})`, type: BOOLEAN }),
  },
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
  TO_NUMBER,
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
