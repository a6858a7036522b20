import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { forestPlot, type PublishedValue } from '../../../../src/plots/small/forest-plot.ts'
import { HOSTILE_TEXTS, numbersIn, readSvg } from '../../../fixtures/plots/read-svg.ts'

const RADIUS = { title: 'Radius', unit: 'Rearth' }
const value = (number: number, rest: Partial<PublishedValue> = {}): PublishedValue => ({
  value: number,
  err1: null,
  err2: null,
  lim: null,
  isDefault: false,
  label: 'Someone 2020',
  ...rest,
})

test('each value has a mark, each uncertainty a bar, each limit an arrow to its side', () => {
  const { svg, strips, description } = forestPlot(
    RADIUS,
    [
      value(2, { err1: 0.5, err2: -0.2, isDefault: true, label: 'Chosen 2021', href: 'https://example.org/a?b&c' }),
      value(2.4),
      value(3, { lim: 1 }),
      value(1, { lim: -1 }),
    ],
    'r',
  )
  const elements = readSvg(svg)
  expect(elements.filter(({ name }) => name === 'circle')).toHaveLength(2)
  const arrows = elements.filter(({ attributes }) => attributes.class?.includes('plot-limit'))
  const [upper, lower] = arrows.map(({ attributes }) => numbersIn(attributes.d!))
  // From the value to the tip of the arrow: to the left for an upper limit.
  expect(upper![6]! - upper![0]!).not.toBeNaN()
  expect(arrows[0]!.attributes.d).toMatch(/H/)
  const tip = (d: string) => Number(/H([\d.]+)/.exec(d)![1])
  expect(tip(arrows[0]!.attributes.d!)).toBeLessThan(upper![0]!)
  expect(tip(arrows[1]!.attributes.d!)).toBeGreaterThan(lower![0]!)
  expect(elements.find(({ name }) => name === 'a')!.attributes.href).toBe('https://example.org/a?b&c')
  expect(strips).toHaveLength(4)
  expect(description).toBe(
    "Radius (R⊕): 2 published values from 2 to 2.4, and 2 limits; the archive's default is Chosen 2021.",
  )
})

test('marks stand in the order of their values, whatever these are', () => {
  const number = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
  )
  const error = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }))
  fc.assert(
    fc.property(
      fc.array(fc.record({ value: number, err1: error, err2: error }), { minLength: 1, maxLength: 20 }),
      (rows) => {
        const { svg, strips, axis } = forestPlot(
          RADIUS,
          rows.map((row) => value(row.value, row)),
          'r',
        )
        const circles = readSvg(svg).filter(({ name }) => name === 'circle')
        const places = circles.map(({ attributes }) => Number(attributes.cx))
        expect(places).toHaveLength(rows.length)
        for (const [i, row] of rows.entries()) {
          expect(places[i]).toBeWithin(0, 381)
          for (const [j, other] of rows.entries())
            if (row.value < other.value) expect(places[i]!).toBeLessThanOrEqual(places[j]!)
        }
        for (const drawn of [...strips, axis]) readSvg(drawn)
        expect(svg).not.toContain('NaN')
      },
    ),
  )
})

test('a huge uncertainty does not press the values together', () => {
  const { svg } = forestPlot(RADIUS, [value(1), value(2, { err1: 1e6, err2: -1 })], 'r')
  const [first, second] = readSvg(svg)
    .filter(({ name }) => name === 'circle')
    .map(({ attributes }) => Number(attributes.cx))
  expect(second! - first!).toBeGreaterThan(50)
})

test('hostile references are text', () => {
  for (const label of HOSTILE_TEXTS) {
    const elements = readSvg(forestPlot(RADIUS, [value(1, { label, isDefault: true })], 'r').svg)
    expect(new Set(elements.map(({ name }) => name))).not.toContain('script')
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(1)
  }
})

/** How far the bar of the value at `at` reaches to both sides of its point, of those values. */
function reachOf(rows: readonly PublishedValue[], at: number): readonly [number, number] {
  const elements = readSvg(forestPlot(RADIUS, rows, 'r').strips[at]!)
  const bar = elements.find(({ name, attributes }) => name === 'path' && attributes.d?.includes('H'))
  const point = elements.find(({ name }) => name === 'circle')
  const x = Number(point!.attributes.cx)
  const [, from, to] = /^M([\d.]+),[\d.]+H([\d.]+)/.exec(bar!.attributes.d!)!
  return [x - Number(from), Number(to) - x]
}

test('uncertainties are drawn to both sides, also on a logarithmic scale', () => {
  const linear = [value(1), value(2, { err1: 0.5, err2: -0.5 })]
  const [left, right] = reachOf(linear, 1)
  expect(left).toBeCloseTo(right, 0)
  expect(left).toBeGreaterThan(20)
  // From a factor of twenty on the scale is logarithmic.
  const log = [value(1), value(100, { err1: 100, err2: -50 }), value(1.5, { err1: 1.5, err2: -0.75 })]
  for (const at of [1, 2]) {
    // Twice and half the value are as far from it.
    const [down, up] = reachOf(log, at)
    expect(down).toBeCloseTo(up, 0)
    expect(down).toBeGreaterThan(10)
  }
})

test('an uncertainty far beyond the values is cut at the frame, without an end', () => {
  const rows = [value(1), value(2, { err1: 1e6, err2: -1e6 })]
  const [bar] = readSvg(forestPlot(RADIUS, rows, 'r').strips[1]!).filter(({ name }) => name === 'path')
  expect(bar!.attributes.d).not.toMatch(/v6/)
  const log = [value(1), value(1_000, { err1: 1e9, err2: -999.999999 })]
  const [logBar] = readSvg(forestPlot(RADIUS, log, 'r').strips[1]!).filter(({ name }) => name === 'path')
  expect(logBar!.attributes.d).not.toMatch(/v6/)
})
