import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createScale, numberLabel } from '../../../../src/plots/svg/scale.ts'

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
