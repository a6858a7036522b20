import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createPopulation, placeInPopulation } from '../../../../src/plots/small/population-place.ts'
import { orbitSketch, sizeSketch } from '../../../../src/plots/small/scale-sketch.ts'
import { sparkHistogram } from '../../../../src/plots/small/spark-histogram.ts'
import { semiMajorAxis, systemLine } from '../../../../src/plots/small/system-line.ts'
import { HOSTILE_TEXTS, numbersIn, readSvg } from '../../../fixtures/plots/read-svg.ts'

const SUN = { temperature: 5772, logLuminosity: 0, radius: 1 }

test("Kepler's third law puts Earth at one au", () => {
  expect(semiMajorAxis(365.25, 1)).toBe(1)
  expect(semiMajorAxis(4332.6, 1)).toBeCloseTo(5.2, 1)
  expect(semiMajorAxis(null, 1)).toBeNull()
  expect(semiMajorAxis(10, 0)).toBeNull()
})

test('the Earth of another Sun stands above Earth, in the zone, at its size', () => {
  const { svg } = systemLine(
    {
      host: 'Twin',
      star: SUN,
      planets: [{ name: 'Twin b', label: 'b', distance: 1, radius: 1, href: 'exoplanets/Twin%20b' }],
    },
    's',
  )!
  const elements = readSvg(svg)
  const planet = elements.find(({ attributes }) => attributes.class === 'plot-planet')!.attributes
  const solar = elements.filter(({ attributes }) => attributes.class === 'plot-other-planet')
  expect(solar).toHaveLength(4)
  expect(solar[2]!.attributes.cx).toBe(planet.cx)
  expect(solar[2]!.attributes.r).toBe(planet.r)
  const zone = elements.find(({ attributes }) => attributes.class === 'plot-zone')!.attributes
  expect(Number(planet.cx)).toBeWithin(Number(zone.x), Number(zone.x) + Number(zone.width))
})

test('a planet without a distance is left out and named', () => {
  const planets = [
    { name: 'A b', label: 'b', distance: null, radius: 1 },
    { name: 'A c', label: 'c', distance: 0.1, radius: null },
  ]
  const line = systemLine({ host: 'A', star: { temperature: null, logLuminosity: null, radius: null }, planets }, 's')!
  expect(line.leftOut).toEqual(['A b'])
  expect(line.description).toContain('Without a known distance, and not drawn: A b.')
  expect(line.description).toContain('The habitable zone is not drawn')
  expect(systemLine({ host: 'A', star: SUN, planets: planets.slice(0, 1) }, 's')).toBeUndefined()
})

test('all drawings are well-formed for any numbers and names', () => {
  const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
  const name = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }))
  const planet = fc.record({ name, label: name, distance: fc.option(positive), radius: fc.option(positive) })
  fc.assert(
    fc.property(
      name,
      fc.array(planet, { maxLength: 9 }),
      positive,
      fc.option(fc.double({ min: -1, max: 2, noNaN: true })),
      (host, planets, number, eccentricity) => {
        const drawings = [
          systemLine({ host, star: SUN, planets }, 's')?.svg,
          sizeSketch(host, number, 'a').svg,
          orbitSketch({ name: host, distance: number, eccentricity, starRadius: number }, 'o').svg,
        ]
        for (const svg of drawings) {
          if (svg === undefined) continue
          const elements = readSvg(svg)
          expect(elements.filter((element) => element.name === 'svg')).toHaveLength(1)
          expect(svg).not.toMatch(/NaN|Infinity/)
        }
      },
    ),
  )
})

test('sizes are to scale', () => {
  const [earth, planet, jupiter] = readSvg(sizeSketch('X b', 4, 'x').svg)
    .filter(({ name }) => name === 'circle')
    .map(({ attributes }) => Number(attributes.r))
  expect(planet! / earth!).toBeCloseTo(4, 1)
  expect(jupiter! / earth!).toBeCloseTo(11.21, 1)
})

test.each([0.01, 1, 4, 11.2, 40])(
  'disks of a planet of %d Earth radii do not overlap, and their names have room',
  (radius) => {
    const disks = readSvg(sizeSketch('X b', radius, 'x').svg)
      .filter(({ name }) => name === 'circle')
      .map(({ attributes }) => ({ cx: Number(attributes.cx), r: Number(attributes.r) }))
    expect(disks).toHaveLength(3)
    for (const [i, { cx, r }] of disks.slice(1).entries()) {
      expect(cx - r).toBeGreaterThan(disks[i]!.cx + disks[i]!.r)
      expect(cx - disks[i]!.cx).toBeGreaterThanOrEqual(100)
    }
  },
)

test('the ellipse has its focus at the star', () => {
  const elements = readSvg(orbitSketch({ name: 'X b', distance: 1, eccentricity: 0.6, starRadius: 1 }, 'o').svg)
  const star = elements.find(({ attributes }) => attributes.class === 'plot-star')!.attributes
  const { cx, rx, ry } = elements.find(({ name }) => name === 'ellipse')!.attributes
  expect((Number(star.cx) - Number(cx)) / Number(rx)).toBeCloseTo(0.6, 2)
  expect(Number(ry) / Number(rx)).toBeCloseTo(0.8, 2)
})

test('the bars of a histogram count what its bins count', () => {
  const bars = (svg: string) =>
    readSvg(svg)
      .filter(({ name }) => name === 'path')
      .map(({ attributes }) => attributes.d!.split('z').length - 1)
  expect(bars(sparkHistogram({ edges: [0, 1, 2, 3], counts: [5, 0, 1] }))).toEqual([2])
  expect(bars(sparkHistogram({ edges: [0, 1, 2, 3], counts: [5, 1, 1] }, [2, 3]))).toEqual([2, 1])
  expect(bars(sparkHistogram({ edges: Array.from({ length: 51 }, (_, i) => i), counts: Array(50).fill(1) }))).toEqual([
    25,
  ])
  expect(readSvg(sparkHistogram({ edges: [1, 1], counts: [0] }))).toHaveLength(1)
})

test('a planet stands where it stands in the background', () => {
  const population = createPopulation(
    { title: 'Mass', unit: 'Mearth' },
    { title: 'Radius', unit: 'Rearth' },
    [1, 10, 100, null, 0],
    [1, 3, 10, 5, 4],
  )!
  expect(population.count).toBe(3)
  const elements = readSvg(placeInPopulation(population, { name: 'X b', x: 10, y: 3 }, 'p').svg)
  const dots = numbersIn(elements.find(({ attributes }) => attributes.class === 'plot-population')!.attributes.d!)
  const { cx, cy } = elements.find(({ name }) => name === 'circle')!.attributes
  const near = [0, 3, 6].some((at) => Math.hypot(dots[at]! - Number(cx), dots[at + 1]! - Number(cy)) < 2)
  expect(near).toBe(true)
  expect(createPopulation({ title: 'x' }, { title: 'y' }, [null], [1])).toBeUndefined()
})

test('an eccentricity that is a limit is not drawn as a value', () => {
  const orbit = { name: 'X b', distance: 1, eccentricity: 0.4, starRadius: null }
  const axes = (svg: string) => readSvg(svg).find(({ attributes }) => attributes.class === 'plot-orbit')!.attributes
  const upper = orbitSketch({ ...orbit, eccentricityLimit: '<' }, 'x')
  expect(axes(upper.svg).rx).toBe(axes(upper.svg).ry!)
  expect(upper.description).toContain('drawn as a circle, because the eccentricity is an upper limit, below 0.4')
  const measured = orbitSketch(orbit, 'x')
  expect(Number(axes(measured.svg).ry)).toBeLessThan(Number(axes(measured.svg).rx))
  expect(measured.description).toContain('eccentricity 0.4;')
  expect(orbitSketch({ ...orbit, eccentricityLimit: '>' }, 'x').description).toContain('a lower limit')
})

test('a limit is never drawn as a measurement', () => {
  const shapes = (svg: string) => readSvg(svg).filter(({ attributes }) => attributes['stroke-dasharray'] === '4 3')
  expect(shapes(sizeSketch('X b', 4, 'x').svg)).toHaveLength(0)
  const size = sizeSketch('X b', 4, 'x', '<')
  expect(shapes(size.svg)).toHaveLength(1)
  expect(size.description).toStartWith('X b has less than 4 times the radius of Earth')
  expect(size.svg).toContain('&lt; 4')

  const circle = orbitSketch(
    { name: 'X b', distance: 1, eccentricity: 0.6, eccentricityLimit: '<', distanceLimit: '>', starRadius: 1 },
    'o',
  )
  const { rx, ry, ...ellipse } = readSvg(circle.svg).find(({ name }) => name === 'ellipse')!.attributes
  expect(rx).toBe(ry!)
  expect(ellipse['stroke-dasharray']).toBe('4 3')
  expect(circle.description).toContain('semi-major axis above 1 au, drawn as a circle')
  expect(circle.description).toContain('an upper limit, below 0.6')

  const population = createPopulation({ title: 'Mass' }, { title: 'Radius' }, [1, 10, 100], [1, 3, 10])!
  const planet = { name: 'X b', x: 10, y: 3 }
  const arrow = (limits: { readonly xLimit?: '<'; readonly yLimit?: '<' | '>' }) =>
    readSvg(placeInPopulation(population, { ...planet, ...limits }, 'p').svg).find(
      ({ name, attributes }) => name === 'path' && attributes.class === 'plot-current plot-unknown',
    )?.attributes.d
  expect(arrow({})).toBeUndefined()
  // An upper limit points to the left and down.
  expect(arrow({ xLimit: '<' })).toContain('h-16')
  expect(arrow({ yLimit: '<' })).toContain('v16')
  expect(arrow({ yLimit: '>' })).toContain('v-16')
  expect(placeInPopulation(population, { ...planet, yLimit: '<' }, 'p').description).toEndWith('Mass 10, Radius < 3.')

  const line = systemLine(
    { host: 'X', star: SUN, planets: [{ name: 'X b', label: 'b', distance: 1, radius: 2, radiusLimit: '<' }] },
    's',
  )!
  const disk = readSvg(line.svg).find(({ attributes }) => attributes.class === 'plot-planet plot-unknown')
  expect(disk?.attributes['fill-opacity']).toBe('0')
  expect(line.description).toContain('X b: 1 au, < 2 R⊕')
})

test('the system for a phone has all that the wide one has, within its width', () => {
  const planets = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((label, at) => ({
    name: `A ${label}`,
    label,
    distance: 0.011 * 1.35 ** at,
    radius: 1,
  }))
  const system = { host: 'A', star: SUN, planets }
  const texts = (svg: string) => readSvg(svg).filter(({ name }) => name === 'text')
  const [wide, narrow] = [systemLine(system, 'w')!, systemLine(system, 'n', 'narrow')!]
  expect(narrow.description).toBe(wide.description)
  const [, , width] = readSvg(narrow.svg)[0]!.attributes.viewBox!.split(' ').map(Number)
  expect(width).toBeLessThan(345)
  expect(texts(narrow.svg).length).toBeGreaterThanOrEqual(planets.length + 5)
  for (const { attributes } of [...texts(narrow.svg), ...readSvg(narrow.svg).filter(({ name }) => name === 'circle')])
    expect(Number(attributes.x ?? attributes.cx)).toBeWithin(0, width!)
})

test('the bins that a chosen range touches are highlighted, those at its ends included', () => {
  const bins = { edges: [0, 1, 2, 3, 4], counts: [1, 1, 1, 1] }
  /** The places of the bars that are chosen, and of the others. */
  const placed = (chosen: readonly [number, number]) =>
    ['plot-bar', 'plot-bar-other'].map((cls) => {
      const path = readSvg(sparkHistogram(bins, chosen)).find(({ attributes }) => attributes.class === cls)
      return [...(path?.attributes.d ?? '').matchAll(/M(\d+),/g)].map(([, x]) => Number(x) / 3)
    })
  expect(placed([0.5, 2.5])).toEqual([[0, 1, 2], [3]])
  expect(placed([1.2, 1.3])).toEqual([[1], [0, 2, 3]])
  expect(placed([1, 2])).toEqual([[0, 1, 2], [3]])
  expect(placed([-5, 0])).toEqual([[0], [1, 2, 3]])
  expect(placed([4, 9])).toEqual([[3], [0, 1, 2]])
  expect(placed([5, 9])).toEqual([[], [0, 1, 2, 3]])
})

test.each([
  [24, 24],
  [25, 25],
  [26, 13],
  [49, 25],
  [50, 25],
  [51, 17],
])('%d bins are %d bars, which count all values', (bins, bars) => {
  const svg = sparkHistogram({ edges: Array.from({ length: bins + 1 }, (_, at) => at), counts: Array(bins).fill(1) })
  const [root, path] = readSvg(svg)
  expect(root!.attributes.width).toBe(String(bars * 3))
  const heights = [...path!.attributes.d!.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height))
  expect(heights).toHaveLength(bars)
  expect(Math.max(...heights)).toBe(20)
})

test('a logarithmic background has no place for zero, a linear one does', () => {
  const axes = [{ title: 'x' }, { title: 'y' }] as const
  for (const zero of [0, -1]) {
    expect(createPopulation(...axes, [1, zero, 100], [1, 5, 10])!.count).toBe(2)
    expect(createPopulation(...axes, [1, 5, 100], [1, zero, 10])!.count).toBe(2)
    expect(createPopulation(...axes, [1, zero, 100], [1, 5, 10], 'linear')!.count).toBe(3)
  }
  const { background } = createPopulation(...axes, [1, 0, 100], [1, 5, 10])!
  expect(background).not.toMatch(/NaN|Infinity/)
})

test('a planet beyond the frame stands at its edge, on each side', () => {
  const population = createPopulation({ title: 'x' }, { title: 'y' }, [1, 10, 100], [1, 3, 10])!
  const placeOf = (x: number, y: number) => {
    const elements = readSvg(placeInPopulation(population, { name: 'X b', x, y }, 'p').svg)
    const { cx, cy } = elements.find(({ name }) => name === 'circle')!.attributes
    return [Number(cx), Number(cy)]
  }
  const [left, right] = population.xScale.range
  const [bottom, top] = population.yScale.range
  expect(placeOf(1e9, 1e9)).toEqual([right, top])
  expect(placeOf(1e-9, 1e-9)).toEqual([left, bottom])
  expect(placeOf(0, -1)).toEqual([left, bottom])
  const [x, y] = placeOf(10, 3)
  expect([x! > left && x! < right, y! < bottom && y! > top]).toEqual([true, true])
})
