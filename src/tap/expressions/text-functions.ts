import { BOOLEAN, INTEGER, TEXT } from '../columns/value-type.ts'
import type { Definition } from './definition.ts'

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
  REGEXP_LIKE: {
    min: 2,
    max: 2,
    translate: (call) => ({ sql: `regexp(${call.text(1)}, ${call.text(0)})`, type: BOOLEAN }),
  },
}
