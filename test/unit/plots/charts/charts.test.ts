import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawBars } from '../../../../src/plots/charts/bars.ts'
import { withoutLegend } from '../../../../src/plots/charts/chart.ts'
import { MAX_POINTS } from '../../../../src/plots/charts/marks.ts'
import { drawRanking, MAX_RANKED } from '../../../../src/plots/charts/ranked.ts'
import { drawScatter, type Point } from '../../../../src/plots/charts/scatter.ts'
import { drawSkyMap, projected } from '../../../../src/plots/charts/sky-map.ts'
import { HOSTILE_TEXTS, numbersIn, readSvg } from '../../../fixtures/plots/read-svg.ts'

const X = { title: 'Orbital period', unit: 'day', scale: 'log' } as const
const Y = { title: 'Radius', unit: 'Rearth', scale: 'log' } as const
const point = (x: number | null, y: number | null, rest: Partial<Point> = {}): Point => ({ x, y, name: 'X b', ...rest })

const points = (svg: string) => readSvg(svg).filter(({ name }) => name === 'title').length - 1

test('each point that has a place is drawn once, as a link, and the others are counted', () => {
  const chart = drawScatter({
    id: 'p',
    title: 'Radius and period',
    x: X,
    y: Y,
    points: [
      point(1, 2, { href: '../exoplanets/A%20b' }),
      point(10, 3),
      point(null, 1),
      point(0, 1),
      point(5, Number.NaN),
    ],
  })
  expect(chart).toMatchObject({ drawn: 2, leftOut: 3, legend: [] })
  expect(points(chart.svg)).toBe(2)
  expect(chart.description).toBe(
    'Radius (R⊕) against Orbital period (d); both axes logarithmic. 2 points. 3 rows have no place on these axes and are left out.',
  )
  const elements = readSvg(chart.svg)
  expect(elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href)).toEqual([
    '../exoplanets/A%20b',
  ])
  expect(elements.filter(({ name }) => name === 'text').map(({ text }) => text)).toContain('Orbital period (d)')
})

test('more points than a picture can hold are thinned out evenly, and it says so', () => {
  const many = Array.from({ length: 3 * MAX_POINTS }, (_, index) => point(index + 1, index + 1))
  const chart = drawScatter({ id: 'p', title: 'Many', x: X, y: Y, points: many })
  expect(points(chart.svg)).toBe(MAX_POINTS)
  expect(chart.leftOut).toBe(2 * MAX_POINTS)
  expect(chart.description).toContain('16,000 are left out')
})

test('categories are counted as they are drawn, the frequent ones first, the rare ones together', () => {
  const names = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e', 'f', 'g', 'h', null]
  const chart = drawScatter({
    id: 'p',
    title: 'Kinds',
    x: X,
    y: Y,
    points: names.map((name, index) => point(name === 'h' ? null : index + 1, 1)),
    coloring: { kind: 'category', quantity: { title: 'Kind' }, values: names },
  })
  expect(chart.legend.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'other'])
  expect(chart.description).toContain('Colors and shapes show kind: a 3, b 2, c 1, d 1, e 1, f 1, other 2.')
  expect(new Set(chart.legend.map(({ className }) => className)).size).toBe(7)
  expect(chart.height).toBeGreaterThan(chart.plotHeight)
  expect(readSvg(withoutLegend(chart))[0]!.attributes).toMatchObject({ height: String(chart.plotHeight) })
})

test('an outlier does not take all the colors', () => {
  const values = [...Array.from({ length: 99 }, (_, index) => index), 1e9]
  const { svg } = drawScatter({
    id: 'p',
    title: 'Colors',
    x: X,
    y: Y,
    points: values.map((_, index) => point(index + 1, 1)),
    coloring: { kind: 'number', quantity: { title: 'Age', unit: 'Gyr' }, scale: 'linear', values },
  })
  const groups = readSvg(svg).filter(({ name, attributes }) => name === 'g' && /plot-v\d/.test(attributes.class ?? ''))
  expect(groups).toHaveLength(10)
})

test('uncertainties are bars between their ends, limits arrows to their side', () => {
  const none = { err1: null, err2: null, lim: null }
  const bars = (first: Partial<Point>) => {
    const { svg } = drawScatter({
      id: 'p',
      title: 'E',
      x: X,
      y: Y,
      points: [point(10, 2, first), point(1, 1), point(100, 4)],
    })
    return readSvg(svg).find(({ attributes }) => attributes.class === 'plot-error')?.attributes.d
  }
  expect(bars({})).toBeUndefined()
  const [x1, high, x2, low] = numbersIn(bars({ yError: { ...none, err1: 1, err2: -0.5 } })!)
  expect(x1).toBe(x2!)
  expect(Math.abs(high! - low!)).toBeGreaterThan(20)
  // An upper limit points down and to the left, a lower one up and to the right.
  expect(bars({ yError: { ...none, lim: 1 } })).toMatch(/v16/)
  expect(bars({ yError: { ...none, lim: -1 } })).toMatch(/v-16/)
  expect(bars({ xError: { ...none, lim: 1 } })).toMatch(/h-16/)
  expect(bars({ xError: { ...none, lim: -1 } })).toMatch(/h16/)
})

test('the height of a bar is its count', () => {
  const chart = drawBars({
    id: 'b',
    title: 'Years',
    x: { title: 'Year', scale: 'linear', style: 'year' },
    y: { title: 'Planets' },
    series: ['Transit', 'Other'],
    bars: [
      { from: 1999.5, to: 2000.5, counts: [10, 5] },
      { from: 2000.5, to: 2001.5, counts: [0, 20] },
    ],
  })
  const shapes = readSvg(chart.svg).filter(
    ({ name, attributes }) => name === 'path' && /^M[\d.]+,[\d.]+V[\d.]+H[\d.]+V[\d.]+z$/.test(attributes.d ?? ''),
  )
  const heights = shapes.map(({ attributes }) => {
    const [, bottom, top] = numbersIn(attributes.d!)
    return bottom! - top!
  })
  expect(heights.map((height) => Math.round((20 * height) / Math.max(...heights)))).toEqual([10, 5, 20])
  expect(
    readSvg(chart.svg)
      .filter(({ name }) => name === 'title')
      .map(({ text }) => text),
  ).toEqual(['Years', '2000: Transit, 10', '2000: Other, 5', '2001: Other, 20'])
})

test('a ranking has a line for each row, and marks in the order of the values', () => {
  const rows = Array.from({ length: MAX_RANKED + 5 }, (_, index) => ({
    name: `P ${index}`,
    value: index === 3 ? null : index,
  }))
  const chart = drawRanking({
    id: 'r',
    title: 'R',
    quantity: { title: 'Mass', unit: 'Mearth' },
    kind: 'dots',
    scale: 'linear',
    rows,
  })
  const places = readSvg(chart.svg)
    .filter(({ name }) => name === 'circle')
    .map(({ attributes }) => Number(attributes.cx))
  expect(places).toHaveLength(MAX_RANKED - 1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(chart.description).toContain('5 more rows are in the table only.')
})

test('the sky is drawn with east at the left, and areas as they are', () => {
  expect(projected(180, 0)).toEqual([360, 196])
  expect(projected(190, 0)[0]).toBeLessThan(360)
  expect(projected(0, 90)[1]).toBeLessThan(projected(0, -90)[1])
  // Equal areas: small squares of equal solid angle at the equator and at 60 degrees.
  const area = (ra: number, dec: number) => {
    const step = 0.01
    const [a, b, c] = [projected(ra, dec), projected(ra + step, dec), projected(ra, dec + step)]
    const cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return Math.abs(cross) / Math.cos((dec * Math.PI) / 180)
  }
  expect(area(200, 60) / area(180, 0)).toBeCloseTo(1, 2)
  const chart = drawSkyMap({
    id: 's',
    title: 'S',
    points: [
      { ra: 10, dec: 10, name: 'A' },
      { ra: null, dec: 1, name: 'B' },
    ],
  })
  expect(chart).toMatchObject({ drawn: 1, leftOut: 1 })
})

test('every chart is well-formed, whatever its numbers and names', () => {
  const number = fc.option(
    fc.oneof(fc.double(), fc.double({ min: 1e-6, max: 1e6, noNaN: true }), fc.constantFrom(0, -1, 1)),
  )
  const name = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }))
  const scale = fc.constantFrom('linear' as const, 'log' as const)
  const rows = fc.array(
    fc.record({ x: number, y: number, name, href: fc.option(name, { nil: undefined }), color: number }),
    {
      maxLength: 12,
    },
  )
  fc.assert(
    fc.property(rows, scale, scale, scale, fc.boolean(), name, (all, xScale, yScale, colors, isReversed, title) => {
      const values = all.map(({ color }) => color)
      const axis = { title, unit: title, isReversed }
      const charts = [
        drawScatter({
          id: 'p',
          title,
          x: { ...axis, scale: xScale },
          y: { ...axis, scale: yScale },
          points: all.map((row) => ({ ...row, yError: { err1: row.color, err2: row.x, lim: isReversed ? 1 : 0 } })),
          coloring: { kind: 'number', quantity: { title }, scale: colors, values },
          size: isReversed ? { quantity: { title }, values } : undefined,
        }),
        drawScatter({
          id: 'p',
          title,
          x: { ...axis, scale: xScale },
          y: { ...axis, scale: yScale },
          points: all,
          coloring: { kind: 'category', quantity: { title }, values: all.map((row) => row.name) },
        }),
        drawRanking({
          id: 'r',
          title,
          quantity: axis,
          kind: isReversed ? 'bars' : 'dots',
          scale: xScale,
          rows: all.map(({ x, y, color, ...row }) => ({
            ...row,
            value: x,
            low: y ?? undefined,
            high: color ?? undefined,
          })),
        }),
        drawSkyMap({ id: 's', title, points: all.map(({ x, y, ...row }) => ({ ...row, ra: x, dec: y })) }),
      ]
      for (const { svg } of charts) {
        const elements = readSvg(svg)
        expect(elements.filter((element) => element.name === 'svg')).toHaveLength(1)
        expect(elements.some((element) => element.name === 'script')).toBe(false)
        for (const { attributes } of elements)
          for (const key of ['d', 'x', 'y', 'cx', 'cy', 'width', 'height'])
            expect(attributes[key] ?? '').not.toMatch(/NaN|Infinity/)
      }
    }),
    { numRuns: 40 },
  )
})
