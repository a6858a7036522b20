import { fitted } from '../../core/text/quote-for-message.ts'
import { ticksThatFit } from '../small/axis.ts'
import { type Quantity, quantityMarkup } from '../svg/label.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { createScale, extentOf, padded, type Scale, type Tick } from '../svg/scale.ts'
import type { Axis } from './chart.ts'

/** The picture in pixels: the plot between its axes, and the room around it for labels. */
export const FRAME = { width: 720, left: 88, right: 706, top: 38, bottom: 436, height: 492, fontSize: 13.5 } as const

/** Font size in pictures that are shown at half size, as on a phone; labels have room for it. */
export const LARGE_FONT = 24

/** Average width of a letter or digit, relative to the font size. */
export const LETTER = 0.58

/** Domains of axes without data. */
const NO_DATA = { linear: [0, 1], log: [1, 10] } as const

/** Creates the scale of an axis for these values. */
export function axisScale(axis: Axis, values: Iterable<number>, [from, to]: readonly [number, number]): Scale {
  const extent = extentOf(axis.scale, values)
  const domain = axis.domain ?? (extent === undefined ? NO_DATA[axis.scale] : padded(axis.scale, extent))
  return createScale(axis.scale, domain, axis.isReversed ? [to, from] : [from, to], axis.style)
}

export function xScale(axis: Axis, values: Iterable<number>): Scale {
  return axisScale(axis, values, [FRAME.left, FRAME.right])
}

export function yScale(axis: Axis, values: Iterable<number>): Scale {
  return axisScale(axis, values, [FRAME.bottom, FRAME.top])
}

/** Axes with their grid, and how far their labels extend to the left: 0, or less if the numbers are long. */
export interface DrawnAxes {
  readonly svg: Svg
  readonly left: number
}

const TICK = 5
const MARK = 3

/** Draws the grid, ticks and names of both axes. */
export function axes(x: Scale, y: Scale, xName: Quantity, yName: Quantity, hasXGrid = true): DrawnAxes {
  const xTicks = ticksThatFit(x, 8, FRAME.fontSize)
  const yTicks = y.ticks(7)
  const left = Math.min(0, Math.floor(FRAME.left - TICK - 5 - widest(yTicks) * LARGE_FONT))
  const grid = [
    ...(hasXGrid ? xTicks.map(({ value }) => `M${coordinate(x.at(value))},${FRAME.top}V${FRAME.bottom}`) : []),
    ...yTicks.map(({ value }) => `M${FRAME.left},${coordinate(y.at(value))}H${FRAME.right}`),
  ].join('')
  const ticks = [
    ...xTicks.map(({ value }) => `M${coordinate(x.at(value))},${FRAME.bottom}v${TICK}`),
    ...x.marks.map((value) => `M${coordinate(x.at(value))},${FRAME.bottom}v${MARK}`),
    ...yTicks.map(({ value }) => `M${FRAME.left},${coordinate(y.at(value))}h-${TICK}`),
    ...y.marks.map((value) => `M${FRAME.left},${coordinate(y.at(value))}h-${MARK}`),
  ].join('')
  const svg = [
    element('path', { class: 'plot-grid', d: grid, stroke: INK.line, 'stroke-width': 1, fill: 'none' }),
    element('path', {
      class: 'plot-axis',
      d: `M${FRAME.left},${FRAME.top}V${FRAME.bottom}H${FRAME.right}${ticks}`,
      stroke: INK.soft,
      'stroke-width': 1,
      fill: 'none',
    }),
    ...xTicks.map(({ value, label, isMinor }) =>
      tickLabel(label, isMinor, { ...placeBelow(x.at(value), label), y: FRAME.bottom + 22 }),
    ),
    ...yTicks.map(({ value, label, isMinor }) =>
      tickLabel(label, isMinor, { x: FRAME.left - TICK - 3, y: y.at(value) + 5, 'text-anchor': 'end' }),
    ),
    axisName(xName, { x: FRAME.right, y: FRAME.bottom + 50, 'text-anchor': 'end' }),
    axisName(yName, { x: left + 2, y: 22 }),
  ].join('')
  return { svg, left }
}

/** The width of the longest label in a narrow picture, relative to the font size. */
function widest(ticks: readonly Tick[]): number {
  return Math.max(0, ...ticks.map(({ label, isMinor }) => (isMinor ? 0 : label.length * LETTER)))
}

/** A number below its tick, or to the left of it at the edge of the picture. */
function placeBelow(x: number, label: string): { readonly x: number; readonly 'text-anchor': string } {
  return x + label.length * 6 > FRAME.width - 2
    ? { x: FRAME.width - 2, 'text-anchor': 'end' }
    : { x, 'text-anchor': 'middle' }
}

function tickLabel(label: string, isMinor: boolean, place: Readonly<Record<string, string | number>>): Svg {
  return element(
    'text',
    { class: isMinor ? 'plot-soft plot-minor' : 'plot-soft', ...place, fill: INK.soft },
    text(label),
  )
}

/** Lengths in characters above which names are set smaller in a narrow picture, and above which they are cut. */
const LONG_NAME = 42
const MAX_NAME = 64

export function axisName({ title, unit }: Quantity, place: Readonly<Record<string, string | number>>): Svg {
  const shown = fitted(title, MAX_NAME)
  const markup = quantityMarkup({ title: shown, unit })
  return element(
    'text',
    { class: title.length > LONG_NAME ? 'plot-label plot-long' : 'plot-label', ...place, fill: INK.text },
    markup,
  )
}
