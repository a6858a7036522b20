/** @jsxImportSource preact */
import type { Problem } from '../../core/answers/service.ts'
import { type Column, columnInfo, VALUE_COMPANIONS } from '../../format/column.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { RowsTable } from '../charts/rows-table.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { queryString } from '../components/addresses.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { AxesForm, type PlotForm } from './axes-form.tsx'
import { type PlotRow, plotTitle } from './draw-plot.ts'
import { OWN_PLOT_PATH, type PlotRequest } from './plot-request.ts'

/** Maximum number of rows on the page; the files contain all rows. */
const SHOWN_ROWS = 50

export interface DrawnPlot {
  readonly request: PlotRequest
  readonly chart: Chart
  /** The rows that have a position on the axes. */
  readonly drawn: readonly PlotRow[]
  /** The columns of the rows, in display order. */
  readonly shown: readonly string[]
  /** Parameters of the table read that returns these rows, without `limit` and `format`. */
  readonly read: readonly (readonly [name: string, value: string])[]
  readonly sql: string
}

export interface OwnPlotPageProps {
  /** The query string of the page, including `?`. */
  readonly query: string
  readonly form: PlotForm
  readonly columns: readonly Column[]
  /** The plot, or the reason that there is none. */
  readonly outcome: DrawnPlot | Problem
}

/** A plot of any two numeric columns. */
export function OwnPlotPage({ query, form, columns, outcome }: OwnPlotPageProps) {
  const isDrawn = 'chart' in outcome
  const title = isDrawn ? plotTitle(outcome.request, columns) : 'Plot'
  return (
    <Page
      title={title}
      description="Any two columns of numbers against each other, with colors, sizes and filters of your choice."
      path={`${OWN_PLOT_PATH}${query}`}
      isUnlisted={query !== ''}
      scripts={[SITE_SCRIPT]}
      {...(isDrawn ? { json: `/rest/${form.table}${queryString(outcome.read)}` } : {})}
    >
      <h1>{title}</h1>
      {isDrawn ? null : (
        <p class="message" role="alert" id="fault">
          {outcome.detail} <span class="soft">({outcome.code})</span>
        </p>
      )}
      <AxesForm form={form} columns={columns} fault={isDrawn ? undefined : outcome.parameter} />
      {isDrawn ? <Drawn plot={outcome} columns={columns} query={query} title={title} /> : null}
    </Page>
  )
}

function Drawn({
  plot,
  columns,
  query,
  title,
}: {
  readonly plot: DrawnPlot
  readonly columns: readonly Column[]
  readonly query: string
  readonly title: string
}) {
  const { href } = useSite()
  const { request, chart, drawn, shown, read, sql } = plot
  const { table } = request
  const file = (format: string) => href(`${OWN_PLOT_PATH}${query}${query === '' ? '?' : '&'}format=${format}`)
  // Uncertainties and limit flags that are empty in all rows are not listed.
  const companions = new Set(
    [request.x, request.y].flatMap((axis) => VALUE_COMPANIONS.map((ending) => `${axis}${ending}`)),
  )
  const hasValues = (name: string) => drawn.some((row) => (row[name] ?? null) !== null)
  const listed = shown
    .filter((name) => !companions.has(name) || hasValues(name))
    .flatMap((name) => columns.filter((column) => column.name === name))
    .map(columnInfo)
  return (
    <>
      <ChartFigure chart={chart} />
      <ChartFiles name="plot" file={file}>
        <a href={file('csv')} download="plot.csv">
          rows (CSV)
        </a>
        <a href={href(`/${table}${queryString(read)}`)}>rows as a table</a>
      </ChartFiles>
      <h2>Rows</h2>
      <p>
        {drawn.length <= SHOWN_ROWS
          ? `${drawn.length === 1 ? 'The one row' : `All ${drawn.length.toLocaleString('en-US')} rows`} with a place on these axes.`
          : `The first ${SHOWN_ROWS} of ${drawn.length.toLocaleString('en-US')} rows with a place on these axes.`}
      </p>
      <RowsTable label={`Rows of the plot: ${title}`} columns={listed} rows={drawn.slice(0, SHOWN_ROWS)} />
      <CodeBox view={{ kind: 'rows', path: `/rest/${table}${queryString([...read, ['limit', 'all']])}`, sql }} />
      <CiteBox path={`${OWN_PLOT_PATH}${query}`} title={title} tables={[table]} references={[]} />
    </>
  )
}
