import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  looksLikeInteger,
  NOT_A_NUMBER,
  parseInteger,
  parseReal,
  parseWideInteger,
  storageType,
  WIDE_INTEGER,
} from '../../../../../build/archive/text/coerce.ts'
import { integerAt, realAt } from '../../../../../build/archive/text/number-bytes.ts'

const bytesOf = (cell: string) => Buffer.from(`,${cell},`)
const realFromBytes = (cell: string) => realAt(bytesOf(cell), 1, 1 + Buffer.byteLength(cell))
const integerFromBytes = (cell: string) => integerAt(bytesOf(cell), 1, 1 + Buffer.byteLength(cell))

const NUL = Number.NaN
const NO = NOT_A_NUMBER

const CELLS: readonly (readonly [cell: string, real: number, integer: number])[] = [
  ['', NUL, NUL],
  [' ', NUL, NUL],
  [' \t\r\n', NUL, NUL],
  ['0', 0, 0],
  ['-0', 0, 0],
  ['-0.0', 0, NO],
  ['-1e-400', NO, NO],
  ['7', 7, 7],
  ['+7', 7, 7],
  ['007', 7, 7],
  [' 7 ', 7, 7],
  ['-1', -1, -1],
  ['323.21000000', 323.21, NO],
  ['3.0', 3, NO],
  ['3.', 3, NO],
  ['.5', 0.5, NO],
  ['-.5', -0.5, NO],
  ['8.4e-05', 8.4e-5, NO],
  ['1e3', 1000, NO],
  ['1E+3', 1000, NO],
  ['402000000', 402000000, 402000000],
  ['0.1234567890123456', 0.1234567890123456, NO],
  ['185.1787793000000012', 185.1787793, NO],
  ['1.7976931348623157e308', Number.MAX_VALUE, NO],
  ['1e309', NO, NO],
  ['9007199254740991', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['9007199254740993', 9007199254740992, WIDE_INTEGER],
  ['-9223372036854775808', -(2 ** 63), WIDE_INTEGER],
  ['9223372036854775807', 2 ** 63, WIDE_INTEGER],
  ['9223372036854775808', 2 ** 63, NO],
  ['99999999999999999999999', 1e23, NO],
  ['0x1F', NO, NO],
  ['1_000', NO, NO],
  ['1 000', NO, NO],
  ['1,5', NO, NO],
  ['NaN', NO, NO],
  ['Infinity', NO, NO],
  ['-', NO, NO],
  ['+', NO, NO],
  ['.', NO, NO],
  ['-.', NO, NO],
  ['--1', NO, NO],
  ['1.2.3', NO, NO],
  ['1e', NO, NO],
  ['e5', NO, NO],
  ['1d5', NO, NO],
  ['1n', NO, NO],
  ['\u00a01', NO, NO],
  ['\u0661', NO, NO],
]

test.each(CELLS)('the cell %j is read alike from a string and from bytes', (cell, real, integer) => {
  expect(Object.is(parseReal(cell), real)).toBe(true)
  expect(Object.is(realFromBytes(cell), real)).toBe(true)
  expect(Object.is(parseInteger(cell), integer)).toBe(true)
  expect(Object.is(integerFromBytes(cell), integer)).toBe(true)
})

test('a decimal read from bytes is the double that JavaScript reads, to the last bit', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 19 })
  const decimal = fc.tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(digits),
    fc.option(fc.integer({ min: -300, max: 270 })),
  )
  fc.assert(
    fc.property(decimal, ([sign, whole, fraction, exponent]) => {
      const cell = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`
      expect(realFromBytes(cell)).toBe(Number(cell) + 0)
    }),
    { numRuns: 2000 },
  )
})

test('every double survives being written and read', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(realFromBytes(String(value))).toBe(value + 0)
    }),
    { numRuns: 2000 },
  )
})

test('every 64-bit integer survives being written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      const cell = String(value)
      const read = integerFromBytes(cell)
      expect(read === WIDE_INTEGER ? parseWideInteger(cell) : BigInt(read)).toBe(value)
    }),
    { numRuns: 1000 },
  )
})

test('integers are told from other numbers by their spelling', () => {
  expect(['1', '-1', '+1', ' 1 ', '123456789012345678901234567890'].every(looksLikeInteger)).toBe(true)
  expect(['', '1.0', '1e3', 'x', '- 1'].some(looksLikeInteger)).toBe(false)
})

test.each([
  ['char', 'text'],
  ['unicodeChar', 'text'],
  ['double', 'real'],
  ['float', 'real'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['short', 'integer'],
  ['unsignedByte', 'integer'],
  ['boolean', undefined],
  ['bit', undefined],
  ['floatComplex', undefined],
  ['VARCHAR', undefined],
  ['Char', undefined],
  ['', undefined],
] as const)('the declared type %j is stored as %j', (declared, stored) => {
  expect(storageType(declared)).toBe(stored)
})
