import type { IntegerParameter, TextParameter } from '../parameters.ts'
import { DOWNLOAD_PARAMETER, FORMAT_PARAMETER } from './format-parameters.ts'

const ORDERS = ['asc', 'desc'] as const
export type Order = (typeof ORDERS)[number]

export const PAGE_PARAMETER = {
  name: 'page',
  type: 'integer',
  default: 1,
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER, // the response repeats the number, and JSON readers round larger ones
  description:
    'Page number, starting at 1. Pages after the last one are empty. Values above 2^53 - 1 are treated as 2^53 - 1.',
  example: 2,
} as const satisfies IntegerParameter<'page'>

/** Rows per page. */
export const PAGE_LIMIT_PARAMETER = {
  name: 'limit',
  type: 'integer',
  default: 50,
  minimum: 0,
  maximum: 1000,
  description: 'Rows per page. Values above 1000 are treated as 1000; 0 returns the counts without rows.',
  example: 20,
} as const satisfies IntegerParameter<'limit'>

export const SORT_BY_PARAMETER = {
  name: 'sort_by',
  type: 'string',
  default: null,
  description:
    'Column to sort by; it need not be a returned column. Nulls sort last in both orders, equal values stay in the ' +
    "table's default order, text sorts by Unicode code point. Without it, rows are in the table's default order and `order` has no effect.",
  example: 'pl_rade',
} as const satisfies TextParameter<'sort_by'>

export const ORDER_PARAMETER = {
  name: 'order',
  type: 'string',
  default: 'asc',
  enum: ORDERS,
  description: 'Direction of `sort_by`, in upper or lower case.',
  example: 'desc',
} as const satisfies TextParameter<'order'>

export const COLUMNS_PARAMETER = {
  name: 'columns',
  type: 'string',
  default: null,
  description:
    "Comma-separated columns to return, in this order; `*` stands for all columns, and a repeated column is returned once. Without it, the table's default columns are returned.",
  example: 'pl_name,pl_rade,sy_dist',
} as const satisfies TextParameter<'columns'>

const FILTER_PARAMETER = {
  name: 'filter',
  type: 'string',
  default: null,
  description:
    'Returns only rows whose first returned column contains this text, ignoring case. Numeric columns are matched against ' +
    'the JSON form of the number. Null never matches.',
  example: 'kepler',
} as const satisfies TextParameter<'filter'>

export const CONE_PARAMETER = {
  name: 'cone',
  type: 'string',
  default: null,
  description:
    'Returns only rows within an angle of a position: `RA,DEC,RADIUS` in degrees (ICRS), with a radius from 0 to 180. The edge ' +
    'is included; rows without a position never match. The table needs the columns `ra` and `dec`.',
  example: '290.2,47.9,2',
} as const satisfies TextParameter<'cone'>

/** The query parameters of a table read, except the conditions on columns. */
export const TABLE_PARAMETERS = [
  PAGE_PARAMETER,
  PAGE_LIMIT_PARAMETER,
  SORT_BY_PARAMETER,
  ORDER_PARAMETER,
  COLUMNS_PARAMETER,
  FILTER_PARAMETER,
  CONE_PARAMETER,
  FORMAT_PARAMETER,
  DOWNLOAD_PARAMETER,
] as const

/** The `limit` value for all matching rows. */
export const ALL_ROWS = 'all'
