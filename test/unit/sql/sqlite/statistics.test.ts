import { describe, expect, test } from 'bun:test'
import { Comoments, Moments, Values } from '../../../../src/sql/sqlite/statistics.ts'
import { seededRandom } from '../../../bench/load/seeded-random.ts'
import { comparePercentiles, percentileOf } from '../../../fixtures/sql/percentiles.ts'

function momentsOf(values: readonly number[]): Moments {
  const moments = new Moments()
  for (const value of values) moments.add(value)
  return moments
}

function correlationOf(pairs: readonly (readonly [number, number])[]): number | null {
  const comoments = new Comoments()
  for (const [x, y] of pairs) comoments.add(x, y)
  return comoments.correlation()
}

/** Sums of exact decimals: the oracle for the two-pass formula, in integers. */
function exactSampleVariance(values: readonly number[]): number {
  const n = BigInt(values.length)
  const sum = values.reduce((total, value) => total + BigInt(value), 0n)
  const squares = values.reduce((total, value) => total + BigInt(value) * BigInt(value), 0n)
  return Number(n * squares - sum * sum) / Number(n * (n - 1n))
}

describe('variance', () => {
  test('no value has none, one value has none of a sample and 0 of a population', () => {
    expect(momentsOf([]).sampleVariance()).toBeNull()
    expect(momentsOf([]).populationVariance()).toBeNull()
    expect(momentsOf([7]).sampleVariance()).toBeNull()
    expect(momentsOf([7]).populationVariance()).toBe(0)
  })

  test('a textbook sample', () => {
    const moments = momentsOf([2, 4, 4, 4, 5, 5, 7, 9])
    expect(moments.populationVariance()).toBe(4)
    expect(moments.sampleVariance()).toBeCloseTo(32 / 7, 14)
  })

  test('a large mean does not swallow a small spread, as a sum of squares would', () => {
    const values = Array.from({ length: 1000 }, (_, i) => 1e9 + (i % 10))
    expect(momentsOf(values).sampleVariance()).toBeCloseTo(exactSampleVariance(values), 9)
    const naive =
      values.reduce((sum, value) => sum + value * value, 0) - values.reduce((sum, value) => sum + value, 0) ** 2 / 1000
    expect(Math.abs(naive / 999 - exactSampleVariance(values))).toBeGreaterThan(0.01)
  })
})

describe('percentile', () => {
  test.each([
    [[], 0.5, null],
    [[3], 0.9, 3],
    [[1, 2, 3, 4], 0.5, 2.5],
    [[4, 1, 3, 2], 0.25, 1.75],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [[10, 20], 0, 10],
    [[10, 20], 1, 20],
    [[-1, -10, 5], 0.5, -1],
    [[0, 10], 0.25, 2.5],
  ] as const)('of %j at %p is %p, as PostgreSQL interpolates', (values, p, expected) => {
    expect(percentileOf(values, p)).toBe(expected)
  })

  test('a thousand values in any order give the value of the sorted ones', () => {
    const random = seededRandom(7)
    const values = Array.from({ length: 1001 }, () => random() * 100)
    expect(percentileOf(values, 0.25)).toBe(values.toSorted((a, b) => a - b)[250]!)
  })
})

describe('correlation', () => {
  test('none without pairs, and none where one side does not vary', () => {
    expect(correlationOf([])).toBeNull()
    expect(correlationOf([[1, 2]])).toBeNull()
    expect(
      correlationOf([
        [1, 5],
        [2, 5],
      ]),
    ).toBeNull()
  })

  test('1 on a rising line, -1 on a falling one, and never beyond', () => {
    const rising = Array.from({ length: 100 }, (_, i) => [i * 0.1, i * 0.3 + 7] as const)
    expect(correlationOf(rising)).toBeCloseTo(1, 14)
    expect(correlationOf(rising)).toBeLessThanOrEqual(1)
    expect(correlationOf(rising.map(([x, y]) => [x, -y]))).toBeCloseTo(-1, 14)
  })

  test('a textbook sample', () => {
    expect(
      correlationOf([
        [1, 2],
        [2, 4],
        [3, 5],
        [4, 4],
        [5, 5],
      ]),
    ).toBeCloseTo(6 / Math.sqrt(60), 14)
  })
})

test('percentiles of values in many orders are those of the sorted values', () => {
  comparePercentiles([1, 2, 3, 31, 32, 33, 1000])
})

test('memory is told before it is used: as many bytes as the blocks of all values have', () => {
  const BLOCK = 65_536
  for (const [count, blocks] of [
    [16, 0],
    [17, 0],
    [BLOCK, 1],
    [BLOCK + 1, 2],
    [3 * BLOCK, 3],
    [3 * BLOCK + 1, 4],
  ] as const) {
    const values = new Values()
    let told = 0
    for (let i = 0; i < count; i += 1) {
      told += values.growthBytes()
      values.add(i)
    }
    // Sixteen values have room from the beginning; up to a block, the room doubles.
    const expected = (blocks === 0 ? (count > 16 ? 32 : 16) : blocks * BLOCK) - 16
    expect([count, told]).toEqual([count, 8 * expected])
    expect(values.grownBytes).toBe(told)
    expect(values.percentile(1)).toBe(count - 1)
  }
})
