import { Elysia } from 'elysia'
import { TABLE_NAMES } from '../../format/table.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { handler } from '../request/handler.ts'
import { rejectParameters } from '../request/query-parameters.ts'
import { decodeSegment, rawPath } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'
import { sendListing } from './listing.ts'

/** The common prefix of all table paths. */
const TABLES = `${ENDPOINTS.list_tables.path}/`

/** The decoded parts of a path after the list of tables: the table, and the column if one is named. */
function namedIn(request: Request): readonly [table: string, column: string] {
  const [table = '', , column = ''] = rawPath(request.url).slice(TABLES.length).split('/')
  return [decodeSegment(table), decodeSegment(column)]
}

/**
 * The list of tables; `/rest/{table}/schema` and `/rest/{table}/columns/{column}`: the columns of a table, and one of
 * them with its values; the same for any table under `/rest/tables`.
 */
export function schemaRoutes({ catalog, sender }: HttpContext) {
  const app = new Elysia()
  app.get(
    ENDPOINTS.list_tables.path,
    handler((request) => {
      const current = catalog()
      return sendListing(sender, request, current, 'tables', (format) => current.tables(format))
    }),
  )
  app.get(
    `${TABLES}:table/schema`,
    handler((request) => {
      const current = catalog()
      const [table] = namedIn(request)
      return sendListing(sender, request, current, `${table}-schema`, (format) => current.schema(table, format))
    }),
  )
  app.get(
    `${TABLES}:table/columns/:column`,
    handler((request) => {
      const current = catalog()
      rejectParameters(request)
      return sender.send(request, current, current.column(...namedIn(request)))
    }),
  )
  for (const table of TABLE_NAMES) {
    const columns = ENDPOINTS[`get_${table}_column`].path.replace('{column}', '')
    app.get(
      `${columns}:column`,
      handler((request) => {
        const current = catalog()
        rejectParameters(request)
        const column = decodeSegment(rawPath(request.url).slice(columns.length).replace(/\/$/, ''))
        return sender.send(request, current, current.column(table, column))
      }),
    )
    app.get(
      ENDPOINTS[`get_${table}_schema`].path,
      handler((request) => {
        const current = catalog()
        return sendListing(sender, request, current, `${table}-schema`, (format) => current.schema(table, format))
      }),
    )
  }
  return app
}
