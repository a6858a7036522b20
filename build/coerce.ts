import type { ColumnType } from '../src/format/column.ts'

/**
 * The storage type of a datatype that column metadata declare, in the words of VOTable and of TAP_SCHEMA; undefined for
 * one that has no faithful place in a table (`boolean`, `bit`, complex numbers, words that nobody knows).
 */
export function storageType(datatype: string): ColumnType | undefined {
  return STORAGE_TYPES.get(datatype)
}

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

/** What the parsers below return for a cell that is no number of the wanted kind. Never a value: cells are finite. */
export const NOT_A_NUMBER = Number.POSITIVE_INFINITY
/** What `parseInteger` returns for an integer beyond ±(2^53 - 1) that fits 64 bits: `BigInt` has it exactly. */
export const WIDE_INTEGER = Number.NEGATIVE_INFINITY

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const INTEGER = /^[+-]?\d+$/
const BLANKS_AROUND = /^[ \t\r\n]+|[ \t\r\n]+$/g
const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n

const MINUS = 45
const POINT = 46
const ZERO = 48
/** As many digits as a double always holds exactly. */
const EXACT_DIGITS = 15
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent)

/**
 * A cell of a number column as a double: NaN for an empty or blank cell (null), NOT_A_NUMBER for anything but a decimal
 * number with an optional exponent, or one too large for a double. Blanks around the number are layout, -0 is 0.
 * `0x1F`, `1_000`, `NaN`, `Infinity`, `1,5` and `1 000` are no numbers.
 */
export function parseReal(cell: string): number {
  const length = cell.length
  if (length === 0) return Number.NaN
  const isNegative = cell.charCodeAt(0) === MINUS
  let index = isNegative ? 1 : 0
  // Nearly all cells are plain decimals of at most 15 digits: their digits and the power of ten are both exact doubles,
  // so one division rounds correctly. It needs a third of the time of a pattern and Number().
  if (length - index <= EXACT_DIGITS + 1) {
    let digits = 0
    let mantissa = 0
    let pointAt = -1
    for (; index < length; index += 1) {
      const code = cell.charCodeAt(index)
      if (code >= ZERO && code < ZERO + 10) {
        mantissa = mantissa * 10 + (code - ZERO)
        digits += 1
      } else if (code === POINT && pointAt < 0) pointAt = digits
      else return parseAnyReal(cell)
    }
    if (digits === 0 || digits > EXACT_DIGITS) return parseAnyReal(cell)
    if (mantissa === 0) return 0
    const value = pointAt < 0 ? mantissa : mantissa / POWERS_OF_TEN[digits - pointAt]!
    return isNegative ? -value : value
  }
  return parseAnyReal(cell)
}

function parseAnyReal(cell: string): number {
  const text = cell.replace(BLANKS_AROUND, '')
  if (text === '') return Number.NaN
  if (!DECIMAL.test(text)) return NOT_A_NUMBER
  const value = Number(text)
  if (!Number.isFinite(value)) return NOT_A_NUMBER
  return value === 0 ? 0 : value
}

/**
 * A cell of an integer column: NaN for an empty or blank cell (null), WIDE_INTEGER for an integer that only a bigint
 * holds, NOT_A_NUMBER for anything but decimal digits with an optional sign (so for `3.0` and `1e3` too: whoever wrote
 * them did not mean an integer column), or an integer that 64 bits do not hold.
 */
export function parseInteger(cell: string): number {
  const length = cell.length
  if (length === 0) return Number.NaN
  const isNegative = cell.charCodeAt(0) === MINUS
  const start = isNegative ? 1 : 0
  if (length - start > EXACT_DIGITS || length === start) return parseAnyInteger(cell)
  let value = 0
  for (let index = start; index < length; index += 1) {
    const code = cell.charCodeAt(index)
    if (code < ZERO || code >= ZERO + 10) return parseAnyInteger(cell)
    value = value * 10 + (code - ZERO)
  }
  return isNegative && value !== 0 ? -value : value
}

function parseAnyInteger(cell: string): number {
  const text = cell.replace(BLANKS_AROUND, '')
  if (text === '') return Number.NaN
  if (!INTEGER.test(text)) return NOT_A_NUMBER
  const exact = BigInt(text.startsWith('+') ? text.slice(1) : text)
  if (exact < MIN_INT64 || exact > MAX_INT64) return NOT_A_NUMBER
  const value = Number(exact)
  return Number.isSafeInteger(value) ? value : WIDE_INTEGER
}

/** The exact value of a cell for which `parseInteger` said WIDE_INTEGER. */
export function parseWideInteger(cell: string): bigint {
  return BigInt(cell.replace(BLANKS_AROUND, '').replace(/^\+/, ''))
}

/** True for digits with an optional sign, of any length, with or without blanks around them. */
export function looksLikeInteger(cell: string): boolean {
  return INTEGER.test(cell.replace(BLANKS_AROUND, ''))
}
