import { expect, test } from 'bun:test'
import { pythonString } from '../../../../src/pages/code/quoting.ts'

test.each([
  ['plain', '"plain"'],
  ['a"b', String.raw`"a\"b"`],
  [String.raw`a\b`, String.raw`"a\\b"`],
  ['a\rb', String.raw`"a\rb"`],
  // A digit after it would be read as a part of the shorter escape.
  ['a\x001', String.raw`"a\x001"`],
  ['a\nb"', '"""a\nb\\""""'],
])('%j is a string of Python', (text, literal) => {
  expect(pythonString(text)).toBe(literal)
})
