import type { ErrorCode } from '../../core/errors.ts'
import { MAX_RESULT_BYTES, MAX_SQL_BYTES } from '../../core/sql-limits.ts'

/** When each error occurs, to go on after "when". */
export const CODE_WORDS: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'a value is not of the type of its parameter, out of range, or badly percent-encoded',
  unknown_parameter: 'the endpoint has no such parameter',
  repeated_parameter: 'a parameter is given twice',
  missing_parameter: 'a required parameter is absent or empty',
  unknown_column: 'a table or a query names a column that does not exist',
  invalid_path: 'a name in the path is badly percent-encoded',
  invalid_sql: 'SQLite cannot compile or run the statement',
  sql_too_long: `the SQL text is longer than ${MAX_SQL_BYTES / 1_024} KiB`,
  not_a_select: 'the statement is not a SELECT',
  several_statements: 'there is more than one statement',
  unknown_table: 'a query names a table that does not exist',
  unknown_function: 'a query calls a function that is not offered',
  forbidden_sql: 'a query does what no request may do: it writes, or reads anything but the two tables',
  query_too_large: 'a query needs too much memory, or is too complex',
  result_too_large: `the result is longer than ${MAX_RESULT_BYTES / 1_048_576} MiB`,
  unknown_path: 'nothing is at this path',
  unknown_insight: 'there is no insight of this slug, or the archive lacks the columns it needs',
  unknown_name: 'no planet or host has exactly this name',
  column_not_found: 'the table has no column of this name',
  method_not_allowed: 'the path takes other methods, which `Allow` lists',
  range_not_satisfiable: 'the file has no byte in the range; `Content-Range` says how many it has',
  query_timeout: 'a query ran longer than it may',
  too_many_queries: 'too many queries wait already; `Retry-After` tells when to try again',
  sql_unavailable: 'no process can run SQL at the moment; `Retry-After` tells when to try again',
  stopping: 'the server is shutting down',
  internal: 'something went wrong in the service; `detail` has a number under which its log tells more',
}
