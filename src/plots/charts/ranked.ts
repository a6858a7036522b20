import { fitted } from '../../core/text/quote-for-message.ts'
import { type Quantity, quantityText, withUnit } from '../svg/label.ts'
import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import { createScale, extentOf, numberLabel, padded, type Scale, type ScaleName } from '../svg/scale.ts'
import type { Chart } from './chart.ts'
import { axisName, FRAME, LARGE_FONT, LETTER } from './frame.ts'
import { picture } from './picture.ts'

/** A row of a ranking. */
export interface RankedRow {
  readonly name: string
  readonly href?: string | undefined
  /** Null for a row without a value, which is listed without a mark. */
  readonly value: number | null
  /** The ends of an uncertainty or a range, if there is one. */
  readonly low?: number | undefined
  readonly high?: number | undefined
}

export interface Ranking {
  readonly id: string
  readonly title: string
  readonly quantity: Quantity
  /** `bars` begin at zero and suit counts; `dots` suit measurements. */
  readonly kind: 'dots' | 'bars'
  readonly scale: ScaleName
  readonly rows: readonly RankedRow[]
}

/** Maximum number of rows that are drawn; the rest is omitted. */
export const MAX_RANKED = 60

const ROW = 25
const MAX_NAME = 26
const TOP = 60
const LABEL_GAP = 10

/** The width that names need at the left, even if the picture is small and its letters are large. */
function roomForNames(rows: readonly RankedRow[]): number {
  const longest = Math.max(0, ...rows.map(({ name }) => Math.min(name.length, MAX_NAME)))
  return Math.ceil(longest * LETTER * LARGE_FONT) + LABEL_GAP + 4
}

/** Draws values by name, one line each, in row order. */
export function drawRanking({ id, title, quantity, kind, scale: wanted, rows: all }: Ranking): Chart {
  const rows = all.slice(0, MAX_RANKED).map(withFiniteValue)
  const numbers = rows.flatMap(({ value, low, high }) =>
    [value, low ?? null, high ?? null].filter((each): each is number => each !== null && Number.isFinite(each)),
  )
  // A value of zero, or an uncertainty down to zero, has no logarithm; bars begin at zero.
  const hasNoLogarithm = kind === 'bars' || numbers.some((number) => number <= 0)
  const name: ScaleName = hasNoLogarithm ? 'linear' : wanted
  const extent = extentOf(name, numbers) ?? [0, 1]
  const domain = kind === 'bars' ? ([Math.min(0, extent[0]), extent[1] * 1.02] as const) : padded(name, extent)
  const scale = createScale(name, domain, [roomForNames(rows), FRAME.right])
  const bottom = TOP + rows.length * ROW
  const lines = rows.map((row, index) => line(row, quantity, scale, kind, TOP + (index + 0.5) * ROW))
  const described = rows.filter(({ value }) => value !== null)
  const [first, last] = [described[0], described.at(-1)]
  const description = [
    `${quantityText(quantity)} of ${rows.length} rows, ${name === 'log' ? 'logarithmic' : 'linear'} axis`,
    first === undefined || last === undefined
      ? '.'
      : `: from ${first.name} (${withUnit(numberLabel(first.value!), quantity.unit)}) to ${last.name} (${withUnit(numberLabel(last.value!), quantity.unit)}).`,
    all.length > rows.length ? ` ${all.length - rows.length} more rows are in the table only.` : '',
  ].join('')
  return picture(
    { id, title, description },
    { plotHeight: bottom + 8, legend: [], drawn: described.length, leftOut: all.length - described.length },
    grid(scale, bottom),
    axisName(quantity, { x: FRAME.right, y: 22, 'text-anchor': 'end' }),
    ...lines,
  )
}

/** NaN and infinity are treated as a missing value or a missing end of a range. */
function withFiniteValue({ value, low, high, ...row }: RankedRow): RankedRow {
  const hasRange = low !== undefined && high !== undefined && Number.isFinite(low) && Number.isFinite(high)
  return {
    ...row,
    value: value !== null && Number.isFinite(value) ? value : null,
    ...(hasRange ? { low, high } : {}),
  }
}

function grid(scale: Scale, bottom: number): Svg {
  const ticks = scale.ticks(6)
  const lines = ticks.map(({ value }) => `M${coordinate(scale.at(value))},${TOP - 4}V${bottom}`).join('')
  return [
    element('path', { class: 'plot-grid', d: lines, stroke: INK.line, 'stroke-width': 1, fill: 'none' }),
    ...ticks.map(({ value, label, isMinor }) =>
      element(
        'text',
        {
          class: isMinor ? 'plot-soft plot-minor' : 'plot-soft',
          x: scale.at(value),
          y: TOP - 9,
          'text-anchor': 'middle',
          fill: INK.soft,
        },
        text(label),
      ),
    ),
  ].join('')
}

function line(row: RankedRow, quantity: Quantity, scale: Scale, kind: Ranking['kind'], y: number): Svg {
  const { name, href, value, low, high } = row
  const shown = fitted(name, MAX_NAME)
  const label = element(
    'text',
    { class: 'plot-label', x: scale.range[0] - LABEL_GAP, y: y + 5, 'text-anchor': 'end', fill: INK.text },
    text(shown),
  )
  const mark = value === null ? '' : markOf(value, low, high, scale, kind, y)
  const range = low === undefined || high === undefined || low === high ? '' : ` (${rangeText(low, high)})`
  const told = value === null ? `${name}: no value` : `${name}: ${withUnit(numberLabel(value), quantity.unit)}${range}`
  const inner = `<title>${text(told)}</title>${label}${mark}`
  return href === undefined ? `<g>${inner}</g>` : element('a', { href }, inner)
}

/** The ends of a range, which are sums and so have digits that were not measured. */
function rangeText(low: number, high: number): string {
  const end = (value: number) => numberLabel(Number(value.toPrecision(6)))
  return `${end(low)} to ${end(high)}`
}

function markOf(
  value: number,
  low: number | undefined,
  high: number | undefined,
  scale: Scale,
  kind: Ranking['kind'],
  y: number,
): Svg {
  const [from, to] = scale.range
  const inside = (number: number) => Math.min(Math.max(scale.at(number), from), to)
  const x = inside(value)
  if (kind === 'bars') {
    const zero = inside(0)
    const [left, right] = [Math.min(zero, x), Math.max(zero, x)]
    return element('rect', {
      class: 'plot-b0 plot-mark',
      x: left,
      y: y - 8,
      width: Math.max(right - left, 1),
      height: 16,
      fill: CATEGORY_COLORS[0],
    })
  }
  const bar =
    low === undefined || high === undefined || low === high
      ? ''
      : element('path', {
          class: 'plot-error',
          d: `M${coordinate(inside(low))},${coordinate(y)}H${coordinate(inside(high))}`,
          stroke: INK.soft,
          'stroke-width': 1.6,
          fill: 'none',
        })
  return bar + element('circle', { class: 'plot-b0 plot-mark', cx: x, cy: y, r: 5, fill: CATEGORY_COLORS[0] })
}
