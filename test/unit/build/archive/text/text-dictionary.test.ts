import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { TextDictionary } from '../../../../../build/archive/text/text-dictionary.ts'

function codeOf(dictionary: TextDictionary, text: string): number {
  const bytes = Buffer.from(`<${text}>`, 'utf8')
  return dictionary.code(bytes, 1, bytes.length - 1)
}

test('texts are numbered in order of first appearance, whatever they are', () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.constantFrom('a', 'b', 'ab', 'é', '\u{1fa90}')),
    {
      maxLength: 400,
    },
  )
  fc.assert(
    fc.property(texts, (list) => {
      const dictionary = new TextDictionary()
      const distinct = [...new Set(list)]
      expect(list.map((text) => codeOf(dictionary, text))).toEqual(list.map((text) => distinct.indexOf(text)))
      expect(dictionary.values()).toEqual(distinct)
    }),
    { numRuns: 200 },
  )
})

test('many texts that share their beginning and end stay apart', () => {
  const dictionary = new TextDictionary()
  const text = (number: number) => `<a refstr=SURVEY href=https://example.org/${number}/abstract target=ref>Survey</a>`
  for (let number = 0; number < 20_000; number += 1) expect(codeOf(dictionary, text(number))).toBe(number)
  for (let number = 0; number < 20_000; number += 777) expect(codeOf(dictionary, text(number))).toBe(number)
  expect(dictionary.values()[12_345]).toBe(text(12_345))
})
