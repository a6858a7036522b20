import { Elysia } from 'elysia'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { selectKey } from '../../core/catalog/select-answer.ts'
import { CatalogError } from '../../core/errors.ts'
import { integerParameter, parseParameters } from '../../core/parameters.ts'
import { downloadParameter, formatParameter } from '../../core/table-query/format-parameters.ts'
import type { OutputColumn } from '../../formats/row-encoder.ts'
import { ENDPOINTS } from '../endpoints/endpoints.ts'
import { acceptedFormat } from '../request/format-choice.ts'
import { handler } from '../request/handler.ts'
import { QUERY_PARAMETERS, SQL_LIMIT_PARAMETER } from '../request/query-parameters.ts'
import { rawQuery } from '../request/request-url.ts'
import type { HttpContext } from '../response/context.ts'

/** What is known about the result columns of an SQL query before it runs. */
export type DescribeColumns = (current: Catalog, sql: string) => readonly OutputColumn[]

/** `GET /rest/query`: one SELECT, run live unless its result is cached. If the client disconnects, its query is aborted. */
export function queryRoutes({ catalog, clientOf, sender }: HttpContext, describe: DescribeColumns) {
  return new Elysia().get(
    ENDPOINTS.execute_sql.path,
    handler((request) => {
      const current = catalog()
      const { manifest } = current
      const { sql, limit, format: named, download } = parseParameters(rawQuery(request.url), QUERY_PARAMETERS)
      const format = formatParameter(named) ?? acceptedFormat(request)
      const caching = named === undefined ? sender.lifetimes.negotiated : sender.lifetimes.page
      const maxRows = integerParameter(SQL_LIMIT_PARAMETER, limit)
      if (sql === undefined)
        throw new CatalogError('missing_parameter', 'The parameter "sql" is missing: it holds the SELECT to run.', {
          parameter: 'sql',
        })
      const query = { sql, maxRows, format, isDownload: format !== 'json' || downloadParameter(download) }
      // Only deterministic results are ever cached or get a tag.
      const known = { snapshotId: manifest.snapshotId, key: selectKey(query) }
      return (
        sender.sendFromCache(request, current, known, caching) ??
        current
          .select(
            {
              ...query,
              ...(format === 'votable' ? { columns: describe(current, sql) } : {}),
              client: clientOf(request),
              room: () => sender.roomFor(request),
            },
            request.signal,
          )
          .then((answer) =>
            answer.isDeterministic
              ? sender.render(request, current, answer, caching)
              : sender.sendUncached(request, answer, caching),
          )
      )
    }),
  )
}
