import { type Column, valueColumns } from '../../format/column.ts'
import { KIND_OF_TABLE } from '../../format/name-index.ts'
import { NAME_COLUMN } from '../../format/table.ts'
import type { Axis, Chart } from '../../plots/charts/chart.ts'
import { drawScatter, hasPlace } from '../../plots/charts/scatter.ts'
import { objectLinks } from '../../plots/recipes/links.ts'
import type { ScaleName } from '../../plots/svg/scale.ts'
import { axisStyle, coloringBy, numberIn, uncertaintyIn } from '../charts/plotted-values.ts'
import { inSentence, labelOf } from '../components/labels.ts'
import type { PlotRequest } from './plot-request.ts'

export type PlotRow = Readonly<Record<string, string | number | null>>

/** A plot request with the data needed to draw it. */
export interface PlotData {
  readonly request: PlotRequest
  readonly columns: readonly Column[]
  readonly rows: readonly PlotRow[]
  /** The scale that suits a column, according to its statistics. */
  scaleOf(column: string): ScaleName
  /** Relative path from the page to the root of the service: `./`. */
  readonly root: string
}

/** The columns that a plot reads: the name, the drawn columns, and the companions of the values on the axes. */
export function plottedColumns(
  { table, x, y, color, size }: PlotRequest,
  columns: readonly Column[],
): readonly string[] {
  const known = new Set(columns.map(({ name }) => name))
  const wanted = [NAME_COLUMN[table], x, y, color, size, ...valueColumns(x), ...valueColumns(y)]
  return [...new Set(wanted.filter((name) => name !== undefined && known.has(name)))] as string[]
}

/** The heading of a plot, which names both axes. */
export function plotTitle({ x, y }: PlotRequest, columns: readonly Column[]): string {
  const name = (column: string) => labelOf(columns.find((known) => known.name === column)!)
  return `${name(y)} against ${inSentence(name(x))}`
}

/** A plot and the rows that have a position on its axes. */
export interface DrawnRows {
  readonly chart: Chart
  readonly drawn: readonly PlotRow[]
}

/** Draws a plot. */
export function drawPlot({ request, columns, rows, scaleOf, root }: PlotData): DrawnRows {
  const { table, x, y, color, size, xscale, yscale } = request
  const nameColumn = NAME_COLUMN[table]
  const href = objectLinks(root)
  const kind = KIND_OF_TABLE[table]
  const column = (name: string) => columns.find((known) => known.name === name)!
  const quantity = (name: string) => ({ title: labelOf(column(name)), unit: column(name).unit })
  const axis = (name: string, scale: PlotRequest['xscale']): Axis => ({
    ...quantity(name),
    scale: scale === 'auto' ? scaleOf(name) : scale,
    ...axisStyle(name),
  })
  const [horizontal, vertical] = [axis(x, xscale), axis(y, yscale)]
  const chart = drawScatter({
    id: 'plot',
    title: plotTitle(request, columns),
    x: horizontal,
    y: vertical,
    points: rows.map((row) => {
      const name = row[nameColumn] ?? null
      return {
        x: numberIn(row, x),
        y: numberIn(row, y),
        name: name === null ? 'without a name' : String(name),
        href: name === null ? undefined : href(kind, String(name)),
        xError: uncertaintyIn(row, x),
        yError: uncertaintyIn(row, y),
      }
    }),
    // A number scale suits columns with an order, such as years and counts, and works for flags as well, which have none.
    coloring:
      color === undefined
        ? undefined
        : coloringBy(rows, color, quantity(color), column(color).type === 'text' ? undefined : scaleOf(color)),
    size: size === undefined ? undefined : { quantity: quantity(size), values: rows.map((row) => numberIn(row, size)) },
  })
  return {
    chart,
    drawn: rows.filter((row) => hasPlace(horizontal, numberIn(row, x)) && hasPlace(vertical, numberIn(row, y))),
  }
}
