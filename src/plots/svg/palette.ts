import { interpolateViridis } from 'd3-scale-chromatic'

/**
 * The colors of Okabe and Ito (2008), which people who confuse red and green tell apart, without yellow and black, which one
 * of the two themes hides; gray for all others. Each category has a shape of its own besides.
 */
export const CATEGORY_COLORS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#5a5a5a'] as const

/** Categories that have a color of their own; what follows is one category, "other". */
export const MAX_CATEGORIES = CATEGORY_COLORS.length - 1

/** Steps of a scale of numbers. */
export const NUMBER_STEPS = 10

/** Viridis without its palest end, which white paper hides. */
const BRIGHTEST = 0.92

/** Dark is low. Lightness rises from step to step, whatever colors a reader confuses. */
export const NUMBER_COLORS: readonly string[] = Array.from({ length: NUMBER_STEPS }, (_, step) =>
  interpolateViridis((BRIGHTEST * step) / (NUMBER_STEPS - 1)),
)

/** What is neither data nor text. The site's style sheet has other colors for its dark theme. */
export const INK = { text: '#1f2328', soft: '#57606a', line: '#d0d7de', paper: '#ffffff', accent: '#0072b2' } as const
