import { coordinate, element, type Svg, text } from '../svg/markup.ts'
import type { Symbols } from './coloring.ts'
import type { MarkSymbol } from './symbols.ts'

/** The largest number of points of one picture. More are thinned out evenly, and the description says so. */
export const MAX_POINTS = 8000

/** A row at its place in the picture. */
export interface Placed {
  readonly row: number
  readonly x: number
  readonly y: number
}

/** What a mark says and leads to. */
export interface MarkText {
  readonly title: string
  readonly href?: string | undefined
}

/** From so many points on, marks are more transparent. */
const MANY = 1500

/** Points of a picture without links are dots; those closer together than this, in pixels, are one. */
const GRID = 3

/** Evenly chosen points, at most MAX_POINTS of them. */
export function thinned(all: readonly Placed[]): readonly Placed[] {
  if (all.length <= MAX_POINTS) return all
  return Array.from({ length: MAX_POINTS }, (_, index) => all[Math.floor((index * all.length) / MAX_POINTS)]!)
}

/** What a picture leaves out, in words; empty if it is complete. */
export function leftOutWords(without: number, crowded: number): string {
  return [
    without === 0
      ? ''
      : `${without.toLocaleString('en-US')} ${without === 1 ? 'row has' : 'rows have'} no place on these axes and ${without === 1 ? 'is' : 'are'} left out.`,
    crowded === 0
      ? ''
      : `Of more than ${MAX_POINTS.toLocaleString('en-US')} points, every one so often is drawn: ${crowded.toLocaleString('en-US')} are left out.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** The marks in groups of one symbol, each a link where its row has an address. `radii` makes them round, of any size. */
export function pointMarks(
  placed: readonly Placed[],
  { symbols, of }: Symbols,
  textOf: (row: number) => MarkText,
  radii?: (row: number) => number,
): Svg {
  const groups: string[][] = symbols.map(() => [])
  for (const { row, x, y } of placed) {
    const at = of(row)
    const { title, href } = textOf(row)
    const mark =
      radii === undefined
        ? `<path d="${symbols[at]!.path(x, y)}"/>`
        : `<path d="M${coordinate(x)},${coordinate(y)}h0" stroke-width="${coordinate(2 * radii(row))}"/>`
    const inner = `<title>${text(title)}</title>${mark}`
    groups[at]!.push(href === undefined ? `<g>${inner}</g>` : element('a', { href }, inner))
  }
  // Of each mark by itself: where many lie above each other, the color is deeper.
  const opacity = placed.length > MANY ? 0.5 : 0.85
  return grouped(symbols, groups, opacity, radii !== undefined)
}

/** The same as a small picture has them: without links, and dots that cover each other only once. */
export function plainMarks(placed: readonly Placed[], { symbols, of }: Symbols): Svg {
  const dots = symbols.map(() => new Set<string>())
  const cell = (value: number) => Math.round(value / GRID) * GRID
  for (const { row, x, y } of placed) dots[of(row)]!.add(`M${cell(x)},${cell(y)}h0`)
  const groups = dots.map((places) => (places.size === 0 ? [] : [`<path d="${[...places].join('')}"/>`]))
  return grouped(symbols, groups, 0.85, true)
}

// Rare categories come after frequent ones, which would hide them.
function grouped(
  symbols: readonly MarkSymbol[],
  groups: readonly (readonly string[])[],
  opacity: number,
  isRound: boolean,
): Svg {
  const drawn = groups.map((group, at) => {
    if (group.length === 0) return ''
    const { className, attributes } = symbols[at]!
    const classes = isRound ? className.replace('plot-areas', 'plot-lines') : className
    return `<g class="${classes}"${isRound ? roundAttributes(attributes) : attributes} stroke-opacity="${opacity}" fill-opacity="${opacity}">${group.join('')}</g>`
  })
  return `<g class="plot-points">${drawn.join('')}</g>`
}

/** The attributes of round marks in the color of a symbol. */
function roundAttributes(attributes: string): string {
  const color = /#[0-9a-f]{6}|rgb\([^)]*\)/i.exec(attributes)![0]
  return ` stroke="${color}" stroke-width="5" stroke-linecap="round" fill="none"`
}
