import { type Quantity, quantityText } from '../svg/label.ts'
import { element, text } from '../svg/markup.ts'
import { CATEGORY_COLORS, INK } from '../svg/palette.ts'
import { numberLabel } from '../svg/scale.ts'
import type { NamedRamp } from './chart.ts'

/** What the areas of marks represent: a number of each row, in row order. */
export interface Sizing {
  readonly quantity: Quantity
  readonly values: readonly (number | null)[]
}

/** The radius of each row's mark, and the meaning of the radii. */
export interface Radii {
  of(row: number): number
  /** Some radii with their numbers; undefined if no row has a number above zero. */
  readonly legend: NamedRamp | undefined
  /** A sentence for the description. */
  readonly words: string
}

/** Smallest and largest radius of a point whose area represents a number. */
const RADII = { min: 1.5, max: 10 } as const

/** Quantile of the numbers at which marks reach full size, so that one giant does not reduce all others to dots. */
const FULL_SIZE_AT = 0.95

/** Computes areas proportional to the numbers, up to full size. */
export function radiiOf({ quantity, values }: Sizing): Radii {
  const known = Float64Array.from(
    values.filter((value): value is number => value !== null && Number.isFinite(value) && value > 0),
  ).sort()
  const full = known[Math.ceil(FULL_SIZE_AT * (known.length - 1))] ?? Number.POSITIVE_INFINITY
  const radius = (value: number) => Math.max(RADII.min, Math.sqrt(Math.min(value / full, 1)) * RADII.max)
  return {
    of(row) {
      const value = values[row] ?? null
      return value === null || !(value > 0) ? RADII.min : radius(value)
    },
    legend: known.length === 0 ? undefined : legendOf(quantity, full, radius),
    words: `Areas show ${quantityText(quantity)}, except that the 5 % of rows with the largest values have one size; rows without a value are small.`,
  }
}

const SIZE = { width: 330, height: 30, middle: 13, gap: 16 } as const
const FONT_SIZE = 12

/** Fractions of the full-size number that the legend shows. They are areas, so a quarter is half as wide. */
const SHARES = [0.04, 0.25, 1] as const

function legendOf(quantity: Quantity, full: number, radius: (value: number) => number): NamedRamp {
  let x = 2
  const marks = SHARES.map((share) => {
    const value = Number((full * share).toPrecision(2))
    const r = radius(value)
    const label = `${numberLabel(value)}${share === 1 ? ' and more' : ''}`
    const circle = element('circle', {
      class: 'plot-size',
      cx: x + r,
      cy: SIZE.middle,
      r,
      fill: 'none',
      stroke: CATEGORY_COLORS.at(-1),
      'stroke-width': 1.5,
    })
    const at = x + 2 * r + 5
    x = at + label.length * FONT_SIZE * 0.6 + SIZE.gap
    return (
      circle +
      element(
        'text',
        { class: 'plot-label', x: at, y: SIZE.middle + 4, 'font-size': FONT_SIZE, fill: INK.text },
        text(label),
      )
    )
  })
  return { quantity, svg: marks.join(''), width: SIZE.width, height: SIZE.height }
}
