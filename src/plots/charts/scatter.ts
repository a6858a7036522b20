import { type Quantity, quantityText } from '../svg/label.ts'
import { coordinate, element, type Svg } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { numberLabel, type Scale } from '../svg/scale.ts'
import type { Axis, Chart } from './chart.ts'
import { type Coloring, plainSymbols, symbolsOf } from './coloring.ts'
import { axes, FRAME, xScale, yScale } from './frame.ts'
import { leftOutWords, type MarkText, type Placed, plainMarks, pointMarks, thinned } from './marks.ts'
import { type Overlay, overlayMarkup } from './overlays.ts'
import { picture } from './picture.ts'

/** The uncertainty of a number, and whether it is a limit: as the archive's `…err1`, `…err2` and `…lim`. */
export interface Uncertainty {
  readonly err1: number | null
  readonly err2: number | null
  readonly lim: number | null
}

/** A row as a point. Without both numbers, or without a place on a logarithmic axis, it is left out. */
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
  /** Areas of the points follow these numbers, one for each row. */
  readonly size?: { readonly quantity: Quantity; readonly values: readonly (number | null)[] } | undefined
  /** Lines, bands and known places behind and in front of the points. */
  readonly overlays?: readonly Overlay[]
  /** True: without links, for a picture that is a link itself. */
  readonly isThumbnail?: boolean
}

/** Up to so many points tell their numbers, and show their uncertainties. */
const MAX_TOLD = 300
const MAX_WITH_ERRORS = 150

/** Radii of the smallest and the largest point whose area means something. */
const RADII = { min: 1.5, max: 10 } as const

/** Draws numbers against numbers. */
export function drawScatter({
  id,
  title,
  x,
  y,
  points,
  coloring,
  size,
  overlays = [],
  isThumbnail = false,
}: Scatter): Chart {
  const isShown = ({ x: a, y: b }: Point) => hasPlace(x, a) && hasPlace(y, b)
  const shown = points.filter(isShown)
  const horizontal = xScale(
    x,
    shown.map((point) => point.x!),
  )
  const vertical = yScale(
    y,
    shown.map((point) => point.y!),
  )
  const all: Placed[] = points.flatMap((point, row) =>
    isShown(point) ? [{ row, x: horizontal.at(point.x!), y: vertical.at(point.y!) }] : [],
  )
  const placed = thinned(all)
  const symbols =
    coloring === undefined
      ? plainSymbols()
      : symbolsOf(
          coloring,
          placed.map(({ row }) => row),
        )
  const description = [
    `${quantityText(y)} against ${quantityText(x)}; ${x.scale === y.scale ? `both axes ${axisWords(x)}` : `horizontal axis ${axisWords(x)}, vertical axis ${axisWords(y)}`}.`,
    `${placed.length.toLocaleString('en-US')} points.`,
    symbols.words,
    size === undefined
      ? ''
      : `Areas show ${quantityText(size.quantity)}, up to the 5 % of rows with the largest values, which are of one size.`,
    limitWords(placed.map(({ row }) => points[row]!)),
    leftOutWords(points.length - all.length, all.length - placed.length),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const isTold = placed.length <= MAX_TOLD
  const textOf = (row: number): MarkText => {
    const point = points[row]!
    return { title: isTold ? toldPoint(point, x, y) : point.name, href: point.href }
  }
  const behind = overlays.filter(({ isInFront }) => isInFront !== true)
  const inFront = overlays.filter(({ isInFront }) => isInFront === true)
  return picture(
    { id, title, description },
    {
      plotHeight: FRAME.height,
      legend: symbols.legend,
      legendTitle: symbols.legendTitle,
      drawn: placed.length,
      leftOut: points.length - placed.length,
    },
    overlayMarkup(behind, horizontal, vertical, id),
    axes(horizontal, vertical, x, y),
    isThumbnail ? '' : errorBars(points, placed, horizontal, vertical),
    isThumbnail ? plainMarks(placed, symbols) : pointMarks(placed, symbols, textOf, radiiOf(size?.values)),
    overlayMarkup(inFront, horizontal, vertical, `${id}-front`),
  )
}

function hasPlace(axis: Axis, value: number | null): boolean {
  if (value === null || !Number.isFinite(value) || (axis.scale === 'log' && value <= 0)) return false
  return axis.domain === undefined || (value >= axis.domain[0] && value <= axis.domain[1])
}

function axisWords({ scale }: Axis): string {
  return scale === 'log' ? 'logarithmic' : 'linear'
}

function toldPoint({ name, x: a, y: b }: Point, x: Axis, y: Axis): string {
  return `${name}: ${quantityText(x)} ${numberLabel(a!)}, ${quantityText(y)} ${numberLabel(b!)}`
}

/** Of the numbers that sizes follow, the share that full size is reached at: one giant does not make all others dots. */
const FULL_SIZE_AT = 0.95

/** The radius of each row's point: areas are in proportion to the numbers, up to full size. */
function radiiOf(values: readonly (number | null)[] | undefined): ((row: number) => number) | undefined {
  if (values === undefined) return undefined
  const known = Float64Array.from(
    values.filter((value): value is number => value !== null && Number.isFinite(value) && value > 0),
  ).sort()
  const full = known[Math.ceil(FULL_SIZE_AT * (known.length - 1))] ?? Number.POSITIVE_INFINITY
  return (row) => {
    const value = values[row] ?? null
    if (value === null || !(value > 0)) return RADII.min
    return Math.max(RADII.min, Math.sqrt(Math.min(value / full, 1)) * RADII.max)
  }
}

/** How many points are limits, in words; empty for none. */
function limitWords(points: readonly Point[]): string {
  const count = points.filter(
    ({ xError, yError }) => limitOf(xError) !== undefined || limitOf(yError) !== undefined,
  ).length
  return count === 0 ? '' : `${count.toLocaleString('en-US')} of them are upper or lower limits, with arrows.`
}

/** Bars of uncertainties where there are few points, and arrows of limits in place of these. */
function errorBars(points: readonly Point[], placed: readonly Placed[], x: Scale, y: Scale): Svg {
  let d = ''
  const hasBars = placed.length <= MAX_WITH_ERRORS
  for (const place of placed) {
    const point = points[place.row]!
    d += along(
      point.x!,
      hasBars ? point.xError : limitOf(point.xError),
      x,
      (at) => `${coordinate(at)},${coordinate(place.y)}`,
      'h',
    )
    d += along(
      point.y!,
      hasBars ? point.yError : limitOf(point.yError),
      y,
      (at) => `${coordinate(place.x)},${coordinate(at)}`,
      'v',
    )
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

function limitOf(error: Uncertainty | undefined): Uncertainty | undefined {
  return error?.lim === 1 || error?.lim === -1 ? error : undefined
}

const ARROW = 16

function along(
  value: number,
  error: Uncertainty | undefined,
  scale: Scale,
  place: (at: number) => string,
  direction: 'h' | 'v',
): string {
  if (error === undefined) return ''
  const [from, to] = [Math.min(...scale.range), Math.max(...scale.range)]
  const at = scale.at(value)
  const inside = (number: number): number => {
    const end = scale.at(number)
    return Number.isNaN(end) ? scale.range[0] : Math.min(Math.max(end, from), to)
  }
  if (error.lim === 1 || error.lim === -1) {
    // An upper limit points to smaller numbers, wherever these are on this axis.
    const towardsLess = Math.sign(scale.range[0] - scale.range[1])
    const sign = error.lim === 1 ? towardsLess : -towardsLess
    const tip = sign * ARROW
    const head =
      direction === 'h'
        ? `l${-4 * sign},-3m${4 * sign},3l${-4 * sign},3`
        : `l-3,${-4 * sign}m3,${4 * sign}l3,${-4 * sign}`
    return `M${place(at)}${direction}${tip}${head}`
  }
  const low = error.err2 === null ? value : value - Math.abs(error.err2)
  const high = error.err1 === null ? value : value + Math.abs(error.err1)
  return low === high ? '' : `M${place(inside(low))}L${place(inside(high))}`
}
