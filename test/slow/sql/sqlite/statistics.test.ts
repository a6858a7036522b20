import { expect, test } from 'bun:test'
import { Values } from '../../../../src/sql/sqlite/statistics.ts'
import { seededRandom } from '../../../bench/load/seeded-random.ts'

function percentileOf(values: readonly number[], p: number): number | null {
  const kept = new Values()
  for (const value of values) kept.add(value)
  return kept.percentile(p)
}

test('percentiles of many values in many orders are those of the sorted values', () => {
  const random = seededRandom(7)
  const orders: ((values: number[]) => number[])[] = [
    (values) => values,
    (values) => values.sort((a, b) => a - b),
    (values) => values.sort((a, b) => b - a),
    (values) => values.map((value) => Math.floor(value) % 3),
  ]
  // Around a block of values.
  for (const n of [65_535, 65_536, 65_537, 131_073])
    for (const order of orders) {
      const values = order(Array.from({ length: n }, () => (random() - 0.5) * 1000))
      const sorted = Float64Array.from(values).sort()
      for (const p of [0, 0.25, 0.5, 0.999, 1]) {
        const place = p * (n - 1)
        const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
        expect(percentileOf(values, p)).toBe(low === high ? low + 0 : low + (place - Math.floor(place)) * (high - low))
      }
    }
})
