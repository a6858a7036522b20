import { VALUE_COMPANIONS } from '../../format/column.ts'
import { drawBars } from '../charts/bars.ts'
import type { Axis, Chart } from '../charts/chart.ts'
import type { Coloring } from '../charts/coloring.ts'
import { drawRanking } from '../charts/ranked.ts'
import { drawScatter, type Uncertainty } from '../charts/scatter.ts'
import { drawSkyMap } from '../charts/sky-map.ts'
import { guideOverlays } from './guides.ts'
import type { AxisRecipe, ColorRecipe, LinkKind, NameRecipe, Recipe } from './recipe.ts'

/** A cell of a result. */
export type Cell = string | number | bigint | null

/** A result as in insights and the gallery. */
export interface ResultRows {
  readonly columns: readonly { readonly name: string; readonly unit?: string | undefined }[]
  readonly rows: readonly Readonly<Record<string, Cell>>[]
}

export interface RecipeOptions {
  readonly id: string
  readonly title: string
  /** True if the picture has no links because it is itself a link. */
  readonly isThumbnail?: boolean
  /** The URL of the page of a planet or host, as a link for the page that shows the chart. */
  href(kind: LinkKind, name: string): string
}

/** Draws a result. Throws if the recipe names a column that the result lacks, which is an error in the recipe. */
export function drawRecipe(recipe: Recipe, result: ResultRows, options: RecipeOptions): Chart {
  const reader = new ResultReader(result, options)
  const { id, title, isThumbnail = false } = options
  switch (recipe.kind) {
    case 'scatter': {
      const { x, y, name, color, guides = [] } = recipe
      const [xs, ys, named] = [reader.numbers(x.column), reader.numbers(y.column), reader.named(name)]
      const [xError, yError] = [reader.errors(x.column), reader.errors(y.column)]
      return drawScatter({
        id,
        title,
        x: reader.axis(x),
        y: reader.axis(y),
        points: named.map((row, at) => ({
          ...row,
          x: xs[at]!,
          y: ys[at]!,
          xError: xError?.(at),
          yError: yError?.(at),
        })),
        isThumbnail,
        coloring: reader.coloring(color),
        overlays: guides.flatMap(guideOverlays),
      })
    }
    case 'sky': {
      const [ra, dec] = [reader.numbers('ra'), reader.numbers('dec')]
      return drawSkyMap({
        id,
        title,
        isThumbnail,
        points: reader.named(recipe.name).map((row, at) => ({ ...row, ra: ra[at]!, dec: dec[at]! })),
        coloring: reader.coloring(recipe.color),
      })
    }
    case 'ranking': {
      const { value, name, mark, range } = recipe
      const values = reader.numbers(value.column)
      const errors = reader.errors(value.column)
      const [lows, highs] = range === undefined ? [] : range.map((column) => reader.numbers(column))
      return drawRanking({
        id,
        title,
        quantity: { title: value.title, unit: reader.unit(value.column) },
        kind: mark,
        scale: value.scale,
        rows: reader.named(name).map((row, at) => {
          const number = values[at]!
          const error = errors?.(at)
          const low = lows?.[at] ?? (number === null || !error ? undefined : number - Math.abs(error.err2 ?? 0))
          const high = highs?.[at] ?? (number === null || !error ? undefined : number + Math.abs(error.err1 ?? 0))
          return { ...row, value: number, low, high }
        }),
      })
    }
    case 'bars': {
      const { x, to, series, y } = recipe
      const from = reader.numbers(x.column)
      const ends = to === undefined ? from : reader.numbers(to)
      const half = to === undefined ? 0.5 : 0
      const counts = series.map(({ column }) => reader.numbers(column))
      return drawBars({
        id,
        title,
        x: reader.axis(x),
        y: { title: y },
        series: series.map(({ label }) => label),
        bars: from.map((start, at) => ({
          from: start! - half,
          to: ends[at]! + half,
          counts: counts.map((column) => column[at] ?? 0),
        })),
      })
    }
  }
}

/** Reads columns of a result. */
class ResultReader {
  constructor(
    readonly result: ResultRows,
    readonly options: RecipeOptions,
  ) {}

  unit(column: string): string | undefined {
    const known = this.result.columns.find(({ name }) => name === column)
    if (known === undefined) throw new Error(`The result has no column "${column}" to draw.`)
    return known.unit
  }

  axis({ column, ...axis }: AxisRecipe): Axis {
    return { ...axis, unit: this.unit(column) }
  }

  /** Integers beyond 2^53 are rounded, which is not visible at pixel size; values that are not numbers become null. */
  numbers(column: string): readonly (number | null)[] {
    this.unit(column)
    return this.result.rows.map((row) => {
      const cell = row[column] ?? null
      return typeof cell === 'number' ? cell : typeof cell === 'bigint' ? Number(cell) : null
    })
  }

  errors(column: string): ((row: number) => Uncertainty | undefined) | undefined {
    const names = new Set(this.result.columns.map(({ name }) => name))
    const companions = VALUE_COMPANIONS.map((ending) =>
      names.has(`${column}${ending}`) ? this.numbers(`${column}${ending}`) : undefined,
    )
    if (companions.every((numbers) => numbers === undefined)) return undefined
    const [upper, lower, limit] = companions
    return (row) => ({ err1: upper?.[row] ?? null, err2: lower?.[row] ?? null, lim: limit?.[row] ?? null })
  }

  named({ column, kind }: NameRecipe): readonly { readonly name: string; readonly href: string | undefined }[] {
    return this.result.rows.map((row) => {
      const name = String(row[column] ?? 'without a name')
      const href = kind === undefined || row[column] === null ? undefined : this.options.href(kind, name)
      return { name, href }
    })
  }

  coloring(color: ColorRecipe | undefined): Coloring | undefined {
    if (color === undefined) return undefined
    const { column, title, scale } = color
    const quantity = { title, unit: this.unit(column) }
    if (scale !== undefined) return { kind: 'number', quantity, scale, values: this.numbers(column) }
    const values = this.result.rows.map((row) => (row[column] === null ? null : String(row[column])))
    return { kind: 'category', quantity, values }
  }
}
