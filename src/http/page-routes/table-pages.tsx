/** @jsxImportSource preact */

import { Elysia } from 'elysia'
import type { Page as RowsPage } from '../../core/answers/rows.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { parseTableQuery, type TableQuery, type TableShape, tableShape } from '../../core/table-query/table-query.ts'
import { type Column, valueColumns } from '../../format/column.ts'
import type { ColumnStatistics } from '../../format/column-statistics.ts'
import { eachTable, TABLE_NAMES, type TableName } from '../../format/table.ts'
import { queryString } from '../../pages/components/addresses.ts'
import { submittedForm } from '../../pages/conditions/added-condition.ts'
import { conditionColumns } from '../../pages/conditions/new-condition.tsx'
import { columnTopics } from '../../pages/tables/column-chooser.tsx'
import { type ColumnFacts, columnFacts } from '../../pages/tables/column-facts.ts'
import type { Read } from '../../pages/tables/table-address.ts'
import { TablePage } from '../../pages/tables/table-page.tsx'
import { handler } from '../request/handler.ts'
import { prefersHtml } from '../request/html-choice.ts'
import { perCatalog } from '../response/text-answer.ts'
import { countNulls } from './count-nulls.ts'
import type { Visit } from './page-responder.ts'
import { readJson } from './read-json.ts'
import { redirect } from './redirect.ts'
import type { PageContext } from './routes.ts'

/** Data for the page of a table in addition to its rows, computed once per snapshot. */
const preparedFor = perCatalog((catalog: Catalog) =>
  eachTable((table) => {
    const { columns } = catalog.manifest.tables[table]
    const known = new Map<string, ColumnFacts>()
    const facts = (name: string): ColumnFacts => {
      const found = known.get(name)
      if (found !== undefined) return found
      const column = columns.find((other) => other.name === name)!
      const made = columnFacts(column, readJson<ColumnStatistics>(catalog.column(table, name)))
      known.set(name, made)
      return made
    }
    const names = new Set(columns.map(({ name }) => name))
    /** A column with the columns that belong to its values. */
    const withCompanions = (name: string): readonly string[] => valueColumns(name).filter((column) => names.has(column))
    return {
      shape: tableShape(table, catalog.manifest.tables[table]),
      topics: columnTopics(columns),
      conditions: conditionColumns(columns),
      facts,
      withCompanions,
    }
  }),
)

/** Query strings of forms: with a checkbox, a new condition, or a field without a value. */
const OF_FORM = /(?:^|&)(?:column|condition_\w+)=|=(?:&|$)|(?:^|&)[^=&]+(?:&|$)/

/**
 * The normalized query string of a form: without empty fields, with the column checkboxes as one list, and with the new
 * condition, whose column is shown. Undefined if it is already normalized.
 */
function tidied(query: string, known: readonly Column[], { columns, defaultColumns }: TableShape): string | undefined {
  if (!OF_FORM.test(query)) return undefined
  const sent = new URLSearchParams(query)
  const form = submittedForm(sent, { columns: known, preferred: defaultColumns })
  const { others: parameters, added } = form ?? { others: [...sent], added: undefined }
  const boxes = parameters.flatMap(([name, value]) => (name === 'column' ? [value] : []))
  const shown = parameters.find(([name]) => name === 'columns')?.[1].split(',') ?? []
  const ticked = [...shown.filter((name) => boxes.includes(name)), ...boxes.filter((name) => !shown.includes(name))]
  const chosen = boxes.length === 0 ? shown : ticked
  const listed = chosen.length === 0 ? defaultColumns : chosen
  const isShown = (column: string): boolean => [column, '*'].some((name) => listed.includes(name))
  const list =
    added !== undefined && columns.has(added.column) && !isShown(added.column) ? [...listed, added.column] : chosen
  return queryString([
    ...(list.length === 0 ? [] : ([['columns', list.join(',')]] as const)),
    ...parameters.filter(([name, value]) => value !== '' && name !== 'column' && name !== 'columns'),
    ...(added === undefined ? [] : [added.parameter]),
  ])
}

/** A read with its texts in their original case; the parsed query ignores case. */
function asTyped(read: TableQuery, query: string): TableQuery {
  if (typedTexts(read).length === 0) return read
  const typed = new URLSearchParams(query)
  const conditions = read.conditions.map((condition) =>
    condition.kind === 'text'
      ? { ...condition, text: typed.get(`${condition.column}__${condition.where}`)?.trim() ?? condition.text }
      : condition,
  )
  return { ...read, conditions, filter: read.filter === null ? null : (typed.get('filter')?.trim() ?? read.filter) }
}

/** The texts of a read in which case is ignored. */
function typedTexts({ filter, conditions }: Read): readonly string[] {
  return [
    ...(filter === null ? [] : [filter]),
    ...conditions.flatMap((each) => (each.kind === 'text' ? [each.text] : [])),
  ]
}

/** The parts of an invalid query that the forms can show again: each parameter that is valid by itself. */
function understood(parse: (query: string) => TableQuery, query: string): Read {
  const whole = [...new URLSearchParams(query)]
  let kept: (readonly [string, string])[] = []
  for (const pair of whole) {
    try {
      parse(queryString([...kept, pair]).slice(1))
      kept = [...kept, pair]
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
    }
  }
  const known = queryString(kept).slice(1)
  return { ...asTyped(parse(known), known), page: 1 }
}

/**
 * `GET /exoplanets` and `GET /stellarhosts`: a table read as a page, with the parameters of `/rest/{table}`. Programs,
 * which do not prefer HTML, get `unknown_path` (404).
 */
export function tablePages({ page, responder, refuse }: PageContext) {
  function show(visit: Visit, table: TableName): Response | Promise<Response> {
    const { catalog, site, query } = visit
    const prepared = preparedFor(catalog)[table]
    const tidy = tidied(query, catalog.manifest.tables[table].columns, prepared.shape)
    if (tidy !== undefined) return redirect(302, site.href(`/${table}${tidy}`))
    const { shape, topics, conditions, facts, withCompanions } = prepared
    const dataColumns = (read: Read): readonly string[] => [...new Set(read.columns.flatMap(withCompanions))]
    const parse = (text: string): TableQuery => {
      const parsed = parseTableQuery(shape, text)
      if (parsed.format !== 'json' || parsed.isDownload)
        throw new CatalogError(
          'unknown_parameter',
          `Pages do not support "format"; /rest/${table} returns other formats.`,
          {
            parameter: 'format',
          },
        )
      return parsed
    }
    const { rows: totalAll } = catalog.manifest.tables[table]
    try {
      const parsed = parse(query)
      const read = asTyped(parsed, query)
      const key = `${parsed.key}|${JSON.stringify(typedTexts(read))}`
      const kept = responder.sendFromCache(visit, key)
      if (kept !== undefined) return kept
      const render = () => {
        const { data, total, warnings } = readJson<RowsPage>(
          catalog.page(table, readQuery(read, query, withCompanions)),
        )
        const columns = read.columns.map(facts)
        const isFiltered = read.conditions.length > 0 || read.filter !== null || read.cone !== null
        const counts = isFiltered ? countNulls(catalog, table, read, (name) => facts(name).nulls) : undefined
        return (
          <TablePage
            table={table}
            read={read}
            rows={data}
            total={total}
            totalAll={totalAll}
            columns={columns}
            topics={topics}
            conditionColumns={conditions}
            dataColumns={dataColumns(read)}
            nulls={counts?.nulls}
            withoutValue={counts?.withoutValue ?? []}
            warnings={warnings}
          />
        )
      }
      return responder.send(visit, { key, render })
    } catch (thrown) {
      if (!(thrown instanceof CatalogError)) throw thrown
      const read = understood(parse, query)
      return refuse(visit, thrown, (problem) => (
        <TablePage
          table={table}
          read={read}
          rows={[]}
          total={0}
          totalAll={totalAll}
          columns={read.columns.map(facts)}
          topics={topics}
          conditionColumns={conditions}
          dataColumns={dataColumns(read)}
          problem={problem}
        />
      ))
    }
  }

  const app = new Elysia()
  for (const table of TABLE_NAMES) {
    const answer = page({ json: () => `/rest/${table}`, answer: (visit) => show(visit, table) })
    app.get(
      `/${table}`,
      handler((request) => {
        if (prefersHtml(request)) return answer(request)
        throw new CatalogError('unknown_path', `"/${table}" is a page for browsers; /rest/${table} has its rows.`, {
          suggestions: [`/rest/${table}`],
        })
      }),
    )
  }
  return app
}

/** The read for a page's rows: the query as sent, plus the columns that belong to the shown values. */
function readQuery(read: TableQuery, query: string, withCompanions: (column: string) => readonly string[]): string {
  const others = [...new URLSearchParams(query)].filter(([name]) => name !== 'columns')
  const columns = read.columns.flatMap(withCompanions)
  return queryString([...others, ['columns', [...new Set(columns)].join(',')]]).slice(1)
}
