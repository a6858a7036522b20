/**
 * How values of several server processes are combined: as their sum, maximum or minimum, or by picking the first if all
 * are equal.
 */
type Aggregation = 'sum' | 'max' | 'min' | 'first'

/** Name and meaning of a metric. */
export interface Definition {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly aggregator: Aggregation
}

const counter = (help: string): Definition => ({ type: 'counter', help, aggregator: 'sum' })
const gauge = (help: string, aggregator: Aggregation = 'sum'): Definition => ({ type: 'gauge', help, aggregator })

/** All metrics, in output order. Counters start when a server process starts. */
export const DEFINITIONS = {
  catalog_http_requests_total: counter('Responses to requests, by route and status.'),
  catalog_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time until the response was ready to be sent, by route.',
    aggregator: 'sum',
  },
  catalog_http_sent_bytes_total: counter('Body bytes passed to connections.'),
  catalog_http_pending_bytes: gauge('Bytes of long bodies that clients have not read yet.'),
  catalog_http_pending_requests: gauge('Requests whose response is being prepared or sent.'),
  catalog_http_readers_cut_total: counter(
    'Responses cut short because their client read almost nothing for two minutes.',
  ),
  catalog_errors_total: counter(
    'Errors, by kind: problem (status 500), unhandled (outside of any request), exhausted (status 503, since the system had no file descriptor or memory left), abandoned (the client disconnected).',
  ),
  catalog_refusals_total: counter('Requests rejected with an error that the client can correct, by error code.'),
  catalog_cache_reads_total: counter('Reads of a cache, by cache (answers, sql, filters) and result (hit, miss).'),
  catalog_cache_bytes: gauge('Bytes in a cache.'),
  catalog_sql_queries: gauge('SQL queries at the moment, by state (running, paused, waiting).'),
  catalog_sql_processes: gauge('SQL processes, by state (idle, busy, starting).'),
  catalog_sql_memory_bytes: gauge('Private memory of the SQL processes.'),
  catalog_sql_moved_total: counter(
    'SQL queries that were paused or restarted to make room for others (paused, begun_anew), or sent again after their process was lost (asked_again).',
  ),
  catalog_sql_ended_total: counter(
    'SQL queries that ended without a result, by reason (cancelled, timeout, memory, refused, unavailable, lost, stopped).',
  ),
  catalog_sql_processes_ended_total: counter(
    'SQL processes that ended, by reason (cancelled, timeout, memory, room, grown, surplus, stopped, failed).',
  ),
  catalog_jobs: gauge('Retained asynchronous queries, by phase; all server processes share them.', 'max'),
  catalog_jobs_result_bytes: gauge('Bytes of the results of asynchronous queries.', 'max'),
  catalog_jobs_ended_total: counter('Asynchronous queries that ended, by phase (COMPLETED, ERROR, ABORTED).'),
  catalog_snapshot_info: gauge('Always 1; the labels identify the served snapshot.', 'first'),
  catalog_snapshot_serving_seconds: gauge('Time for which this snapshot has been served.', 'max'),
  catalog_table_date_timestamp_seconds: gauge('Date of a table, if known.', 'max'),
  catalog_snapshot_switches_total: counter(
    'Attempts to switch to a published snapshot, by result (switched, refused).',
  ),
  catalog_snapshot_last_switch_timestamp_seconds: gauge('When a switch last had this result.', 'max'),
  catalog_snapshot_last_switch_success: gauge(
    '1 if the last attempt to switch succeeded or there was none, else 0.',
    'min',
  ),
  catalog_refresh_last_run_timestamp_seconds: gauge(
    'When a refresh or pull of the data folder last had this result (published, unchanged, failed).',
    'max',
  ),
  catalog_refresh_last_run_success: gauge('1 if the last refresh or pull of the data folder succeeded, else 0.', 'min'),
  process_resident_memory_bytes: gauge('Resident memory of the server processes, SQL processes excluded.'),
  process_heap_bytes: gauge('JavaScript heap of the server processes in use.'),
  process_cpu_seconds_total: counter('Processor time of the server processes, SQL processes excluded.'),
  process_start_time_seconds: gauge('Start time of the most recently started server process.', 'max'),
  catalog_servers: gauge('Server processes that answered this scrape.'),
} as const satisfies Readonly<Record<string, Definition>>

export type MetricName = keyof typeof DEFINITIONS
