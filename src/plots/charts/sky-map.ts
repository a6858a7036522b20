import { groupedDigits } from '../../units/typeset-numbers.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import type { Chart } from './chart.ts'
import { type Coloring, symbolsOf } from './coloring.ts'
import { leftOutWords, plainMarks, pointMarks, thinned } from './marks.ts'
import { picture } from './picture.ts'

/** A position on the sky, in degrees (ICRS). */
export interface SkyPoint {
  readonly ra: number | null
  readonly dec: number | null
  readonly name: string
  readonly href?: string | undefined
}

export interface SkyMap {
  readonly id: string
  readonly title: string
  readonly points: readonly SkyPoint[]
  readonly coloring?: Coloring | undefined
  /** True if the picture has no links because it is itself a link. */
  readonly isThumbnail?: boolean
}

const CENTER = { x: 360, y: 196 } as const
const HALF_WIDTH = 340
const HEIGHT = 402

/** Step between the points of grid lines, degrees. */
const LINE_STEP = 5
const RADIANS = Math.PI / 180

/** The map is centered at 180° (12 h), so that the Milky Way's center and the Kepler field are well inside. */
const MIDDLE = 180

/** Projects sky coordinates with the Hammer projection, which preserves areas. East is at the left, as seen when looking up. */
export function projected(ra: number, dec: number): readonly [x: number, y: number] {
  const longitude = ((((ra - MIDDLE) % 360) + 540) % 360) - 180
  return onMap(longitude, dec)
}

function onMap(longitude: number, dec: number): readonly [x: number, y: number] {
  const [l, b] = [longitude * RADIANS, dec * RADIANS]
  const root = Math.sqrt(1 + Math.cos(b) * Math.cos(l / 2))
  return [
    CENTER.x - (HALF_WIDTH * Math.cos(b) * Math.sin(l / 2)) / root,
    CENTER.y - ((HALF_WIDTH / 2) * Math.sin(b)) / root,
  ]
}

/** Draws positions on the whole sky. */
export function drawSkyMap({ id, title, points, coloring, isThumbnail = false }: SkyMap): Chart {
  const all = points.flatMap(({ ra, dec }, row) => {
    if (ra === null || dec === null || !Number.isFinite(ra) || !(Math.abs(dec) <= 90)) return []
    const [x, y] = projected(ra, dec)
    return [{ row, x, y }]
  })
  const placed = thinned(all)
  const symbols = symbolsOf(
    coloring,
    placed.map(({ row }) => row),
  )
  const { legend, ramp, shows, words } = symbols
  const description = [
    'The whole sky in equal-area projection (Hammer), equatorial coordinates, right ascension increasing to the left with 12 hours in the middle.',
    `${groupedDigits(placed.length)} points.`,
    words,
    leftOutWords({ unknown: points.length - all.length, crowded: all.length - placed.length }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  return picture(
    { id, title, description },
    { plotHeight: HEIGHT, legend, ramp, shows, drawn: placed.length, leftOut: points.length - placed.length },
    grid(),
    isThumbnail
      ? plainMarks(placed, symbols)
      : pointMarks(placed, symbols, (row) => ({ title: points[row]!.name, href: points[row]!.href })),
    gridLabels(),
  )
}

function grid(): Svg {
  const line = (places: readonly (readonly [number, number])[]) =>
    `M${places.map(([x, y]) => `${coordinate(x)},${coordinate(y)}`).join('L')}`
  const steps = (from: number, to: number) =>
    Array.from({ length: (to - from) / LINE_STEP + 1 }, (_, index) => from + index * LINE_STEP)
  const meridians = [-120, -60, 0, 60, 120].map((l) => line(steps(-90, 90).map((b) => onMap(l, b))))
  const parallels = [-60, -30, 0, 30, 60].map((b) => line(steps(-180, 180).map((l) => onMap(l, b))))
  const edge = [...steps(-90, 90).map((b) => onMap(180, b)), ...steps(-90, 90).map((b) => onMap(-180, -b))]
  return (
    element('path', { class: 'plot-sheet', d: `${line(edge)}z`, fill: '#f6f8fa', stroke: INK.soft }) +
    element('path', {
      class: 'plot-grid',
      d: [...meridians, ...parallels].join(''),
      stroke: INK.line,
      'stroke-width': 1,
      fill: 'none',
    })
  )
}

function gridLabels(): Svg {
  const at = ([x, y]: readonly [number, number], label: string, anchor: string): Svg =>
    element(
      'text',
      {
        class: 'plot-soft plot-note',
        x,
        y: y + 5,
        'text-anchor': anchor,
        'font-size': 13,
        fill: INK.soft,
        stroke: INK.paper,
        'stroke-width': 3,
        'paint-order': 'stroke',
      },
      text(label),
    )
  const hours = [-120, -60, 0, 60, 120].map((l) => at(onMap(l, 0), `${(l + MIDDLE) / 15} h`, 'middle'))
  const degrees = [-60, -30, 30, 60].map((b) => {
    const [x, y] = onMap(-180, b)
    return at([x + 6, y], `${b < 0 ? '−' : '+'}${Math.abs(b)}°`, 'start')
  })
  return [...hours, ...degrees].join('')
}
