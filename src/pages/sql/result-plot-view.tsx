/** @jsxImportSource preact */

import type { Chart } from '../../plots/charts/chart.ts'
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import { colorColumns, numberColumns, type ResultPlot, type Rows, SCALE_CHOICES } from './result-plot.ts'

/** The plot of a result: the chosen columns and the chart. */
export interface DrawnResult {
  readonly chosen: ResultPlot
  readonly chart: Chart
}

export interface ResultPlotProps {
  readonly rows: Rows
  readonly plot: DrawnResult | undefined
  readonly sql: string
}

/** The form for choosing two columns, and their plot. */
export function ResultPlotView({ rows, plot, sql }: ResultPlotProps) {
  const { href } = useSite()
  const numbers = numberColumns(rows)
  const chosen = plot?.chosen
  if (numbers.length < 2) return null
  return (
    <section aria-labelledby="plot">
      <h2 id="plot">Plot</h2>
      <form class="axes" action={href('/sql')} method="get">
        <input type="hidden" name="q" value={sql} />
        <Choice name="x" label="Horizontal axis" options={numbers} chosen={chosen?.x ?? numbers[0]!} />
        <Scale name="xscale" label="Scale" chosen={chosen?.xscale ?? 'auto'} />
        <Choice name="y" label="Vertical axis" options={numbers} chosen={chosen?.y ?? numbers[1]!} />
        <Scale name="yscale" label="Scale" chosen={chosen?.yscale ?? 'auto'} />
        <Choice name="color" label="Color" options={['', ...colorColumns(rows)]} chosen={chosen?.color ?? ''} />
        <button type="submit">Plot</button>
      </form>
      {plot === undefined ? null : <Picture plot={plot} sql={sql} />}
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
      {label}
      <br />
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

const SCALE_WORDS = { auto: 'automatic', linear: 'linear', log: 'logarithmic' } as const

function Scale({
  name,
  label,
  chosen,
}: {
  readonly name: string
  readonly label: string
  readonly chosen: keyof typeof SCALE_WORDS
}) {
  return (
    <label>
      {label}
      <br />
      <select name={name}>
        {SCALE_CHOICES.map((scale) => (
          <option key={scale} value={scale} selected={scale === chosen}>
            {SCALE_WORDS[scale]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The path of the plot of a query's result as a file. */
export function resultPicture(sql: string, { x, y, xscale, yscale, color }: ResultPlot, format: 'svg' | 'png'): string {
  return `/sql${queryString([
    ['q', sql],
    ['x', x],
    ['y', y],
    ...(xscale === 'auto' ? [] : ([['xscale', xscale]] as const)),
    ...(yscale === 'auto' ? [] : ([['yscale', yscale]] as const)),
    ...(color === undefined ? [] : ([['color', color]] as const)),
    ['format', format],
  ])}`
}

function Picture({ plot: { chosen, chart }, sql }: { readonly plot: DrawnResult; readonly sql: string }) {
  const { href } = useSite()
  const file = (format: 'svg' | 'png') => href(resultPicture(sql, chosen, format))
  return (
    <>
      <ChartFigure chart={chart} />
      <ChartFiles name="plot" file={file} />
    </>
  )
}
