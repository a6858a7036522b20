import type { ColumnType } from '../../../src/format/column.ts'

// Every integer width becomes a 64-bit integer: the archive's `int` means "no fraction" and does not guarantee 32 bits.
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
 * Returns the storage type for a datatype that column metadata declare, in the terms of VOTable or TAP_SCHEMA; undefined for a
 * type that a table cannot represent faithfully (`boolean`, `bit`, complex numbers, unknown types).
 */
export function storageType(datatype: string): ColumnType | undefined {
  return STORAGE_TYPES.get(datatype)
}

/** Returned by the parsers below for a cell that is not a number of the required kind. Never a value: cells are finite. */
export const NOT_A_NUMBER = Number.POSITIVE_INFINITY
/**
 * Returned by `parseInteger` for an integer beyond ±(2^53 - 1) that fits in 64 bits: `parseWideInteger` returns the exact value.
 */
export const WIDE_INTEGER = Number.NEGATIVE_INFINITY

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const MANTISSA_OF_ZERO = /^[+-]?[0.]+(?:[eE]|$)/
const INTEGER = /^[+-]?\d+$/
const BLANKS_AROUND = /^[ \t\r\n]+|[ \t\r\n]+$/g
const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n

/**
 * Parses a cell of a real column: NaN for an empty or blank cell (null), NOT_A_NUMBER for anything but a decimal number with an
 * optional exponent, or for one too large for a double or so small that it would become 0. Blanks around the number are ignored,
 * -0 is 0. `0x1F`, `1_000`, `NaN`, `Infinity`, `1,5` and `1 000` are not numbers.
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
 * Parses a cell of an integer column: NaN for an empty or blank cell (null), WIDE_INTEGER for an integer that only a bigint can
 * represent, NOT_A_NUMBER for anything but decimal digits with an optional sign (so for `3.0` and `1e3` too, which suggest that
 * the column is not an integer column), or for an integer that does not fit in 64 bits.
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

/** Returns the exact value of a cell that contains an integer. */
export function parseWideInteger(cell: string): bigint {
  return BigInt(withoutBlanks(cell).replace(/^\+/, ''))
}

/** Normalizes an integer written as a decimal, as pandas writes an integer column with a missing value: `1` for `1.0`. */
export function withoutZeroFraction(cell: string): string {
  return cell.replace(/^([ \t\r\n]*[+-]?\d+)\.0*([ \t\r\n]*)$/, '$1$2')
}

const NO_NUMBER_WORDS = /^(?:[+-]?(?:nan|inf|infinity)|null|none|n\/?a|-+)$/i
/** The typographic minus, and the dashes that are used in its place. */
const DASHES = /[\u2010-\u2015\u2212]/g

/**
 * Whether a cell occurs in numeric columns without being a number: a word for a missing or infinite value, or a number with a
 * typographic minus.
 */
export function isNumberMisfit(cell: string): boolean {
  const text = withoutBlanks(cell).replace(DASHES, '-')
  return NO_NUMBER_WORDS.test(text) || (text !== withoutBlanks(cell) && parseReal(text) !== NOT_A_NUMBER)
}

/** Whether a cell consists of digits with an optional sign, of any length, with or without blanks around them. */
export function looksLikeInteger(cell: string): boolean {
  return INTEGER.test(withoutBlanks(cell))
}

function withoutBlanks(cell: string): string {
  return cell.replace(BLANKS_AROUND, '')
}
