import { groupedDigits } from '../../units/typeset-numbers.ts'
import { type Quantity, quantityMarkup, quantityText } from '../svg/label.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import { createScale, extentOf, numberLabel, padded, type Scale, type ScaleName } from '../svg/scale.ts'
import { bottomAxis, drawing } from './axis.ts'

/** A small frame with all planets, drawn once per snapshot. */
export interface Population {
  readonly x: Quantity
  readonly y: Quantity
  readonly xScale: Scale
  readonly yScale: Scale
  /** All planets as one path. */
  readonly background: Svg
  /** Number of planets that have both values. */
  readonly count: number
}

const FRAME = { width: 320, height: 256, left: 54, right: 12, top: 28, bottom: 210 } as const

/** Font size of all letters, which a page shows at about four fifths. */
const LETTERS = 15

/** Pixels within which planets merge into one dot of the background. */
const GRID = 3

/** Draws the background. `xs` and `ys` are pairs; those with a null are skipped. Undefined if there are no pairs. */
export function createPopulation(
  x: Quantity,
  y: Quantity,
  xs: readonly (number | null)[],
  ys: readonly (number | null)[],
  scale: ScaleName = 'log',
): Population | undefined {
  const isShown = (value: number | null): value is number => value !== null && (scale === 'linear' || value > 0)
  const pairs = xs.flatMap((value, index) => {
    const other = ys[index]!
    return isShown(value) && isShown(other) ? [[value, other] as const] : []
  })
  const xExtent = extentOf(
    scale,
    pairs.map(([value]) => value),
  )
  const yExtent = extentOf(
    scale,
    pairs.map(([, value]) => value),
  )
  if (xExtent === undefined || yExtent === undefined) return undefined
  const xScale = createScale(scale, padded(scale, xExtent), [FRAME.left, FRAME.width - FRAME.right])
  const yScale = createScale(scale, padded(scale, yExtent), [FRAME.bottom, FRAME.top])
  const dots = new Set<string>()
  for (const [a, b] of pairs)
    dots.add(`M${Math.round(xScale.at(a) / GRID) * GRID},${Math.round(yScale.at(b) / GRID) * GRID}h0`)
  const background = element('path', {
    class: 'plot-population',
    d: [...dots].sort().join(''),
    stroke: INK.soft,
    'stroke-opacity': 0.4,
    'stroke-width': GRID,
    'stroke-linecap': 'round',
    fill: 'none',
  })
  return { x, y, xScale, yScale, background, count: pairs.length }
}

/** A planet with its values on both axes, and whether each value is an upper or a lower limit. */
export interface PlacedPlanet {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly xLimit?: '<' | '>' | undefined
  readonly yLimit?: '<' | '>' | undefined
}

const ARROW = 16

/** Draws one planet among all others. Values beyond the frame are drawn at its edge; a limit is a ring with an arrow. */
export function placeInPopulation(
  { x, y, xScale, yScale, background, count }: Population,
  planet: PlacedPlanet,
  id: string,
): { readonly svg: Svg; readonly description: string } {
  const inside = (value: number, [from, to]: readonly [number, number]) =>
    Math.min(Math.max(value, Math.min(from, to)), Math.max(from, to))
  const place = (scale: Scale, value: number) => {
    const at = scale.at(value)
    return Number.isNaN(at) ? scale.range[0] : inside(at, scale.range)
  }
  const px = place(xScale, planet.x)
  const py = place(yScale, planet.y)
  const description = `${planet.name} among ${groupedDigits(count)} planets: ${quantityText(x)} ${signOf(planet.xLimit)}${numberLabel(planet.x)}, ${quantityText(y)} ${signOf(planet.yLimit)}${numberLabel(planet.y)}.`
  const svg = drawing(
    { id, title: `${planet.name}: ${y.title} against ${x.title.toLowerCase()}`, description },
    { width: FRAME.width, height: FRAME.height, className: 'plot-place', fontSize: LETTERS },
    background,
    element('path', {
      class: 'plot-cross',
      d: `M${FRAME.left},${coordinate(py)}H${FRAME.width - FRAME.right}M${coordinate(px)},${FRAME.top}V${FRAME.bottom}`,
      stroke: CATEGORY_COLORS[5],
      'stroke-opacity': 0.45,
      'stroke-width': 1,
      fill: 'none',
    }),
    planetMark(px, py, planet),
    leftAxis(yScale),
    bottomAxis(xScale, FRAME.bottom, 5, LETTERS),
    element(
      'text',
      { class: 'plot-label', x: FRAME.width - FRAME.right, y: FRAME.height - 6, 'text-anchor': 'end', fill: INK.text },
      quantityMarkup(x),
    ),
    element('text', { class: 'plot-label', x: 2, y: 15, fill: INK.text }, quantityMarkup(y)),
  )
  return { svg, description }
}

function signOf(limit: '<' | '>' | undefined): string {
  return limit === undefined ? '' : `${limit} `
}

function sideOf(limit: '<' | '>' | undefined): number {
  return limit === undefined ? 0 : limit === '<' ? 1 : -1
}

function planetMark(px: number, py: number, { xLimit, yLimit }: PlacedPlanet): Svg {
  if (xLimit === undefined && yLimit === undefined)
    return element('circle', { class: 'plot-current', cx: px, cy: py, r: 5, fill: CATEGORY_COLORS[5] })
  const line = { fill: 'none', stroke: CATEGORY_COLORS[5], 'stroke-width': 2 }
  const [across, along] = [-sideOf(xLimit), sideOf(yLimit)]
  const start = (x: number, y: number) => `M${coordinate(x)},${coordinate(y)}`
  const d = [
    across === 0
      ? ''
      : `${start(px + 5 * across, py)}h${ARROW * across}l${-5 * across},-4m${5 * across},4l${-5 * across},4`,
    along === 0 ? '' : `${start(px, py + 5 * along)}v${ARROW * along}l-4,${-5 * along}m4,${5 * along}l4,${-5 * along}`,
  ].join('')
  return (
    element('circle', { class: 'plot-current plot-unknown', cx: px, cy: py, r: 5, ...line }) +
    element('path', { class: 'plot-current plot-unknown', d, ...line })
  )
}

function leftAxis(scale: Scale): Svg {
  const ticks = scale.ticks(4)
  const line = element('path', {
    class: 'plot-axis',
    d: `M${FRAME.left},${FRAME.top}V${FRAME.bottom}${ticks.map(({ value }) => `M${FRAME.left},${coordinate(scale.at(value))}h-4`).join('')}`,
    stroke: INK.soft,
    'stroke-width': 1,
    fill: 'none',
  })
  const labels = ticks.map(({ value, label }) =>
    element(
      'text',
      { class: 'plot-soft', x: FRAME.left - 7, y: scale.at(value) + 5, 'text-anchor': 'end', fill: INK.soft },
      text(label),
    ),
  )
  return line + labels.join('')
}
