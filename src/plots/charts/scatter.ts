import { groupedDigits } from '../../units/typeset-numbers.ts'
import { quantityText } from '../svg/label.ts'
import { coordinate, element, type Svg } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { numberLabel, type Scale } from '../svg/scale.ts'
import type { Axis, Chart } from './chart.ts'
import { type Coloring, symbolsOf } from './coloring.ts'
import { axes, FRAME, xScale, yScale } from './frame.ts'
import {
  type Arrows,
  type LimitSide,
  leftOutWords,
  type MarkText,
  type Placed,
  plainMarks,
  pointMarks,
  thinned,
} from './marks.ts'
import { type Overlay, overlayLayers } from './overlays.ts'
import { picture } from './picture.ts'
import { type Radii, radiiOf, type Sizing } from './sizing.ts'

/** The uncertainty of a number and whether it is a limit, as in the archive's `…err1`, `…err2` and `…lim`. */
export interface Uncertainty {
  readonly err1: number | null
  readonly err2: number | null
  readonly lim: number | null
}

/** A row as a point. It is omitted if a number is missing or has no position on a logarithmic axis. */
export interface Point {
  readonly x: number | null
  readonly y: number | null
  readonly name: string
  readonly href?: string | undefined
  readonly xError?: Uncertainty | undefined
  readonly yError?: Uncertainty | undefined
}

export interface Scatter {
  readonly id: string
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly points: readonly Point[]
  readonly coloring?: Coloring | undefined
  readonly size?: Sizing | undefined
  /** Lines, bands and reference objects behind and in front of the points. */
  readonly overlays?: readonly Overlay[]
  /** Sentences at the end of the description. */
  readonly notes?: readonly string[]
  /** True if the picture has no links because it is itself a link. */
  readonly isThumbnail?: boolean
}

/** Maximum numbers of points for which numbers are shown, and for which error bars are drawn. */
const MAX_TOLD = 300
const MAX_WITH_ERRORS = 150

/** Draws a scatter plot of two quantities. */
export function drawScatter({
  id,
  title,
  x,
  y,
  points,
  coloring,
  size,
  overlays = [],
  notes = [],
  isThumbnail = false,
}: Scatter): Chart {
  const reasons = points.map((point) => noPlace(x, point.x) ?? noPlace(y, point.y))
  const shown = points.filter((_, row) => reasons[row] === undefined)
  const horizontal = xScale(
    x,
    shown.map((point) => point.x!),
  )
  const vertical = yScale(
    y,
    shown.map((point) => point.y!),
  )
  const all: Placed[] = points.flatMap((point, row) =>
    reasons[row] === undefined ? [{ row, x: horizontal.at(point.x!), y: vertical.at(point.y!) }] : [],
  )
  const placed = thinned(all)
  const symbols = symbolsOf(
    coloring,
    placed.map(({ row }) => row),
  )
  const radii = size === undefined ? undefined : radiiOf(size)
  const description = [
    `${quantityText(y)} against ${quantityText(x)}; ${x.scale === y.scale ? `both axes ${axisWords(x)}` : `horizontal axis ${axisWords(x)}, vertical axis ${axisWords(y)}`}.`,
    `${groupedDigits(placed.length)} ${placed.length === 1 ? 'point' : 'points'}.`,
    symbols.words,
    radii?.words ?? '',
    limitWords(placed.map(({ row }) => points[row]!)),
    leftOutWords({
      unknown: reasons.filter((reason) => reason === 'unknown').length,
      notPositive: reasons.filter((reason) => reason === 'not positive').length,
      outside: reasons.filter((reason) => reason === 'outside').length,
      crowded: all.length - placed.length,
    }),
    ...notes,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const isTold = placed.length <= MAX_TOLD
  const textOf = (row: number): MarkText => {
    const point = points[row]!
    return { title: isTold ? toldPoint(point, x, y) : point.name, href: point.href }
  }
  const { behind, inFront } = overlayLayers(overlays, horizontal, vertical, id)
  const { svg: frame, left } = axes(horizontal, vertical, x, y)
  const arrowsOf = (row: number): Arrows | undefined => arrows(points[row]!, horizontal, vertical)
  return picture(
    { id, title, description },
    {
      plotHeight: FRAME.height,
      legend: symbols.legend,
      ramp: symbols.ramp,
      sizes: radii?.legend,
      shows: symbols.shows,
      drawn: placed.length,
      leftOut: points.length - placed.length,
      left,
    },
    behind,
    frame,
    isThumbnail ? '' : errorBars(points, placed, horizontal, vertical),
    isThumbnail
      ? plainMarks(placed, symbols)
      : pointMarks(largestFirst(placed, radii), symbols, textOf, radii?.of, arrowsOf),
    inFront,
  )
}

/** Whether an axis shows a number. */
export function hasPlace(axis: Axis, value: number | null): boolean {
  return noPlace(axis, value) === undefined
}

/** Draws large marks below small ones, which they would hide. */
function largestFirst(placed: readonly Placed[], radii: Radii | undefined): readonly Placed[] {
  return radii === undefined ? placed : placed.toSorted((a, b) => radii.of(b.row) - radii.of(a.row))
}

/** The reason that a number has no position on an axis; undefined if it has one. */
function noPlace(axis: Axis, value: number | null): 'unknown' | 'not positive' | 'outside' | undefined {
  if (value === null || !Number.isFinite(value)) return 'unknown'
  if (axis.scale === 'log' && value <= 0) return 'not positive'
  const { domain } = axis
  return domain === undefined || (value >= domain[0] && value <= domain[1]) ? undefined : 'outside'
}

function axisWords({ scale }: Axis): string {
  return scale === 'log' ? 'logarithmic' : 'linear'
}

function toldPoint({ name, x: a, y: b, xError, yError }: Point, x: Axis, y: Axis): string {
  return `${name}: ${quantityText(x)} ${toldNumber(a!, xError)}, ${quantityText(y)} ${toldNumber(b!, yError)}`
}

/** A number with its limit sign or its uncertainties. */
function toldNumber(value: number, error: Uncertainty | undefined): string {
  const number = numberLabel(value)
  const side = limitOf(error)
  if (side !== 0) return `${side === 1 ? '<' : '>'} ${number}`
  const [upper, lower] = [Math.abs(error?.err1 ?? 0), Math.abs(error?.err2 ?? 0)]
  if (upper === 0 && lower === 0) return number
  return upper === lower
    ? `${number} ± ${numberLabel(upper)}`
    : `${number} +${numberLabel(upper)} −${numberLabel(lower)}`
}

/** The number of points that are limits, as text; empty if there are none. */
function limitWords(points: readonly Point[]): string {
  const count = points.filter(({ xError, yError }) => limitOf(xError) !== 0 || limitOf(yError) !== 0).length
  if (count === 0) return ''
  return count === 1
    ? '1 is an upper or lower limit, drawn as an arrow.'
    : `${groupedDigits(count)} are upper or lower limits, drawn as arrows.`
}

/** The directions of a limit's arrows; undefined for a measurement. */
function arrows({ xError, yError }: Point, x: Scale, y: Scale): Arrows | undefined {
  const [across, along] = [limitOf(xError), limitOf(yError)]
  if (across === 0 && along === 0) return undefined
  // An upper limit points to smaller numbers, whichever end of the axis they are at.
  const towardsLess = ({ range: [from, to] }: Scale): 1 | -1 => (from < to ? -1 : 1)
  return { x: turned(across, towardsLess(x)), y: turned(along, towardsLess(y)) }
}

function turned(side: LimitSide, towardsLess: 1 | -1): LimitSide {
  return side === 0 ? 0 : side === towardsLess ? 1 : -1
}

function limitOf(error: Uncertainty | undefined): LimitSide {
  return error?.lim === 1 ? 1 : error?.lim === -1 ? -1 : 0
}

/** Draws error bars if there are few points. A limit has none. */
function errorBars(points: readonly Point[], placed: readonly Placed[], x: Scale, y: Scale): Svg {
  if (placed.length > MAX_WITH_ERRORS) return ''
  let d = ''
  for (const place of placed) {
    const point = points[place.row]!
    d += bar(point.x!, point.xError, x, (at) => `${coordinate(at)},${coordinate(place.y)}`)
    d += bar(point.y!, point.yError, y, (at) => `${coordinate(place.x)},${coordinate(at)}`)
  }
  return d === ''
    ? ''
    : element('path', {
        class: 'plot-error',
        d,
        stroke: INK.soft,
        'stroke-opacity': 0.6,
        'stroke-width': 1,
        fill: 'none',
      })
}

/** From the lower to the upper end of an uncertainty, cut at the frame. */
function bar(value: number, error: Uncertainty | undefined, scale: Scale, place: (at: number) => string): string {
  if (error === undefined || limitOf(error) !== 0) return ''
  const [from, to] = [Math.min(...scale.range), Math.max(...scale.range)]
  const inside = (number: number): number => {
    const end = scale.at(number)
    return Number.isNaN(end) ? scale.range[0] : Math.min(Math.max(end, from), to)
  }
  const low = error.err2 === null ? value : value - Math.abs(error.err2)
  const high = error.err1 === null ? value : value + Math.abs(error.err1)
  return low === high ? '' : `M${place(inside(low))}L${place(inside(high))}`
}
