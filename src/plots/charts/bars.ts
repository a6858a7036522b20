import { groupedDigits } from '../../units/typeset-numbers.ts'
import { type Quantity, quantityText } from '../svg/label.ts'
import { coordinate, element, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, MAX_CATEGORIES } from '../svg/palette.ts'
import { numberLabel } from '../svg/scale.ts'
import type { Axis, Chart, LegendEntry } from './chart.ts'
import { axes, FRAME, xScale, yScale } from './frame.ts'
import { picture } from './picture.ts'

/** One bar over a range of numbers, with its parts from the bottom up. */
export interface Bar {
  readonly from: number
  readonly to: number
  /** One count for each series. */
  readonly counts: readonly number[]
}

export interface Bars {
  readonly id: string
  readonly title: string
  readonly x: Axis
  /** The vertical axis is linear and begins at zero. */
  readonly y: Quantity
  /** Names of the parts; a single part has no legend. */
  readonly series: readonly string[]
  readonly bars: readonly Bar[]
}

/** Draws counts over ranges of numbers: a histogram, or one with stacked parts. */
export function drawBars({ id, title, x, y, series, bars }: Bars): Chart {
  const total = ({ counts }: Bar) => counts.reduce((sum, count) => sum + count, 0)
  const highest = Math.max(...bars.map(total), 1)
  const ends = bars.flatMap(({ from, to }) => [from, to])
  const domain = x.domain ?? (ends.length === 0 ? [0, 1] : ([Math.min(...ends), Math.max(...ends)] as const))
  const horizontal = xScale({ ...x, domain }, [])
  const vertical = yScale({ ...y, scale: 'linear', domain: [0, highest * 1.05] }, [])
  const groups = series.map((name, part) => {
    const rects = bars.map((bar) => {
      const count = bar.counts[part] ?? 0
      if (count === 0) return ''
      const below = bar.counts.slice(0, part).reduce((sum, each) => sum + each, 0)
      const [left, right] = [horizontal.at(bar.from), horizontal.at(bar.to)]
      const [top, bottom] = [vertical.at(below + count), vertical.at(below)]
      const gap = right - left > 6 ? 1 : 0.3
      return `<path d="M${coordinate(left + gap)},${coordinate(bottom)}V${coordinate(top)}H${coordinate(right - gap)}V${coordinate(bottom)}z"><title>${text(`${rangeText(x, bar)}: ${series.length > 1 ? `${name}, ` : ''}${numberLabel(count)}`)}</title></path>`
    })
    return `<g class="plot-b${colorOf(part, series)}" fill="${CATEGORY_COLORS[colorOf(part, series)]}">${rects.join('')}</g>`
  })
  const description = `${quantityText(y)} by ${quantityText(x)}. ${groupedDigits(bars.length)} bars, ${groupedDigits(bars.reduce((sum, bar) => sum + total(bar), 0))} in total; the highest has ${groupedDigits(highest)}.${series.length > 1 ? ` Parts from the bottom up: ${series.join(', ')}.` : ''}`
  const legend: readonly LegendEntry[] =
    series.length < 2
      ? []
      : series.map((label, part) => ({
          className: `plot-b${colorOf(part, series)}`,
          symbol: element('rect', {
            class: `plot-b${colorOf(part, series)}`,
            x: -6,
            y: -6,
            width: 12,
            height: 12,
            fill: CATEGORY_COLORS[colorOf(part, series)],
          }),
          label,
        }))
  const { svg: frame, left } = axes(horizontal, vertical, x, y, false)
  return picture(
    { id, title, description },
    { plotHeight: FRAME.height, legend, drawn: bars.length, leftOut: 0, left },
    frame,
    ...groups,
  )
}

/** The last of several parts is the remainder and gray. */
function colorOf(part: number, series: readonly string[]): number {
  return part === MAX_CATEGORIES || (series.length > 1 && series[part] === 'Other') ? MAX_CATEGORIES : part
}

function rangeText(x: Axis, { from, to }: Bar): string {
  // A year is one integer; its bar extends half a year to each side.
  return x.style === 'year' ? String((from + to) / 2) : `${numberLabel(from)} to ${numberLabel(to)}`
}
