import { type IntegerParameter, parseParameters, type TextParameter } from '../../core/parameters.ts'
import { DOWNLOAD_PARAMETER, FORMAT_PARAMETER } from '../../core/table-query/format-parameters.ts'
import { rawQuery } from './request-url.ts'

const SQL_PARAMETER = {
  name: 'sql',
  type: 'string',
  default: null,
  required: true,
  description: 'One SELECT statement in SQLite’s dialect over the tables that `/rest/tables` lists; at most 16 KiB.',
  example:
    'SELECT discoverymethod, COUNT(*) AS planets FROM exoplanets WHERE default_flag = 1 GROUP BY discoverymethod',
} as const satisfies TextParameter

export const SQL_LIMIT_PARAMETER = {
  name: 'limit',
  type: 'integer',
  default: 1_000,
  minimum: 0,
  maximum: 10_000,
  description: 'Maximum number of rows. Values above 10000 are treated as 10000; 0 returns the columns only.',
  example: 20,
} as const satisfies IntegerParameter

const NAME_PARAMETER = {
  name: 'name',
  type: 'string',
  default: null,
  required: true,
  description: 'Name of a planet or star in any spelling, or any other name or identifier of it.',
  example: 'HD209458b',
} as const satisfies TextParameter

export const MATCH_LIMIT_PARAMETER = {
  name: 'limit',
  type: 'integer',
  default: 10,
  minimum: 1,
  maximum: 100,
  description: 'Maximum number of matches. Values above 100 are treated as 100.',
  example: 5,
} as const satisfies IntegerParameter

/** The query parameters of `/rest/resolve`. */
export const RESOLVE_PARAMETERS = [NAME_PARAMETER, MATCH_LIMIT_PARAMETER] as const

/** The query parameters of `/rest/query`. */
export const QUERY_PARAMETERS = [SQL_PARAMETER, SQL_LIMIT_PARAMETER, FORMAT_PARAMETER, DOWNLOAD_PARAMETER] as const

/**
 * Rejects every parameter of a request to an endpoint without parameters; names that begin with `_` or `utm_` are
 * ignored.
 */
export function rejectParameters({ url }: Request): void {
  const query = rawQuery(url)
  if (query !== '') parseParameters(query, [])
}
