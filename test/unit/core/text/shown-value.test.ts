import { describe, expect, test } from 'bun:test'
import { shortened, shownValue, withoutMiddle } from '../../../../src/core/text/shown-value.ts'

describe('a long text is cut', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcde…'],
    // Never in the middle of a character.
    ['abcd😀', 5, 'abcd…'],
    ['', 5, ''],
  ])('at its end: %s to %d', (text, length, cut) => {
    expect(shortened(text, length)).toBe(cut)
  })

  test.each([
    ['abcdefghi', 9, 'abcdefghi'],
    ['abcdefghij', 9, 'abcdef…hij'],
    ['abcde😀..😀ij', 9, 'abcde…ij'],
  ])('in its middle: %s to %d', (text, length, cut) => {
    expect(withoutMiddle(text, length)).toBe(cut)
  })
})

test('a value is shown in quotes, on one line, and cut', () => {
  expect(shownValue('a\nb\u2028c')).toBe('"a\ufffdb\ufffdc"')
  expect(shownValue('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(80)}…"`)
})
