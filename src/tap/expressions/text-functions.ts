import { Fault } from '../adql/fault.ts'
import { BOOLEAN, INTEGER, TEXT } from '../columns/value-type.ts'
import type { Definition } from './functions.ts'

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

const CONCAT: Definition = {
  min: 1,
  max: 100,
  translate: (call) => ({
    sql: `concat(${call.values.map((_, i) => call.text(i)).join(', ')})`,
    type: { ...TEXT, isUnicode: call.values.some(({ type }) => type.isUnicode) },
  }),
}

const SIDE = (make: (text: string, count: string) => string): Definition => ({
  min: 2,
  max: 2,
  translate: (call) => ({
    sql: make(call.text(0), call.number(1)),
    type: { ...TEXT, isUnicode: call.values[0]!.type.isUnicode },
  }),
})

/** `REGEXP_LIKE(text, 'pattern')`; the match parameter `i` ignores case, `c`, the default, does not. */
const REGEXP_LIKE: Definition = {
  min: 2,
  max: 3,
  translate: (call) => {
    const flags = call.values[2]
    if (flags !== undefined && !/^[ic]$/i.test(String(flags.constant ?? '')))
      throw new Fault(
        'invalid_sql',
        "The third argument of REGEXP_LIKE is 'i', which ignores case, or 'c'.",
        flags.position,
      )
    const ignoresCase = String(flags?.constant).toLowerCase() === 'i'
    const pattern = ignoresCase ? `('(?i)' || ${call.text(1)})` : call.text(1)
    return { sql: `regexp(${pattern}, ${call.text(0)})`, type: BOOLEAN }
  },
}

/** Functions of texts. */
export const TEXT_FUNCTIONS: Readonly<Record<string, Definition>> = {
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
  REGEXP_LIKE,
}
