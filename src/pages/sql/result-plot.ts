import type { SqlResponse } from '../../core/answers/rows.ts'
import { CatalogError } from '../../core/errors.ts'
import { type Parameter, type ParameterValues, wordParameter } from '../../core/parameters.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { SCALES, type ScaleName } from '../../plots/svg/scale.ts'

/** The rows of a result. */
export type Rows = Pick<SqlResponse, 'columns' | 'data'> & Partial<Pick<SqlResponse, 'truncated'>>

/** The parameters of a plot of a result. */
export const PLOT_PARAMETERS = [
  { name: 'x' },
  { name: 'y' },
  { name: 'xscale' },
  { name: 'yscale' },
  { name: 'color' },
] as const
export type PlotParameters = ParameterValues<(typeof PLOT_PARAMETERS)[number]['name']>

/** Two numeric columns of a result, as a plot. */
export interface ResultPlot {
  readonly x: string
  readonly y: string
  /** `auto` selects the scale that suits the numbers. */
  readonly xscale: 'auto' | ScaleName
  readonly yscale: 'auto' | ScaleName
  readonly color: string | undefined
}

/** Maximum number of different texts that colors can distinguish. */
const MAX_CATEGORIES = 8

/** The columns with a number in at least one row and text in none. */
export function numberColumns({ columns, data }: Rows): readonly string[] {
  return columns.filter((column) => {
    let hasNumber = false
    for (const row of data) {
      const cell = row[column] ?? null
      if (typeof cell === 'number') hasNumber = true
      else if (cell !== null) return false
    }
    return hasNumber
  })
}

/** The columns that can color the points: numeric columns, and texts with few different values. */
export function colorColumns(rows: Rows): readonly string[] {
  const numbers = new Set(numberColumns(rows))
  return rows.columns.filter((column) => {
    if (numbers.has(column)) return true
    const texts = new Set(rows.data.map((row) => row[column] ?? null))
    texts.delete(null)
    return texts.size > 0 && texts.size <= MAX_CATEGORIES
  })
}

/** The scales to choose from, the default first. */
export const SCALE_CHOICES = ['auto', ...SCALES] as const

function scaleOf(name: 'xscale' | 'yscale', text: string | undefined): ResultPlot['xscale'] {
  const spec: Omit<Parameter, 'type' | 'default' | 'enum'> = { name, description: 'Scale of the axis.', example: 'log' }
  return wordParameter({ ...spec, type: 'string', example: 'log', enum: SCALE_CHOICES, default: 'auto' }, text)
}

/** The plot in the parameters of a URL; undefined if there is none. Throws if the result has no such columns. */
export function plotOf(rows: Rows, parameters: PlotParameters): ResultPlot | undefined {
  const { x, y, color } = parameters
  if (x === undefined && y === undefined) return undefined
  const column = (name: 'x' | 'y' | 'color', value: string | undefined, known: readonly string[]): string => {
    if (value !== undefined && known.includes(value)) return value
    const suggestions = value === undefined ? known.slice(0, 3) : nearestNames(value, known)
    const fault =
      value === undefined
        ? `A plot needs two columns: "${name}" is missing.`
        : `"${name}" is ${quoteForMessage(value)}, which is not ${name === 'color' ? 'a numeric column, or a text column with few values,' : 'a numeric column'} of the result.${didYouMean(suggestions)}`
    throw new CatalogError('invalid_parameter', fault, { parameter: name, suggestions })
  }
  const numbers = numberColumns(rows)
  return {
    x: column('x', x, numbers),
    y: column('y', y, numbers),
    xscale: scaleOf('xscale', parameters.xscale),
    yscale: scaleOf('yscale', parameters.yscale),
    color: color === undefined ? undefined : column('color', color, colorColumns(rows)),
  }
}
