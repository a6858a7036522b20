import { expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES, OutputTooLong } from '../../../src/formats/byte-writer.ts'
import { JsonWriter } from '../../../src/formats/json-writer.ts'
import { uniqueNames } from '../../../src/sql/engine/encode-rows.ts'
import { seededRandom } from '../../bench/load/seeded-random.ts'
import { firstWrong, numbersOfFewDecimals, written } from '../../fixtures/formats/written-json.ts'

test.each([
  0, -0, 1, -1, 9, 10, 99, 100, 12345, -9007199254740991, 9007199254740991, 1000000000000000, 0.1, -2.5, 1e21, 1e-7,
  123456789.125, 5e-324, 1.7976931348623157e308,
])('the number %p is written as JSON.stringify writes it', (value) => {
  expect(written((out) => out.real(value))).toBe(JSON.stringify(value))
})

test('random integers and doubles are written as JSON.stringify writes them', () => {
  const random = seededRandom(1)
  const numbers = Array.from({ length: 20_000 }, (_, i) => {
    const value = (random() - 0.5) * 10 ** Math.floor(random() * 40 - 10)
    return i % 2 === 0 ? Math.trunc(value) : value
  })
  expect(firstWrong(numbers)).toBeUndefined()
})

test('numbers of few decimals are written as JSON.stringify writes them', () => {
  expect(firstWrong(numbersOfFewDecimals(10_000))).toBeUndefined()
})

test('numbers at the edges of what is written digit by digit are written as JSON.stringify writes them', () => {
  const edges = [1e-7, 1e-6, 1e-5, 1e-3, 0.1, 1, 10, 1e5, 1e6, 1e9, 2 ** 31, 1e12, 1e15, 2 ** 53, 1e16, 1e21]
  const steps = [0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 5e-7, 1e-5, 0.1, 0.5, 0.999999, 0.999999999, 1]
  for (const edge of edges)
    for (const step of steps)
      for (const value of [edge + step, edge - step, edge * (1 + 2 ** -52), edge * (1 - 2 ** -53)])
        for (const signed of [value, -value]) expect(written((out) => out.real(signed))).toBe(JSON.stringify(signed))
  for (const value of [0.1 + 0.2, 1.005, 4.35, 0.07, 123.456, 2454833.1234567, 2454833.123456, 999999.999999999])
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

test('bytes that are no UTF-8 become the replacement character, and a byte order mark stays', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62, 0xef, 0xbb, 0xbf, 0xff])
  expect(written((out) => out.text(bytes, 0, 3))).toBe('"a\ufffdb"')
  expect(written((out) => out.text(bytes, 3, 7))).toBe('"\ufeff\ufffd"')
})

test('a blob is its lower-case hex text', () => {
  expect(written((out) => out.hex(Buffer.from([0, 1, 0xab, 0xff]), 1, 4))).toBe('"01abff"')
})

test('a text with an escape fits whatever is left of the room, to the last byte', () => {
  const fill = Buffer.alloc(MIN_SCRATCH_BYTES, 'x')
  for (let left = 0; left <= 24; left += 1)
    for (const text of ['\n', '\na', '"'.repeat(3), `\u0001${'a'.repeat(10)}`, `\n${'a'.repeat(left)}`, 'ä"']) {
      const bytes = Buffer.from(text)
      const before = fill.subarray(0, MIN_SCRATCH_BYTES - left)
      const json = written((out) => {
        out.bytes(before)
        out.text(bytes, 0, bytes.length)
        out.ascii('!')
      })
      expect(json.slice(before.length)).toBe(`${JSON.stringify(text)}!`)
    }
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

test('whatever is written, and however long, arrives whole and in order through a room of any size', () => {
  const long = Buffer.from('plain "text" ä'.repeat(20_000))
  const plain = Buffer.alloc(300_000, 'x')
  const writers: readonly ((out: JsonWriter) => void)[] = [
    (out) => out.text(long, 0, long.length),
    (out) => out.text(plain, 0, plain.length),
    (out) => out.bytes(plain),
    (out) => out.hex(long, 0, long.length),
    (out) => out.integer(-9007199254740991),
    (out) => out.real(1.5e300),
    (out) => out.real(-0.000123),
    (out) => out.ascii('null'),
  ]
  const expected = [
    JSON.stringify(long.toString()),
    JSON.stringify(plain.toString()),
    plain.toString(),
    JSON.stringify(long.toString('hex')),
    '-9007199254740991',
    '1.5e+300',
    '-0.000123',
    'null',
  ]
  const random = seededRandom(4)
  for (let round = 0; round < 6; round++) {
    const order = Array.from({ length: 2000 }, () => {
      const i = Math.floor(random() * writers.length)
      // The long ones now and then.
      return i < 4 && random() < 0.99 ? i + 4 : i
    })
    const pieces: Buffer[] = []
    const room = Buffer.allocUnsafe(MIN_SCRATCH_BYTES + Math.floor(random() * 1000))
    const out = new JsonWriter(room, 1 << 28, (bytes) => pieces.push(Buffer.from(bytes)))
    for (const i of order) writers[i]!(out)
    const text = Buffer.concat([...pieces, out.finish()]).toString()
    // Not by toBe, which would print megabytes.
    expect(text === order.map((i) => expected[i]).join('')).toBe(true)
  }
})

test('a room too small for one slice is refused', () => {
  expect(() => new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES - 1), 1, () => {})).toThrow(RangeError)
})

test('more bytes than allowed are refused, by whatever they are written, and never sent', () => {
  const text = Buffer.from('x'.repeat(200_001))
  const escaped = Buffer.from('"'.repeat(200_001))
  const writers: readonly ((out: JsonWriter) => void)[] = [
    (out) => {
      for (let i = 0; i < 2001; i++) out.ascii('x'.repeat(100))
    },
    (out) => out.bytes(text),
    (out) => out.text(text, 0, 200_001),
    (out) => out.text(escaped, 0, 200_001),
    (out) => out.hex(text, 0, 200_001),
    (out) => {
      for (let i = 0; i < 200_001; i++) out.integer(7)
    },
  ]
  for (const write of writers) {
    for (const maxBytes of [90, 200_000]) {
      let sent = 0
      const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), maxBytes, (bytes) => {
        sent += bytes.length
      })
      expect(() => {
        write(out)
        out.finish()
      }).toThrow(OutputTooLong)
      expect(sent).toBeLessThanOrEqual(maxBytes)
    }
  }
  expect(written((out) => out.bytes(text), 200_001).length).toBe(200_001)
})

test('equal column names are numbered from the second on, and never meet a name that is there', () => {
  expect(uniqueNames(['a', 'a', 'a'])).toEqual(['a', 'a_1', 'a_2'])
  expect(uniqueNames(['a', 'b', 'a', 'b'])).toEqual(['a', 'b', 'a_1', 'b_1'])
  expect(uniqueNames(['a', 'a', 'a_1'])).toEqual(['a', 'a_2', 'a_1'])
  expect(uniqueNames(['a_1', 'a', 'a', 'a_1'])).toEqual(['a_1', 'a', 'a_2', 'a_1_1'])
  expect(uniqueNames(['', '__proto__', '__proto__'])).toEqual(['', '__proto__', '__proto___1'])
})
