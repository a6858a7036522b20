import { Elysia } from 'elysia'
import { selectKey } from '../core/catalog-of.ts'
import { CatalogError } from '../core/errors.ts'
import { type IntegerParameter, integerParameter, parseParameters, type TextParameter } from '../core/parameters.ts'
import type { HttpContext } from './context.ts'
import { handler } from './handler.ts'
import { rawQuery } from './request-url.ts'

export const SQL_PARAMETER = {
  name: 'sql',
  type: 'string',
  default: null,
  required: true,
  description: 'One SELECT statement in SQLite’s dialect over the tables exoplanets and stellarhosts; at most 16 KiB.',
  example:
    'SELECT discoverymethod, COUNT(*) AS planets FROM exoplanets WHERE default_flag = 1 GROUP BY discoverymethod',
} as const satisfies TextParameter

export const SQL_LIMIT_PARAMETER = {
  name: 'limit',
  type: 'integer',
  default: 1_000,
  minimum: 0,
  maximum: 10_000,
  above: 'capped',
  description: 'Most rows to return; 0 gives the columns only.',
  example: 20,
} as const satisfies IntegerParameter

export const QUERY_PARAMETERS = [SQL_PARAMETER, SQL_LIMIT_PARAMETER] as const

/** `GET /rest/query`: one SELECT, run live unless its answer is at hand. A client that goes away takes its query with it. */
export function queryRoutes({ catalog, sender }: HttpContext) {
  return new Elysia().get(
    '/rest/query',
    handler((request) => {
      const current = catalog()
      const { manifest } = current
      const { sql, limit } = parseParameters(rawQuery(request.url), QUERY_PARAMETERS)
      const maxRows = integerParameter(SQL_LIMIT_PARAMETER, limit)
      if (sql === undefined)
        throw new CatalogError('missing_parameter', 'The parameter "sql" is missing: it holds the SELECT to run.', {
          parameter: 'sql',
        })
      const query = { sql, maxRows }
      // Only what is the same each time is ever kept or given a tag; `*` alone says nothing about which.
      const known = { snapshotId: manifest.snapshotId, key: selectKey(query) }
      const isTagged = request.headers.get('if-none-match')?.trim() !== '*'
      return (
        (isTagged ? sender.atHand(request, manifest, known) : undefined) ??
        current
          .select(query, request.signal)
          .then((answer) =>
            answer.isDeterministic ? sender.make(request, manifest, answer) : sender.sendOnce(request, answer),
          )
      )
    }),
  )
}
