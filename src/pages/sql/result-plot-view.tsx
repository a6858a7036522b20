/** @jsxImportSource preact */
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { queryString } from '../components/addresses.ts'
import { useSite } from '../frame/site.ts'
import { drawResult } from './draw-result.ts'
import { colorColumns, numberColumns, type ResultPlot, type Rows, SCALE_CHOICES } from './result-plot.ts'

export interface ResultPlotProps {
  readonly rows: Rows
  readonly plot: ResultPlot | undefined
  readonly sql: string
}

/** The form for choosing two columns, and their plot. */
export function ResultPlotView({ rows, plot, sql }: ResultPlotProps) {
  const { href } = useSite()
  const numbers = numberColumns(rows)
  if (numbers.length < 2) return null
  return (
    <section aria-labelledby="plot">
      <h2 id="plot">Plot</h2>
      <form class="axes" action={href('/sql')} method="get">
        <input type="hidden" name="q" value={sql} />
        <Choice name="x" label="Horizontal axis" options={numbers} chosen={plot?.x ?? numbers[0]!} />
        <Scale name="xscale" label="Scale" chosen={plot?.xscale ?? 'auto'} />
        <Choice name="y" label="Vertical axis" options={numbers} chosen={plot?.y ?? numbers[1]!} />
        <Scale name="yscale" label="Scale" chosen={plot?.yscale ?? 'auto'} />
        <Choice name="color" label="Color" options={['', ...colorColumns(rows)]} chosen={plot?.color ?? ''} />
        <button type="submit">Plot</button>
      </form>
      {plot === undefined ? null : <Picture rows={rows} plot={plot} sql={sql} />}
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

function Picture({ rows, plot, sql }: { readonly rows: Rows; readonly plot: ResultPlot; readonly sql: string }) {
  const { href, manifest } = useSite()
  const chart = drawResult({ rows, plot, sql, tables: manifest.tables, href })
  const { x, y, xscale, yscale, color } = plot
  const file = (format: string) =>
    href(
      `/sql${queryString([
        ['q', sql],
        ['x', x],
        ['y', y],
        ...(xscale === 'auto' ? [] : ([['xscale', xscale]] as const)),
        ...(yscale === 'auto' ? [] : ([['yscale', yscale]] as const)),
        ...(color === undefined ? [] : ([['color', color]] as const)),
        ['format', format],
      ])}`,
    )
  return (
    <>
      <ChartFigure chart={chart} />
      <ChartFiles name="plot" file={file} />
    </>
  )
}
