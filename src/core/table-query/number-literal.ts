/**
 * A number of a request or of a cell, exact: an integer beyond 2^53 is a bigint, everything else a double. Comparing
 * the two kinds with `<` and `==` is exact in JavaScript.
 */
export type NumberLiteral = number | bigint

const INTEGER = /^-?[0-9]+$/
const REAL = /^-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/

/** Longest text of a number that is looked at; more digits than any cell has. */
const MAX_CHARS = 400

/** The number that a text writes, or undefined: decimal digits, with `-`, a point and an exponent where wanted. */
export function numberLiteral(text: string): NumberLiteral | undefined {
  if (text.length > MAX_CHARS || !REAL.test(text)) return undefined
  const value = Number(text) + 0 // -0 + 0 is 0
  if (!INTEGER.test(text) || Number.isSafeInteger(value)) return Number.isFinite(value) ? value : undefined
  return BigInt(text)
}

/** The number of a cell, from its JSON. */
export function cellNumber(json: string): NumberLiteral {
  const value = Number(json)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && INTEGER.test(json) ? BigInt(json) : value
}
