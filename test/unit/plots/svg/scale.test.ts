import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createScale, extentOf, numberLabel, padded } from '../../../../src/plots/svg/scale.ts'

test('numbers are written as a reader expects them', () => {
  expect([0, 0.001, 0.3, 5, 2000, 20_000, 100_000, 3e-5, -40, 1e6].map(numberLabel)).toEqual([
    '0',
    '0.001',
    '0.3',
    '5',
    '2,000',
    '20,000',
    '10⁵',
    '3×10⁻⁵',
    '−40',
    '10⁶',
  ])
})

test('numbers without a power of ten are written as the formatter of the runtime writes them', () => {
  const { format } = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12 })
  const size = fc.double({ min: 0.001, max: 99_999, noNaN: true })
  fc.assert(
    fc.property(size, fc.constantFrom(1, -1), (number, sign) => {
      const value = sign * number
      expect(numberLabel(value)).toBe(format(Number(value.toPrecision(10))).replace('-', '−'))
    }),
    { numRuns: 2_000 },
  )
})

test('a year has no comma', () => {
  const labels = createScale('linear', [1990, 2026], [0, 500], 'year')
    .ticks(6)
    .map(({ label }) => label)
  expect(labels).toContain('2000')
})

test('ticks lie inside the domain, in order, and are few', () => {
  const positive = fc.oneof(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), fc.double({ min: 0, noNaN: true }))
  fc.assert(
    fc.property(positive, positive, fc.constantFrom('linear' as const, 'log' as const), (a, b, name) => {
      const scale = createScale(name, [Math.min(a, b), Math.max(a, b)], [0, 600])
      const ticks = scale.ticks(6)
      const values = ticks.map(({ value }) => value)
      expect(ticks.length).toBeLessThanOrEqual(16)
      expect(values).toEqual([...values].sort((x, y) => x - y))
      for (const { value } of ticks) {
        expect(scale.at(value)).toBeGreaterThanOrEqual(-0.001)
        expect(scale.at(value)).toBeLessThanOrEqual(600.001)
      }
    }),
  )
})

test('a single number stands in the middle, and a logarithm of nothing has no place', () => {
  for (const name of ['linear', 'log'] as const) expect(createScale(name, [7, 7], [0, 600]).at(7)).toBeCloseTo(300, 6)
  expect(createScale('linear', [0, 0], [0, 600]).at(0)).toBe(300)
  expect(createScale('log', [1, 10], [0, 600]).at(0)).toBeNaN()
  expect(createScale('log', [1, 10], [0, 600]).at(-1)).toBeNaN()
  for (const name of ['linear', 'log'] as const) expect(createScale(name, [1, 10], [0, 600]).at(Number.NaN)).toBeNaN()
})

test.each([
  ['linear', 5, 4.5, 5.5],
  ['linear', -5, -5.5, -4.5],
  ['linear', 0, -1, 1],
  ['log', 8, 4, 16],
] as const)('a %s axis of the one value %d reaches from %d to %d', (name, value, low, high) => {
  const scale = createScale(name, [value, value], [0, 100])
  expect(scale.domain).toEqual([low, high])
  expect(scale.at(value)).toBeCloseTo(50)
})

test('the extent of numbers is that of those that a scale can show', () => {
  const numbers = [3, Number.NaN, -2, 0, 7, Number.POSITIVE_INFINITY]
  expect(extentOf('linear', numbers)).toEqual([-2, 7])
  expect(extentOf('log', numbers)).toEqual([3, 7])
  expect(extentOf('log', [0, -1])).toBeUndefined()
  expect(extentOf('linear', [])).toBeUndefined()
  expect(extentOf('linear', [5])).toEqual([5, 5])
})

test('a margin is the same on both sides, as a part of the axis', () => {
  expect(padded('linear', [10, 20], 0.1)).toEqual([9, 21])
  const [low, high] = padded('log', [1, 100], 0.5)
  expect([low, high]).toEqual([0.1, 1_000])
})

test.each([
  [1, 10, ['1', '2', '5', '10']],
  [1, 100, ['1', '2', '5', '10', '20', '50', '100']],
  [1, 1_000, ['1', '10', '100', '1,000']],
  [1, 1e8, ['1', '100', '10,000', '10⁶', '10⁸']],
] as const)('an axis from %d to %d has the ticks %j', (low, high, labels) => {
  expect(
    createScale('log', [low, high], [0, 600])
      .ticks(7)
      .map(({ label }) => label),
  ).toEqual([...labels])
})

test('between the powers of ten the other numbers are marked, unless there are too many', () => {
  expect(createScale('log', [3, 30], [0, 600]).marks).toEqual([3, 4, 5, 6, 7, 8, 9, 20, 30])
  expect(createScale('log', [1, 1e9], [0, 600]).marks).toHaveLength(72)
  expect(createScale('log', [1, 1.1e9], [0, 600]).marks).toEqual([])
  expect(createScale('linear', [1, 10], [0, 600]).marks).toEqual([])
})

test('long whole numbers are written in full, and beyond that as powers', () => {
  const labels = (low: number, high: number) =>
    createScale('linear', [low, high], [0, 600])
      .ticks(4)
      .map(({ label }) => label)
  expect(labels(2_454_000, 2_456_000)).toContain('2,455,000')
  expect(labels(0, 4e8)).toContain('2×10⁸')
})
