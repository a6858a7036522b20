import { ticksThatFit } from '../small/axis.ts'
import { coordinate, element, text } from '../svg/markup.ts'
import { INK, NUMBER_COLORS, NUMBER_STEPS } from '../svg/palette.ts'
import { createScale, type ScaleName } from '../svg/scale.ts'
import type { Ramp } from './chart.ts'

const SIZE = { width: 330, height: 44, left: 20, right: 310, top: 4, bottom: 18 } as const
const POINT = 12
const FONT_SIZE = 12

/**
 * All steps of a scale of colors side by side, from `low` to `high`, with numbers below them. Points at its ends say that the
 * outer colors also stand for numbers beyond.
 */
export function colorRamp(name: ScaleName, [low, high]: readonly [number, number]): Ramp {
  const scale = createScale(name, [low, high], [SIZE.left, SIZE.right])
  const middle = (SIZE.top + SIZE.bottom) / 2
  const width = (SIZE.right - SIZE.left) / NUMBER_STEPS
  const swatches = NUMBER_COLORS.map((color, step) => {
    const [from, to] = [SIZE.left + step * width, SIZE.left + (step + 1) * width]
    const start = step === 0 ? `L${from - POINT},${middle}` : ''
    const end = step === NUMBER_STEPS - 1 ? `L${to + POINT},${middle}L${to},${SIZE.bottom}` : `V${SIZE.bottom}`
    const d = `M${from},${SIZE.bottom}${start}L${from},${SIZE.top}H${to}${end}z`
    return element('path', { class: `plot-w${step}`, d, fill: color })
  })
  const ticks = ticksThatFit(scale, 6, FONT_SIZE)
  const marks = ticks.map(({ value }) => `M${coordinate(scale.at(value))},${SIZE.bottom}v5`).join('')
  const svg = [
    ...swatches,
    element('path', { class: 'plot-axis', d: marks, stroke: INK.soft, 'stroke-width': 1, fill: 'none' }),
    ...ticks.map(({ value, label }) =>
      element(
        'text',
        {
          class: 'plot-soft',
          x: scale.at(value),
          y: SIZE.bottom + 19,
          'text-anchor': 'middle',
          'font-size': FONT_SIZE,
          fill: INK.soft,
        },
        text(label),
      ),
    ),
  ].join('')
  return { svg, width: SIZE.width, height: SIZE.height }
}
