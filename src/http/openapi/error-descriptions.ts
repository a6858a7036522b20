import type { ErrorCode } from '../../core/errors.ts'
import { MAX_RESULT_BYTES, MAX_SQL_BYTES } from '../../core/sql-limits.ts'

/** Description of each error, as the continuation of "when". */
export const ERROR_DESCRIPTIONS: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'a parameter value has the wrong type, is out of range, or is not validly percent-encoded',
  unknown_parameter: 'the endpoint has no such parameter',
  repeated_parameter: 'a parameter is repeated',
  missing_parameter: 'a required parameter is absent or empty',
  unknown_column: 'a request or a query names a column that does not exist',
  invalid_path: 'a name in the path is not validly percent-encoded',
  invalid_sql: 'SQLite cannot compile or run the statement',
  sql_too_long: `the SQL text is longer than ${MAX_SQL_BYTES / 1_024} KiB`,
  not_a_select: 'the statement is not a SELECT',
  several_statements: 'there is more than one statement',
  unknown_table: 'a query names a table that does not exist',
  unknown_function: 'a query calls a function that does not exist',
  forbidden_sql: 'a query writes, reads a table that is not available, or calls a function that is not available here',
  query_too_large: 'a query needs too much memory, or is too complex',
  result_too_large: `the result is longer than ${MAX_RESULT_BYTES / 1_048_576} MiB`,
  unknown_path: 'nothing exists at this path',
  unknown_insight: 'no insight has this slug, or the archive lacks the columns that the insight needs',
  unknown_name: 'no planet or host has exactly this name',
  file_not_found: 'no file has this name',
  table_not_found: 'no table has this name',
  column_not_found: 'no column of the table has this name',
  unknown_job: 'no job has this id',
  method_not_allowed: 'the path does not support this method; see `Allow`',
  not_acceptable:
    'the URL is an HTML page, and the client does not accept HTML; `detail` names a URL that returns JSON',
  range_not_satisfiable: 'the file has no byte in the range; `Content-Range` gives its size',
  query_timeout: 'the query exceeded the time limit',
  too_many_queries: 'the query queue is full; `Retry-After` gives the waiting time',
  too_many_jobs:
    'the maximum number of jobs, or the maximum size of their results, is reached; `Retry-After` gives the waiting time',
  jobs_unavailable: 'jobs or their results cannot be stored at the moment',
  sql_unavailable: 'no process can run SQL at the moment; `Retry-After` gives the waiting time',
  too_much_unread:
    'too many long responses, of this client or of all, are waiting to be read; `Retry-After` gives the waiting time',
  resource_exhausted:
    'the server has no file descriptors or memory left at the moment; `Retry-After` gives the waiting time',
  stopping: 'the server is shutting down',
  internal: 'internal error; `detail` contains the ID of the log entry',
}
