import { describe, expect, test } from 'bun:test'
import { luminosityOf, zoneDistances } from '../../../../src/plots/habitable-zone.ts'
import { drawRecipe } from '../../../../src/plots/recipes/draw-recipe.ts'
import { guideOverlays } from '../../../../src/plots/recipes/guides.ts'
import { INSIGHT_RECIPES } from '../../../../src/plots/recipes/insight-recipes.ts'
import { forestPlot, type PublishedValue } from '../../../../src/plots/small/forest-plot.ts'
import { createPopulation, type PlacedPlanet, placeInPopulation } from '../../../../src/plots/small/population-place.ts'
import { orbitSketch, sizeSketch } from '../../../../src/plots/small/scale-sketch.ts'
import { type SystemPlanet, semiMajorAxis, systemLine } from '../../../../src/plots/small/system-line.ts'
import { readSvg } from '../../../fixtures/plots/read-svg.ts'

const of = (svg: string, cls: string) =>
  readSvg(svg)
    .filter(({ attributes }) => attributes.class?.split(' ').includes(cls))
    .map(({ attributes }) => attributes)

describe('a planet among all others', () => {
  const population = createPopulation({ title: 'Mass' }, { title: 'Radius' }, [1, 100], [1, 100])!
  const mark = (planet: Partial<PlacedPlanet>) =>
    of(placeInPopulation(population, { name: 'A', x: 10, y: 10, ...planet }, 'p').svg, 'plot-current')
  // The frame goes from 54 to 308 and from 210 up to 28; ten is in the middle of both axes.
  const [x, y] = [181, 119]

  test('is a dot', () => {
    expect(mark({})).toMatchObject([{ cx: String(x), cy: String(y), r: '5' }])
  })

  test('is a ring with an arrow to smaller or larger numbers if a value is a limit', () => {
    const arrow = (planet: Partial<PlacedPlanet>) => mark(planet)[1]?.d
    expect(arrow({ xLimit: '<' })).toBe(`M${x - 5},${y}h-16l5,-4m-5,4l5,4`)
    expect(arrow({ xLimit: '>' })).toBe(`M${x + 5},${y}h16l-5,-4m5,4l-5,4`)
    expect(arrow({ yLimit: '<' })).toBe(`M${x},${y + 5}v16l-4,-5m4,5l4,-5`)
    expect(arrow({ yLimit: '>' })).toBe(`M${x},${y - 5}v-16l-4,5m4,-5l4,5`)
    expect(mark({ xLimit: '<' })[0]?.class).toBe('plot-current plot-unknown')
  })

  test('is described with the number of planets and its limits', () => {
    expect(placeInPopulation(population, { name: 'A', x: 10, y: 3, xLimit: '<' }, 'p').description).toBe(
      'A among 2 planets: Mass < 10, Radius 3.',
    )
  })
})

describe('published values', () => {
  const value = (more: Partial<PublishedValue>): PublishedValue => ({
    value: 50,
    err1: null,
    err2: null,
    lim: null,
    isDefault: false,
    label: 'A',
    ...more,
  })
  // Two more values set the scale from 0 to 100: with 6 % of margin, it goes from 8 to 252.
  const at = (number: number) => Math.round((8 + ((number + 6) / 112) * 244) * 10) / 10
  const strip = (more: Partial<PublishedValue>) =>
    forestPlot({ title: 'A' }, [value(more), value({ value: 0 }), value({ value: 100 })], 'f').strips[0]!
  const near = (d: string | undefined, expected: string) => expect(d?.replaceAll('.0', '')).toBe(expected)

  test('are points, larger and filled for the default value, with a line through all', () => {
    expect(of(strip({}), 'plot-point')).toMatchObject([{ cy: '10', r: '3.5', fill: '#ffffff' }])
    expect(Number(of(strip({}), 'plot-point')[0]!.cx)).toBeCloseTo(at(50), 1)
    expect(of(strip({ isDefault: true }), 'plot-point')).toMatchObject([{ r: '4.5', fill: '#0072b2' }])
    near(of(strip({ isDefault: true }), 'plot-guide')[0]?.d, `M${at(50)},0V20`)
    expect(of(strip({}), 'plot-guide')).toEqual([])
    expect(of(strip({ isDefault: true, lim: 1 }), 'plot-guide')).toEqual([])
  })

  test('have bars with ends', () => {
    near(of(strip({ err1: 10, err2: -20 }), 'plot-other')[0]?.d, `M${at(30)},10H${at(60)}M${at(30)},7v6M${at(60)},7v6`)
    expect(of(strip({ err1: 0, err2: 0 }), 'plot-other')).toHaveLength(1)
  })

  test('are arrows if they are limits, 34 pixels long', () => {
    const [x, end] = [at(50), at(50) - 34]
    near(of(strip({ lim: 1 }), 'plot-limit')[0]?.d, `M${x},5V15M${x},10H${end}M${end + 5},6L${end},10L${end + 5},14`)
    const right = at(50) + 34
    near(
      of(strip({ lim: -1 }), 'plot-limit')[0]?.d,
      `M${x},5V15M${x},10H${right}M${right - 5},6L${right},10L${right - 5},14`,
    )
  })

  test('are on a logarithmic scale if the largest is more than twenty times the smallest', () => {
    const axis = (...values: readonly number[]) =>
      forestPlot(
        { title: 'A' },
        values.map((each) => value({ value: each })),
        'f',
      ).axis
    expect(axis(1, 20)).toContain('aria-label="Scale: A, linear"')
    expect(axis(1, 20.1)).toContain('aria-label="Scale: A, logarithmic"')
    expect(axis(0, 100)).toContain('linear')
  })

  test('are described by their number, range, limits and default', () => {
    const told = (...values: readonly Partial<PublishedValue>[]) =>
      forestPlot({ title: 'A' }, values.map(value), 'f').description
    expect(told({})).toBe('A: 1 published value.')
    expect(told({}, { value: 60 })).toBe('A: 2 published values from 50 to 60.')
    expect(told({}, { lim: 1 })).toBe('A: 1 published value, and 1 limit.')
    expect(told({ lim: 1 }, { lim: -1 })).toBe('A: 0 published values and 2 limits.')
    expect(told({ isDefault: true })).toBe("A: 1 published value; the archive's default is A.")
  })

  test('have their references beside them in the whole drawing', () => {
    const { svg } = forestPlot(
      { title: 'A' },
      [value({ label: 'x'.repeat(40), href: '/a', isDefault: true }), value({})],
      'f',
    )
    const labels = readSvg(svg).filter(({ name, attributes }) => name === 'text' && attributes.x === '394')
    expect(labels.map(({ text, attributes }) => [text, attributes.y, attributes['font-weight']])).toEqual([
      [`${'x'.repeat(31)}…`, '24.5', '600'],
      ['A', '48.5', undefined],
      ['A', '72', undefined],
    ])
    expect(svg).toContain('viewBox="0 0 660 96"')
    expect(svg).toContain('<a href="/a">')
  })
})

describe('the size of a planet', () => {
  test('is told as a measurement or a limit', () => {
    const told = (limit?: '<' | '>') => sizeSketch('A b', 2, 's', limit).description
    expect(told()).toBe('A b has 2 times the radius of Earth and 0.178 times that of Jupiter.')
    expect(told('<')).toBe('A b has less than 2 times the radius of Earth and less than 0.178 times that of Jupiter.')
    expect(told('>')).toStartWith('A b has more than 2 times')
  })

  test('stands between Earth and Jupiter, the largest 52 pixels in radius', () => {
    const circles = readSvg(sizeSketch('A b', 22.4, 's').svg).filter(({ name }) => name === 'circle')
    expect(circles.map(({ attributes }) => attributes.class)).toEqual([
      'plot-other-planet',
      'plot-current',
      'plot-other-planet',
    ])
    expect(circles.map(({ attributes }) => Number(attributes.r))[1]).toBe(52)
    expect(circles.map(({ attributes }) => attributes.cy)).toEqual(['62', '62', '62'])
    const [earth, planet] = circles.map(({ attributes }) => Number(attributes.cx))
    // The room of a disk is at least 84 pixels wide, with 26 between.
    expect([earth, planet]).toEqual([10 + 42, 10 + 84 + 26 + 52])
  })
})

describe('an orbit', () => {
  const orbit = (more: Partial<Parameters<typeof orbitSketch>[0]>) =>
    orbitSketch({ name: 'A b', distance: 1, eccentricity: 0, starRadius: null, ...more }, 'o')
  const ellipse = (more: Partial<Parameters<typeof orbitSketch>[0]>) =>
    ['cx', 'rx', 'ry'].map((name) => Number(of(orbit(more).svg, 'plot-orbit')[0]![name]))

  test('is an ellipse with the star in its focus', () => {
    // The orbit of Earth, which is as large, touches the margin of 16 pixels.
    expect(ellipse({})).toEqual([110, 94, 94])
    const [cx, rx, ry] = ellipse({ distance: 30, eccentricity: 0.6 })
    expect((110 - cx!) / rx!).toBeCloseTo(0.6, 2)
    expect(ry! / rx!).toBeCloseTo(0.8, 2)
    // Periastron is at the right, so that the farthest point is at the left margin.
    expect(cx! - rx!).toBeCloseTo(16, 1)
  })

  test('of an upper limit, or of none, is a circle', () => {
    expect(ellipse({ eccentricity: 0.6, eccentricityLimit: '<' })).toEqual(ellipse({}))
    expect(ellipse({ eccentricity: null })).toEqual(ellipse({}))
    expect(ellipse({ eccentricity: 1 })).toEqual(ellipse({}))
    expect(orbit({ eccentricity: 0.6, eccentricityLimit: '>' }).description).toContain(
      'drawn with an eccentricity of 0.6, which is a lower limit',
    )
    expect(orbit({ eccentricity: 0.6, eccentricityLimit: '<' }).description).toContain(
      'because the eccentricity is an upper limit, below 0.6',
    )
    expect(orbit({ eccentricity: null }).description).toContain('because the eccentricity is unknown')
  })

  test('is compared with orbits of the Sun that are not much smaller', () => {
    const compared = (distance: number) =>
      Array.from(orbit({ distance }).description.matchAll(/that of (\w+)/g), ([, name]) => name)
    expect(compared(0.1)).toEqual(['Mercury'])
    expect(compared(1)).toEqual(['Mercury', 'Earth'])
    // The next orbit is Jupiter's from 70 % of its reach on.
    expect(compared(5)).toEqual(['Mercury', 'Earth', 'Jupiter'])
    expect(compared(1_000)).toEqual([])
  })

  test('of a limit is dashed and told so', () => {
    expect(of(orbit({ distanceLimit: '<' }).svg, 'plot-orbit')[0]!['stroke-dasharray']).toBe('4 3')
    expect(of(orbit({}).svg, 'plot-orbit')[0]!['stroke-dasharray']).toBeUndefined()
    expect(orbit({ distanceLimit: '<' }).description).toContain('semi-major axis below 1 au')
    expect(orbit({ distanceLimit: '>' }).description).toContain('semi-major axis above 1 au')
  })
})

describe('a system', () => {
  const SUN = { temperature: 5_772, logLuminosity: 0, radius: 1 }
  const planet = (more: Partial<SystemPlanet>): SystemPlanet => ({
    name: 'A b',
    label: 'b',
    distance: 1,
    radius: 1,
    ...more,
  })
  const line = (...planets: readonly Partial<SystemPlanet>[]) =>
    systemLine({ host: 'A', star: SUN, planets: planets.map(planet) }, 's')

  test('is described from the star outwards', () => {
    expect(
      line({ name: 'A c', distance: 2, radius: null }, { radius: 1.23456, radiusLimit: '<' })!.description,
    ).toStartWith(
      'Planets of A by distance: A b: 1 au, < 1.23 R⊕; A c: 2 au, radius unknown. Habitable zone from 0.95 to 1.7 au',
    )
    expect(line({ distance: 0 })).toBeUndefined()
    expect(line({ distance: 0 }, { name: 'A c' })!.leftOut).toEqual(['A b'])
  })

  test('has labels that give way to their neighbors', () => {
    const heights = (...distances: readonly number[]) =>
      of(line(...distances.map((distance, at) => ({ name: `A ${at}`, distance })))!.svg, 'plot-label')
        .filter((attributes) => attributes['text-anchor'] === 'middle')
        .map((attributes) => Number(attributes.y))
    const [only] = heights(1)
    expect(heights(1, 1.01, 1.02, 1.03)).toEqual([only!, only! - 12, only! - 24, only!])
    expect(heights(0.1, 1)).toEqual([only!, only!])
  })

  test('has a dashed circle for a radius that is unknown or a limit', () => {
    const [known, limit, unknown] = of(
      line({}, { name: 'A c', distance: 2, radiusLimit: '>' }, { name: 'A d', distance: 3, radius: null })!.svg,
      'plot-planet',
    )
    expect([known, limit, unknown].map((circle) => circle!['stroke-dasharray'])).toEqual([undefined, '2 2', '2 2'])
    expect([known!.r, limit!.r, unknown!.r]).toEqual(['5', '5', '5'])
  })

  test('follows Kepler’s third law', () => {
    expect(semiMajorAxis(365.25, 8)).toBe(2)
    expect(semiMajorAxis(8 * 365.25, 1)).toBe(4)
    expect([semiMajorAxis(0, 1), semiMajorAxis(1, null)]).toEqual([null, null])
  })
})

test('the luminosity is published, or follows from radius and temperature', () => {
  expect(luminosityOf({ temperature: null, logLuminosity: 1, radius: null })).toBe(10)
  expect(luminosityOf({ temperature: 5_772, logLuminosity: null, radius: 2 })).toBeCloseTo(4, 6)
  expect(luminosityOf({ temperature: 11_544, logLuminosity: null, radius: 1 })).toBeCloseTo(16, 6)
  expect(luminosityOf({ temperature: 0, logLuminosity: null, radius: 1 })).toBeUndefined()
  expect(luminosityOf({ temperature: 1, logLuminosity: null, radius: 0 })).toBeUndefined()
  // Four times the luminosity doubles the distances.
  const [one, four] = [0, Math.log10(4)].map(
    (logLuminosity) => zoneDistances({ temperature: 5_772, logLuminosity, radius: null })!,
  )
  expect(four!.inner / one!.inner).toBeCloseTo(2, 6)
})

describe('recipes', () => {
  test('read ranges and uncertainties of a ranking', () => {
    const draw = (row: Record<string, number | string | null>, range?: readonly [string, string]) =>
      drawRecipe(
        {
          kind: 'ranking',
          name: { column: 'n' },
          mark: 'dots',
          value: { column: 'v', title: 'V', scale: 'linear' },
          ...(range === undefined ? {} : { range }),
        },
        { columns: Object.keys(row).map((name) => ({ name })), rows: [row] },
        { id: 'r', title: 'R', href: (kind, name) => `${kind}/${name}` },
      ).svg
    expect(draw({ n: 'A', v: 10 })).toContain('<title>A: 10</title>')
    expect(draw({ n: 'A', v: 10, verr1: 2, verr2: -1 })).toContain('<title>A: 10 (9 to 12)</title>')
    expect(draw({ n: 'A', v: 10, verr1: 2, verr2: null })).toContain('<title>A: 10 (10 to 12)</title>')
    expect(draw({ n: 'A', v: 10, lo: 3, hi: 20 }, ['lo', 'hi'])).toContain('<title>A: 10 (3 to 20)</title>')
    expect(draw({ n: null, v: 10 })).toContain('<title>without a name: 10</title>')
    expect(() => draw({ n: 'A' })).toThrow('The result has no column "v" to draw.')
  })

  test('read bars of years and of ranges', () => {
    const bars = (to?: string) =>
      drawRecipe(
        {
          kind: 'bars',
          x: { column: 'x', title: 'X', scale: 'linear', ...(to === undefined ? { style: 'year' } : {}) },
          y: 'N',
          series: [{ column: 'c', label: 'C' }],
          ...(to === undefined ? {} : { to }),
        },
        { columns: ['x', 'to', 'c'].map((name) => ({ name })), rows: [{ x: 2_000, to: 2_010, c: 3n }] },
        { id: 'b', title: 'B', href: () => '' },
      ).svg
    expect(bars()).toContain('<title>2000: 3</title>')
    expect(bars('to')).toContain('<title>2,000 to 2,010: 3</title>')
  })

  test('mark planets of the Sun, densities and the habitable zone', () => {
    const earth = (guide: Parameters<typeof guideOverlays>[0]) => {
      const [first] = guideOverlays(guide)
      return first?.kind === 'marker' ? [first.label, ...first.at] : []
    }
    expect(earth('solar-system-mass-radius')).toEqual(['Earth', 1, 1])
    expect(earth('solar-system-radius-period')[2]).toBe(1)
    expect(earth('solar-system-mass-period')[1]).toBeCloseTo(365.25, 0)
    const densities = guideOverlays('densities')
    expect(densities.map(({ label }) => label)).toEqual(['1 g/cm³', '3 g/cm³', '10 g/cm³'])
    // A planet of a tenth of the density has the cube root of ten times the radius.
    const radius = (at: number) => (densities[at] as { places: readonly (readonly [number, number])[] }).places[0]![1]
    expect(radius(0) / radius(2)).toBeCloseTo(10 ** (1 / 3), 6)
    const [zone] = guideOverlays('habitable-zone')
    const { places } = zone as { places: readonly (readonly [number, number])[] }
    expect(places).toHaveLength(2 * 47)
    expect([places[0]![1], places[46]![1], places[47]![1], places[93]![1]]).toEqual([2_600, 7_200, 7_200, 2_600])
    // Insolation is larger at the inner edge.
    expect(places[0]![0]).toBeGreaterThan(places[93]![0])
  })

  test('of insights have the axes that astronomers expect', () => {
    expect(INSIGHT_RECIPES['habitable-zone-candidates']).toMatchObject({
      x: { isReversed: true },
      guides: ['habitable-zone'],
    })
    expect(INSIGHT_RECIPES['discoveries-by-year-and-method']).toMatchObject({ x: { style: 'year' } })
    expect(INSIGHT_RECIPES['most-disputed-masses']).toMatchObject({
      range: ['min_mass', 'max_mass'],
      value: { scale: 'log' },
    })
  })
})

test('a picture of sizes ends 10 units after its last disk', () => {
  // Jupiter is the largest with a radius of 52, so that its edges are at 10 + 2 * 42 + 26 + 2 * 42 + 26 and 104 units more.
  const [root] = readSvg(sizeSketch('A b', 2, 's').svg)
  expect(root!.attributes.viewBox).toBe('0 0 344 156')
})
