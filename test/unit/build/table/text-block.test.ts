import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { encodeTexts, jsonTexts, sortTexts } from '../../../../build/table/text-block.ts'

/** Texts that begin alike, as printed values do, and some that do not. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '\n', '\u0001', 'é', '\u{1F31F}', '\uFFFD') }),
      fc.nat(30).map((number) => `<div><span class="supersubNumber">${number}</span>`),
    ),
    { maxLength: 60 },
  )
  .map((values) => [...new Set(values)])

const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

test('texts are sorted as their UTF-8 bytes, however long they are alike', () => {
  fc.assert(
    fc.property(texts, (values) => {
      const sorted = Array.from(sortTexts(values), (index) => values[index]!)
      expect(sorted).toEqual([...values].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    }),
  )
})

test('a hundred thousand equal characters in front do not exhaust the stack', () => {
  const values = Array.from({ length: 20 }, (_, index) => `${'x'.repeat(100_000)}${String.fromCharCode(116 - index)}`)
  expect(Array.from(sortTexts(values))).toEqual(Array.from({ length: 20 }, (_, index) => 19 - index))
})

test('JSON texts are what JSON.stringify writes, one behind the other', () => {
  fc.assert(
    fc.property(texts, (values) => {
      const block = encodeTexts(values)
      const order = sortTexts(values)
      const { bytes, offsets } = jsonTexts(block, order, Buffer.from('null'))
      const found = Array.from({ length: offsets.length - 1 }, (_, index) =>
        decode(bytes.subarray(offsets[index]!, offsets[index + 1]!)),
      )
      expect(found).toEqual([...Array.from(order, (index) => JSON.stringify(values[index]!)), 'null'])
    }),
  )
})

test('every byte below a space is escaped as JSON.stringify does', () => {
  const values = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
  const block = encodeTexts(values)
  const { bytes } = jsonTexts(block, Uint32Array.from(values.keys()), new Uint8Array(0))
  expect(decode(bytes)).toBe(values.map((value) => JSON.stringify(value)).join(''))
})
