/** @jsxImportSource preact */

import { Elysia } from 'elysia'
import type { ColumnDescription, SchemaResponse } from '../../core/answers/column.ts'
import type { TableList } from '../../core/answers/tables.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { CatalogError } from '../../core/errors.ts'
import { parseParameters } from '../../core/parameters.ts'
import { ColumnPage } from '../../pages/columns/column-page.tsx'
import { schemaPath, statisticsPath } from '../../pages/columns/column-words.ts'
import { TableColumnsPage } from '../../pages/columns/table-columns-page.tsx'
import { columnPath, columnsPath } from '../../pages/components/addresses.ts'
import { readJson } from '../page-routes/read-json.ts'
import { redirect } from '../page-routes/redirect.ts'
import type { PageContext } from '../page-routes/routes.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment } from '../request/request-url.ts'

const FOLDER = '/columns/'

/** The decoded table and column of a path; the column is empty if the path names only a table. */
function namesIn(path: string): readonly [table: string, column: string] {
  const rest = path.slice(FOLDER.length).replace(/\/$/, '')
  const slash = rest.indexOf('/')
  return slash < 0
    ? [decodeSegment(rest), '']
    : [decodeSegment(rest.slice(0, slash)), decodeSegment(rest.slice(slash + 1))]
}

/** The table with this name or alias; throws if there is none. */
function tableOf(catalog: Catalog, name: string): TableList[number] {
  // Throws the catalog's error, which suggests existing tables, if there is none.
  catalog.schema(name)
  const tables = readJson<TableList>(catalog.tables())
  const table = tables.find((other) => other.name === name) ?? tables.find(({ aliases }) => aliases.includes(name))
  if (table === undefined) throw new CatalogError('unknown_path', `Unknown table "${name}".`)
  return table
}

/**
 * `GET /columns/{table}` and `GET /columns/{table}/{column}`: the meaning of columns and the distribution of their
 * values.
 */
export function columnPages({ page, responder }: PageContext) {
  return new Elysia()
    .get(
      '/columns',
      handler(
        page({ json: () => '/rest/tables', answer: ({ site }) => redirect(302, site.href('/columns/exoplanets')) }),
      ),
    )
    .get(
      `${FOLDER}*`,
      handler(
        page({
          json({ path }) {
            const [table, column] = namesIn(path)
            return column === '' ? schemaPath(table) : statisticsPath(table, column)
          },
          answer(visit) {
            const { catalog, site } = visit
            const [name, column] = namesIn(visit.path)
            const table = tableOf(catalog, name)
            if (table.name !== name)
              return redirect(308, site.href(column === '' ? columnsPath(table.name) : columnPath(table.name, column)))
            const statisticsOf = (wanted: string) => readJson<ColumnDescription>(catalog.column(name, wanted))
            const schema = () => readJson<SchemaResponse>(catalog.schema(name))
            if (column !== '') {
              rejectParameters(visit.request)
              const statistics = statisticsOf(column)
              return responder.send(visit, {
                key: `column|${name}|${column}`,
                render: () => <ColumnPage table={name} column={statistics} schema={schema()} />,
              })
            }
            const { q = '' } = parseParameters(visit.query, [{ name: 'q' }])
            const search = q.trim()
            return responder.send(visit, {
              key: `columns|${name}|${search}`,
              render: () => (
                <TableColumnsPage
                  table={table}
                  others={readJson<TableList>(catalog.tables())}
                  schema={schema()}
                  search={search}
                  statisticsOf={statisticsOf}
                />
              ),
            })
          },
        }),
      ),
    )
}
