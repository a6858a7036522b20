/** @jsxImportSource preact */

import { Elysia } from 'elysia'
import type { Answer, Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { splitConditionName } from '../../core/table-query/conditions.ts'
import { parseTableQuery, tableShape } from '../../core/table-query/table-query.ts'
import type { ColumnStatistics } from '../../format/column-statistics.ts'
import { eachTable, isTableName, type TableName } from '../../format/table.ts'
import { tableSql } from '../../pages/code/table-sql.ts'
import { queryString } from '../../pages/components/addresses.ts'
import type { KnownValues } from '../../pages/conditions/no-rows.tsx'
import type { PlotForm } from '../../pages/own-plot/axes-form.tsx'
import { columnOptions } from '../../pages/own-plot/column-options.tsx'
import { type DrawnRows, drawPlot, type PlotRow, plottedColumns } from '../../pages/own-plot/draw-plot.ts'
import { addressOfForm } from '../../pages/own-plot/form-address.ts'
import { type DrawnPlot, OwnPlotPage } from '../../pages/own-plot/own-plot-page.tsx'
import { OWN_PLOT_PATH, type PlotRequest, parsePlotRequest } from '../../pages/own-plot/plot-request.ts'
import type { Visit } from '../page-routes/page-responder.ts'
import { sendPicture } from '../page-routes/pictures.ts'
import { readJson } from '../page-routes/read-json.ts'
import { redirect } from '../page-routes/redirect.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { namesFormat } from '../request/format-choice.ts'
import { handler } from '../request/handler.ts'
import { rawQuery } from '../request/request-url.ts'
import { perCatalog } from '../response/text-answer.ts'

const decoder = new TextDecoder()

/** Positive numbers whose 1st and 99th percentiles differ by more than this factor are drawn on a logarithmic scale. */
const LOG_FACTOR = 15

function suitableScale({ histogram, min, quantiles }: ColumnStatistics): 'linear' | 'log' {
  if (histogram?.scale === 'log') return 'log'
  const [low, high] = [quantiles?.['0.01'] ?? 0, quantiles?.['0.99'] ?? 0]
  return Number(min) > 0 && high > low * LOG_FACTOR ? 'log' : 'linear'
}

/** The data of a snapshot that all plots share. */
const preparedFor = perCatalog((catalog: Catalog) => {
  const { tables } = catalog.manifest
  const scales = new Map<string, 'linear' | 'log'>()
  return {
    columns: eachTable((name) => tables[name].columns),
    shapes: eachTable((name) => tableShape(name, tables[name])),
    options: eachTable((name) => columnOptions(tables[name].columns)),
    scaleOf(table: TableName, column: string) {
      const key = `${table} ${column}`
      let scale = scales.get(key)
      if (scale === undefined) {
        scale = suitableScale(readJson<ColumnStatistics>(catalog.column(table, column)))
        scales.set(key, scale)
      }
      return scale
    },
  }
})

/** A plot before its rows are read. Its key includes the key of the table read, so that equal requests share it. */
interface Planned {
  readonly request: PlotRequest
  readonly shown: readonly string[]
  readonly read: DrawnPlot['read']
  readonly rows: Answer
  readonly key: string
}

function plan(catalog: Catalog, query: string): Planned {
  const { columns } = preparedFor(catalog)
  const request = parsePlotRequest(query, columns)
  const { table, x, y, color = '', size = '', xscale, yscale, filters } = request
  const shown = plottedColumns(request, columns[table])
  const chosen = columns[table].some(({ name }) => name === 'default_flag') && request.rows === 'default'
  const isChosen = filters.some(([name]) => name === 'default_flag' || name.startsWith('default_flag__'))
  const read = [
    ['columns', shown.join(',')],
    ...filters,
    ...(chosen && !isChosen ? ([['default_flag', '1']] as const) : []),
  ] as const
  const rows = catalog.page(table, queryString([...read, ['limit', 'all'], ['format', 'ndjson']]).slice(1))
  return { request, shown, read, rows, key: ['plot', x, y, color, size, xscale, yscale, rows.key].join('|') }
}

/** The path of a plot's rows as JSON; that of its table if the request is invalid. */
function rowsPathOf(catalog: Catalog, query: string): string {
  try {
    const { request, read } = plan(catalog, query)
    return `/rest/${request.table}${queryString(read)}`
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return `/rest/${formOf(query).table}`
  }
}

function readRows({ rows }: Planned): readonly PlotRow[] {
  const text = decoder.decode(rows.body())
  return text === '' ? [] : JSON.parse(`[${text.trimEnd().replaceAll('\n', ',')}]`)
}

/** Maximum number of values that are suggested for a column. */
const MAX_KNOWN = 6

/** Values of the text columns that the conditions of a plot compare, the most frequent first. */
function knownValues({ catalog, query }: Visit, { table, filters }: PlotRequest): readonly KnownValues[] {
  const columns = new Map(catalog.manifest.tables[table].columns.map((column) => [column.name, column]))
  return filters.flatMap(([parameter]) => {
    const column = splitConditionName(parameter, (name) => columns.has(name))?.column
    if (column === undefined || columns.get(column)?.type !== 'text') return []
    const { values = [] } = readJson<ColumnStatistics>(catalog.column(table, column))
    const others = [...new URLSearchParams(query)].filter(([name]) => name !== parameter)
    return [
      {
        column,
        values: values.slice(0, MAX_KNOWN).map(({ value }) => {
          const text = String(value)
          return { text, path: `${OWN_PLOT_PATH}${queryString([...others, [column, text]])}` }
        }),
      },
    ]
  })
}

/** `GET /plot`: two numeric columns plotted against each other, as a page, a picture or rows. */
export function ownPlots({ page, responder, catalog, sender, refuse }: PageContext) {
  const drawn = (current: Catalog, planned: Planned, root: string): DrawnRows => {
    const { columns, scaleOf } = preparedFor(current)
    const { table } = planned.request
    return drawPlot({
      request: planned.request,
      columns: columns[table],
      rows: readRows(planned),
      root,
      scaleOf: (column) => scaleOf(table, column),
    })
  }

  function file(request: Request, current: Catalog, planned: Planned, format: NonNullable<PlotRequest['format']>) {
    const { table } = planned.request
    if (format === 'csv') {
      const query = queryString([...planned.read, ['limit', 'all'], ['format', 'csv']]).slice(1)
      return sender.send(request, current, current.page(table, query))
    }
    const svg = () => drawn(current, planned, './').chart.svg
    return sendPicture(sender, request, current, { format, key: planned.key, svg })
  }

  const showPage = page({
    json: ({ catalog, query }) => rowsPathOf(catalog, query),
    answer(visit) {
      const address = addressOfForm(visit.query, preparedFor(visit.catalog).columns)
      if (address !== undefined)
        return redirect(302, visit.site.href(`${OWN_PLOT_PATH}${address === '' ? '' : `?${address}`}`))
      try {
        const planned = plan(visit.catalog, visit.query)
        const { table } = planned.request
        const { columns, shapes, options } = preparedFor(visit.catalog)
        return responder.send(visit, {
          key: `${planned.key}|${visit.query}`,
          render() {
            const { drawn: rows, chart } = drawn(visit.catalog, planned, visit.site.root)
            const read = parseTableQuery(
              shapes[table],
              queryString([...planned.read, ['limit', 'all'], ['format', 'csv']]).slice(1),
            )
            const { defaultColumns } = visit.catalog.manifest.tables[table]
            const sql = tableSql({ name: table, columns: columns[table], defaultColumns }, read)
            const known = rows.length === 0 ? knownValues(visit, planned.request) : []
            const outcome: DrawnPlot = { ...planned, drawn: rows, chart, sql, known }
            const query = visit.query === '' ? '' : `?${visit.query}`
            return (
              <OwnPlotPage
                query={query}
                form={formOf(visit.query, planned.request)}
                columns={columns[table]}
                options={options[table]}
                outcome={outcome}
              />
            )
          },
        })
      } catch (thrown) {
        if (!(thrown instanceof CatalogError) || thrown.kind !== 'invalid') throw thrown
        const form = formOf(visit.query)
        const { columns, options } = preparedFor(visit.catalog)
        const props = { query: '', form, columns: columns[form.table], options: options[form.table] }
        return refuse(visit, thrown, (problem) => <OwnPlotPage {...props} outcome={problem} />)
      }
    },
  })

  return new Elysia().get(
    OWN_PLOT_PATH,
    handler((request) => {
      if (!namesFormat(rawQuery(request.url))) return showPage(request)
      const current = catalog()
      const planned = plan(current, rawQuery(request.url))
      return file(request, current, planned, planned.request.format!)
    }),
  )
}

/** The form's field values: those sent, or else those of the drawn plot. */
function formOf(query: string, request?: PlotRequest): PlotForm {
  const sent = new URLSearchParams(query)
  const table = sent.get('table') ?? ''
  const own = new Set(['table', 'rows', 'x', 'y', 'color', 'size', 'xscale', 'yscale', 'format'])
  return {
    table: isTableName(table) ? table : 'exoplanets',
    x: sent.get('x') ?? request?.x ?? '',
    y: sent.get('y') ?? request?.y ?? '',
    color: sent.get('color') ?? '',
    size: sent.get('size') ?? '',
    xscale: sent.get('xscale') ?? 'auto',
    yscale: sent.get('yscale') ?? 'auto',
    rows: sent.get('rows') ?? 'default',
    filters: request?.filters ?? [...sent].filter(([name, value]) => !own.has(name) && value !== ''),
  }
}
