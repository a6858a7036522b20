import { describe, expect, test } from 'bun:test'
import { drawBars } from '../../../../src/plots/charts/bars.ts'
import { axisScale } from '../../../../src/plots/charts/frame.ts'
import { drawRanking, type RankedRow } from '../../../../src/plots/charts/ranked.ts'
import { drawScatter, type Point } from '../../../../src/plots/charts/scatter.ts'
import { radiiOf } from '../../../../src/plots/charts/sizing.ts'
import { drawSkyMap, projected } from '../../../../src/plots/charts/sky-map.ts'
import { categorySymbol } from '../../../../src/plots/charts/symbols.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

const texts = (svg: string, cls: string) =>
  readSvg(svg)
    .filter(({ name, attributes }) => name === 'text' && attributes.class?.split(' ').includes(cls))
    .map(({ text }) => text)
const titles = (svg: string) =>
  readSvg(svg)
    .filter(({ name, attributes }) => name === 'title' && attributes.id === undefined)
    .map(({ text }) => text)
const paths = (svg: string, cls: string) =>
  readSvg(svg)
    .filter(({ attributes }) => attributes.class?.split(' ').includes(cls))
    .map(({ attributes }) => attributes.d)

describe('axes without data', () => {
  test('go from 0 to 1, and from 1 to 10', () => {
    const scale = (name: 'linear' | 'log') => axisScale({ title: 'A', scale: name }, [], [0, 100])
    expect(scale('linear').domain).toEqual([0, 1])
    expect(scale('log').domain).toEqual([1, 10])
    expect(axisScale({ title: 'A', scale: 'linear', isReversed: true }, [], [0, 100]).at(0)).toBe(100)
    expect(axisScale({ title: 'A', scale: 'linear', domain: [5, 6] }, [1], [0, 100]).domain).toEqual([5, 6])
  })
})

describe('a scatter plot', () => {
  // From 88 to 706 and from 436 up to 38, for 0 to 100 each.
  const axis = (title: string) => ({ title, scale: 'linear', domain: [0, 100] }) as const
  const none = { err1: null, err2: null, lim: null }
  const draw = (...points: readonly Partial<Point>[]) =>
    drawScatter({
      id: 's',
      title: 'S',
      x: axis('X'),
      y: axis('Y'),
      points: points.map((point) => ({ x: 50, y: 50, name: 'A', ...point })),
    })
  const middle = { x: (88 + 706) / 2, y: (436 + 38) / 2 }
  const perUnit = { x: (706 - 88) / 100, y: (436 - 38) / 100 }
  const one = (value: number) => {
    const tenths = Math.round(value * 10)
    return tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1)
  }

  test('has a point at its numbers', () => {
    expect(draw({}).svg).toContain(`<path d="M${one(middle.x)},${one(middle.y)}h0"/>`)
  })

  test('has bars from the lower to the upper end of uncertainties, cut at the frame', () => {
    const bars = (error: object) => paths(draw({ xError: { ...none, ...error } }).svg, 'plot-error')
    const bar = (low: number, high: number) => [
      `M${one(88 + low * perUnit.x)},${one(middle.y)}L${one(88 + high * perUnit.x)},${one(middle.y)}`,
    ]
    expect(bars({ err1: 10, err2: -20 })).toEqual(bar(30, 60))
    expect(bars({ err1: 10, err2: 20 })).toEqual(bar(30, 60))
    expect(bars({ err1: 10 })).toEqual(bar(50, 60))
    expect(bars({ err2: -10 })).toEqual(bar(40, 50))
    expect(bars({ err1: 500, err2: -500 })).toEqual(bar(0, 100))
    expect(bars({ err1: 0, err2: 0 })).toEqual([])
    expect(bars({ err1: 10, lim: 1 })).toEqual([])
    const [vertical] = paths(draw({ yError: { ...none, err1: 10, err2: -20 } }).svg, 'plot-error')
    expect(vertical).toBe(
      `M${one(middle.x)},${one(436 - 30 * perUnit.y)}L${one(middle.x)},${one(436 - 60 * perUnit.y)}`,
    )
  })

  test('draws error bars of at most 150 points, and tells the numbers of at most 300', () => {
    const many = (count: number) =>
      draw(...Array.from({ length: count }, () => ({ xError: { ...none, err1: 10 } }))).svg
    expect(paths(many(150), 'plot-error')).toHaveLength(1)
    expect(paths(many(151), 'plot-error')).toHaveLength(0)
    expect(titles(many(300))[0]).toBe('A: X 50 +10 −0, Y 50')
    expect(titles(many(301))[0]).toBe('A')
  })

  test('tells numbers with their limits and uncertainties', () => {
    const told = (error: object) => titles(draw({ xError: { ...none, ...error } }).svg)[0]
    expect(told({})).toBe('A: X 50, Y 50')
    expect(told({ lim: 1, err1: 3 })).toBe('A: X < 50, Y 50')
    expect(told({ lim: -1 })).toBe('A: X > 50, Y 50')
    expect(told({ err1: 3, err2: -3 })).toBe('A: X 50 ± 3, Y 50')
    expect(told({ err1: 3, err2: -4 })).toBe('A: X 50 +3 −4, Y 50')
    expect(told({ err2: -4 })).toBe('A: X 50 +0 −4, Y 50')
  })

  test('counts limits in words', () => {
    const limit = { xError: { ...none, lim: 1 } }
    expect(draw(limit).description).toContain(' 1 point. 1 is an upper or lower limit, drawn as an arrow.')
    expect(draw(limit, { yError: { ...none, lim: -1 } }, {}).description).toContain(
      ' 3 points. 2 are upper or lower limits, drawn as arrows.',
    )
    expect(draw({}).description).not.toContain('limit')
  })

  test('has arrows of limits to smaller and larger numbers', () => {
    const arrow = (error: object) => /<path d="([^"]*)"\/><\/g><\/g>/.exec(draw(error).svg)?.[1]
    const [x, y] = [one(middle.x), one(middle.y)]
    const begin = `M${x},${one(middle.y - 4)}v8M${x},${y}`
    expect(arrow({ xError: { ...none, lim: 1 } })).toBe(`${begin}h-15l4,-3m-4,3l4,3`)
    expect(arrow({ xError: { ...none, lim: -1 } })).toBe(`${begin}h15l-4,-3m4,3l-4,3`)
    // Small numbers of the vertical axis are below.
    expect(arrow({ yError: { ...none, lim: 1 } })).toBe(`M${one(middle.x - 4)},${y}h8M${x},${y}v15l-3,-4m3,4l3,-4`)
  })
})

describe('a ranking', () => {
  const draw = (rows: readonly RankedRow[], kind: 'dots' | 'bars' = 'dots', scale: 'linear' | 'log' = 'linear') =>
    drawRanking({ id: 'r', title: 'R', quantity: { title: 'Mass', unit: 'Mearth' }, kind, scale, rows })
  const A = { name: 'A', value: 10 }

  test('tells values with their ranges', () => {
    expect(
      titles(
        draw([
          A,
          { ...A, low: 9, high: 12.3456789 },
          { ...A, low: 9, high: 9 },
          { ...A, low: 9 },
          { ...A, value: null },
        ]).svg,
      ),
    ).toEqual(['A: 10 M⊕', 'A: 10 M⊕ (9 to 12.3457)', 'A: 10 M⊕', 'A: 10 M⊕', 'A: no value'])
  })

  test('has a bar for a range with two ends, and a mark for each value', () => {
    const { svg, drawn, leftOut } = draw([
      A,
      { ...A, low: 9, high: 12 },
      { ...A, low: Number.NaN, high: 12 },
      { ...A, value: null },
    ])
    expect(paths(svg, 'plot-error')).toHaveLength(1)
    expect(paths(svg, 'plot-mark')).toHaveLength(3)
    expect([drawn, leftOut]).toEqual([3, 1])
  })

  test('describes its first and last value, and its axis', () => {
    expect(draw([A, { name: 'B', value: null }, { name: 'C', value: 2 }], 'dots', 'log').description).toBe(
      'Mass (M⊕) of 3 rows, logarithmic axis: from A (10 M⊕) to C (2 M⊕).',
    )
    expect(draw([A, { name: 'C', value: 0 }], 'dots', 'log').description).toContain('linear axis')
    expect(draw([A], 'bars', 'log').description).toContain('linear axis')
    expect(draw([]).description).toBe('Mass (M⊕) of 0 rows, linear axis.')
  })

  test('has at most sixty rows, each 25 pixels high', () => {
    const many = (count: number) => draw(Array.from({ length: count }, () => A))
    expect(many(61).description).toEndWith(' 1 more rows are in the table only.')
    expect(many(60).description).not.toContain('more rows')
    expect(titles(many(61).svg)).toHaveLength(60)
    expect(many(61).plotHeight).toBe(60 + 60 * 25 + 8)
    expect(many(2).plotHeight - many(1).plotHeight).toBe(25)
  })

  test('has bars that begin at zero', () => {
    const rects = readSvg(
      draw(
        [
          { name: 'A', value: 10 },
          { name: 'B', value: 5 },
          { name: 'C', value: 0 },
        ],
        'bars',
      ).svg,
    )
      .filter(({ attributes }) => attributes.class === 'plot-b0 plot-mark')
      .map(({ attributes }) => [attributes.x, attributes.width, attributes.height].map(Number))
    expect(new Set(rects.map(([x]) => x)).size).toBe(1)
    expect(rects[0]![1]! / rects[1]![1]!).toBeCloseTo(2, 2)
    expect(rects[2]![1]).toBe(1)
    expect(rects.map(([, , height]) => height)).toEqual([16, 16, 16])
  })
})

describe('stacked bars', () => {
  const draw = (series: readonly string[], ...counts: readonly (readonly number[])[]) =>
    drawBars({
      id: 'b',
      title: 'B',
      x: { title: 'Year', scale: 'linear', style: 'year' },
      y: { title: 'Planets' },
      series,
      bars: counts.map((each, at) => ({ from: 1_999.5 + at, to: 2_000.5 + at, counts: each })),
    })

  test('tell their year and part', () => {
    expect(titles(draw(['Planets'], [3], [0], [1_500]).svg)).toEqual(['2000: 3', '2002: 1,500'])
    expect(titles(draw(['Transit', 'Other'], [3, 1]).svg)).toEqual(['2000: Transit, 3', '2000: Other, 1'])
  })

  test('are described by their number, sum and highest', () => {
    expect(draw(['a', 'b'], [3, 1], [1_000, 2]).description).toBe(
      'Planets by Year. 2 bars, 1,006 in total; the highest has 1,002. Parts from the bottom up: a, b.',
    )
    expect(draw(['a'], [3]).description).not.toContain('Parts')
  })

  test('stand on each other', () => {
    const [lower, upper] = readSvg(draw(['a', 'b'], [3, 1]).svg)
      .filter(({ name, attributes }) => name === 'path' && attributes.class === undefined)
      .map(({ attributes }) => /^M[\d.]+,([\d.]+)V([\d.]+)H/.exec(attributes.d!)!.slice(1).map(Number))
    // The axis goes from 436 to 38 for 0 to 5 % more than the highest.
    const height = (count: number) => (398 * count) / (4 * 1.05)
    expect(lower![0]).toBe(436)
    expect(lower![1]).toBeCloseTo(436 - height(3), 0)
    expect(upper![0]).toBe(lower![1]!)
    expect(upper![1]).toBeCloseTo(436 - height(4), 0)
  })

  test('are gray for other parts, and have no legend if there is one part', () => {
    const classes = (series: readonly string[]) =>
      draw(
        series,
        series.map(() => 1),
      ).legend.map(({ className }) => className)
    expect(classes(['a', 'Other'])).toEqual(['plot-b0', 'plot-b6'])
    expect(classes(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => `plot-b${at}`))
    expect(classes(['Other'])).toEqual([])
    expect(draw(['Other'], [1]).svg).toContain('<g class="plot-b0"')
  })
})

describe('the sky', () => {
  test('is a map with twelve hours in the middle', () => {
    expect(projected(180, 0)).toEqual([360, 196])
    expect(projected(180, 90)[1]).toBeCloseTo(196 - 170, 6)
    expect(projected(0.0001, 0)[0]).toBeCloseTo(700, 2)
    expect(projected(359.9999, 0)[0]).toBeCloseTo(20, 2)
    expect(projected(270, 0)[0]).toBeLessThan(360)
  })

  test('has a grid of hours and degrees, each line in steps of five degrees', () => {
    const { svg } = drawSkyMap({ id: 'm', title: 'M', points: [] })
    expect(texts(svg, 'plot-note')).toEqual(['4 h', '8 h', '12 h', '16 h', '20 h', '−60°', '−30°', '+30°', '+60°'])
    const lines = paths(svg, 'plot-grid')[0]!.split('M').slice(1)
    const [meridians, parallels] = [lines.slice(0, 5), lines.slice(5)]
    expect(meridians.map((line) => line.split('L').length)).toEqual([37, 37, 37, 37, 37])
    expect(parallels.map((line) => line.split('L').length)).toEqual([73, 73, 73, 73, 73])
    // Parallels cross the middle of the map at their declinations.
    const middle = (dec: number) => projected(180, dec)[1]
    expect(parallels.map((line) => Number(line.split('L')[36]!.split(',')[1]))).toEqual(
      [-60, -30, 0, 30, 60].map((dec) => Math.round(middle(dec) * 10) / 10),
    )
  })

  test('counts positions that are unknown or impossible', () => {
    const point = (ra: number | null, dec: number | null) => ({ ra, dec, name: 'A' })
    const map = drawSkyMap({
      id: 'm',
      title: 'M',
      points: [point(1, 90), point(1, 90.1), point(null, 1), point(1, null), point(Number.NaN, 1)],
    })
    expect([map.drawn, map.leftOut]).toEqual([1, 4])
    expect(map.description).toContain('4 rows without a number on an axis')
  })
})

test('marks of rare categories are smaller, so that they hide nothing', () => {
  const widths = [0, 1, 4, 6].map((at) => /stroke-width="(\d+)"/.exec(categorySymbol(at).attributes)?.[1])
  expect(widths).toEqual(['6', '5', '2', '4'])
})

test('sizes are explained by three circles', () => {
  const { legend, of } = radiiOf({ quantity: { title: 'Mass' }, values: [100, 25, 4, null, -1, 0.0001] })
  expect([0, 1, 2, 3, 4, 5].map(of)).toEqual([10, 5, 2, 1.5, 1.5, 1.5])
  const circles = readSvg(`<g>${legend!.svg}</g>`).filter(({ name }) => name === 'circle')
  expect(circles.map(({ attributes }) => Number(attributes.r))).toEqual([2, 5, 10])
  expect(texts(`<g>${legend!.svg}</g>`, 'plot-label')).toEqual(['4', '25', '100 and more'])
})

test('a ranking leaves room at the left for its longest name, of up to 26 letters', () => {
  const leftOf = (name: string) => {
    const rows = [{ name, value: 1 }]
    const [bar] = paths(
      drawRanking({ id: 'r', title: 'R', quantity: { title: 'Q' }, kind: 'bars', scale: 'linear', rows }).svg,
      'plot-grid',
    )
    return Number(/^M([\d.]+),/.exec(bar!)![1])
  }
  // A letter is 0.58 of 24 units wide; 14 units lie between names and bars, which begin at 0.
  expect(leftOf('ten lettrs')).toBe(Math.ceil(10 * 0.58 * 24) + 14)
  expect(leftOf('x'.repeat(26))).toBe(Math.ceil(26 * 0.58 * 24) + 14)
  expect(leftOf('x'.repeat(60))).toBe(leftOf('x'.repeat(26)))
})
