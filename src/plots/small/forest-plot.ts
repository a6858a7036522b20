import { fitted } from '../../core/text/quote-for-message.ts'
import { type Quantity, quantityMarkup, quantityText } from '../svg/label.ts'
import { coordinate, element, rounded, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { createScale, extentOf, numberLabel, padded, type Scale } from '../svg/scale.ts'
import { bottomAxis, drawing } from './axis.ts'

/** A published value as in a row of the archive. */
export interface PublishedValue {
  readonly value: number
  /** The upper uncertainty, as the archive's `…err1`: positive; null if there is none. */
  readonly err1: number | null
  /** The lower uncertainty, as `…err2`: usually negative; null if there is none. */
  readonly err2: number | null
  /** The limit flag, as `…lim`: 1 for an upper limit, -1 for a lower one; 0 or null for a measurement. */
  readonly lim: number | null
  /** True for the value of the archive's default row. */
  readonly isDefault: boolean
  /** The reference, as plain text. */
  readonly label: string
  /** URL for the label; the caller has checked its scheme. */
  readonly href?: string | undefined
}

/** A forest plot: one line per value, on one scale. */
export interface ForestPlot {
  /** The complete drawing with the references at the side and an axis below. */
  readonly svg: Svg
  /** The same lines as separate drawings without text, for the rows of a table of values, in the order of the values. */
  readonly strips: readonly Svg[]
  /** The axis for above or below the strips, of the same width. */
  readonly axis: Svg
  /** A description of the drawing in one sentence. */
  readonly description: string
}

/** Ratio of the largest to the smallest value from which the scale is logarithmic. */
const LOG_RATIO = 20

const STRIP = { width: 260, height: 20, margin: 8 } as const
const WHOLE = { width: 660, plotWidth: 380, row: 24, top: 8, axis: 40, labelGap: 14 } as const
/** Font size of the numbers below the strips, which a page shows at about three quarters. */
const AXIS_TEXT = 14
const MAX_LABEL_CHARS = 32

/** Draws the published values of one parameter. There must be at least one value, and none may be NaN. */
export function forestPlot(quantity: Quantity, values: readonly PublishedValue[], id: string): ForestPlot {
  const name = scaleName(values)
  const domain = domainOf(name, values)
  const narrow = createScale(name, domain, [STRIP.margin, STRIP.width - STRIP.margin])
  return {
    get svg() {
      const wide = createScale(name, domain, [STRIP.margin, WHOLE.plotWidth])
      return whole(quantity, values, wide, id, describe(quantity, values))
    },
    strips: strips(values, narrow),
    axis: axisStrip(quantity, narrow),
    get description() {
      return describe(quantity, values)
    },
  }
}

function scaleName(values: readonly PublishedValue[]): 'linear' | 'log' {
  const extent = extentOf(
    'linear',
    values.map(({ value }) => value),
  )
  return extent !== undefined && extent[0] > 0 && extent[1] / extent[0] > LOG_RATIO ? 'log' : 'linear'
}

/** Uncertainties much wider than the spread of the values are cut at the frame, since they would compress the values. */
const MAX_SPREADS = 3

function domainOf(name: 'linear' | 'log', values: readonly PublishedValue[]): readonly [number, number] {
  const inner = extentOf(
    name,
    values.map(({ value }) => value),
  ) ?? [0, 1]
  const outer = extentOf(
    name,
    values.flatMap((value) => [value.value, ...barOf(value)]),
  )!
  if (name === 'log') return padded(name, [Math.max(outer[0], inner[0] / 10), Math.min(outer[1], inner[1] * 10)])
  const spread = inner[1] - inner[0]
  const room = spread === 0 ? Number.POSITIVE_INFINITY : MAX_SPREADS * spread
  return padded(name, [Math.max(outer[0], inner[0] - room), Math.min(outer[1], inner[1] + room)], 0.06)
}

/** Both ends of an uncertainty; the value itself if there is none. */
function barOf({ value, err1, err2 }: PublishedValue): readonly [number, number] {
  return [value - Math.abs(err2 ?? 0), value + Math.abs(err1 ?? 0)]
}

function isLimit({ lim }: PublishedValue): boolean {
  return lim === 1 || lim === -1
}

/** The marks of one value at height `y`. */
function marks(published: PublishedValue, scale: Scale, y: number): Svg {
  const { value, isDefault, lim } = published
  const [from, to] = [scale.range[0], scale.range[1]]
  const place = (number: number) => {
    const at = scale.at(number)
    return Number.isNaN(at) ? from : Math.min(Math.max(at, from), to)
  }
  const x = place(value)
  const look = isDefault ? LOOKS.default : LOOKS.other
  if (isLimit(published)) {
    const direction = lim === 1 ? -1 : 1
    const end = Math.min(Math.max(x + 34 * direction, from), to)
    const head = `M${coordinate(end - 5 * direction)},${y - 4}L${coordinate(end)},${y}L${coordinate(end - 5 * direction)},${y + 4}`
    return `${look.limit[0]}M${coordinate(x)},${y - 5}V${y + 5}M${coordinate(x)},${y}H${coordinate(end)}${head}${look.limit[1]}`
  }
  const [low, high] = barOf(published)
  const bar =
    low === high
      ? ''
      : `${look.bar[0]}M${coordinate(place(low))},${y}H${coordinate(place(high))}${cap(low, place, scale, y)}${cap(high, place, scale, y)}${look.bar[1]}`
  return `${bar}${look.point[0]}${rounded(x)}" cy="${rounded(y)}${look.point[1]}`
}

/** Markup before and after a place in an element, where its coordinates are inserted. */
type Around = readonly [before: string, after: string]

/** Splits an element at the place of its coordinates, which `@` stands for. A page has hundreds of these marks. */
function around(markup: Svg): Around {
  const [before = '', after = ''] = markup.split('@')
  return [before, after]
}

/** The marks of the default value and of the others: as a point, as an uncertainty, and as a limit. */
function lookOf(isDefault: boolean): { readonly limit: Around; readonly bar: Around; readonly point: Around } {
  const color = isDefault ? INK.accent : INK.soft
  const cls = isDefault ? 'plot-default' : 'plot-other'
  const line = { d: '@', stroke: color, 'stroke-width': isDefault ? 2 : 1.4, fill: 'none' }
  return {
    limit: around(element('path', { class: `${cls} plot-limit`, ...line })),
    bar: around(element('path', { class: cls, ...line })),
    point: around(
      element('circle', {
        class: `${cls} plot-point`,
        cx: '@',
        r: isDefault ? 4.5 : 3.5,
        fill: isDefault ? color : INK.paper,
        stroke: color,
        'stroke-width': 1.5,
      }),
    ),
  }
}

const LOOKS = { default: lookOf(true), other: lookOf(false) }

/** The end of an uncertainty, omitted if the uncertainty is cut at the frame. */
function cap(end: number, place: (value: number) => number, scale: Scale, y: number): string {
  const at = scale.at(end)
  return Number.isNaN(at) || at < scale.range[0] || at > scale.range[1] ? '' : `M${coordinate(place(end))},${y - 3}v6`
}

/** A thin line through all rows at the default value, for comparison. */
function guide(values: readonly PublishedValue[], scale: Scale, from: number, to: number): Svg {
  const chosen = values.find((value) => value.isDefault && !isLimit(value))
  if (chosen === undefined) return ''
  const x = scale.at(chosen.value)
  return Number.isNaN(x) ? '' : `${GUIDE[0]}M${coordinate(x)},${from}V${to}${GUIDE[1]}`
}

const GUIDE = around(
  element('path', {
    class: 'plot-guide',
    d: '@',
    stroke: INK.accent,
    'stroke-opacity': 0.35,
    'stroke-width': 1,
    fill: 'none',
  }),
)

const STRIP_FRAME = around(
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'plot-strip',
      viewBox: `0 0 ${STRIP.width} ${STRIP.height}`,
      width: STRIP.width,
      height: STRIP.height,
      'aria-hidden': 'true',
    },
    '@',
  ),
)

/** One drawing for each value, with the line through all of them. */
function strips(values: readonly PublishedValue[], scale: Scale): readonly Svg[] {
  const start = `${STRIP_FRAME[0]}${guide(values, scale, 0, STRIP.height)}`
  return values.map((value) => `${start}${marks(value, scale, STRIP.height / 2)}${STRIP_FRAME[1]}`)
}

function axisStrip(quantity: Quantity, scale: Scale): Svg {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'plot-strip',
      viewBox: `0 0 ${STRIP.width} 22`,
      width: STRIP.width,
      height: 22,
      role: 'img',
      'aria-label': `Scale: ${quantityText(quantity)}, ${scale.name === 'log' ? 'logarithmic' : 'linear'}`,
      'font-family': 'system-ui, sans-serif',
      'font-size': AXIS_TEXT,
    },
    bottomAxis(scale, 2, 4, AXIS_TEXT),
  )
}

function whole(
  quantity: Quantity,
  values: readonly PublishedValue[],
  scale: Scale,
  id: string,
  description: string,
): Svg {
  const bottom = WHOLE.top + values.length * WHOLE.row
  const height = bottom + WHOLE.axis
  const lines = values.map((value, index) => {
    const y = WHOLE.top + (index + 0.5) * WHOLE.row
    return marks(value, scale, y) + sideLabel(value, y)
  })
  return drawing(
    { id, title: `Published values: ${quantityText(quantity)}`, description },
    { width: WHOLE.width, height, className: 'plot-forest' },
    guide(values, scale, 0, bottom),
    ...lines,
    bottomAxis(scale, bottom, 6, 13),
    element('text', { x: WHOLE.plotWidth + WHOLE.labelGap, y: bottom + 16, fill: INK.text }, quantityMarkup(quantity)),
  )
}

function sideLabel({ label, href, isDefault }: PublishedValue, y: number): Svg {
  const shown = fitted(label, MAX_LABEL_CHARS)
  const written = element(
    'text',
    {
      x: WHOLE.plotWidth + WHOLE.labelGap,
      y: y + 4.5,
      fill: isDefault ? INK.accent : INK.text,
      'font-weight': isDefault ? 600 : undefined,
    },
    text(shown),
  )
  return href === undefined ? written : element('a', { href }, written)
}

/** The number of values, their bounds, and the archive's default value, as text. */
function describe(quantity: Quantity, values: readonly PublishedValue[]): string {
  const measured = values.filter((value) => !isLimit(value))
  const extent = extentOf(
    'linear',
    measured.map(({ value }) => value),
  )
  const limits = values.length - measured.length
  const chosen = values.find(({ isDefault }) => isDefault)
  return [
    `${quantityText(quantity)}: ${measured.length} published ${measured.length === 1 ? 'value' : 'values'}`,
    extent === undefined || measured.length < 2 ? '' : ` from ${numberLabel(extent[0])} to ${numberLabel(extent[1])}`,
    limits === 0 ? '' : `${measured.length === 0 ? '' : ','} and ${limits} ${limits === 1 ? 'limit' : 'limits'}`,
    chosen === undefined ? '' : `; the archive's default is ${chosen.label}`,
    '.',
  ].join('')
}
