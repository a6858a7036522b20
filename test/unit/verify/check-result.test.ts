import { expect, test } from 'bun:test'
import { Comparison } from '../../../src/verify/check-result.ts'

const bytes = (text: string) => Buffer.from(text)

test('equal things are no difference', () => {
  const comparison = new Comparison('check')
  comparison.same('x', 1n, 1n)
  comparison.sameBytes('y', bytes('abc'), bytes('abc'))
  expect(comparison.done('2 things')).toEqual({ check: 'check', figures: '2 things', differences: [], differing: 0 })
})

test('the first five differences are shown, and all are counted', () => {
  const comparison = new Comparison('check')
  for (let at = 0; at < 7; at += 1) comparison.same(`value ${at}`, at, -1)
  const { differences, differing } = comparison.done('')
  expect(differing).toBe(7)
  expect(differences).toEqual([0, 1, 2, 3, 4].map((at) => `value ${at} is ${at}, but should be -1.`))
})

test('values are shown as such, and long ones in part', () => {
  const comparison = new Comparison('check')
  comparison.same('a', 9007199254740993n, 'text')
  comparison.same('b', undefined, null)
  comparison.same('c', 'x'.repeat(118), 'x'.repeat(119))
  expect(comparison.done('').differences).toEqual([
    'a is 9007199254740993, but should be "text".',
    'b is undefined, but should be null.',
    `c is "${'x'.repeat(118)}", but should be "${'x'.repeat(116)}….`,
  ])
})

test.each([0, 1, 19, 20, 21, 500])('bytes that differ at %d are shown around that place', (at) => {
  const expected = 'abcdefghij'.repeat(60)
  const found = `${expected.slice(0, at)}#${expected.slice(at + 1)}`
  const comparison = new Comparison('check')
  comparison.sameBytes('page', bytes(found), bytes(expected))
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40))
  expect(comparison.done('').differences).toEqual([
    `page: at byte ${at} it has ${around(found)}, but should have ${around(expected)}.`,
  ])
})

test('bytes that are missing at the end are a difference', () => {
  const comparison = new Comparison('check')
  comparison.sameBytes('short', bytes('ab'), bytes('abc'))
  comparison.sameBytes('long', bytes('abc'), bytes('ab'))
  expect(comparison.done('').differences).toEqual([
    'short: at byte 2 it has "ab", but should have "abc".',
    'long: at byte 2 it has "abc", but should have "ab".',
  ])
})
