import { expect, test } from 'bun:test'
import { seededRandom } from '../../bench/load/seeded-random.ts'
import { firstWrong } from '../../fixtures/formats/written-json.ts'

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
