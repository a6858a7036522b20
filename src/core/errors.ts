import type { TableName } from '../format/table.ts'

/** What kind of fault a code is; each door translates kinds to its own terms (HTTP status, JSON-RPC). */
export type ErrorKind =
  | 'invalid'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'unsatisfiable'
  | 'timeout'
  | 'unavailable'
  | 'internal'

/** Every public error code and its kind. Codes are API: add one, never rename or reuse one. */
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

/** True for the codes that there are, whatever else a message from another process says. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text)
}

/**
 * What a client can look at to correct a request: the columns of one table or of all, the insights, the SQL functions, or
 * the names that a table holds. Each interface says in its own words where that is.
 */
export type See =
  | { readonly kind: 'schema'; readonly table?: string }
  | { readonly kind: 'insights' }
  | { readonly kind: 'functions' }
  | { readonly kind: 'names'; readonly table: TableName }

/** The parts of an error that help to correct the request. */
export interface ErrorHelp {
  /** The query parameter at fault. */
  readonly parameter?: string
  /** The nearest valid values, best first. */
  readonly suggestions?: readonly string[]
  /** Zero-based character offset in the SQL text. */
  readonly position?: number
  /** Where to look on. The message does not say it: each interface adds a sentence for it. */
  readonly see?: See
  /** Seconds after which trying again makes sense. */
  readonly retryAfterS?: number
  /** Bytes of the whole file, with `range_not_satisfiable`. */
  readonly bytes?: number
  /** Methods the path takes, with `method_not_allowed`. */
  readonly allow?: readonly string[]
}

/**
 * A fault that a client may be told of. `message` names the value and the way out, in one or two sentences.
 * Everything else that is thrown is `internal` to a client and goes to the log only.
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

  /** A code that is none, as only a mistake of ours can make one, is a fault of ours. */
  get kind(): ErrorKind {
    return isErrorCode(this.code) ? ERRORS[this.code] : 'internal'
  }
}
