import type { ColumnType } from '../../../src/format/column.ts'

// Every integer width becomes a 64-bit integer: the archive's `int` says "no fraction", it is no promise of 32 bits.
const STORAGE_TYPES: ReadonlyMap<string, ColumnType> = new Map([
  ['char', 'text'],
  ['unicodeChar', 'text'],
  ['double', 'real'],
  ['float', 'real'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['short', 'integer'],
  ['unsignedByte', 'integer'],
])

/**
 * The storage type of a datatype that column metadata declare, in the words of VOTable and of TAP_SCHEMA; undefined for
 * one that has no faithful place in a table (`boolean`, `bit`, complex numbers, words that nobody knows).
 */
export function storageType(datatype: string): ColumnType | undefined {
  return STORAGE_TYPES.get(datatype)
}

/** What the parsers below return for a cell that is no number of the wanted kind. Never a value: cells are finite. */
export const NOT_A_NUMBER = Number.POSITIVE_INFINITY
/** What `parseInteger` returns for an integer beyond ±(2^53 - 1) that 64 bits hold: `parseWideInteger` has it exactly. */
export const WIDE_INTEGER = Number.NEGATIVE_INFINITY

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const MANTISSA_OF_ZERO = /^[+-]?[0.]+(?:[eE]|$)/
const INTEGER = /^[+-]?\d+$/
const BLANKS_AROUND = /^[ \t\r\n]+|[ \t\r\n]+$/g
const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n

/**
 * A cell of a real column: NaN for an empty or blank cell (null), NOT_A_NUMBER for anything but a decimal number with an
 * optional exponent, or one too large for a double or so small that it would become 0. Blanks around the number are
 * layout, -0 is 0. `0x1F`, `1_000`, `NaN`, `Infinity`, `1,5` and `1 000` are no numbers.
 */
export function parseReal(cell: string): number {
  const text = withoutBlanks(cell)
  if (text === '') return Number.NaN
  if (!DECIMAL.test(text)) return NOT_A_NUMBER
  const value = Number(text)
  if (!Number.isFinite(value)) return NOT_A_NUMBER
  if (value !== 0) return value
  return MANTISSA_OF_ZERO.test(text) ? 0 : NOT_A_NUMBER
}

/**
 * A cell of an integer column: NaN for an empty or blank cell (null), WIDE_INTEGER for an integer that only a bigint
 * holds, NOT_A_NUMBER for anything but decimal digits with an optional sign (so for `3.0` and `1e3` too: whoever wrote
 * them did not mean an integer column), or an integer that 64 bits do not hold.
 */
export function parseInteger(cell: string): number {
  const text = withoutBlanks(cell)
  if (text === '') return Number.NaN
  if (!INTEGER.test(text)) return NOT_A_NUMBER
  const exact = parseWideInteger(text)
  if (exact < MIN_INT64 || exact > MAX_INT64) return NOT_A_NUMBER
  const value = Number(exact)
  return Number.isSafeInteger(value) ? value : WIDE_INTEGER
}

/** The exact value of a cell that holds an integer. */
export function parseWideInteger(cell: string): bigint {
  return BigInt(withoutBlanks(cell).replace(/^\+/, ''))
}

/** An integer that is written as a decimal, as pandas writes a column of integers in which one is missing: `1` for `1.0`. */
export function withoutZeroFraction(cell: string): string {
  return cell.replace(/^([ \t\r\n]*[+-]?\d+)\.0*([ \t\r\n]*)$/, '$1$2')
}

const NO_NUMBER_WORDS = /^(?:[+-]?(?:nan|inf|infinity)|null|none|n\/?a|-+)$/i
/** Typographic minus, and the dashes that are taken for it. */
const DASHES = /[\u2010-\u2015\u2212]/g

/**
 * True for a cell that stands in a column of numbers without being one: a word for a missing or infinite value, or a number with
 * a typographic minus.
 */
export function isNumberMisfit(cell: string): boolean {
  const text = withoutBlanks(cell).replace(DASHES, '-')
  return NO_NUMBER_WORDS.test(text) || (text !== withoutBlanks(cell) && parseReal(text) !== NOT_A_NUMBER)
}

/** True for digits with an optional sign, of any length, with or without blanks around them. */
export function looksLikeInteger(cell: string): boolean {
  return INTEGER.test(withoutBlanks(cell))
}

function withoutBlanks(cell: string): string {
  return cell.replace(BLANKS_AROUND, '')
}
