import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { foldCase } from '../../../../src/core/text/fold-case.ts'

describe('texts that differ in case only fold alike', () => {
  const cases = [
    ['Kepler', 'kEPLER'], ['ß', 'ẞ'], ['Straße', 'STRASSE'], ['ΟΔΟΣ', 'οδος'], ['οδοσ', 'οδος'], ['ÉÑ', 'éñ'],
    ['\u212a', 'k'], ['\u00b5m', '\u03bcm'], ['ı', 'I'], ['ﬁ', 'FI'], ['Ж', 'ж'], ['𐐀', '𐐨'], ['İ', 'i\u0307'],
  ] as const // biome-ignore format: a list
  for (const [one, other] of cases)
    test(`${one} and ${other}`, () => {
      expect(foldCase(one)).toBe(foldCase(other))
    })
  test('accents and unlike letters stay apart', () => {
    for (const [one, other] of [
      ['é', 'e'],
      ['ö', 'o'],
      ['İ', 'I'],
      ['a', 'b'],
    ] as const)
      expect(foldCase(one)).not.toBe(foldCase(other))
  })
})

test('the folding of a text is that of its parts put together', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (one, other) => expect(foldCase(one + other)).toBe(foldCase(one) + foldCase(other))),
    {
      numRuns: 1000,
    },
  )
  expect(foldCase('ΟΔΟΣ') + foldCase('Α')).toBe(foldCase('ΟΔΟΣΑ'))
})
