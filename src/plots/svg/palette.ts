import { interpolateViridis } from 'd3-scale-chromatic'

/**
 * The colors of Okabe and Ito (2008), which people with red-green color blindness can distinguish, without yellow and black, which
 * are hard to see in one of the two themes; gray for all other categories. Each category also has a separate shape.
 */
export const CATEGORY_COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#5a5a5a'] as const

/** Number of categories with a separate color; the rest form one category, "other". */
export const MAX_CATEGORIES = CATEGORY_COLORS.length - 1

/** Steps of a number scale. */
export const NUMBER_STEPS = 10

/** Viridis without its palest end, which is hard to see on white paper. */
const BRIGHTEST = 0.92

/** Dark is low. Lightness increases from step to step, so that the order does not depend on hue. */
export const NUMBER_COLORS: readonly string[] = Array.from({ length: NUMBER_STEPS }, (_, step) =>
  interpolateViridis((BRIGHTEST * step) / (NUMBER_STEPS - 1)),
)

/** Colors other than data colors. The site's style sheet has other colors for its dark theme. */
export const INK = { text: '#1f2328', soft: '#57606a', line: '#d0d7de', paper: '#ffffff', accent: '#0072b2' } as const
