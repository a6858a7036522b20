import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { drawBars } from '../../../../src/plots/charts/bars.ts'
import { withoutLegend } from '../../../../src/plots/charts/chart.ts'
import { LARGE_FONT, LETTER } from '../../../../src/plots/charts/frame.ts'
import { MAX_POINTS } from '../../../../src/plots/charts/marks.ts'
import { drawRanking, MAX_RANKED } from '../../../../src/plots/charts/ranked.ts'
import { drawScatter, type Point } from '../../../../src/plots/charts/scatter.ts'
import { drawSkyMap, projected } from '../../../../src/plots/charts/sky-map.ts'
import { NUMBER_COLORS } from '../../../../src/plots/svg/palette.ts'
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
    'Radius (R⊕) against Orbital period (d); both axes logarithmic. 2 points. Left out: 2 rows without a number on an axis; 1 row with zero or less, which a logarithmic axis does not show.',
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
  expect(chart.description).toContain('Left out: 16,000 rows to keep the picture to 8,000 points')
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
  expect(chart.legend.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'other or unknown'])
  expect(chart.description).toContain('Colors and shapes show kind: a 3, b 2, c 1, d 1, e 1, f 1, other or unknown 2.')
  expect(chart.legendTitle).toBe('Kind')
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
})

test('a limit is an arrow in place of a mark, to the side where the true number lies', () => {
  const drawn = (first: Partial<Point>, isReversed = false) => {
    const { svg, description } = drawScatter({
      id: 'p',
      title: 'E',
      x: { ...X, isReversed },
      y: Y,
      points: [point(10, 2, { href: 'x', ...first }), point(1, 1), point(100, 4)],
    })
    const elements = readSvg(svg)
    const at = elements.findIndex(({ attributes }) => attributes.class?.includes('plot-limits'))
    const marks = elements.filter(({ name, attributes }) => name === 'path' && attributes.d?.endsWith('h0'))
    return { arrow: elements[at + 3]?.attributes.d, title: elements[at + 2]?.text, marks: marks.length, description }
  }
  const limit = (lim: number) => ({ err1: 0.3, err2: -0.3, lim })
  expect(drawn({}).marks).toBe(3)
  const upper = drawn({ yError: limit(1) })
  expect(upper.marks).toBe(2)
  expect(upper.arrow).toMatch(/v15l-3,-4/)
  expect(upper.title).toBe('X b: Orbital period (d) 10, Radius (R⊕) < 2')
  expect(upper.description).toContain('1 is an upper or lower limit, drawn as an arrow.')
  expect(drawn({ yError: limit(-1) }).arrow).toMatch(/v-15l/)
  expect(drawn({ xError: limit(1) }).arrow).toMatch(/h-15l/)
  expect(drawn({ xError: limit(-1) }).arrow).toMatch(/h15l/)
  expect(drawn({ xError: limit(1) }, true).arrow).toMatch(/h15l/)
})

test('colors of numbers are explained by a scale of all of them, with the unit', () => {
  const values = Array.from({ length: 200 }, (_, index) => 100 + 10 * index)
  const chart = drawScatter({
    id: 'p',
    title: 'Colors',
    x: X,
    y: Y,
    points: [...values, null].map((_, index) => point(index + 1, 1)),
    coloring: {
      kind: 'number',
      quantity: { title: 'Temperature', unit: 'K' },
      scale: 'linear',
      values: [...values, null],
    },
  })
  expect(chart.legendTitle).toBe('Temperature (K)')
  expect(chart.legend.map(({ label }) => label)).toEqual(['unknown'])
  const swatches = readSvg(`<svg>${chart.ramp!.svg}</svg>`).flatMap(({ attributes }) =>
    attributes.class?.startsWith('plot-w') ? [attributes.fill] : [],
  )
  expect(swatches).toEqual([...NUMBER_COLORS])
  const labels = readSvg(`<svg>${chart.ramp!.svg}</svg>`).flatMap(({ name, text }) => (name === 'text' ? [text] : []))
  expect(labels).toEqual(['500', '1,000', '1,500', '2,000'])
  const file = readSvg(chart.svg)
  expect(file.filter(({ attributes }) => attributes.class?.startsWith('plot-w'))).toHaveLength(NUMBER_COLORS.length)
  expect(file.some(({ name, text }) => name === 'text' && text === 'Temperature (K)')).toBe(true)
  expect(chart.description).toContain('from dark (130 K and less) to light (2,060 K and more)')
})

test('sizes are explained, and large marks lie below small ones', () => {
  const values = [4, 100, null, 25]
  const chart = drawScatter({
    id: 'p',
    title: 'Sizes',
    x: X,
    y: Y,
    points: values.map((_, index) => point(index + 1, 1)),
    size: { quantity: { title: 'Mass', unit: 'Mearth' }, values },
  })
  expect(chart.sizes?.quantity).toEqual({ title: 'Mass', unit: 'Mearth' })
  const widths = readSvg(chart.svg).flatMap(({ attributes }) =>
    attributes.d?.endsWith('h0') ? [Number(attributes['stroke-width'])] : [],
  )
  expect(widths).toEqual([20, 10, 4, 3])
  const legend = readSvg(`<svg>${chart.sizes!.svg}</svg>`)
  expect(legend.flatMap(({ attributes }) => (attributes.r === undefined ? [] : [Number(attributes.r)]))).toEqual([
    2, 5, 10,
  ])
  expect(legend.flatMap(({ name, text }) => (name === 'text' ? [text] : []))).toEqual(['4', '25', '100 and more'])
  expect(chart.height).toBeGreaterThan(chart.plotHeight)
})

/** The left and right end of a text of a chart, in letters as large as a phone has them. */
function extent({ attributes, text }: { attributes: Readonly<Record<string, string>>; text: string }) {
  const width = text.length * LETTER * LARGE_FONT
  const x = Number(attributes.x)
  const left =
    attributes['text-anchor'] === 'end' ? x - width : attributes['text-anchor'] === 'middle' ? x - width / 2 : x
  return [left, left + width] as const
}

test('numbers of the vertical axis and names of a ranking are never cut', () => {
  const numbers = fc.oneof(
    fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 5 }),
    fc.array(fc.integer({ min: 2_450_000, max: 2_460_000 }), { minLength: 1, maxLength: 5 }),
    fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 5 }),
  )
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom('linear' as const, 'log' as const),
      fc.string({ maxLength: 40 }),
      (ys, scale, name) => {
        const chart = drawScatter({
          id: 'p',
          title: 'N',
          x: X,
          y: { title: 'Y', scale },
          points: ys.map((y) => point(1, y)),
        })
        const ranking = drawRanking({
          id: 'r',
          title: 'R',
          quantity: { title: 'Mass' },
          kind: 'dots',
          scale,
          rows: ys.map((value) => ({ name: `planet ${name}`, value })),
        })
        for (const { svg, left, width } of [chart, ranking]) {
          const [root, ...elements] = readSvg(svg)
          expect(root!.attributes.viewBox).toStartWith(`${left} 0 ${width} `)
          for (const element of elements)
            if (
              element.name === 'text' &&
              element.attributes['text-anchor'] === 'end' &&
              !/minor/.test(element.attributes.class ?? '')
            )
              expect(extent(element)[0], element.text).toBeGreaterThanOrEqual(left)
        }
      },
    ),
    { numRuns: 200 },
  )
  const dates = drawScatter({
    id: 'p',
    title: 'Dates',
    x: X,
    y: { title: 'Epoch', unit: 'day', scale: 'linear' },
    points: [point(1, 2_454_000), point(2, 2_458_000)],
  })
  expect(readSvg(dates.svg).map(({ text }) => text)).toContain('2,455,000')
})

test('names of known places neither cover each other nor leave the frame', () => {
  const chart = drawScatter({
    id: 'p',
    title: 'Mass and radius',
    x: { title: 'Mass', scale: 'log', domain: [50, 330] },
    y: { title: 'Radius', scale: 'log', domain: [8, 13] },
    points: [],
    overlays: [
      { kind: 'marker', at: [317.8, 11.21], label: 'Jupiter' },
      { kind: 'marker', at: [310, 11.1], label: 'Twin' },
      { kind: 'marker', at: [95.16, 9.45], label: 'Saturn' },
    ],
  })
  const labels = readSvg(chart.svg).filter(({ attributes }) => attributes.class === 'plot-note')
  expect(labels.map(({ text }) => text)).toEqual(['Jupiter', 'Twin', 'Saturn'])
  for (const label of labels) expect(extent(label)[1]).toBeLessThanOrEqual(720)
  const [jupiter, twin] = labels.map((label) => ({ y: Number(label.attributes.y), ends: extent(label) }))
  const isApart = jupiter!.ends[1] <= twin!.ends[0] || twin!.ends[1] <= jupiter!.ends[0]
  expect(isApart || Math.abs(jupiter!.y - twin!.y) >= 0.72 * LARGE_FONT).toBe(true)
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

test('a point at an end of an axis is drawn, and one beyond it is counted', () => {
  const chart = drawScatter({
    id: 'p',
    title: 'Ends',
    x: { title: 'X', scale: 'linear', domain: [0, 10] },
    y: { title: 'Y', scale: 'linear', domain: [-5, 5] },
    points: [point(0, -5), point(10, 5), point(-0.1, 0), point(10.1, 0), point(5, 5.1), point(5, -5.1)],
  })
  expect(chart).toMatchObject({ drawn: 2, leftOut: 4 })
  expect(chart.description).toContain('Left out: 4 rows beyond the ends of an axis.')
})

test.each([
  [MAX_RANKED - 1, ''],
  [MAX_RANKED, ''],
  [MAX_RANKED + 1, ' 1 more rows are in the table only.'],
])('of %d ranked rows the rest is told: %p', (count, told) => {
  const rows = Array.from({ length: count }, (_, at) => ({ name: `P ${at}`, value: at + 1 }))
  const quantity = { title: 'Mass' }
  const { description, drawn } = drawRanking({ id: 'r', title: 'R', quantity, kind: 'dots', scale: 'linear', rows })
  expect(drawn).toBe(Math.min(count, MAX_RANKED))
  expect(description).toEndWith(`to P ${drawn - 1} (${drawn}).${told}`)
})
