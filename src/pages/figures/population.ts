import { place } from './shown-number.ts'

/** A number column on an axis that is logarithmic. */
export interface LogAxis {
  readonly column: string
  readonly label: string
  readonly from: number
  readonly to: number
}

/** All planets on two axes, as squares whose shade says how many they are. */
export interface Population {
  readonly x: LogAxis
  readonly y: LogAxis
  readonly planets: number
  /** Squares from the lightest shade to the darkest, each as the path of an SVG of PLOT_WIDTH by PLOT_HEIGHT. */
  readonly shades: readonly string[]
}

export const PLOT_WIDTH = 300
export const PLOT_HEIGHT = 200

/** Squares on each axis, and shades. */
const COLUMNS = 60
const ROWS = 40
export const SHADES = 4

/** 0 at the left or lower end of an axis, 1 at the other; outside of it for numbers that are. */
export function share({ from, to }: LogAxis, value: number): number {
  return (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from))
}

export function placeX(axis: LogAxis, value: number): number {
  return place(share(axis, value) * PLOT_WIDTH)
}

export function placeY(axis: LogAxis, value: number): number {
  return place((1 - share(axis, value)) * PLOT_HEIGHT)
}

/** Counts planets by square. `points` are pairs of positive numbers. */
export function populationOf(x: LogAxis, y: LogAxis, points: Iterable<readonly [x: number, y: number]>): Population {
  const counts = new Uint32Array(COLUMNS * ROWS)
  let planets = 0
  for (const [a, b] of points) {
    const column = Math.floor(share(x, a) * COLUMNS)
    const row = Math.floor((1 - share(y, b)) * ROWS)
    if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) continue
    counts[row * COLUMNS + column]! += 1
    planets += 1
  }
  const most = counts.reduce((most, count) => Math.max(most, count), 1)
  const shades = Array.from({ length: SHADES }, () => '')
  const [width, height] = [PLOT_WIDTH / COLUMNS, PLOT_HEIGHT / ROWS]
  counts.forEach((count, at) => {
    if (count === 0) return
    const shade = Math.min(SHADES - 1, Math.floor((Math.log(count) / Math.log(most + 1)) * SHADES))
    shades[shade] += `M${(at % COLUMNS) * width} ${Math.floor(at / COLUMNS) * height}h${width}v${height}h-${width}z`
  })
  return { x, y, planets, shades }
}
