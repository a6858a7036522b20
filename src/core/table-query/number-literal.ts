/**
 * An exact number from a request or a cell: integers beyond 2^53 are bigints, all others doubles. Comparing the two kinds
 * with `<` and `==` is exact in JavaScript.
 */
export type NumberLiteral = number | bigint

const INTEGER = /^-?[0-9]+$/
const REAL = /^-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

/** Maximum length of a numeric text; no cell has more digits. */
const MAX_CHARS = 400

/** The number that a text represents, or undefined: decimal digits, optionally with `-`, a decimal point and an exponent. */
export function numberLiteral(text: string): NumberLiteral | undefined {
  if (text.length > MAX_CHARS || !REAL.test(text)) return undefined
  const value = Number(text) + 0 // -0 + 0 is 0
  if (!INTEGER.test(text) || Number.isSafeInteger(value)) return Number.isFinite(value) ? value : undefined
  return BigInt(text)
}

/** The number of a cell, from its JSON; undefined if that is not a number. */
export function cellNumber(json: string): NumberLiteral | undefined {
  const value = Number(json)
  if (Number.isNaN(value) || json === '') return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) && INTEGER.test(json) ? BigInt(json) : value
}
