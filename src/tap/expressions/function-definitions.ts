import { TEXT } from '../columns/value-type.ts'
import { comparable } from './condition.ts'
import { DATE_FUNCTIONS } from './dates.ts'
import { unified } from './expression.ts'
import type { Definition } from './functions.ts'
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
  ...DATE_FUNCTIONS,
  IN_UNIT: { min: 2, max: 2, translate: ({ values: [value, unit], position }) => convertUnit(value!, unit!, position) },
}
