import { groupedDigits } from '../../units/typeset-numbers.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import type { Symbols } from './coloring.ts'
import type { MarkSymbol } from './symbols.ts'

/** Maximum number of points in a picture. More are thinned out evenly, and the description says so. */
export const MAX_POINTS = 8000

/** A row at its position in the picture. */
export interface Placed {
  readonly row: number
  readonly x: number
  readonly y: number
}

/** The text and the link of a mark. */
export interface MarkText {
  readonly title: string
  readonly href?: string | undefined
}

/** Number of points above which marks are more transparent. */
const MANY = 1500

/** Pixels within which points of a picture without links merge into one dot. */
const GRID = 3

/** Selects at most MAX_POINTS points evenly. */
export function thinned(all: readonly Placed[]): readonly Placed[] {
  if (all.length <= MAX_POINTS) return all
  return Array.from({ length: MAX_POINTS }, (_, index) => all[Math.floor((index * all.length) / MAX_POINTS)]!)
}

/** Numbers of rows that a picture omits, by reason. */
export interface LeftOutRows {
  /** Without a number on an axis. */
  readonly unknown: number
  /** With zero or a negative number on a logarithmic axis. */
  readonly notPositive?: number
  /** Beyond the ends of an axis. */
  readonly outside?: number
  /** Thinned out. */
  readonly crowded: number
}

/** The rows that a picture omits, as text; empty if it is complete. */
export function leftOutWords({ unknown, notPositive = 0, outside = 0, crowded }: LeftOutRows): string {
  const rows = (count: number) => `${groupedDigits(count)} ${count === 1 ? 'row' : 'rows'}`
  const reasons = [
    unknown === 0 ? '' : `${rows(unknown)} without a number on an axis`,
    notPositive === 0 ? '' : `${rows(notPositive)} with zero or less, which a logarithmic axis does not show`,
    outside === 0 ? '' : `${rows(outside)} beyond the ends of an axis`,
    crowded === 0 ? '' : `${rows(crowded)} to keep the picture to ${groupedDigits(MAX_POINTS)} points, chosen evenly`,
  ].filter((reason) => reason !== '')
  return reasons.length === 0 ? '' : `Left out: ${reasons.join('; ')}.`
}

/** Type of limit: 1 for an upper one, -1 for a lower one, 0 for a measurement. */
export type LimitSide = 1 | 0 | -1

/** The limits of a row, as signs of the directions of its arrows; undefined for a measurement. */
export interface Arrows {
  readonly x: LimitSide
  readonly y: LimitSide
}

const ARROW = 15
const HALF_BAR = 4

/** A limit: a bar at its number, and an arrow from there in the direction of the true number. */
function arrowPath(x: number, y: number, arrows: Arrows): string {
  const start = `M${coordinate(x)},${coordinate(y)}`
  const across =
    arrows.x === 0
      ? ''
      : `M${coordinate(x)},${coordinate(y - HALF_BAR)}v${2 * HALF_BAR}${start}h${ARROW * arrows.x}l${-4 * arrows.x},-3m${4 * arrows.x},3l${-4 * arrows.x},3`
  const along =
    arrows.y === 0
      ? ''
      : `M${coordinate(x - HALF_BAR)},${coordinate(y)}h${2 * HALF_BAR}${start}v${ARROW * arrows.y}l-3,${-4 * arrows.y}m3,${4 * arrows.y}l3,${-4 * arrows.y}`
  return across + along
}

/**
 * The marks grouped by symbol, each a link if its row has a URL. `radii` makes the marks circles of any size. A limit is an arrow
 * in the color of its symbol instead of a mark.
 */
export function pointMarks(
  placed: readonly Placed[],
  { symbols, of }: Symbols,
  textOf: (row: number) => MarkText,
  radii?: (row: number) => number,
  arrowsOf: (row: number) => Arrows | undefined = () => undefined,
): Svg {
  const groups: string[][] = symbols.map(() => [])
  const limits: string[][] = symbols.map(() => [])
  for (const { row, x, y } of placed) {
    const at = of(row)
    const { title, href } = textOf(row)
    const arrows = arrowsOf(row)
    const mark =
      arrows !== undefined
        ? `<path d="${arrowPath(x, y, arrows)}"/>`
        : radii === undefined
          ? `<path d="${symbols[at]!.path(x, y)}"/>`
          : `<path d="M${coordinate(x)},${coordinate(y)}h0" stroke-width="${coordinate(2 * radii(row))}"/>`
    const inner = `<title>${text(title)}</title>${mark}`
    const group = arrows === undefined ? groups : limits
    group[at]!.push(href === undefined ? `<g>${inner}</g>` : element('a', { href }, inner))
  }
  // Opacity applies to each mark, so that the color is deeper where many overlap.
  const opacity = placed.length > MANY ? 0.5 : 0.85
  return (
    grouped(symbols, limits, opacity, 'limit') +
    grouped(symbols, groups, opacity, radii === undefined ? 'symbol' : 'round')
  )
}

/** The marks of a small picture: dots without links; dots in the same grid cell are drawn once. */
export function plainMarks(placed: readonly Placed[], { symbols, of }: Symbols): Svg {
  const dots = symbols.map(() => new Set<string>())
  const cell = (value: number) => Math.round(value / GRID) * GRID
  for (const { row, x, y } of placed) dots[of(row)]!.add(`M${cell(x)},${cell(y)}h0`)
  const groups = dots.map((places) => (places.size === 0 ? [] : [`<path d="${[...places].join('')}"/>`]))
  return grouped(symbols, groups, 0.85, 'round')
}

/** Line widths for marks without a separate shape. */
const LINES = { round: 5, limit: 1.3 } as const

// Rare categories are drawn after frequent ones, which would hide them.
function grouped(
  symbols: readonly MarkSymbol[],
  groups: readonly (readonly string[])[],
  opacity: number,
  kind: 'symbol' | keyof typeof LINES,
): Svg {
  const drawn = groups.map((group, at) => {
    if (group.length === 0) return ''
    const { className, attributes } = symbols[at]!
    const classes = kind === 'symbol' ? className : className.replace('plot-areas', 'plot-lines')
    const look = kind === 'symbol' ? attributes : lineAttributes(attributes, LINES[kind])
    return `<g class="${classes}${kind === 'limit' ? ' plot-limits' : ''}"${look} stroke-opacity="${opacity}" fill-opacity="${opacity}">${group.join('')}</g>`
  })
  const marks = drawn.join('')
  return marks === '' ? '' : `<g class="plot-points">${marks}</g>`
}

/** Attributes of marks that are lines in the color of a symbol. */
function lineAttributes(attributes: string, width: number): string {
  const color = /#[0-9a-f]{6}|rgb\([^)]*\)/i.exec(attributes)![0]
  return ` stroke="${color}" stroke-width="${width}" stroke-linecap="round" fill="none"`
}
