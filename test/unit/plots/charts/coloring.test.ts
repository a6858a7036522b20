import { describe, expect, test } from 'bun:test'
import { symbolsOf } from '../../../../src/plots/charts/coloring.ts'
import { leftOutWords, MAX_POINTS, thinned } from '../../../../src/plots/charts/marks.ts'
import { radiiOf } from '../../../../src/plots/charts/sizing.ts'
import { MAX_CATEGORIES, NUMBER_STEPS } from '../../../../src/plots/svg/palette.ts'

const all = (values: readonly unknown[]) => values.map((_, row) => row)
const categories = (values: readonly (string | null)[], drawn = all(values)) =>
  symbolsOf({ kind: 'category', quantity: { title: 'Kind' }, values }, drawn)
const numbers = (values: readonly (number | null)[], scale: 'linear' | 'log' = 'linear', drawn = all(values)) =>
  symbolsOf({ kind: 'number', quantity: { title: 'Age', unit: 'Gyr' }, scale, values }, drawn)

describe('categories', () => {
  test.each([
    [MAX_CATEGORIES, MAX_CATEGORIES],
    [MAX_CATEGORIES + 1, MAX_CATEGORIES + 1],
    [MAX_CATEGORIES + 5, MAX_CATEGORIES + 1],
  ])('of %d have %d symbols: each its own, or all rare ones one', (count, symbols) => {
    const values = Array.from({ length: count }, (_, at) => `kind ${String(at).padStart(2, '0')}`)
    const made = categories(values)
    expect(made.legend).toHaveLength(symbols)
    expect(made.legend.at(-1)!.label).toBe(count > MAX_CATEGORIES ? 'other' : values.at(-1)!)
    expect(values.map((_, row) => made.of(row))).toEqual(values.map((_, row) => Math.min(row, MAX_CATEGORIES)))
    expect(new Set(made.symbols.map(({ className }) => className)).size).toBe(symbols)
  })

  test('come by frequency among the drawn rows, then by name, the unknown last', () => {
    const made = categories(['b', 'a', 'c', 'c', null, 'x'], [0, 1, 2, 3, 4])
    expect(made.legend.map(({ label }) => label)).toEqual(['c', 'a', 'b', 'unknown'])
    expect([0, 1, 2, 3, 4].map((row) => made.of(row))).toEqual([2, 1, 0, 0, 3])
    expect(made.words).toBe('Colors and shapes show kind: c 2, a 1, b 1, unknown 1.')
  })

  test('that are known have the same color in every picture', () => {
    const colorOf = (name: string, values: readonly string[]) => {
      const made = categories(values)
      return made.symbols[made.of(values.indexOf(name))]!.className
    }
    expect(colorOf('Imaging', ['Imaging'])).toBe(colorOf('Imaging', ['Transit', 'Transit', 'something', 'Imaging']))
    expect(colorOf('something', ['something', 'Transit'])).not.toBe(colorOf('Transit', ['Transit']))
  })

  test('of long names are cut in the legend', () => {
    const [short, long] = ['x'.repeat(40), 'y'.repeat(41)]
    expect(categories([short, long]).legend.map(({ label }) => label)).toEqual([short, `${'y'.repeat(39)}…`])
  })
})

describe('numbers', () => {
  test('have a step from the darkest to the lightest, in their order, and the unknown none', () => {
    const values = [...Array.from({ length: 101 }, (_, at) => at), null, Number.NaN]
    const made = numbers(values)
    const steps = values.map((_, row) => made.of(row))
    expect(steps.slice(0, 101)).toEqual(steps.slice(0, 101).toSorted((a, b) => a - b))
    expect([steps[0], steps[100], steps[101], steps[102]]).toEqual([1, NUMBER_STEPS, 0, 0])
    expect(new Set(steps).size).toBe(NUMBER_STEPS + 1)
    expect(made.legend.map(({ label }) => label)).toEqual(['unknown'])
    expect(made.words).toContain('from dark (2 Gyr and less) to light (98 Gyr and more), on a linear scale.')
  })

  test('of zero and less have none on a logarithmic scale', () => {
    const made = numbers([0, -1, 1, 10, 100], 'log')
    expect([0, 1, 2, 4].map((row) => made.of(row))).toEqual([0, 0, 1, NUMBER_STEPS])
    expect(made.legend).toHaveLength(1)
  })

  test('that are all alike have one color, which is named', () => {
    const made = numbers([5, 5, 5])
    expect(made.ramp).toBeUndefined()
    expect(made.legend.map(({ label }) => label)).toEqual(['5 Gyr'])
    expect(made.words).toContain('nearly all points have 5 Gyr')
    expect(numbers([null, null])).toMatchObject({ words: '', legend: [{ label: 'unknown' }] })
  })
})

test('areas follow numbers up to full size, from the twentieth largest on, and the unknown are small', () => {
  const values = [...Array.from({ length: 100 }, (_, at) => at + 1), null, 0, -5]
  const { of, legend } = radiiOf({ quantity: { title: 'Mass' }, values })
  const radii = values.map((_, row) => of(row))
  expect(radii.slice(100)).toEqual([1.5, 1.5, 1.5])
  expect(Math.max(...radii)).toBe(10)
  expect(radii.filter((radius) => radius === 10)).toHaveLength(5)
  // Four times the number is twice the radius.
  expect(radii[79]! / radii[19]!).toBeCloseTo(2, 5)
  expect(legend).toBeDefined()
  expect(radiiOf({ quantity: { title: 'Mass' }, values: [null, 0] }).legend).toBeUndefined()
})

test.each([MAX_POINTS - 1, MAX_POINTS, MAX_POINTS + 1, 3 * MAX_POINTS])(
  'of %d points at most so many are drawn, evenly',
  (count) => {
    const points = Array.from({ length: count }, (_, row) => ({ row, x: row, y: 0 }))
    const kept = thinned(points)
    expect(kept).toHaveLength(Math.min(count, MAX_POINTS))
    expect(new Set(kept).size).toBe(kept.length)
    expect(kept[0]!.row).toBe(0)
    expect(count - kept.at(-1)!.row).toBeLessThanOrEqual(Math.ceil(count / MAX_POINTS))
  },
)

test('what is left out is told by reason, one row as one', () => {
  expect(leftOutWords({ unknown: 0, crowded: 0 })).toBe('')
  expect(leftOutWords({ unknown: 1, crowded: 0 })).toBe('Left out: 1 row without a number on an axis.')
  expect(leftOutWords({ unknown: 1_234, notPositive: 2, outside: 1, crowded: 3 })).toBe(
    'Left out: 1,234 rows without a number on an axis; 2 rows with zero or less, which a logarithmic axis does not show; 1 row beyond the ends of an axis; 3 rows to keep the picture to 8,000 points, chosen evenly.',
  )
})
