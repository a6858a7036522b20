import { coordinate, type Svg } from '../svg/markup.ts'
import { CATEGORY_COLORS, NUMBER_COLORS } from '../svg/palette.ts'

/** How marks of one kind are drawn: attributes of their group, and the path of one mark. */
export interface MarkSymbol {
  readonly className: string
  /** Attributes of the group, with a space before each. */
  readonly attributes: string
  path(x: number, y: number): string
}

/** Half the width of a mark, pixels. */
const HALF = 3

// A dot is a line of zero length with round ends, which takes the fewest bytes.
const dot = (x: number, y: number): string => `M${coordinate(x)},${coordinate(y)}h0`

const SHAPES: readonly ((x: number, y: number) => string)[] = [
  dot,
  dot,
  (x, y) => `M${coordinate(x)},${coordinate(y - HALF - 1)}l4,7h-8z`,
  (x, y) => `M${coordinate(x)},${coordinate(y - HALF - 1)}l4,4l-4,4l-4-4z`,
  (x, y) => `M${coordinate(x - HALF)},${coordinate(y)}h6M${coordinate(x)},${coordinate(y - HALF)}v6`,
  (x, y) => `M${coordinate(x)},${coordinate(y + HALF + 1)}l4-7h-8z`,
  dot,
]

const lines = (color: string, width: number, cap: 'round' | 'square'): string =>
  ` stroke="${color}" stroke-width="${width}" stroke-linecap="${cap}" fill="none"`

const ATTRIBUTES: readonly ((color: string) => string)[] = [
  (color) => lines(color, 2 * HALF, 'round'),
  (color) => lines(color, 2 * HALF - 1, 'square'),
  (color) => ` fill="${color}"`,
  (color) => ` fill="${color}"`,
  (color) => lines(color, 2, 'square'),
  (color) => ` fill="${color}"`,
  (color) => lines(color, 2 * HALF - 2, 'round'),
]

/** The mark of a category: a separate color and shape. The last one is for all categories that are not listed. */
export function categorySymbol(index: number): MarkSymbol {
  const at = Math.min(index, CATEGORY_COLORS.length - 1)
  return {
    className: `plot-c${at}${isLine(at) ? ' plot-lines' : ' plot-areas'}`,
    attributes: ATTRIBUTES[at]!(CATEGORY_COLORS[at]!),
    path: SHAPES[at]!,
  }
}

/** The mark of a step in a number scale. */
export function numberSymbol(step: number): MarkSymbol {
  return {
    className: `plot-v${step} plot-lines`,
    attributes: lines(NUMBER_COLORS[step]!, 2 * HALF, 'round'),
    path: dot,
  }
}

/** Whether marks are stroked rather than filled. */
function isLine(category: number): boolean {
  return ATTRIBUTES[category]!('').includes('stroke')
}

/** A single mark, for a legend. */
export function symbolMark({ className, attributes, path }: MarkSymbol, x: number, y: number): Svg {
  return `<path class="${className}"${attributes} d="${path(x, y)}"/>`
}
