import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { exactJson, parseExact, parseExactJson } from '../../../src/format/exact-json.ts'

const EXACT = new Set(['min'])

test('an integer beyond 2^53 keeps its digits where it is asked for, and a number elsewhere', () => {
  const text = '{"min":9007199254740993,"max":9007199254740993,"list":[{"min":-9223372036854775807}],"mean":1.5e300}'
  const parsed = parseExactJson(text, EXACT)
  expect(parsed).toEqual({
    min: 9_007_199_254_740_993n,
    max: 9_007_199_254_740_992,
    list: [{ min: -9_223_372_036_854_775_807n }],
    mean: 1.5e300,
  })
  expect(exactJson({ min: 9_007_199_254_740_993n, a: 1.5 })).toBe('{"min":9007199254740993,"a":1.5}')
})

test('a double is a double, however many digits it is written with', () => {
  for (const text of [
    '{"min":1234567890123456.5}',
    '{"min":1e21}',
    '{"min":9007199254740991}',
    '{"min":"9007199254740993"}',
  ])
    expect(parseExactJson(text, EXACT)).toEqual(JSON.parse(text))
})

test('what is written is read again', () => {
  const integer = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  fc.assert(
    fc.property(fc.array(fc.oneof(integer, fc.integer(), fc.string())), (values) => {
      const isExact = (value: bigint) =>
        value > BigInt(Number.MAX_SAFE_INTEGER) || value < -BigInt(Number.MAX_SAFE_INTEGER)
      const list = values.map((min) => ({ min }))
      const expected = values.map((min) => ({ min: typeof min === 'bigint' && !isExact(min) ? Number(min) : min }))
      expect(parseExactJson(exactJson(list), EXACT)).toEqual(expected)
    }),
  )
})

test.each([
  ['{"n":9007199254740991}', { n: 9007199254740991 }],
  ['{"n":9007199254740992}', { n: '9007199254740992' }],
  ['{"n":9007199254740993}', { n: '9007199254740993' }],
  ['{"n":-9007199254740993}', { n: '-9007199254740993' }],
  ['[1,9007199254740993]', [1, '9007199254740993']],
  ['[9223372036854775807]', ['9223372036854775807']],
  ['{"n":1234567890.1234567890123}', { n: 1234567890.1234567 }],
  ['{"n":1e20,"text":"9007199254740993"}', { n: 1e20, text: '9007199254740993' }],
])('%s keeps every digit of a whole number', (json, value) => {
  expect(parseExact<unknown>(json)).toEqual(value)
})
