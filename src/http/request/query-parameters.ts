import type { IntegerParameter, TextParameter } from '../../core/parameters.ts'

const SQL_PARAMETER = {
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
  description: 'Most rows to return. Larger values than 10000 count as 10000; 0 gives the columns only.',
  example: 20,
} as const satisfies IntegerParameter

/** The query parameters of `/rest/query`. */
export const QUERY_PARAMETERS = [SQL_PARAMETER, SQL_LIMIT_PARAMETER] as const
