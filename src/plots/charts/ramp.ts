import { ticksThatFit } from '../small/axis.ts'
import { coordinate, element, text } from '../svg/markup.ts'
import { INK, NUMBER_COLORS, NUMBER_STEPS } from '../svg/palette.ts'
import { createScale, numberLabel, type Scale, type ScaleName, type Tick } from '../svg/scale.ts'
import type { Ramp } from './chart.ts'

const SIZE = { width: 330, height: 44, left: 20, right: 310, top: 4, bottom: 18 } as const
const POINT = 12
const FONT_SIZE = 12

/** Round numbers of a scale, spaced so that their labels fit. */
function rampTicks(scale: Scale): readonly Tick[] {
  const [low, high] = scale.domain
  const powers = scale.name === 'log' ? Math.log10(high / low) : 0
  // A scale over a few factors of two or five uses these as ticks.
  if (powers < LEAST_POWERS || powers > MOST_POWERS) return ticksThatFit(scale, 6, FONT_SIZE)
  return [1, 2, 5]
    .flatMap((factor) =>
      Array.from({ length: MOST_POWERS + 2 }, (_, at) => factor * 10 ** (Math.floor(Math.log10(low)) + at)),
    )
    .filter((value) => value >= low && value <= high)
    .sort((a, b) => a - b)
    .map((value) => ({ value, label: numberLabel(value), isMinor: false }))
}

const LEAST_POWERS = 0.75
const MOST_POWERS = 2

/**
 * All steps of a color scale side by side, from `low` to `high`, with numbers below them. Pointed ends show that the outermost
 * colors also represent numbers beyond.
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
  const ticks = rampTicks(scale)
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
