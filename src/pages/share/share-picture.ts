import { element, type Svg, text } from '../../plots/svg/markup.ts'
import { JUPITER_RADIUS } from '../../units/solar-system.ts'
import { SHARE_SIZE } from '../components/addresses.ts'

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE

/** The content of a planet's picture. */
export interface SharedPlanet {
  readonly name: string
  /** How and when the planet was found, and its host star. */
  readonly subtitle: string
  /** Headline values, the most important first; at most five fit. */
  readonly values: readonly { readonly label: string; readonly value: string }[]
  /** Radius in Earth radii; undefined if it is unknown or only a limit is known. */
  readonly radius: number | undefined
  /** The source of the values. */
  readonly source: string
}

const MARGIN = 72
const TEXT_WIDTH = 700
const MAX_VALUES = 5
/** Average width of a letter, relative to the font size. */
const LETTER = 0.6

const COLORS = { paper: '#14171c', ink: '#f2f4f6', soft: '#a9b4c0', planet: '#56b4e9', line: '#6b7683' } as const

/** Maximum radius of a disc, in pixels. */
const MAX_DISC = 215
const CENTER = { x: 950, y: 330 }

/** The font size at which a text fits; a very long text is cut. */
function fitted(written: string, size: number, width: number): { readonly text: string; readonly size: number } {
  const least = size / 2
  const fitting = Math.min(size, width / (LETTER * Math.max(written.length, 1)))
  if (fitting >= least) return { text: written, size: fitting }
  const letters = Math.floor(width / (LETTER * least)) - 1
  return { text: `${[...written].slice(0, letters).join('')}…`, size: least }
}

function line(y: number, written: string, size: number, fill: string, weight = 400, x = MARGIN): Svg {
  const fit = fitted(written, size, TEXT_WIDTH)
  return element('text', { x, y, 'font-size': fit.size, 'font-weight': weight, fill }, text(fit.text))
}

/** The planet as a disc next to Earth and Jupiter, all to the same scale. */
function discs(radius: number): Svg {
  const scale = MAX_DISC / Math.max(radius, JUPITER_RADIUS)
  const circle = (r: number, x: number, attributes: Readonly<Record<string, string | number>>) =>
    element('circle', { cx: x, cy: CENTER.y, r: Math.max(r * scale, 1.5), ...attributes })
  const outline = { fill: 'none', stroke: COLORS.line, 'stroke-width': 2 }
  const caption = (x: number, y: number, written: string) =>
    element('text', { x, y, 'font-size': 22, fill: COLORS.soft, 'text-anchor': 'middle' }, text(written))
  return [
    circle(JUPITER_RADIUS, CENTER.x, outline),
    circle(radius, CENTER.x, { fill: COLORS.planet }),
    circle(1, CENTER.x, { ...outline, stroke: COLORS.ink }),
    caption(CENTER.x, CENTER.y + MAX_DISC + 40, 'to scale with Jupiter (ring) and Earth'),
  ].join('')
}

/** Draws the picture as SVG. */
export function sharePicture({ name, subtitle, values, radius, source }: SharedPlanet): Svg {
  const shown = values.slice(0, MAX_VALUES)
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height: HEIGHT,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      'font-family': "'DejaVu Sans', sans-serif",
    },
    element('rect', { width: WIDTH, height: HEIGHT, fill: COLORS.paper }),
    line(150, name, 84, COLORS.ink, 700),
    line(205, subtitle, 32, COLORS.soft),
    ...shown.flatMap(({ label, value }, at) => {
      const y = 285 + at * 56
      return [line(y, label, 28, COLORS.soft), line(y, value, 34, COLORS.ink, 700, MARGIN + 300)]
    }),
    line(HEIGHT - 42, source, 22, COLORS.soft),
    radius === undefined || !(radius > 0) ? '' : discs(radius),
  )
}
