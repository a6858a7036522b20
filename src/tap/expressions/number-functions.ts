import { INTEGER, isNumeric, REAL, type ValueType } from '../columns/value-type.ts'
import { truncation } from './dates.ts'
import type { Definition } from './functions.ts'

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

const TO_NUMBER: Definition = {
  min: 1,
  max: 2,
  translate: ({ values: [value] }) =>
    isNumeric(value!.type) ? { sql: value!.sql, type: value!.type } : { sql: `to_number(${value!.sql})`, type: REAL },
}

/** Functions whose result is a number computed from numbers, and TO_NUMBER. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, Definition>> = {
  ABS: rounding('abs'),
  CEILING: rounding('ceil'),
  CEIL: rounding('ceil'),
  FLOOR: rounding('floor'),
  SIGN: { ...rounding('sign'), translate: (call) => ({ sql: `sign(${call.number(0)})`, type: INTEGER }) },
  ROUND,
  TRUNCATE,
  TRUNC: truncation(TRUNCATE),
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
  TO_NUMBER,
}
