import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { colorRamp } from '../../../../src/plots/charts/ramp.ts'
import { pngSize } from '../../../../src/plots/png/png-size.ts'
import { bottomAxis, drawing, ticksThatFit } from '../../../../src/plots/small/axis.ts'
import { unitMarkup } from '../../../../src/plots/svg/label.ts'
import { coordinate, element, text } from '../../../../src/plots/svg/markup.ts'
import { createScale } from '../../../../src/plots/svg/scale.ts'
import { numbersIn, readSvg } from '../../../fixtures/plots/read-svg.ts'

describe('ticks', () => {
  test('are as many as fit with their labels beside each other', () => {
    const wide = createScale('linear', [0, 100], [0, 1_000])
    expect(ticksThatFit(wide, 6, 12).map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100])
    // Six labels of up to three digits of 7.4 pixels and gaps of 8 do not fit into 100 pixels; three do.
    const narrow = createScale('linear', [0, 100], [0, 100])
    expect(ticksThatFit(narrow, 6, 12).map(({ value }) => value)).toEqual([0, 50, 100])
    expect(ticksThatFit(createScale('linear', [0, 100], [0, 1]), 6, 12)).toHaveLength(1)
  })

  test('never overlap', () => {
    const ends = fc.tuple(
      fc.double({ min: 0.001, max: 1e6, noNaN: true }),
      fc.double({ min: 1.01, max: 1e4, noNaN: true }),
    )
    fc.assert(
      fc.property(
        ends,
        fc.integer({ min: 30, max: 600 }),
        fc.constantFrom('linear' as const, 'log' as const),
        ([low, ratio], width, name) => {
          const scale = createScale(name, [low, low * ratio], [0, width])
          const ticks = ticksThatFit(scale, 7, 10)
          for (const [at, tick] of ticks.slice(1).entries()) {
            const former = ticks[at]!
            const halves = ((tick.label.length + former.label.length) / 2) * 6.2
            expect(scale.at(tick.value) - scale.at(former.value)).toBeGreaterThanOrEqual(halves + 8 - 1e-6)
          }
        },
      ),
    )
  })
})

describe('an axis', () => {
  test('has a line from end to end, a mark for each tick and its label below', () => {
    const [line, ...labels] = readSvg(`<g>${bottomAxis(createScale('linear', [0, 10], [20, 420]), 50, 6)}</g>`).slice(1)
    expect(line!.attributes.d).toBe('M20,50H420M20,50v4M100,50v4M180,50v4M260,50v4M340,50v4M420,50v4')
    expect(labels.map(({ text, attributes }) => [text, attributes.x, attributes.y, attributes['text-anchor']])).toEqual(
      [
        ['0', '20', '66', 'middle'],
        ['2', '100', '66', 'middle'],
        ['4', '180', '66', 'middle'],
        ['6', '260', '66', 'middle'],
        ['8', '340', '66', 'middle'],
        // Two digits of 7.44 pixels reach 7.44 beyond the end, which is less than 8.
        ['10', '420', '66', 'middle'],
      ],
    )
  })

  test('keeps long labels within eight pixels of its ends', () => {
    const labels = readSvg(`<g>${bottomAxis(createScale('linear', [1_000, 3_000], [0, 400]), 9, 3)}</g>`).slice(2)
    expect(labels.map(({ text, attributes }) => [text, attributes.x, attributes['text-anchor']])).toEqual([
      ['1,000', '-8', 'start'],
      ['1,500', '100', 'middle'],
      ['2,000', '200', 'middle'],
      ['2,500', '300', 'middle'],
      ['3,000', '408', 'end'],
    ])
  })
})

test('a drawing is named and described by its own words', () => {
  const svg = drawing(
    { id: 'a', title: 'T <', description: 'D &' },
    { width: 10.5, height: 20, className: 'small' },
    element('g', {}),
  )
  const [root, title, desc, inner] = readSvg(svg)
  expect(root!.attributes).toMatchObject({
    viewBox: '0 0 10.5 20',
    width: '10.5',
    height: '20',
    class: 'plot small',
    'aria-labelledby': 'a-title',
    'aria-describedby': 'a-desc',
    'font-size': '13',
  })
  expect([title, desc].map((one) => [one!.name, one!.attributes.id, one!.text])).toEqual([
    ['title', 'a-title', 'T <'],
    ['desc', 'a-desc', 'D &'],
  ])
  expect(inner!.name).toBe('g')
})

test.each([
  [0, '0'],
  [-0, '0'],
  [1, '1'],
  [10, '10'],
  [1.04, '1'],
  [1.05, '1.1'],
  [-1.26, '-1.3'],
  [99.96, '100'],
  [0.04, '0'],
  [1234.56, '1234.6'],
])('the coordinate %d is written %s', (value, written) => {
  expect(coordinate(value)).toBe(written)
})

test('attributes are escaped, numbers have two decimals, and what is undefined is left out', () => {
  expect(element('a', { b: '"<&', c: 1.005, d: 2.346, e: undefined, f: -0.001, g: 3 })).toBe(
    '<a b="&quot;&lt;&amp;" c="1" d="2.35" f="0" g="3"/>',
  )
  expect(element('a', {}, '<b/>', text('<\ud800'))).toBe('<a><b/>&lt;\ufffd</a>')
})

test('a unit with a subscript keeps what follows on the line', () => {
  expect(unitMarkup(undefined, ')')).toBe('')
  expect(unitMarkup('day', ')')).toBe('d)')
  expect(unitMarkup('Rsun')).not.toContain('dy="-')
  expect(unitMarkup('Rsun', ' x')).toContain('dy="-')
})

test.each([
  [{ width: 720, height: 450 }, undefined, { width: 1_440, height: 900 }],
  [{ width: 720, height: 449.2 }, undefined, { width: 1_440, height: 900 }],
  [{ width: 719.5, height: 450 }, undefined, { width: 1_440, height: 900 }],
  [{ width: 3, height: 1 }, 10, { width: 10, height: 4 }],
])('%o as a picture of width %p has %o pixels', (drawn, width, size) => {
  expect(pngSize(drawn, width)).toEqual(size)
})

describe('a color scale', () => {
  /** The numbers below the colors. */
  const labelsOf = (...ends: Parameters<typeof colorRamp>): string[] =>
    readSvg(`<g>${colorRamp(...ends).svg}</g>`).flatMap(({ name, text }) => (name === 'text' ? [text] : []))

  test('is a row of steps without gaps, pointed at its ends', () => {
    const { svg, width, height } = colorRamp('linear', [0, 10])
    expect([width, height]).toEqual([330, 44])
    const steps = readSvg(`<g>${svg}</g>`).filter(({ attributes }) => attributes.class?.startsWith('plot-w'))
    const ends = steps.map(({ attributes }) => {
      const x = [...attributes.d!.matchAll(/[ML]([\d.]+),|H([\d.]+)/g)].map(([, to, across]) => Number(to ?? across))
      return [Math.min(...x), Math.max(...x)] as const
    })
    const step = 290 / steps.length
    for (const [at, [from, to]] of ends.entries()) {
      expect(from).toBeCloseTo(at === 0 ? 8 : 20 + at * step, 6)
      expect(to).toBeCloseTo(at === steps.length - 1 ? 322 : 20 + (at + 1) * step, 6)
    }
    expect(new Set(steps.map(({ attributes }) => attributes.fill)).size).toBe(steps.length)
  })

  test('has round numbers below it: ones, twos and fives over up to two powers of ten', () => {
    expect(labelsOf('linear', [0, 10])).toEqual(['0', '2', '4', '6', '8', '10'])
    expect(labelsOf('log', [1, 100])).toEqual(['1', '2', '5', '10', '20', '50', '100'])
    expect(labelsOf('log', [0.3, 20])).toEqual(['0.5', '1', '2', '5', '10', '20'])
    expect(labelsOf('log', [1, 10_000])).toEqual(['1', '10', '100', '1,000', '10,000'])
  })

  test('has its marks and numbers at their values', () => {
    const parts = readSvg(`<g>${colorRamp('linear', [0, 10]).svg}</g>`)
    const marks = parts.find(({ attributes }) => attributes.class === 'plot-axis')!
    const x = parts.flatMap(({ name, attributes }) => (name === 'text' ? [Number(attributes.x)] : []))
    expect(x).toEqual([20, 78, 136, 194, 252, 310])
    expect(numbersIn(marks.attributes.d!)).toEqual(x.flatMap((at) => [at, 18, 5]))
  })
})
