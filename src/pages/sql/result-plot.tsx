/** @jsxImportSource preact */
import type { SqlResponse } from '../../core/answers/rows.ts'
import { CatalogError } from '../../core/errors.ts'
import { type Parameter, type ParameterValues, wordParameter } from '../../core/parameters.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { didYouMean, shownValue } from '../../core/text/shown-value.ts'
import type { Coloring } from '../../plots/charts/coloring.ts'
import { drawScatter } from '../../plots/charts/scatter.ts'
import { SCALES, type ScaleName } from '../../plots/svg/scale.ts'
import { hostPath, planetPath } from '../components/addresses.ts'
import { Drawing } from '../components/drawing.tsx'
import { useSite } from '../frame/site.ts'

type Rows = Pick<SqlResponse, 'columns' | 'data'> & Partial<Pick<SqlResponse, 'truncated'>>

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
  readonly xscale: ScaleName
  readonly yscale: ScaleName
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

function scaleOf(name: 'xscale' | 'yscale', text: string | undefined): ScaleName {
  const spec: Omit<Parameter, 'type' | 'default' | 'enum'> = { name, description: 'Scale of the axis.', example: 'log' }
  return wordParameter({ ...spec, type: 'string', example: 'log', enum: SCALES, default: 'linear' }, text)
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

function coloringOf({ data, ...rows }: Rows, color: string): Coloring {
  const quantity = { title: color }
  const values = data.map((row) => row[color] ?? null)
  return numberColumns({ ...rows, data }).includes(color)
    ? { kind: 'number', quantity, scale: 'linear', values: values as (number | null)[] }
    : { kind: 'category', quantity, values: values.map((value) => (value === null ? null : String(value))) }
}

export interface ResultPlotProps {
  readonly rows: Rows
  readonly plot: ResultPlot | undefined
  readonly sql: string
}

/** The form that chooses two columns, and their plot. */
export function ResultPlotView({ rows, plot, sql }: ResultPlotProps) {
  const { href } = useSite()
  const numbers = numberColumns(rows)
  if (numbers.length < 2) return null
  return (
    <section aria-labelledby="plot">
      <h2 id="plot">Plot</h2>
      <form class="plot-form" action={href('/sql')} method="get">
        <input type="hidden" name="q" value={sql} />
        <Choice name="x" label="Across" options={numbers} chosen={plot?.x ?? numbers[0]!} />
        <Scale name="xscale" label="Scale across" chosen={plot?.xscale ?? 'linear'} />
        <Choice name="y" label="Upwards" options={numbers} chosen={plot?.y ?? numbers[1]!} />
        <Scale name="yscale" label="Scale upwards" chosen={plot?.yscale ?? 'linear'} />
        <Choice name="color" label="Color" options={['', ...colorColumns(rows)]} chosen={plot?.color ?? ''} />
        <button type="submit">Plot</button>
      </form>
      {plot === undefined ? null : <Picture rows={rows} plot={plot} />}
    </section>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly options: readonly string[]
  readonly chosen: string
}

function Choice({ name, label, options, chosen }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select name={name}>
        {options.map((option) => (
          <option key={option} value={option} selected={option === chosen}>
            {option === '' ? 'none' : option}
          </option>
        ))}
      </select>
    </label>
  )
}

function Scale({ name, label, chosen }: { readonly name: string; readonly label: string; readonly chosen: ScaleName }) {
  return (
    <label>
      <span class="unseen">{label}</span>
      <select name={name}>
        {SCALES.map((scale) => (
          <option key={scale} value={scale} selected={scale === chosen}>
            {scale === 'log' ? 'logarithmic' : 'linear'}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A number of a cell; one beyond 2^53 is a text of digits there. */
function numberOf(cell: SqlResponse['data'][number][string] | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}

function Picture({ rows, plot }: { readonly rows: Rows; readonly plot: ResultPlot }) {
  const { href } = useSite()
  const { x, y, xscale, yscale, color } = plot
  const chart = drawScatter({
    id: 'result-plot',
    title: `${y} against ${x}`,
    x: { title: x, scale: xscale },
    y: { title: y, scale: yscale },
    points: rows.data.map((row, at) => {
      const { pl_name: planet, hostname: host } = row
      return {
        x: numberOf(row[x]),
        y: numberOf(row[y]),
        name: typeof planet === 'string' ? planet : typeof host === 'string' ? host : `row ${at + 1}`,
        href:
          typeof planet === 'string'
            ? href(planetPath(planet))
            : typeof host === 'string'
              ? href(hostPath(host))
              : undefined,
      }
    }),
    coloring: color === undefined ? undefined : coloringOf(rows, color),
  })
  return (
    <>
      <a class="skip-points" href="#after-plot">
        Skip the points
      </a>
      <Drawing svg={chart.svg}>
        {chart.description}
        {rows.truncated === true
          ? ` These are the first ${rows.data.length.toLocaleString('en')} rows alone; the result has more.`
          : ''}
      </Drawing>
      <span id="after-plot" tabIndex={-1} />
    </>
  )
}
