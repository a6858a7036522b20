import { expect, test } from 'bun:test'
import { MIN_SCRATCH_BYTES } from '../../../src/formats/byte-writer.ts'
import { JsonWriter } from '../../../src/formats/json-writer.ts'
import { seededRandom } from '../../bench/load/seeded-random.ts'

function written(write: (out: JsonWriter) => void, maxBytes = 1 << 20): string {
  const pieces: Buffer[] = []
  const out = new JsonWriter(Buffer.allocUnsafe(MIN_SCRATCH_BYTES), maxBytes, (bytes) =>
    pieces.push(Buffer.from(bytes)),
  )
  write(out)
  return Buffer.concat([...pieces, out.finish()]).toString()
}

/** Writes many numbers into one text; the first one that differs from what JSON.stringify writes. */
function firstWrong(numbers: readonly number[]): { readonly wrong: string; readonly right: string } | undefined {
  const texts = written((out) => {
    for (const number of numbers) {
      out.real(number)
      out.ascii('\n')
    }
  }, 1 << 28).split('\n')
  expect(texts).toHaveLength(numbers.length + 1)
  const at = numbers.findIndex((number, i) => texts[i] !== JSON.stringify(number))
  return at < 0 ? undefined : { wrong: texts[at]!, right: JSON.stringify(numbers[at]) }
}

test('many numbers of few decimals are written as JSON.stringify writes them', () => {
  const random = seededRandom(2)
  const numbers = Array.from({ length: 100_000 }, () => {
    const places = Math.floor(random() * 12)
    const whole = Math.floor(random() ** 8 * 3e9)
    const value = Number(
      `${random() < 0.5 ? '-' : ''}${whole}.${String(Math.floor(random() * 10 ** places)).padStart(places, '0')}`,
    )
    return [value, value + Number.EPSILON, value * (1 - Number.EPSILON), value / 3]
  })
  expect(firstWrong(numbers.flat())).toBeUndefined()
})
