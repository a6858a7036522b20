import type { PublishedValue } from './published.ts'

/** Where values stand on the line of a forest plot. */
export interface Scale {
  readonly isLog: boolean
  readonly from: number
  readonly to: number
  /** 0 to 1 from the left, cut to the line. */
  place(value: number): number
  /** Round numbers to write under the line, at most four. */
  readonly ticks: readonly number[]
}

/** From this ratio of the largest to the smallest value on, a line is logarithmic. */
const MIN_LOG_RATIO = 30

/** Room beside the outermost values. */
const MARGIN = 0.06

/** Error bars reach at most this many times the range of the values beyond them; longer ones are cut. */
const MAX_REACH = 1.5

function roundSteps(from: number, to: number): readonly number[] {
  const rough = (to - from) / 3.5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power
  const ticks: number[] = []
  for (let at = Math.ceil(from / step); at * step <= to && ticks.length < 4; at++)
    ticks.push(Number((at * step).toPrecision(12)))
  return ticks
}

function powersBetween(from: number, to: number): readonly number[] {
  const ticks: number[] = []
  for (let power = Math.ceil(Math.log10(from)); 10 ** power <= to; power++) ticks.push(Number(`1e${power}`))
  const every = Math.ceil(ticks.length / 3)
  return ticks.filter((_, at) => at % every === 0)
}

/** The scale that shows all values, and their error bars as far as these are no longer than the values are apart. */
export function scaleFor(values: readonly PublishedValue[]): Scale {
  const numbers = values.map(({ value }) => value)
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const isLog = least > 0 && most / least >= MIN_LOG_RATIO
  const forward = isLog ? Math.log10 : (value: number) => value
  const back = isLog ? (value: number) => 10 ** value : (value: number) => value
  const shortest = values.reduce((shortest, { low, high, hasErrors }) => {
    return hasErrors ? Math.min(shortest, high - low) : shortest
  }, Number.POSITIVE_INFINITY)
  const reach = isLog
    ? Number.POSITIVE_INFINITY
    : Math.max(most - least, Number.isFinite(shortest) ? 2 * shortest : 0) * MAX_REACH
  const lowest = Math.min(...values.map(({ low }) => Math.max(low, least - reach)))
  const highest = Math.max(...values.map(({ high }) => Math.min(high, most + reach)))
  let [from, to] = [forward(isLog && lowest <= 0 ? least : lowest), forward(highest)]
  if (from === to) {
    const around = isLog ? 0.5 : Math.abs(from) * 0.05 || 1
    from -= around
    to += around
  }
  const margin = (to - from) * MARGIN
  from -= margin
  to += margin
  const place = (value: number): number => {
    if (isLog && value <= 0) return 0
    return Math.min(1, Math.max(0, (forward(value) - from) / (to - from)))
  }
  const ends = { from: back(from), to: back(to) }
  const decades = isLog ? powersBetween(ends.from, ends.to) : []
  return { isLog, ...ends, place, ticks: decades.length > 0 ? decades : roundSteps(ends.from, ends.to) }
}
