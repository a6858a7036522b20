/** @jsxImportSource preact */

import type { SqlResponse } from '../../core/answers/rows.ts'
import { isTableName, TABLE_NAMES } from '../../format/table.ts'
import { groupedDigits } from '../../units/typeset-numbers.ts'
import { tablesIn } from '../charts/result-parts.tsx'
import { CiteBox } from '../citation/cite-box.tsx'
import { CodeBox } from '../code/code-box.tsx'
import { columnPath, hostPath, planetPath, queryString, sqlPath } from '../components/addresses.ts'
import { Unit } from '../components/unit.tsx'
import { useSite } from '../frame/site.ts'
import { archiveColumn } from './archive-column.ts'
import { numberColumns, type ResultPlot } from './result-plot.ts'
import { type DrawnResult, ResultPlotView } from './result-plot-view.tsx'

/** Number of result rows per page. */
export const ROWS_PER_PAGE = 50

type Cell = SqlResponse['data'][number][string]

export interface SqlResultProps {
  readonly response: SqlResponse
  /** The run time of the query when it was executed. */
  readonly ms: number
  /** Page of the result, from 1. */
  readonly page: number
  /** The plotted columns; undefined if there are none. */
  readonly plot: ResultPlot | undefined
}

function shownMs(ms: number): string {
  if (ms < 1) return 'less than 1 ms'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

export interface ResultViewProps extends Omit<SqlResultProps, 'plot'> {
  readonly plot: DrawnResult | undefined
  readonly sql: string
}

/** The result of a query: its size, caveats, a page of its rows, and downloads. */
export function ResultView({ response, ms, page, plot, sql }: ResultViewProps) {
  const { rows, truncated, warnings = [] } = response
  // The requested content comes first: the plot if the URL names its columns, otherwise the rows.
  const plots = <ResultPlotView rows={response} plot={plot} sql={sql} />
  return (
    <>
      <h2>Result</h2>
      <p role="status">
        {truncated
          ? `The first ${groupedDigits(rows)} rows, in ${shownMs(ms)}. There are more: a download has up to 10,000.`
          : `${rows === 1 ? 'One row' : `${groupedDigits(rows)} rows`} in ${shownMs(ms)}.`}
      </p>
      {warnings.length === 0 ? null : (
        <div class="caveats">
          <ul>
            {warnings.map(({ code, message }) => (
              <li key={code + message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <Downloads sql={sql} />
      {plot === undefined ? null : plots}
      {rows === 0 ? null : <ResultTable response={response} page={page} sql={sql} />}
      <Pager rows={rows} page={page} sql={sql} />
      {plot === undefined ? plots : null}
      <CodeBox view={{ kind: 'query', sql }} hasSql={false} />
      <CiteBox path={sqlPath(sql)} title="Result of an SQL query" tables={tablesIn(sql)} references={[]} />
    </>
  )
}

function ResultTable({ response, page, sql }: Pick<SqlResultProps, 'response' | 'page'> & { readonly sql: string }) {
  const { columns, data } = response
  const { tables } = useSite().manifest
  const numbers = new Set([
    ...numberColumns(response),
    // Without any value, a column of the archive is aligned as it is with values.
    ...columns.filter((column) => {
      const type = archiveColumn(sql, column, tables)?.type
      return type !== undefined && type !== 'text' && data.every((row) => (row[column] ?? null) === null)
    }),
  ])
  const first = (page - 1) * ROWS_PER_PAGE
  const kind = (column: string) => (numbers.has(column) ? 'number' : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable with the keyboard
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" class={kind(column)}>
                <Heading column={column} sql={sql} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.slice(first, first + ROWS_PER_PAGE).map((row, at) => (
            <tr key={first + at}>
              {columns.map((column) => (
                <td key={column} class={kind(column)}>
                  <CellView column={column} cell={row[column] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A column of the result; if a table column has this name, it is a link to its description. */
function Heading({ column, sql }: { readonly column: string; readonly sql: string }) {
  const { href, manifest } = useSite()
  const table = TABLE_NAMES.find((name) => manifest.tables[name].columns.some((known) => known.name === column))
  if (table === undefined || !isTableName(table)) return <>{column}</>
  return (
    <>
      <a href={href(columnPath(table, column))}>{column}</a>{' '}
      <Unit unit={archiveColumn(sql, column, manifest.tables)?.unit} />
    </>
  )
}

function CellView({ column, cell }: { readonly column: string; readonly cell: Cell }) {
  const { href } = useSite()
  if (cell === null) return <span class="none">null</span>
  if (column === 'pl_name' && typeof cell === 'string') return <a href={href(planetPath(cell))}>{cell}</a>
  if (column === 'hostname' && typeof cell === 'string') return <a href={href(hostPath(cell))}>{cell}</a>
  return <>{String(cell)}</>
}

function Pager({ rows, page, sql }: { readonly rows: number; readonly page: number; readonly sql: string }) {
  const { href } = useSite()
  const pages = Math.ceil(rows / ROWS_PER_PAGE)
  if (pages < 2) return null
  const to = (number: number) =>
    href(`/sql${queryString([['q', sql], ...(number === 1 ? [] : ([['page', String(number)]] as const))])}`)
  return (
    <nav aria-label="Pages of the result">
      <p class="row">
        {page > 1 ? (
          <a href={to(page - 1)} rel="prev" data-part>
            Previous
          </a>
        ) : null}
        <span>
          Page {page} of {pages}
        </span>
        {page < pages ? (
          <a href={to(page + 1)} rel="next" data-part>
            Next
          </a>
        ) : null}
      </p>
    </nav>
  )
}

const FORMATS = [
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['votable', 'VOTable'],
] as const

function Downloads({ sql }: { readonly sql: string }) {
  const { href } = useSite()
  const address = (format: string) =>
    `/rest/query${queryString([
      ['sql', sql],
      ['limit', '10000'],
      ['format', format],
      ['download', '1'],
    ])}`
  return (
    <p class="row">
      <span>Whole result:</span>
      {FORMATS.map(([format, name]) => (
        <a key={format} href={href(address(format))} download>
          {name}
        </a>
      ))}
    </p>
  )
}
