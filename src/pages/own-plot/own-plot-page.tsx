/** @jsxImportSource preact */
import type { Problem } from '../../core/answers/service.ts'
import { type Column, columnInfo } from '../../format/column.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import type { Chart } from '../../plots/charts/chart.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { RowsTable } from '../charts/rows-table.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { queryString } from '../components/addresses.ts'
import { labelOf } from '../components/labels.ts'
import { Page } from '../frame/page.tsx'
import { useSite } from '../frame/site.ts'
import { SITE_SCRIPT } from '../scripts/scripts.ts'
import { type PlotRow, plotTitle } from './draw-plot.ts'
import { numericColumns, type PlotRequest } from './plot-request.ts'

export const OWN_PLOT_PATH = '/plot'

/** Rows that the page lists; the files have all. */
const SHOWN_ROWS = 50

/** What the form holds: texts as they were sent. */
export type PlotForm = Readonly<Record<'x' | 'y' | 'color' | 'size' | 'xscale' | 'yscale' | 'rows', string>> & {
  readonly table: TableName
  readonly filters: readonly (readonly [name: string, value: string])[]
}

export interface DrawnPlot {
  readonly request: PlotRequest
  readonly chart: Chart
  readonly rows: readonly PlotRow[]
  /** Columns of the rows, in their order. */
  readonly shown: readonly string[]
  /** Parameters of the table read that has these rows, without `limit` and `format`. */
  readonly read: readonly (readonly [name: string, value: string])[]
  readonly sql: string
}

export interface OwnPlotPageProps {
  /** The query string of the page, with its `?`. */
  readonly query: string
  readonly form: PlotForm
  readonly columns: readonly Column[]
  /** The plot, or why there is none. */
  readonly outcome: DrawnPlot | Problem
}

/** Any two columns of numbers against each other. */
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

function AxesForm({
  form,
  columns,
  fault,
}: Pick<OwnPlotPageProps, 'form' | 'columns'> & { readonly fault: string | undefined }) {
  const { href } = useSite()
  const invalid = (name: string) =>
    fault === name ? ({ 'aria-invalid': 'true', 'aria-describedby': 'fault' } as const) : {}
  const axis = (name: 'x' | 'y' | 'color' | 'size', label: string, list: string) => (
    <label>
      {label}
      <br />
      <input
        name={name}
        value={form[name]}
        list={list}
        size={18}
        autocomplete="off"
        spellcheck={false}
        {...invalid(name)}
      />
    </label>
  )
  const choice = (name: 'xscale' | 'yscale' | 'rows' | 'table', label: string, words: readonly string[]) => (
    <label>
      {label}
      <br />
      <select name={name} {...invalid(name)}>
        {words.map((word) => (
          <option key={word} value={word} selected={form[name] === word}>
            {word}
          </option>
        ))}
      </select>
    </label>
  )
  const scales = ['auto', 'linear', 'log']
  return (
    <form class="axes" action={href(OWN_PLOT_PATH)} method="get">
      {axis('x', 'Horizontal axis', 'numbers')}
      {choice('xscale', 'Scale', scales)}
      {axis('y', 'Vertical axis', 'numbers')}
      {choice('yscale', 'Scale', scales)}
      {axis('color', 'Color', 'columns')}
      {axis('size', 'Size', 'numbers')}
      {choice('rows', 'Rows', ['default', 'all'])}
      {choice('table', 'Table', TABLE_NAMES)}
      {form.filters.map(([name, value]) => (
        <label key={name}>
          {name}
          <br />
          <input name={name} value={value} size={10} {...invalid(name)} />
        </label>
      ))}
      <button type="submit">Draw</button>
      <datalist id="numbers">
        {numericColumns(columns).map((column) => (
          <option key={column.name} value={column.name}>
            {labelOf(column)}
          </option>
        ))}
      </datalist>
      <datalist id="columns">
        {columns.map((column) => (
          <option key={column.name} value={column.name}>
            {labelOf(column)}
          </option>
        ))}
      </datalist>
      <p class="small soft">
        Names of columns, as <a href={href(`/columns/${form.table}`)}>the list of columns</a> has them. Conditions in
        the address, such as <code>pl_rade__lt=4</code> or <code>discoverymethod=Transit</code>, leave out rows; an
        empty field removes its condition.
      </p>
    </form>
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
  const { request, chart, rows, shown, read, sql } = plot
  const { table } = request
  const file = (format: string) => href(`${OWN_PLOT_PATH}${query}${query === '' ? '?' : '&'}format=${format}`)
  const listed = shown.flatMap((name) => columns.filter((column) => column.name === name)).map(columnInfo)
  return (
    <>
      <ChartFigure chart={chart} />
      <p class="row">
        <span>Take it along:</span>
        <a href={file('svg')} download="plot.svg">
          picture (SVG)
        </a>
        <a href={file('png')} download="plot.png">
          picture (PNG)
        </a>
        <a href={file('csv')}>rows (CSV)</a>
        <a href={href(`/${table}${queryString(read)}`)}>rows as a table</a>
      </p>
      <h2>Rows</h2>
      <p>
        {rows.length <= SHOWN_ROWS
          ? `All ${rows.length.toLocaleString('en-US')} rows.`
          : `The first ${SHOWN_ROWS} of ${rows.length.toLocaleString('en-US')} rows.`}
      </p>
      <RowsTable label={`Rows of the plot: ${title}`} columns={listed} rows={rows.slice(0, SHOWN_ROWS)} />
      <CodeBox view={{ kind: 'rows', path: `/rest/${table}${queryString([...read, ['limit', 'all']])}`, sql }} />
      <CiteBox path={`${OWN_PLOT_PATH}${query}`} title={title} tables={[table]} references={[]} />
    </>
  )
}
