import { type Quantity, quantityMarkup } from '../svg/label.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { createScale, extentOf, padded, type Scale } from '../svg/scale.ts'
import type { Axis } from './chart.ts'

/** The picture, in pixels: the plot between its axes, and the room around it for their labels. */
export const FRAME = { width: 720, left: 74, right: 706, top: 38, bottom: 436, height: 492, fontSize: 15 } as const

/** The middle of the picture for numbers that are nowhere. */
const NO_DATA = { linear: [0, 1], log: [1, 10] } as const

/** The scale of an axis over these values. */
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

/** Grid, ticks and names of both axes. */
export function axes(x: Scale, y: Scale, xName: Quantity, yName: Quantity, hasXGrid = true): Svg {
  const xTicks = x.ticks(8)
  const yTicks = y.ticks(7)
  const grid = [
    ...(hasXGrid ? xTicks.map(({ value }) => `M${coordinate(x.at(value))},${FRAME.top}V${FRAME.bottom}`) : []),
    ...yTicks.map(({ value }) => `M${FRAME.left},${coordinate(y.at(value))}H${FRAME.right}`),
  ].join('')
  return [
    element('path', { class: 'plot-grid', d: grid, stroke: INK.line, 'stroke-width': 1, fill: 'none' }),
    element('path', {
      class: 'plot-axis',
      d: `M${FRAME.left},${FRAME.top}V${FRAME.bottom}H${FRAME.right}`,
      stroke: INK.soft,
      'stroke-width': 1,
      fill: 'none',
    }),
    ...xTicks.map(({ value, label, isMinor }) =>
      tickLabel(label, isMinor, { ...placeBelow(x.at(value), label), y: FRAME.bottom + 22 }),
    ),
    ...yTicks.map(({ value, label, isMinor }) =>
      tickLabel(label, isMinor, { x: FRAME.left - 8, y: y.at(value) + 5, 'text-anchor': 'end' }),
    ),
    axisName(xName, { x: FRAME.right, y: FRAME.bottom + 50, 'text-anchor': 'end' }),
    axisName(yName, { x: 2, y: 22 }),
  ].join('')
}

/** A number below its tick, or to its left where the picture ends. */
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

export function axisName(name: Quantity, place: Readonly<Record<string, string | number>>): Svg {
  return element('text', { class: 'plot-label', ...place, fill: INK.text }, quantityMarkup(name))
}
