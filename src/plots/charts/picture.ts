import type { Caption } from '../small/axis.ts'
import { type Quantity, quantityMarkup, quantityText } from '../svg/label.ts'
import { element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { type Chart, type LegendEntry, type NamedRamp, type Ramp, sizeAttributes } from './chart.ts'
import { FRAME, LETTER } from './frame.ts'

const ROW = 24

/** The parts of a picture other than its marks. */
export interface PictureParts extends Pick<Chart, 'plotHeight' | 'legend' | 'ramp' | 'sizes' | 'drawn' | 'leftOut'> {
  /** What the colors show. */
  readonly shows?: Quantity | undefined
  /** How far labels extend to the left; 0 if absent. */
  readonly left?: number
}

/** Assembles a picture: title and description for screen readers, the marks, and the legend below them. */
export function picture(
  caption: Caption,
  { plotHeight, legend, ramp, sizes, shows, drawn, leftOut, left = 0 }: PictureParts,
  ...marks: readonly Svg[]
): Chart {
  const { id, title, description } = caption
  const rows = legendRows(legend)
  const hasLegend = rows.length > 0 || ramp !== undefined
  const titleHeight = hasLegend && shows !== undefined ? ROW : 0
  const rampHeight = ramp?.height ?? 0
  const below = plotHeight + (hasLegend ? titleHeight + rampHeight + rows.length * ROW + 10 : 0)
  const height = below + (sizes === undefined ? 0 : ROW + sizes.height)
  const width = FRAME.width - left
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot plot-chart" ${sizeAttributes(left, width, height)} role="group" aria-labelledby="${id}-title" aria-describedby="${id}-desc" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="${FRAME.fontSize}">`,
    element('title', { id: `${id}-title` }, text(title)),
    element('desc', { id: `${id}-desc` }, text(description)),
    element('rect', { class: 'plot-paper', x: left, width, height, fill: INK.paper }),
    ...marks,
    hasLegend ? legendMarkup(rows, ramp, plotHeight, titleHeight === 0 ? undefined : shows) : '',
    sizes === undefined ? '' : sizesMarkup(sizes, below),
    '</svg>',
  ].join('')
  const legendTitle = hasLegend && shows !== undefined ? quantityText(shows) : undefined
  return { ...caption, svg, left, width, height, plotHeight, legend, legendTitle, ramp, sizes, drawn, leftOut }
}

interface Placed {
  readonly entry: LegendEntry
  readonly x: number
}

/** Places legend entries side by side, as many as fit in a row. */
function legendRows(legend: readonly LegendEntry[]): readonly (readonly Placed[])[] {
  const rows: Placed[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const width = 30 + entry.label.length * LETTER * FRAME.fontSize
    if (x + width > FRAME.width) {
      rows.push([])
      x = FRAME.left
    }
    rows.at(-1)!.push({ entry, x })
    x += width
  }
  return rows
}

function legendMarkup(
  rows: readonly (readonly Placed[])[],
  ramp: Ramp | undefined,
  top: number,
  title: Quantity | undefined,
): Svg {
  const below = top + (title === undefined ? 0 : ROW)
  const first = below + 16 + (ramp?.height ?? 0)
  const entries = rows.flatMap((row, index) =>
    row.map(({ entry, x }) => {
      const y = first + index * ROW
      return (
        element('g', { transform: `translate(${x},${y - 5})` }, entry.symbol) +
        element('text', { class: 'plot-label', x: x + 12, y, fill: INK.text }, text(entry.label))
      )
    }),
  )
  const heading = title === undefined ? '' : legendHeading(title, top)
  const colors =
    ramp === undefined ? '' : element('g', { transform: `translate(${FRAME.left - 8},${below})` }, ramp.svg)
  // The description contains the same information, and a page shows it as text.
  return element('g', { class: 'plot-legend', 'aria-hidden': 'true' }, heading, colors, ...entries)
}

function legendHeading(quantity: Quantity, top: number): Svg {
  return element(
    'text',
    { class: 'plot-label', x: FRAME.left - 8, y: top + 16, 'font-weight': 600, fill: INK.text },
    quantityMarkup(quantity),
  )
}

function sizesMarkup({ quantity, svg }: NamedRamp, top: number): Svg {
  const marks = element('g', { transform: `translate(${FRAME.left - 8},${top + ROW})` }, svg)
  return element('g', { class: 'plot-legend', 'aria-hidden': 'true' }, legendHeading(quantity, top), marks)
}
