import { fitted } from '../../core/text/quote-for-message.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { type Quantity, quantityText, withUnit } from '../svg/label.ts'
import { MAX_CATEGORIES, NUMBER_STEPS } from '../svg/palette.ts'
import { createScale, numberLabel, type ScaleName } from '../svg/scale.ts'
import type { LegendEntry, Ramp } from './chart.ts'
import { colorRamp } from './ramp.ts'
import { categorySymbol, type MarkSymbol, numberSymbol, symbolMark } from './symbols.ts'

/** What the colors of marks represent: the category or the number of each row, in row order. */
export type Coloring =
  | { readonly kind: 'category'; readonly quantity: Quantity; readonly values: readonly (string | null)[] }
  | {
      readonly kind: 'number'
      readonly quantity: Quantity
      readonly scale: ScaleName
      readonly values: readonly (number | null)[]
    }

/** The symbol of each row, and the meaning of the symbols. */
export interface Symbols {
  readonly symbols: readonly MarkSymbol[]
  /** The index of a row's symbol in `symbols`. */
  of(row: number): number
  readonly legend: readonly LegendEntry[]
  /** The scale of colors that represent numbers. */
  readonly ramp?: Ramp | undefined
  /** What the colors show. */
  readonly shows: Quantity | undefined
  /** A sentence for the description; empty if there is one color. */
  readonly words: string
}

/** Maximum length of a name in the legend, in characters. */
const MAX_NAME = 40

const UNKNOWN = 'unknown'
const OTHER = 'other'

/** Symbols if all rows are of one kind. */
function plainSymbols(): Symbols {
  return { symbols: [categorySymbol(0)], of: () => 0, legend: [], shows: undefined, words: '' }
}

/**
 * The symbols of a coloring for the rows that are drawn. Categories are ordered by frequency; rare ones become "other". A number
 * scale maps a fiftieth of the rows at either end to its outermost steps, so that one outlier does not take up all the colors.
 * Without a coloring, all rows have one symbol.
 */
export function symbolsOf(coloring: Coloring | undefined, drawn: readonly number[]): Symbols {
  if (coloring === undefined) return plainSymbols()
  return coloring.kind === 'category' ? categorySymbols(coloring, drawn) : numberSymbols(coloring, drawn)
}

function categorySymbols(
  { quantity, values }: Extract<Coloring, { kind: 'category' }>,
  drawn: readonly number[],
): Symbols {
  const counts = new Map<string, number>()
  let unknown = 0
  for (const row of drawn) {
    const name = values[row] ?? null
    if (name === null) unknown += 1
    else counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const named = ranked.slice(0, MAX_CATEGORIES)
  const rare = ranked.slice(MAX_CATEGORIES).reduce((sum, [, count]) => sum + count, 0)
  // Rare and unknown categories share the gray marks.
  const rest = rare === 0 ? UNKNOWN : unknown === 0 ? OTHER : `${OTHER} or ${UNKNOWN}`
  const entries = rare + unknown === 0 ? named : [...named, [rest, rare + unknown] as const]
  const places = new Map(named.map(([name], index) => [name, index]))
  const colors = colorsOf(named.map(([name]) => name))
  const symbols = entries.map((_, index) => categorySymbol(colors[index] ?? MAX_CATEGORIES))
  return {
    symbols,
    of(row) {
      const name = values[row] ?? null
      return name === null ? named.length : (places.get(name) ?? named.length)
    },
    legend: entries.map(([name], index) => entry(symbols[index]!, fitted(name, MAX_NAME))),
    shows: quantity,
    words: `Colors and shapes show ${quantity.title.toLowerCase()}: ${entries.map(([name, count]) => `${fitted(name, MAX_NAME)} ${groupedDigits(count)}`).join(', ')}.`,
  }
}

/** Categories that have the same color in every picture. */
const KNOWN = ['Transit', 'Radial Velocity', 'Microlensing', 'Imaging', 'Transit Timing Variations']

/** The color of each category: a fixed one for known categories, otherwise one that no known category of the picture has. */
function colorsOf(names: readonly string[]): readonly number[] {
  const taken = new Set(names.map((name) => KNOWN.indexOf(name)))
  const free = Array.from({ length: MAX_CATEGORIES }, (_, color) => color).filter((color) => !taken.has(color))
  // The colors after the known ones are the least frequent in pictures of known categories.
  const spare = [...free.filter((color) => color >= KNOWN.length), ...free.filter((color) => color < KNOWN.length)]
  const hasKnown = names.some((name) => KNOWN.includes(name))
  return names.map((name) => {
    const own = KNOWN.indexOf(name)
    return own >= 0 ? own : (hasKnown ? spare : free).shift()!
  })
}

/** The share of all rows at either end that a number scale does not distinguish. */
const TAIL = 0.02

function numberSymbols(
  { quantity, scale: name, values }: Extract<Coloring, { kind: 'number' }>,
  drawn: readonly number[],
): Symbols {
  const known = Float64Array.from(
    drawn.flatMap((row) => {
      const value = values[row]
      const isKnown = value !== null && value !== undefined && Number.isFinite(value)
      return isKnown && (name === 'linear' || value > 0) ? [value] : []
    }),
  ).sort()
  const steps = Array.from({ length: NUMBER_STEPS }, (_, step) => numberSymbol(step))
  const unknown = categorySymbol(MAX_CATEGORIES)
  // Marks without a color are drawn below those with one.
  const base = { symbols: [unknown, ...steps], shows: quantity }
  const hasUnknown = known.length < drawn.length
  const unknownEntry = hasUnknown ? [entry(unknown, UNKNOWN)] : []
  if (known.length === 0) return { ...base, of: () => 0, legend: unknownEntry, words: '' }
  const [low, high] = [
    known[Math.floor(TAIL * (known.length - 1))]!,
    known[Math.ceil((1 - TAIL) * (known.length - 1))]!,
  ]
  const scale = createScale(name, [low, high], [0, NUMBER_STEPS])
  const stepOf = (value: number): number => Math.min(Math.max(Math.floor(scale.at(value)), 0), NUMBER_STEPS - 1)
  const isOne = low === high
  const told = (value: number) => withUnit(numberLabel(Number(value.toPrecision(4))), quantity.unit)
  return {
    ...base,
    of(row) {
      const value = values[row] ?? Number.NaN
      return Number.isNaN(scale.at(value)) ? 0 : stepOf(value) + 1
    },
    ramp: isOne ? undefined : colorRamp(name, [low, high]),
    legend: [...(isOne ? [entry(steps[stepOf(low)]!, told(low))] : []), ...unknownEntry],
    words: isOne
      ? `Colors show ${quantityText(quantity)}: nearly all points have ${told(low)}.`
      : `Colors show ${quantityText(quantity)} from dark (${told(low)} and less) to light (${told(high)} and more), on a ${name === 'log' ? 'logarithmic' : 'linear'} scale.`,
  }
}

function entry(symbol: MarkSymbol, label: string): LegendEntry {
  return { className: symbol.className, symbol: symbolMark(symbol, 0, 0), label }
}
