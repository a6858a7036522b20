import { describe, expect, test } from 'bun:test'
import {
  fitted,
  noSuchColumn,
  quoteForMessage,
  truncate,
  truncateMiddle,
} from '../../../../src/core/text/quote-for-message.ts'

describe('a long text is cut', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcde…'],
    // Never in the middle of a character.
    ['abcd😀', 5, 'abcd…'],
    ['', 5, ''],
  ])('at its end: %s to %d', (text, length, cut) => {
    expect(truncate(text, length)).toBe(cut)
  })

  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd😀e', 6, 'abcd…'],
  ])('at its end, with the mark: %s to %d', (text, length, cut) => {
    expect(fitted(text, length)).toBe(cut)
  })

  test.each([
    ['abcdefghi', 9, 'abcdefghi'],
    ['abcdefghij', 9, 'abcdef…hij'],
    ['abcde😀..😀ij', 9, 'abcde…ij'],
  ])('in its middle: %s to %d', (text, length, cut) => {
    expect(truncateMiddle(text, length)).toBe(cut)
  })
})

test('a value is shown in quotes, on one line, and cut', () => {
  expect(quoteForMessage('a\nb\u2028c')).toBe('"a\ufffdb\ufffdc"')
  expect(quoteForMessage('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(80)}…"`)
})

test.each([
  ['pl_rad', ['pl_rade', 'pl_radj'], undefined, 'Table "t" has no column "pl_rad". Did you mean pl_rade or pl_radj?'],
  ['zz', [], undefined, 'Table "t" has no column "zz".'],
  ['zz', [], 'e', 'Table "t" (here "e") has no column "zz".'],
  [['a', 'b\n'], ['ab'], undefined, 'Table "t" has no column "a" or "b\ufffd". Did you mean ab?'],
] as const)('that a table lacks %j is worded in one way', (columns, suggestions, alias, sentence) => {
  expect(noSuchColumn('t', columns, suggestions, alias)).toBe(sentence)
})
