import { fitted } from '../../core/text/quote-for-message.ts'
import { SOLAR_TEMPERATURE_K } from '../../units/nominal.ts'
import { SOLAR_PLANETS, type SolarPlanet } from '../../units/solar-system.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { type StarFacts, ZONE_TEMPERATURES, zoneDistances } from '../habitable-zone.ts'
import { quantityMarkup } from '../svg/label.ts'
import { element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import { createScale, extentOf, numberLabel, padded, type Scale } from '../svg/scale.ts'
import { bottomAxis, drawing } from './axis.ts'

/** A planet of the system. Unknown numbers are null. */
export interface SystemPlanet {
  readonly name: string
  /** The text at the planet, usually its letter. */
  readonly label: string
  readonly href?: string | undefined
  /** Semi-major axis, au. */
  readonly distance: number | null
  /** Radius in units of Earth's. */
  readonly radius: number | null
  /** Marks the radius as an upper or a lower limit; the circle is then dashed. */
  readonly radiusLimit?: '<' | '>' | undefined
  /** True for the planet that the page is about. */
  readonly isCurrent?: boolean
}

export interface System {
  readonly host: string
  readonly star: StarFacts
  readonly planets: readonly SystemPlanet[]
}

/** The system on a logarithmic axis of distance, above the inner planets of the Sun. */
export interface SystemLine {
  readonly svg: Svg
  readonly description: string
  /** The description without the list of planets, for a page that lists them anyway. */
  readonly notes: string
  /** Names of planets without a known distance, which the line omits. */
  readonly leftOut: readonly string[]
}

/** Planets of the Sun that are always shown; the others are shown if the system extends as far. */
const INNER_PLANETS = SOLAR_PLANETS.slice(0, 4)
const SUN: StarFacts = { temperature: SOLAR_TEMPERATURE_K, logLuminosity: 0, radius: 1 }

/** Widths and numbers of axis ticks for a page and for a phone, on which the letters keep their size. */
const LAYOUTS = { wide: { width: 640, ticks: 7 }, narrow: { width: 340, ticks: 4 } } as const
export type SystemLayout = keyof typeof LAYOUTS

const SIZE = { left: 30, right: 16, system: 62, sun: 128, axis: 158, height: 198 } as const
/** Radii in pixels: maximum, minimum, for an unknown radius, and the maximum per Earth radius. */
const RADIUS = { max: 22, min: 1.6, unknown: 5, perEarth: 5 } as const
const BAND = 26
const LABEL_GAP = 15

/** Days of a Julian year: with it, Kepler's third law is in au, years and solar masses. */
const DAYS_PER_YEAR = 365.25

/**
 * The semi-major axis (au) by Kepler's third law, for a planet without a published one. Null if the period or the mass is unknown.
 */
export function semiMajorAxis(periodDays: number | null, starMass: number | null): number | null {
  if (periodDays === null || starMass === null || !(periodDays > 0) || !(starMass > 0)) return null
  return Math.cbrt(starMass * (periodDays / DAYS_PER_YEAR) ** 2)
}

/** Draws a system; undefined if no planet has a distance. */
export function systemLine(system: System, id: string, layout: SystemLayout = 'wide'): SystemLine | undefined {
  const { width, ticks } = LAYOUTS[layout]
  const { host, star } = system
  const placed = system.planets
    .filter((planet): planet is SystemPlanet & { distance: number } => planet.distance !== null && planet.distance > 0)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  if (placed.length === 0) return undefined
  const leftOut = system.planets.filter((planet) => !placed.some((other) => other === planet)).map(({ name }) => name)
  const zone = zoneDistances(star)
  const extent = extentOf('log', [
    ...placed.map(({ distance }) => distance),
    ...INNER_PLANETS.map(({ distance }) => distance),
    ...(zone === undefined ? [] : [zone.inner, zone.outer]),
  ])!
  const scale = createScale('log', padded('log', extent, 0.06), [SIZE.left, width - SIZE.right])
  const compared = SOLAR_PLANETS.filter(({ distance }) => distance <= scale.domain[1])
  const largest = Math.max(...[...placed, ...compared].map(({ radius }) => radius ?? 0))
  const perEarth = Math.min(RADIUS.perEarth, RADIUS.max / largest)
  const notes = notesOn(star, zone, leftOut, compared)
  const description = `Planets of ${host} by distance: ${placed.map(titleOf).join('; ')}. ${notes}`
  const svg = drawing(
    { id, title: `The system of ${host}`, description },
    { width, height: SIZE.height, className: 'plot-system', fontSize: 12 },
    zoneBand(zone, scale, SIZE.system, 'habitable zone'),
    zoneBand(zoneDistances(SUN), scale, SIZE.sun, ''),
    starLine(SIZE.system, width),
    starLine(SIZE.sun, width),
    rowName(host, SIZE.system - 46),
    rowName('Sun', SIZE.sun - 16),
    planets(placed, scale, perEarth),
    ...compared.map((planet) => sunPlanet(planet, scale, perEarth)),
    bottomAxis(scale, SIZE.axis, ticks, 12),
    element(
      'text',
      {
        class: 'plot-label',
        x: width - SIZE.right,
        y: SIZE.axis + 34,
        'text-anchor': 'end',
        fill: INK.text,
      },
      quantityMarkup({ title: 'Semi-major axis', unit: 'au' }),
    ),
  )
  return { svg, description, notes, leftOut }
}

function zoneBand(zone: ReturnType<typeof zoneDistances>, scale: Scale, y: number, name: string): Svg {
  if (zone === undefined) return ''
  const [from, to] = [scale.at(zone.inner), scale.at(zone.outer)]
  const band = element('rect', {
    class: 'plot-zone',
    x: from,
    y: y - BAND,
    width: to - from,
    height: 2 * BAND - (name === '' ? 12 : 0),
    fill: CATEGORY_COLORS[2],
    'fill-opacity': 0.18,
  })
  if (name === '') return band
  return (
    band +
    element(
      'text',
      {
        class: 'plot-soft',
        x: Math.min(Math.max((from + to) / 2, SIZE.left + 50), scale.range[1] + SIZE.right - 60),
        y: y + BAND - 4,
        'text-anchor': 'middle',
        'font-size': 11,
        fill: INK.soft,
      },
      text(name),
    )
  )
}

/** The line with the planets, with the star at its beginning. */
function starLine(y: number, width: number): Svg {
  return (
    element('path', {
      class: 'plot-axis',
      d: `M0,${y}H${width}`,
      stroke: INK.line,
      'stroke-width': 1,
      fill: 'none',
    }) + element('path', { class: 'plot-star', d: `M0,${y - 11}a11,11 0 0 1 0,22z`, fill: CATEGORY_COLORS[1] })
  )
}

function rowName(name: string, y: number): Svg {
  const shown = fitted(name, 40)
  return element('text', { class: 'plot-label', x: 2, y, 'font-weight': 600, fill: INK.text }, text(shown))
}

function planets(
  placed: readonly (SystemPlanet & { readonly distance: number })[],
  scale: Scale,
  perEarth: number,
): Svg {
  const radiusOf = ({ radius }: SystemPlanet) =>
    radius === null ? RADIUS.unknown : Math.max(RADIUS.min, radius * perEarth)
  // A label is raised above that of its neighbor if the two would touch.
  let lastX = Number.NEGATIVE_INFINITY
  let lift = 0
  return placed
    .map((planet) => {
      const x = scale.at(planet.distance)
      const r = radiusOf(planet)
      lift = x - lastX < LABEL_GAP ? (lift + 1) % 3 : 0
      lastX = x
      const isKnown = planet.radius !== null && planet.radiusLimit === undefined
      const disk = element('circle', {
        class: `${planet.isCurrent ? 'plot-current' : 'plot-planet'}${isKnown ? '' : ' plot-unknown'}`,
        cx: x,
        cy: SIZE.system,
        r,
        fill: isKnown ? (planet.isCurrent ? CATEGORY_COLORS[5] : CATEGORY_COLORS[0]) : INK.paper,
        'fill-opacity': isKnown ? 0.85 : 0,
        stroke: planet.isCurrent ? CATEGORY_COLORS[5] : CATEGORY_COLORS[0],
        'stroke-width': 1.2,
        'stroke-dasharray': isKnown ? undefined : '2 2',
      })
      const label = element(
        'text',
        {
          class: planet.isCurrent ? 'plot-label plot-strong' : 'plot-label',
          x,
          y: SIZE.system - r - 5 - lift * 12,
          'text-anchor': 'middle',
          'font-weight': planet.isCurrent ? 700 : undefined,
          fill: INK.text,
        },
        text(planet.label),
      )
      const mark = element('title', {}, text(titleOf(planet))) + disk + label
      return planet.href === undefined ? element('g', {}, mark) : element('a', { href: planet.href }, mark)
    })
    .join('')
}

function titleOf({ name, distance, radius, radiusLimit }: SystemPlanet & { readonly distance: number }): string {
  const sign = radiusLimit === undefined ? '' : `${radiusLimit} `
  const size = radius === null ? 'radius unknown' : `${sign}${numberLabel(Number(radius.toPrecision(3)))} R⊕`
  return `${name}: ${numberLabel(Number(distance.toPrecision(3)))} au, ${size}`
}

function sunPlanet(planet: SolarPlanet, scale: Scale, perEarth: number): Svg {
  const x = scale.at(planet.distance)
  return (
    element('circle', {
      class: 'plot-other-planet',
      cx: x,
      cy: SIZE.sun,
      r: Math.max(RADIUS.min, planet.radius * perEarth),
      fill: INK.soft,
    }) +
    element(
      'text',
      {
        class: 'plot-soft',
        x,
        y: SIZE.sun - Math.max(6, planet.radius * perEarth) - 4,
        'text-anchor': 'middle',
        'font-size': 11,
        fill: INK.soft,
      },
      text(planet.name[0] === 'M' ? planet.name.slice(0, 2) : planet.name[0]!),
    )
  )
}

/** Sentences on the habitable zone, on what is not drawn, and on the comparison. */
function notesOn(
  star: StarFacts,
  zone: ReturnType<typeof zoneDistances>,
  leftOut: readonly string[],
  compared: readonly { readonly name: string }[],
): string {
  const two = (value: number) => numberLabel(Number(value.toPrecision(2)))
  return [
    zone === undefined
      ? 'The habitable zone is not drawn, because the temperature or luminosity of the star is unknown or outside the range of the model.'
      : `Habitable zone from ${two(zone.inner)} to ${two(zone.outer)} au (Kopparapu et al. 2014, computed from temperature and luminosity${(star.temperature ?? 0) < ZONE_TEMPERATURES.min ? `, as for a star of ${groupedDigits(ZONE_TEMPERATURES.min)} K` : ''}).`,
    leftOut.length === 0 ? '' : ` Without a known distance, and not drawn: ${leftOut.join(', ')}.`,
    ` Below, at the same distances and sizes: ${compared.map(({ name }) => name).join(', ')}.`,
  ].join('')
}
