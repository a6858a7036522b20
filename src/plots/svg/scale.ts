import { scaleLinear, scaleLog } from 'd3-scale'
import { groupedDigits, superscript } from '../../units/typeset-numbers.ts'

export const SCALES = ['linear', 'log'] as const
export type ScaleName = (typeof SCALES)[number]

/** A mark on an axis. */
export interface Tick {
  readonly value: number
  readonly label: string
  /** True if a narrow picture omits the tick. */
  readonly isMinor: boolean
}

/** A mapping from numbers to coordinates in the drawing. */
export interface Scale {
  readonly name: ScaleName
  readonly domain: readonly [number, number]
  readonly range: readonly [number, number]
  /** The coordinate of a number; NaN for NaN, and for zero and negative numbers on a logarithmic scale. */
  at(value: number): number
  ticks(count: number): readonly Tick[]
  /** Numbers with a small mark and no label: 2 to 9 times each power of ten of a logarithmic scale. */
  readonly marks: readonly number[]
}

/** How the numbers of an axis are written, if not as plain numbers. */
export type TickStyle = 'number' | 'year'

/**
 * Creates a scale over `domain` (from the low to the high end), drawn into `range`. A domain of one number is widened, so that the
 * number is in the middle.
 */
export function createScale(
  name: ScaleName,
  domain: readonly [number, number],
  range: readonly [number, number],
  style: TickStyle = 'number',
): Scale {
  const wide = widened(name, domain)
  const scale = name === 'log' ? scaleLog(wide, range) : scaleLinear(wide, range)
  return {
    name,
    domain: wide,
    range,
    at: (value) => (Number.isNaN(value) || (name === 'log' && value <= 0) ? Number.NaN : scale(bounded(name, value))),
    ticks: (count) => (name === 'log' ? logTicks(wide, count) : linearTicks(scale.ticks(count), style)),
    get marks() {
      return name === 'log' ? logMarks(wide) : []
    },
  }
}

/** Adds a margin to both sides of the domain, so that no mark is on the frame. */
export function padded(
  name: ScaleName,
  [low, high]: readonly [number, number],
  share = 0.04,
): readonly [number, number] {
  if (name === 'log') {
    const margin = (high / low) ** share
    return [low / margin, high * margin]
  }
  const margin = (high - low) * share
  return [low - margin, high + margin]
}

/** The smallest and the largest number that a scale can show; undefined if there are none. */
export function extentOf(name: ScaleName, values: Iterable<number>): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (!Number.isFinite(value) || (name === 'log' && value <= 0)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : undefined
}

/** Largest and smallest sizes of numbers. Beyond them, sums and ratios overflow, and a search for round numbers does not end. */
const LARGEST = 1e300
const SMALLEST = 1e-300
/** Relative difference below which two numbers are drawn as one. */
const LEAST_SHARE = 1e-12

function bounded(name: ScaleName, value: number): number {
  return Math.min(Math.max(value, name === 'log' ? SMALLEST : -LARGEST), LARGEST)
}

/** Widens a single number to a domain with ticks: by a factor of two, or by a tenth of the number. */
function widened(name: ScaleName, domain: readonly [number, number]): [number, number] {
  const [low, high] = [bounded(name, domain[0]), bounded(name, domain[1])]
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (size > SMALLEST && high - low > size * LEAST_SHARE) return [low, high]
  if (name === 'log') return [Math.max(low / 2, SMALLEST / 2), high * 2]
  const margin = size > SMALLEST ? Math.abs(low) / 10 : 1
  return [low - margin, high + margin]
}

/** Number of decades from which an axis shows only powers of ten. */
const MANY_DECADES = 2.2

function logTicks([low, high]: readonly [number, number], count: number): readonly Tick[] {
  const decades = Math.log10(high / low)
  if (decades < 1) {
    // If the axis covers less than a decade, use the round numbers of a linear axis.
    return linearTicks(
      scaleLinear([low, high], [0, 1])
        .ticks(count)
        .filter((value) => value > 0),
      'number',
    )
  }
  const step = Math.max(1, Math.ceil(decades / count))
  const isCrowded = decades / step > FEW_POWERS
  const ticks: Tick[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const factor of decades < MANY_DECADES ? [1, 2, 5] : [1]) {
      const value = factor * 10 ** power
      if (value < low || value > high || (power % step !== 0 && step > 1)) continue
      ticks.push({
        value,
        label: numberLabel(value),
        isMinor: factor !== 1 || (isCrowded && (power / step) % 2 !== 0),
      })
    }
  return ticks
}

/** Number of powers of ten whose labels fit in a narrow picture. */
const FEW_POWERS = 5

/** Maximum number of decades for which the numbers between powers of ten are marked. */
const MARKED_DECADES = 9

function logMarks([low, high]: readonly [number, number]): readonly number[] {
  if (Math.log10(high / low) > MARKED_DECADES) return []
  const marks: number[] = []
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++)
    for (let factor = 2; factor < 10; factor++) {
      const value = factor * 10 ** power
      if (value >= low && value <= high) marks.push(value)
    }
  return marks
}

/** A power of ten after four digits or more, which is harder to compare than the full numbers. */
const LONG_POWER = /^[−\d.]{5,}×/

/** Size up to which integers, such as Julian dates, are written with all digits. */
const MAX_WHOLE = 1e8

function linearTicks(values: readonly number[], style: TickStyle): readonly Tick[] {
  const labels = values.map((value) => (style === 'year' ? String(value) : numberLabel(value)))
  const isWhole =
    labels.some((label) => LONG_POWER.test(label)) &&
    values.every((value) => Number.isInteger(value) && Math.abs(value) < MAX_WHOLE)
  return values.map((value, index) => ({
    value,
    label: isWhole ? decimal(value) : labels[index]!,
    isMinor: index % 2 === 1,
  }))
}

/** A number that `String` writes without a power of ten, with commas between thousands and a wide minus sign. */
function decimal(value: number): string {
  const [whole = '', fraction] = String(Math.abs(value)).split('.')
  return `${value < 0 ? '−' : ''}${groupedDigits(Number(whole))}${fraction === undefined ? '' : `.${fraction}`}`
}

/** A round number as an axis shows it: 0.01, 5, 2,000, 10⁴, 3×10⁻⁵. */
export function numberLabel(value: number): string {
  if (value === 0) return '0'
  const size = Math.abs(value)
  // Turns a tick such as 0.30000000000000004 into 0.3.
  const rounded = Number(value.toPrecision(10))
  if (size >= 0.001 && size < 100_000) return decimal(rounded)
  const [factor, exponent] = rounded.toExponential().split('e') as [string, string]
  const power = superscript(Number(exponent))
  if (factor === '1') return `10${power}`
  return `${factor.replace('-', '−')}×10${power}`
}
