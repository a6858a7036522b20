import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { compareCodePoints, sortByCodePoint } from '../../../src/format/text-order.ts'

const utf8Order = (a: string, b: string) => Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b)))

test('a code point above 0xFFFF comes after U+FFFD, though its UTF-16 units are smaller', () => {
  expect('\u{1F31F}' < '\uFFFD').toBe(true)
  expect(compareCodePoints('\u{1F31F}', '\uFFFD')).toBeGreaterThan(0)
  expect(sortByCodePoint(['\uFFFD', '\u{1F31F}', '\uE000', 'é', 'z', 'Z', ''])).toEqual([
    '',
    'Z',
    'z',
    'é',
    '\uE000',
    '\uFFFD',
    '\u{1F31F}',
  ])
})

test('text order is the order of the UTF-8 bytes, with and without rare characters', () => {
  for (const unit of ['binary', 'grapheme-ascii'] as const) {
    fc.assert(
      fc.property(fc.array(fc.string({ unit })), (values) => {
        expect(sortByCodePoint([...values])).toEqual([...values].sort(utf8Order))
      }),
    )
  }
})
