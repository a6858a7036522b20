import type { Manifest } from '../../format/manifest.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { drawScatter } from '../../plots/charts/scatter.ts'
import { extentOf, type ScaleName } from '../../plots/svg/scale.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { axisStyle, coloringBy, numberIn, uncertaintyIn } from '../charts/plotted-values.ts'
import { hostPath, planetPath } from '../components/addresses.ts'
import { archiveColumn } from './archive-column.ts'
import { numberColumns, type ResultPlot, type Rows } from './result-plot.ts'

/** The input for a plot of a result. */
export interface ResultDrawing {
  readonly rows: Rows
  readonly plot: ResultPlot
  readonly sql: string
  readonly tables: Manifest['tables']
  /** The URL of a path from the root of the service, as the page or picture writes it. */
  href(path: string): string
}

/** Ratio of the largest to the smallest of positive numbers above which a logarithmic scale is used. */
const LOG_FACTOR = 50

/** The scale that suits the numbers: logarithmic if all are positive and their ratios are large. */
function suitableScale(values: readonly (number | null)[]): ScaleName {
  const numbers = values.filter((value) => value !== null)
  const [low, high] = extentOf('linear', numbers) ?? [0, 0]
  return low > 0 && high / low > LOG_FACTOR ? 'log' : 'linear'
}

/** Draws two numeric columns of a result. Archive columns have their units, uncertainties and limits. */
export function drawResult({ rows, plot, sql, tables, href }: ResultDrawing): Chart {
  const { x, y, color } = plot
  const columnNames = new Set(rows.columns)
  const scaleOf = (name: string) => suitableScale(rows.data.map((row) => numberIn(row, name)))
  const axis = (name: string, scale: ResultPlot['xscale']) => ({
    title: name,
    unit: archiveColumn(sql, name, tables)?.unit,
    scale: scale === 'auto' ? scaleOf(name) : scale,
    ...axisStyle(name),
  })
  const hasLimits = (name: string) => columnNames.has(`${name}lim`)
  const unmarked = [...new Set([x, y])].filter(
    (name) =>
      !hasLimits(name) &&
      archiveColumn(sql, name, tables) !== undefined &&
      Object.values(tables).some(({ columns }) => columns.some((column) => column.name === `${name}lim`)),
  )
  const notes = [
    rows.truncated === true
      ? `Only the first ${groupedDigits(rows.data.length)} rows are drawn; the result has more.`
      : '',
    unmarked.length === 0
      ? ''
      : `Upper and lower limits are drawn as values: select ${unmarked.map((name) => `${name}lim`).join(' and ')} as well to draw them as arrows.`,
  ]
  return drawScatter({
    id: 'result-plot',
    title: `${y} against ${x}`,
    x: axis(x, plot.xscale),
    y: axis(y, plot.yscale),
    points: rows.data.map((row, at) => {
      const { pl_name: planet, hostname: host } = row
      return {
        x: numberIn(row, x),
        y: numberIn(row, y),
        name: typeof planet === 'string' ? planet : typeof host === 'string' ? host : `row ${at + 1}`,
        href:
          typeof planet === 'string'
            ? href(planetPath(planet))
            : typeof host === 'string'
              ? href(hostPath(host))
              : undefined,
        xError: uncertaintyIn(row, x),
        yError: uncertaintyIn(row, y),
      }
    }),
    coloring:
      color === undefined
        ? undefined
        : coloringBy(
            rows.data,
            color,
            { title: color },
            numberColumns(rows).includes(color) ? scaleOf(color) : undefined,
          ),
    notes: notes.filter((note) => note !== ''),
  })
}
