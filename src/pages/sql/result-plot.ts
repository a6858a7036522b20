import type { SqlResponse } from '../../core/answers/rows.ts'
import { CatalogError } from '../../core/errors.ts'
import { type Parameter, type ParameterValues, wordParameter } from '../../core/parameters.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, shownValue } from '../../core/text/shown-value.ts'
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

/** Two number columns of a result against each other. */
export interface ResultPlot {
  readonly x: string
  readonly y: string
  /** `auto` is the scale that suits the numbers. */
  readonly xscale: 'auto' | ScaleName
  readonly yscale: 'auto' | ScaleName
  readonly color: string | undefined
}

/** Different texts that colors can tell apart. */
const MAX_CATEGORIES = 8

/** The columns in which some row has a number and none has text. */
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

/** The columns that can color the points: numbers, and texts of which there are few. */
export function colorColumns(rows: Rows): readonly string[] {
  const numbers = new Set(numberColumns(rows))
  return rows.columns.filter((column) => {
    if (numbers.has(column)) return true
    const texts = new Set(rows.data.map((row) => row[column] ?? null))
    texts.delete(null)
    return texts.size > 0 && texts.size <= MAX_CATEGORIES
  })
}

/** The scales to choose from, the usual one first. */
export const SCALE_CHOICES = ['auto', ...SCALES] as const

function scaleOf(name: 'xscale' | 'yscale', text: string | undefined): ResultPlot['xscale'] {
  const spec: Omit<Parameter, 'type' | 'default' | 'enum'> = { name, description: 'Scale of the axis.', example: 'log' }
  return wordParameter({ ...spec, type: 'string', example: 'log', enum: SCALE_CHOICES, default: 'auto' }, text)
}

/** The plot that an address asks for; undefined where it asks for none. Throws where the result has no such columns. */
export function plotOf(rows: Rows, parameters: PlotParameters): ResultPlot | undefined {
  const { x, y, color } = parameters
  if (x === undefined && y === undefined) return undefined
  const column = (name: 'x' | 'y' | 'color', value: string | undefined, known: readonly string[]): string => {
    if (value !== undefined && known.includes(value)) return value
    const suggestions = value === undefined ? known.slice(0, 3) : nearestNames(value, known)
    const fault =
      value === undefined
        ? `A plot needs two columns: "${name}" is missing.`
        : `"${name}" is ${shownValue(value)}, which is no ${name === 'color' ? 'column of numbers or of few texts' : 'column of numbers'} in the result.${didYouMean(suggestions)}`
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
