import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type CountedValues, rankCounts } from '../../../../build/statistics/counted-values.ts'
import { histogramOf } from '../../../../build/statistics/histogram.ts'

/** The distinct values of a list with their numbers of rows. */
function countedOf(numbers: readonly number[]): CountedValues<number> {
  const values = [...new Set(numbers)].sort((a, b) => a - b)
  const counts = Uint32Array.from(values, (value) => numbers.filter((number) => number === value).length)
  return { values, counts, total: numbers.length }
}

test('ranks are counted, nulls last', () => {
  expect([...rankCounts({ codes: Uint32Array.of(0, 2, 1, 0, 3, 3, 3), distinct: 3 })]).toEqual([2, 1, 1, 3])
  expect([...rankCounts({ codes: new Uint32Array(0), distinct: 0 })]).toEqual([0])
})

test('integers have a bin each if there are few', () => {
  expect(histogramOf(countedOf([1, 1, 2, 5, 5, 5]), true)).toEqual({
    scale: 'linear',
    edges: [1, 2, 3, 4, 5, 6],
    counts: [2, 1, 0, 0, 3],
    others: 0,
  })
  expect(histogramOf(countedOf([7, 7]), true)).toEqual({ scale: 'linear', edges: [7, 8], counts: [2], others: 0 })
})

test.each([
  // 50 values fit into 50 bins; one more makes bins of two.
  [50, 1, 50],
  [51, 2, 26],
  [100, 2, 50],
  [101, 3, 34],
])('%d integers from -3 on have bins of %d', (size, width, bins) => {
  const numbers = Array.from({ length: size }, (_, at) => at - 3)
  const { edges, counts } = histogramOf(countedOf(numbers), true)
  expect(edges).toEqual(Array.from({ length: bins + 1 }, (_, at) => -3 + at * width))
  expect(counts.slice(0, -1)).toEqual(new Array(bins - 1).fill(width))
  expect(counts.at(-1)).toBe(size - (bins - 1) * width)
})

test('the number of bins is twice the cube root of the number of values, and a value on an edge belongs to the right', () => {
  // Eight values: four bins from 0 to 8.
  expect(histogramOf(countedOf([0, 1, 2, 3, 4, 5, 6, 8]), false)).toEqual({
    scale: 'linear',
    edges: [0, 2, 4, 6, 8],
    counts: [2, 2, 2, 2],
    others: 0,
  })
  const bins = (size: number): number =>
    histogramOf({ values: [0, 1], counts: Uint32Array.of(1, size - 1), total: size }, false).counts.length
  expect([2, 9, 27, 1_000, 15_625, 1_000_000].map(bins)).toEqual([3, 5, 6, 20, 50, 50])
})

test('one number has one bin', () => {
  expect(histogramOf(countedOf([2.5, 2.5]), false)).toEqual({
    scale: 'linear',
    edges: [2.5, 2.5],
    counts: [2],
    others: 0,
  })
})

test('numbers over many powers of ten are on a logarithmic scale, without those that have no logarithm', () => {
  const decades = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  const many = decades.flatMap((value) => new Array<number>(8).fill(value))
  // 64 values: eight bins, each 7/8 of a decade wide.
  const { scale, edges, counts, others } = histogramOf(countedOf([...many, 0, -1]), false)
  expect({ scale, others }).toEqual({ scale: 'log', others: 2 })
  expect(edges).toHaveLength(9)
  for (const [at, edge] of edges.entries()) expect(Math.log10(edge)).toBeCloseTo((7 * at) / 8, 4)
  expect(counts).toEqual([8, 8, 8, 8, 8, 8, 8, 8])
})

test('edges of a logarithmic scale have six digits, wherever it begins', () => {
  const decades = [0.02, 2, 200, 20_000, 2_000_000]
  const { edges } = histogramOf(countedOf(decades.flatMap((value) => new Array<number>(16).fill(value))), false)
  // 80 values: nine bins, each 8/9 of a decade wide.
  expect(edges).toHaveLength(10)
  for (const [at, edge] of edges.entries()) {
    expect(Math.log10(edge / 0.02)).toBeCloseTo((8 * at) / 9, 4)
    expect(Number(edge.toPrecision(6))).toBe(edge)
  }
})

test('a logarithmic scale needs 95 percent of positive numbers, and a ratio of 100 of nearly all', () => {
  const wide = (positive: number, others: number): number[] => [
    ...Array.from({ length: positive }, (_, at) => (at % 2 === 0 ? 1 : 1_000)),
    ...new Array<number>(others).fill(-5),
  ]
  expect(histogramOf(countedOf(wide(95, 5)), false).scale).toBe('log')
  expect(histogramOf(countedOf(wide(94, 6)), false).scale).toBe('linear')
  expect(histogramOf(countedOf([1, 100]), false).scale).toBe('linear')
  const ends = (high: number): number[] => [...new Array<number>(50).fill(1), ...new Array<number>(50).fill(high)]
  expect(histogramOf(countedOf(ends(100)), false).scale).toBe('log')
  expect(histogramOf(countedOf(ends(99)), false).scale).toBe('linear')
})

test('every number is in the bin of its value', () => {
  const numbers = fc.oneof(
    fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 }),
  )
  fc.assert(
    fc.property(numbers, (given) => {
      const list = given.map((value) => value + 0)
      const { scale, edges, counts, others } = histogramOf(countedOf(list), list.every(Number.isInteger))
      const shown = scale === 'log' ? list.filter((value) => value > 0) : list
      expect(others).toBe(list.length - shown.length)
      expect(counts).toHaveLength(edges.length - 1)
      expect(counts.length).toBeLessThanOrEqual(50)
      const last = counts.length - 1
      expect(counts).toEqual(
        counts.map((_, at) => {
          const isIn = (value: number): boolean =>
            value >= edges[at]! && (at === last ? value <= edges[at + 1]! : value < edges[at + 1]!)
          return shown.filter(isIn).length
        }),
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(shown.length)
    }),
  )
})
