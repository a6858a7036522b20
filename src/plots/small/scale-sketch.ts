import { fitted } from '../../core/text/quote-for-message.ts'
import { ASTRONOMICAL_UNIT_M, SOLAR_RADIUS_M } from '../../units/nominal.ts'
import { JUPITER_RADIUS, solarPlanets } from '../../units/solar-system.ts'
import { unitMarkup } from '../svg/label.ts'
import { element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import { numberLabel } from '../svg/scale.ts'
import { drawing } from './axis.ts'

const three = (value: number) => numberLabel(Number(value.toPrecision(3)))

const DISKS = { height: 156, largest: 52, gap: 26, baseline: 62 } as const

/** Font size below the disks, which a page shows at about three quarters, and the width of a letter relative to it. */
const DISK_TEXT = 15
const LETTER_WIDTH = 0.56

/** Dash pattern for limits, so that they are not mistaken for measurements. */
const BROKEN = '4 3'

/**
 * A planet next to Earth and Jupiter, all radii to scale. `radius` is in units of Earth's and above 0. `limit` marks it as an upper
 * or a lower limit, drawn as a dashed outline.
 */
export function sizeSketch(
  name: string,
  radius: number,
  id: string,
  limit?: '<' | '>',
): { readonly svg: Svg; readonly description: string } {
  const disks = [
    { label: 'Earth', radius: 1, isPlanet: false },
    { label: name, radius, isPlanet: true },
    { label: 'Jupiter', radius: JUPITER_RADIUS, isPlanet: false },
  ]
  const perEarth = DISKS.largest / Math.max(radius, JUPITER_RADIUS)
  const bound = limit === undefined ? '' : limit === '<' ? 'less than ' : 'more than '
  const sign = limit === undefined ? '' : `${limit} `
  const description = `${name} has ${bound}${three(radius)} times the radius of Earth and ${bound}${three(radius / JUPITER_RADIUS)} times that of Jupiter.`
  let x = 10
  const drawn = disks.map((disk) => {
    const r = Math.max(0.8, disk.radius * perEarth)
    const shown = fitted(disk.label, 18)
    // The name needs room too.
    const half = Math.max(r, 42, (shown.length * LETTER_WIDTH * DISK_TEXT) / 2 - DISKS.gap / 3)
    const center = x + half
    x = center + half + DISKS.gap
    return (
      element('circle', {
        class: !disk.isPlanet
          ? 'plot-other-planet'
          : limit === undefined
            ? 'plot-current'
            : 'plot-current plot-unknown',
        cx: center,
        cy: DISKS.baseline,
        r,
        ...(disk.isPlanet && limit !== undefined
          ? { fill: 'none', stroke: CATEGORY_COLORS[5], 'stroke-width': 1.5, 'stroke-dasharray': BROKEN }
          : { fill: disk.isPlanet ? CATEGORY_COLORS[5] : INK.soft }),
      }) +
      element(
        'text',
        { class: 'plot-label', x: center, y: DISKS.height - 20, 'text-anchor': 'middle', fill: INK.text },
        text(shown),
      ) +
      element(
        'text',
        {
          class: 'plot-soft',
          x: center,
          y: DISKS.height - 4,
          'text-anchor': 'middle',
          fill: INK.soft,
        },
        text(`${disk.isPlanet ? sign : ''}${three(disk.radius)} `) + unitMarkup('Rearth'),
      )
    )
  })
  const svg = drawing(
    { id, title: `The size of ${name} next to Earth and Jupiter`, description },
    { width: x - DISKS.gap + 10, height: DISKS.height, className: 'plot-sizes', fontSize: DISK_TEXT },
    ...drawn,
  )
  return { svg, description }
}

const SOLAR_ORBITS = solarPlanets('Mercury', 'Earth', 'Jupiter', 'Neptune')

/** One solar radius in au. */
const SUN_RADIUS_AU = SOLAR_RADIUS_M / ASTRONOMICAL_UNIT_M

const ORBIT = { size: 220, margin: 16 } as const

/** Minimum share of the picture at which orbits of the solar system are drawn. */
const MIN_SHARE = 0.06

export interface Orbit {
  readonly name: string
  /** Semi-major axis, au; above 0. */
  readonly distance: number
  /** Null is treated as a circle, and the description says so. */
  readonly eccentricity: number | null
  /** Marks the eccentricity as an upper limit, which is drawn as a circle, or as a lower one; absent if it is measured. */
  readonly eccentricityLimit?: '<' | '>' | undefined
  /** Marks the distance as an upper or a lower limit; the orbit is then a dashed line. */
  readonly distanceLimit?: '<' | '>' | undefined
  /** Radius of the star in units of the Sun's, or null. */
  readonly starRadius: number | null
}

function shapeInWords(eccentricity: number | null, limit: Orbit['eccentricityLimit']): string {
  if (eccentricity === null) return 'drawn as a circle, because the eccentricity is unknown'
  const value = three(eccentricity)
  if (limit === '<') return `drawn as a circle, because the eccentricity is an upper limit, below ${value}`
  return limit === '>' ? `drawn with an eccentricity of ${value}, which is a lower limit` : `eccentricity ${value}`
}

/** The orbit seen from above, next to orbits of the solar system at the same scale. Periastron is at the right. */
export function orbitSketch(
  { name, distance, eccentricity, eccentricityLimit, distanceLimit, starRadius }: Orbit,
  id: string,
): { readonly svg: Svg; readonly description: string } {
  const isDrawn = eccentricity !== null && eccentricity >= 0 && eccentricity < 1 && eccentricityLimit !== '<'
  const e = isDrawn ? eccentricity : 0
  const reach = distance * (1 + e)
  // For comparison, the smallest orbit of the solar system that is not inside, or the largest one.
  const next = SOLAR_ORBITS.find((orbit) => orbit.distance >= reach * 0.7) ?? SOLAR_ORBITS.at(-1)!
  const outer = Math.max(reach, next.distance)
  const perAu = (ORBIT.size / 2 - ORBIT.margin) / outer
  const center = ORBIT.size / 2
  const solar = SOLAR_ORBITS.filter((orbit) => orbit.distance <= outer && orbit.distance >= outer * MIN_SHARE)
  const rings = solar.map(
    (orbit) =>
      element('circle', {
        class: 'plot-guide',
        cx: center,
        cy: center,
        r: orbit.distance * perAu,
        fill: 'none',
        stroke: INK.soft,
        'stroke-dasharray': '3 3',
      }) +
      element(
        'text',
        {
          class: 'plot-soft',
          x: center,
          y: center - orbit.distance * perAu + 13,
          'text-anchor': 'middle',
          'font-size': 11,
          fill: INK.soft,
        },
        text(orbit.name),
      ),
  )
  const path = element('ellipse', {
    class: 'plot-orbit',
    cx: center - distance * e * perAu,
    cy: center,
    rx: Math.max(1, distance * perAu),
    ry: Math.max(1, distance * Math.sqrt(1 - e * e) * perAu),
    fill: 'none',
    stroke: CATEGORY_COLORS[5],
    'stroke-width': 2,
    'stroke-dasharray': distanceLimit === undefined ? undefined : BROKEN,
  })
  const star = element('circle', {
    class: 'plot-star',
    cx: center,
    cy: center,
    r: Math.max(2, (starRadius ?? 1) * SUN_RADIUS_AU * perAu),
    fill: CATEGORY_COLORS[1],
  })
  const shape = shapeInWords(eccentricity, eccentricityLimit)
  const bound = distanceLimit === undefined ? '' : distanceLimit === '<' ? 'below ' : 'above '
  const description = `The orbit of ${name}: semi-major axis ${bound}${three(distance)} au, ${shape}; for comparison ${solar.map((orbit) => `that of ${orbit.name} (${orbit.distance} au)`).join(', ')}.`
  const svg = drawing(
    { id, title: `The orbit of ${name} next to orbits of the solar system`, description },
    { width: ORBIT.size, height: ORBIT.size, className: 'plot-orbits', fontSize: 12 },
    ...rings,
    star,
    path,
  )
  return { svg, description }
}
