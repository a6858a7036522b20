import type { Caption } from '../small/axis.ts'
import { element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import { type Chart, type LegendEntry, sizeAttributes } from './chart.ts'
import { FRAME } from './frame.ts'

const ROW = 24
/** Width of a letter on average, in parts of the font's size. */
const LETTER = 0.56

/** Puts a whole picture together: title and description for whoever does not see it, the marks, the legend below them. */
export function picture(
  caption: Caption,
  {
    plotHeight,
    legend,
    legendTitle,
    drawn,
    leftOut,
  }: Omit<Chart, 'svg' | 'width' | 'height' | keyof Caption> & {
    readonly legendTitle?: Svg | undefined
  },
  ...marks: readonly Svg[]
): Chart {
  const { id, title, description } = caption
  const rows = legendRows(legend)
  const titleRows = legendTitle === undefined || legend.length === 0 ? 0 : 1
  const height = plotHeight + (rows.length === 0 ? 0 : (rows.length + titleRows) * ROW + 10)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="plot plot-chart" ${sizeAttributes(FRAME.width, height)} role="group" aria-labelledby="${id}-title" aria-describedby="${id}-desc" font-family="system-ui, 'DejaVu Sans', sans-serif" font-size="${FRAME.fontSize}">`,
    element('title', { id: `${id}-title` }, text(title)),
    element('desc', { id: `${id}-desc` }, text(description)),
    element('rect', { class: 'plot-paper', width: FRAME.width, height, fill: INK.paper }),
    ...marks,
    rows.length === 0 ? '' : legendMarkup(rows, plotHeight, titleRows === 0 ? undefined : legendTitle),
    '</svg>',
  ].join('')
  return { ...caption, svg, width: FRAME.width, height, plotHeight, legend, drawn, leftOut }
}

interface Placed {
  readonly entry: LegendEntry
  readonly x: number
}

/** Entries side by side, as many as have room. */
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

function legendMarkup(rows: readonly (readonly Placed[])[], top: number, title: Svg | undefined): Svg {
  const first = top + 16 + (title === undefined ? 0 : ROW)
  const entries = rows.flatMap((row, index) =>
    row.map(({ entry, x }) => {
      const y = first + index * ROW
      return (
        element('g', { transform: `translate(${x},${y - 5})` }, entry.symbol) +
        element('text', { class: 'plot-label', x: x + 12, y, fill: INK.text }, text(entry.label))
      )
    }),
  )
  const heading =
    title === undefined
      ? ''
      : element(
          'text',
          { class: 'plot-label', x: FRAME.left - 8, y: top + 16, 'font-weight': 600, fill: INK.text },
          title,
        )
  // The description says the same, and a page shows it as text.
  return element('g', { class: 'plot-legend', 'aria-hidden': 'true' }, heading, ...entries)
}
