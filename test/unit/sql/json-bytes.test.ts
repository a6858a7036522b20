import { expect, test } from 'bun:test'
import { uniqueNames } from '../../../src/sql/encode-rows.ts'
import { JsonBytes, JsonTooLong } from '../../../src/sql/json-bytes.ts'
import { seededRandom } from '../../bench/seeded-random.ts'

function written(write: (out: JsonBytes) => void, maxBytes = 1 << 20): string {
  const out = new JsonBytes(maxBytes)
  write(out)
  return Buffer.concat(out.finish()).toString()
}

test.each([
  0, -0, 1, -1, 9, 10, 99, 100, 12345, -9007199254740991, 9007199254740991, 1000000000000000, 0.1, -2.5, 1e21, 1e-7,
  123456789.125, 5e-324, 1.7976931348623157e308,
])('the number %p is written as JSON.stringify writes it', (value) => {
  expect(written((out) => out.real(value))).toBe(JSON.stringify(value))
})

test('random integers and doubles are written as JSON.stringify writes them', () => {
  const random = seededRandom(1)
  for (let i = 0; i < 20_000; i++) {
    const value = (random() - 0.5) * 10 ** Math.floor(random() * 40 - 10)
    const number = i % 2 === 0 ? Math.trunc(value) : value
    expect(written((out) => out.real(number))).toBe(JSON.stringify(number))
  }
})

test('numbers of few decimals are written as JSON.stringify writes them', () => {
  const random = seededRandom(2)
  for (let i = 0; i < 50_000; i++) {
    const places = Math.floor(random() * 9)
    const whole = Math.floor(random() ** 8 * 3e9)
    const value = Number(
      `${random() < 0.5 ? '-' : ''}${whole}.${String(Math.floor(random() * 10 ** places)).padStart(places, '0')}`,
    )
    for (const near of [value, value + Number.EPSILON, value * (1 - Number.EPSILON), value / 3])
      expect(written((out) => out.real(near))).toBe(JSON.stringify(near))
  }
  for (const value of [0.1 + 0.2, 0.000001, 0.00001, 0.999999, 999999999.999999, 1e9 + 0.5, 1.005, 123.456, 4.35, 0.07])
    expect(written((out) => out.real(value))).toBe(JSON.stringify(value))
})

test('what is no finite number is null', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(written((out) => out.real(value))).toBe('null')
})

test.each([
  '',
  'plain',
  '"',
  '\\',
  'a\nb\tc\u0000',
  'ä€𝄞',
  '\u2028',
  '\u007f',
  '<a refstr="X">&amp;</a>',
  'x'.repeat(70_000),
])('the text %j comes back as it was', (text) => {
  const bytes = Buffer.from(`…${text}…`)
  const json = written((out) => out.text(bytes, 3, bytes.length - 3))
  expect(json).toBe(JSON.stringify(text))
})

test('bytes that are no UTF-8 become the replacement character', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62])
  expect(written((out) => out.text(bytes, 0, 3))).toBe('"a\ufffdb"')
})

test('a blob is its lower-case hex text', () => {
  expect(written((out) => out.hex(Buffer.from([0, 1, 0xab, 0xff]), 1, 4))).toBe('"01abff"')
})

test('a text of many pieces comes back as it was, whatever it needs escaped', () => {
  const random = seededRandom(3)
  const letters = ['a', '"', '\\', '\n', 'ä', '𝄞', '\u0001']
  const texts = Array.from({ length: 40 }, () =>
    Array.from({ length: Math.floor(random() * 60_000) }, () => letters[Math.floor(random() * letters.length)]).join(
      '',
    ),
  )
  const json = written((out) => {
    out.ascii('[')
    for (const [i, text] of texts.entries()) {
      if (i > 0) out.ascii(',')
      const bytes = Buffer.from(text)
      out.text(bytes, 0, bytes.length)
    }
    out.ascii(']')
  }, 1 << 28)
  expect(json.length).toBeGreaterThan(2 << 20)
  expect(JSON.parse(json)).toEqual(texts)
})

test('more bytes than allowed are refused, by whatever they are written', () => {
  const text = Buffer.from('x'.repeat(100))
  const escaped = Buffer.from('"'.repeat(100))
  const writers: readonly ((out: JsonBytes) => void)[] = [
    (out) => out.ascii('x'.repeat(101)),
    (out) => out.bytes(text.subarray(0, 101)),
    (out) => out.text(text, 0, 100),
    (out) => out.text(escaped, 0, 100),
    (out) => out.hex(text, 0, 100),
    (out) => {
      for (let i = 0; i < 101; i++) out.integer(7)
    },
  ]
  for (const write of writers) expect(() => written(write, 90)).toThrow(JsonTooLong)
})

test('equal column names are numbered from the second on, and never meet a name that is there', () => {
  expect(uniqueNames(['a', 'a', 'a'])).toEqual(['a', 'a_1', 'a_2'])
  expect(uniqueNames(['a', 'b', 'a', 'b'])).toEqual(['a', 'b', 'a_1', 'b_1'])
  expect(uniqueNames(['a', 'a', 'a_1'])).toEqual(['a', 'a_2', 'a_1'])
  expect(uniqueNames(['a_1', 'a', 'a', 'a_1'])).toEqual(['a_1', 'a', 'a_2', 'a_1_1'])
  expect(uniqueNames(['', '__proto__', '__proto__'])).toEqual(['', '__proto__', '__proto___1'])
})
