import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import { INK } from '../svg/palette.ts'
import type { Scale, Tick } from '../svg/scale.ts'

/** Width of a digit relative to the font size, and the minimum gap between two labels in pixels. */
const DIGIT_WIDTH = 0.62
const LABEL_GAP = 8

/** The ticks of a horizontal axis: at most `count`, and only as many as fit with their labels side by side. */
export function ticksThatFit(scale: Scale, count: number, fontSize: number): readonly Tick[] {
  for (let wanted = count; wanted > 1; wanted--) {
    const ticks = scale.ticks(wanted)
    const fits = ticks.every((tick, index) => {
      const next = ticks[index + 1]
      if (next === undefined) return true
      const width = (tick.label.length + next.label.length) * 0.5 * DIGIT_WIDTH * fontSize
      return scale.at(next.value) - scale.at(tick.value) >= width + LABEL_GAP
    })
    if (fits) return ticks
  }
  return scale.ticks(1).slice(0, 1)
}

/** A horizontal axis at height `y` with ticks and their numbers below. */
export function bottomAxis(scale: Scale, y: number, count: number, fontSize = 12): Svg {
  const ticks = ticksThatFit(scale, count, fontSize)
  const [from, to] = scale.range
  const line = element('path', {
    class: 'plot-axis',
    d: `M${coordinate(from)},${y}H${coordinate(to)}${ticks.map(({ value }) => `M${coordinate(scale.at(value))},${y}v4`).join('')}`,
    stroke: INK.soft,
    'stroke-width': 1,
    fill: 'none',
  })
  const labels = ticks.map(({ value, label }) => {
    const x = scale.at(value)
    const half = (label.length * DIGIT_WIDTH * fontSize) / 2
    const anchor = x + half > to + EDGE ? 'end' : x - half < from - EDGE ? 'start' : 'middle'
    const shift = anchor === 'end' ? to + EDGE : anchor === 'start' ? from - EDGE : x
    return element(
      'text',
      { class: 'plot-soft', x: shift, y: y + 16, 'text-anchor': anchor, fill: INK.soft },
      text(label),
    )
  })
  return line + labels.join('')
}

/** Pixels by which labels can extend beyond the ends of an axis. */
const EDGE = 8

/** The title of a drawing, and its description for screen readers. */
export interface Caption {
  /** Prefix of the ids inside the drawing, so that a page can contain several drawings. */
  readonly id: string
  readonly title: string
  readonly description: string
}

/** A complete drawing with its title and description. `className` follows `plot`. */
export function drawing(
  { id, title, description }: Caption,
  {
    width,
    height,
    className,
    fontSize = 13,
  }: {
    readonly width: number
    readonly height: number
    readonly className: string
    readonly fontSize?: number
  },
  ...children: readonly Svg[]
): Svg {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: `plot ${className}`,
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'group',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
      'font-family': 'system-ui, sans-serif',
      'font-size': fontSize,
    },
    element('title', { id: `${id}-title` }, text(title)),
    element('desc', { id: `${id}-desc` }, text(description)),
    ...children,
  )
}
