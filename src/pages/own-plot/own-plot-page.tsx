/** @jsxImportSource preact */

import type { Problem } from '../../core/answers/service.ts'
import { type Column, columnInfo, VALUE_COMPANIONS } from '../../format/column.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { ChartFigure, ChartFiles } from '../charts/chart-figure.tsx'
import { chartPreview } from '../charts/chart-preview.ts'
import { RowsTable } from '../charts/rows-table.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { queryString } from '../components/addresses.ts'
import { type KnownValues, NoRows } from '../conditions/no-rows.tsx'
import { LinkedText } from '../frame/linked-text.tsx'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { AxesForm, type PlotForm } from './axes-form.tsx'
import type { ColumnOptions } from './column-options.tsx'
import { type PlotRow, plotTitle } from './draw-plot.ts'
import { OWN_PLOT_PATH, type PLOT_FORMATS, type PlotRequest } from './plot-request.ts'

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
  /** Values of the text columns that the conditions compare; needed if no row is drawn. */
  readonly known: readonly KnownValues[]
}

export interface OwnPlotPageProps {
  /** The query string of the page, including `?`. */
  readonly query: string
  readonly form: PlotForm
  readonly columns: readonly Column[]
  /** The columns to choose from. */
  readonly options: ColumnOptions
  /** The plot, or the reason that there is none. */
  readonly outcome: DrawnPlot | Problem
}

/** The path of the plot with this query string as a file. */
function filePath(query: string, format: (typeof PLOT_FORMATS)[number]): string {
  return `${OWN_PLOT_PATH}${query}${query === '' ? '?' : '&'}format=${format}`
}

/** A plot of any two numeric columns. */
export function OwnPlotPage({ query, form, columns, options, outcome }: OwnPlotPageProps) {
  const { href } = useSite()
  const isDrawn = 'chart' in outcome
  const title = isDrawn ? plotTitle(outcome.request, columns) : 'Plot'
  return (
    <Page
      title={title}
      description="Any two numeric columns plotted against each other, with colors, sizes and filters of your choice."
      path={`${OWN_PLOT_PATH}${query}`}
      isUnlisted={query !== ''}
      scripts={[SITE_SCRIPT]}
      {...(isDrawn
        ? {
            json: `/rest/${form.table}${queryString(outcome.read)}`,
            ...chartPreview(filePath(query, 'png'), outcome.chart),
          }
        : {})}
    >
      <p class="trail">
        <a href={href('/plots')}>All plots</a>
      </p>
      <h1>{title}</h1>
      {isDrawn ? null : (
        <p class="message" role="alert" id="fault">
          <LinkedText text={outcome.detail} /> <span class="soft">({outcome.code})</span>
        </p>
      )}
      <AxesForm form={form} columns={columns} options={options} fault={isDrawn ? undefined : outcome.parameter} />
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
  const { request, chart, drawn, shown, read, sql, known } = plot
  const { table } = request
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
      {drawn.length > 0 ? null : (
        <NoRows known={known} sentence="No row meets the conditions and can be shown on these axes." />
      )}
      <ChartFigure chart={chart} />
      <ChartFiles name="plot" file={(format) => href(filePath(query, format))}>
        <a href={href(filePath(query, 'csv'))} download="plot.csv">
          rows (CSV)
        </a>
        <a href={href(`/${table}${queryString(read)}`)}>rows as a table</a>
      </ChartFiles>
      {drawn.length === 0 ? null : (
        <>
          <h2>Rows</h2>
          <p>
            {drawn.length <= SHOWN_ROWS
              ? `${drawn.length === 1 ? 'The one row' : `All ${groupedDigits(drawn.length)} rows`} that these axes can show.`
              : `The first ${SHOWN_ROWS} of ${groupedDigits(drawn.length)} rows that these axes can show.`}
          </p>
          <RowsTable label={`Rows of the plot: ${title}`} columns={listed} rows={drawn.slice(0, SHOWN_ROWS)} />
        </>
      )}
      <CodeBox view={{ kind: 'rows', path: `/rest/${table}${queryString([...read, ['limit', 'all']])}`, sql }} />
      <CiteBox path={`${OWN_PLOT_PATH}${query}`} title={title} tables={[table]} references={[]} />
    </>
  )
}
