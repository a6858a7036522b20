import type { TableName } from '../format/table.ts'

/** Kind of an error code; each interface maps kinds to its own terms (HTTP status, JSON-RPC code). */
export type ErrorKind =
  | 'invalid'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'unsatisfiable'
  | 'timeout'
  | 'unavailable'
  | 'internal'

/** All public error codes with their kinds. Codes are part of the API: add new ones, but never rename or reuse one. */
export const ERRORS = {
  invalid_parameter: 'invalid',
  unknown_parameter: 'invalid',
  repeated_parameter: 'invalid',
  missing_parameter: 'invalid',
  unknown_column: 'invalid',
  invalid_path: 'invalid',
  invalid_sql: 'invalid',
  sql_too_long: 'invalid',
  not_a_select: 'invalid',
  several_statements: 'invalid',
  unknown_table: 'invalid',
  unknown_function: 'invalid',
  forbidden_sql: 'invalid',
  result_too_large: 'invalid',
  query_too_large: 'invalid',
  unknown_path: 'not_found',
  unknown_insight: 'not_found',
  unknown_name: 'not_found',
  table_not_found: 'not_found',
  column_not_found: 'not_found',
  file_not_found: 'not_found',
  unknown_job: 'not_found',
  method_not_allowed: 'method_not_allowed',
  not_acceptable: 'not_acceptable',
  range_not_satisfiable: 'unsatisfiable',
  query_timeout: 'timeout',
  too_many_queries: 'unavailable',
  too_much_unread: 'unavailable',
  resource_exhausted: 'unavailable',
  too_many_jobs: 'unavailable',
  jobs_unavailable: 'unavailable',
  sql_unavailable: 'unavailable',
  stopping: 'unavailable',
  internal: 'internal',
} as const satisfies Record<string, ErrorKind>

export type ErrorCode = keyof typeof ERRORS

/** Whether `text` is a known error code; messages from other processes can contain anything. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}

/**
 * What a client can read to correct a request: the columns of one table or of all tables, the insights, the SQL functions,
 * or the names in a table. Each interface states where to find it.
 */
export type See =
  | { readonly kind: 'schema'; readonly table?: string }
  | { readonly kind: 'insights' }
  | { readonly kind: 'functions' }
  | { readonly kind: 'names'; readonly table: TableName }

/** Parts of an error that help to correct the request. */
export interface ErrorHelp {
  /** The invalid query parameter. */
  readonly parameter?: string
  /** The most similar valid values, best first. */
  readonly suggestions?: readonly string[]
  /** Zero-based character offset in the SQL text. */
  readonly position?: number
  /** Where to find more. The message does not include it: each interface adds its own sentence. */
  readonly see?: See
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS?: number
  /** Size of the whole file in bytes, with `range_not_satisfiable`. */
  readonly bytes?: number
  /** Methods that the path supports, with `method_not_allowed`. */
  readonly allow?: readonly string[]
}

/**
 * An error that can be shown to clients. `message` names the value and the remedy in one or two sentences. Any other error
 * is reported to clients as `internal`, with details only in the log.
 */
export class CatalogError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly help: ErrorHelp = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'CatalogError'
  }

  /** An unknown code can only result from a bug, so it is treated as `internal`. */
  get kind(): ErrorKind {
    return isErrorCode(this.code) ? ERRORS[this.code] : 'internal'
  }
}
