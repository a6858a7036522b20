import type { RequestMeter } from './request-meter.ts'
import { byLabel, type Samples, single } from './sample.ts'

type Counts = Readonly<Record<string, number>>

/** State of a server process at the time of a scrape. Times are milliseconds since 1970, sizes bytes. */
export interface ServiceFacts {
  readonly requests: RequestMeter
  /** Number of observations by kind and detail, as in the last log line of a server. */
  readonly observed: Counts
  readonly traffic: { readonly sentBytes: number; readonly pendingBytes: number; readonly pendingRequests: number }
  readonly cacheBytes: Counts
  readonly sql: {
    readonly queries: Counts
    readonly processes: Counts
    readonly memoryBytes: number
    readonly moved: Counts
    readonly ended: Counts
    readonly processesEnded: Counts
  }
  /** Absent if jobs are not available. */
  readonly jobs?: { readonly phases: Counts; readonly bytes: number; readonly ended: Counts }
  readonly snapshot: {
    readonly id: string
    readonly archiveDate: string | null
    readonly tableDates: Readonly<Record<string, string | null>>
    readonly servedSince: number
  }
  readonly switches: {
    readonly switched: number
    readonly refused: number
    readonly lastSwitched: number | undefined
    readonly lastRefused: number | undefined
  }
  /** The last outcome of each command that updates the data folder, by name; times are ISO 8601. */
  readonly runs: Readonly<
    Record<string, { readonly result: string; readonly at: Readonly<Record<string, string | undefined>> }>
  >
}

/** The log counters whose names begin with `prefix`, by the rest of the name. */
function withPrefix(counts: Counts, prefix: string): Counts {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, count]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), count] as const] : [],
    ),
  )
}

function cacheReads(observed: Counts): { labels: Record<string, string>; value: number }[] {
  return ['answers', 'sql', 'filters'].flatMap((cache) =>
    ['hit', 'miss'].map((result) => {
      const name = cache === 'answers' ? result : `${cache}_${result}`
      return { labels: { cache, result }, value: observed[`cache_read_${name}`] ?? 0 }
    }),
  )
}

/** Undefined if no file descriptor is left to read it; all other metrics are still available. */
function memoryUsage(): NodeJS.MemoryUsage | undefined {
  try {
    return process.memoryUsage()
  } catch {
    return undefined
  }
}

const seconds = (ms: number): number => ms / 1_000

/** All metrics of this process. */
export function serviceSamples(facts: ServiceFacts): Samples {
  const { requests, observed, traffic, sql, snapshot, switches, jobs } = facts
  const { requests: counted, durations } = requests.samples()
  const times = { switched: switches.lastSwitched, refused: switches.lastRefused }
  const memory = memoryUsage()
  const { user, system } = process.cpuUsage()
  const isLastRefused = (times.refused ?? 0) > (times.switched ?? 0)
  return {
    catalog_http_requests_total: counted,
    catalog_http_request_duration_seconds: durations,
    catalog_http_sent_bytes_total: single(traffic.sentBytes),
    catalog_http_pending_bytes: single(traffic.pendingBytes),
    catalog_http_pending_requests: single(traffic.pendingRequests),
    catalog_http_readers_cut_total: single(observed.reader_cut ?? 0),
    catalog_errors_total: byLabel('kind', {
      problem: observed.problem ?? 0,
      unhandled: observed.unhandled ?? 0,
      exhausted: observed.exhausted ?? 0,
      abandoned: observed.abandoned ?? 0,
    }),
    catalog_refusals_total: byLabel('code', withPrefix(observed, 'refused_')),
    catalog_cache_reads_total: cacheReads(observed),
    catalog_cache_bytes: byLabel('cache', facts.cacheBytes),
    catalog_sql_queries: byLabel('state', sql.queries),
    catalog_sql_processes: byLabel('state', sql.processes),
    catalog_sql_memory_bytes: single(sql.memoryBytes),
    catalog_sql_moved_total: byLabel('how', sql.moved),
    catalog_sql_ended_total: byLabel('reason', sql.ended),
    catalog_sql_processes_ended_total: byLabel('reason', sql.processesEnded),
    catalog_jobs: byLabel('phase', jobs?.phases ?? {}),
    catalog_jobs_result_bytes: jobs === undefined ? [] : single(jobs.bytes),
    catalog_jobs_ended_total: byLabel('phase', jobs?.ended ?? {}),
    catalog_snapshot_info: [{ labels: { id: snapshot.id, archive_date: snapshot.archiveDate ?? 'unknown' }, value: 1 }],
    catalog_snapshot_serving_seconds: single(seconds(Date.now() - snapshot.servedSince)),
    catalog_table_date_timestamp_seconds: Object.entries(snapshot.tableDates).flatMap(([table, date]) =>
      date === null ? [] : [{ labels: { table }, value: seconds(Date.parse(date)) }],
    ),
    catalog_snapshot_switches_total: byLabel('result', { switched: switches.switched, refused: switches.refused }),
    catalog_snapshot_last_switch_timestamp_seconds: Object.entries(times).flatMap(([result, at]) =>
      at === undefined ? [] : [{ labels: { result }, value: seconds(at) }],
    ),
    catalog_snapshot_last_switch_success: single(isLastRefused ? 0 : 1),
    catalog_refresh_last_run_timestamp_seconds: Object.entries(facts.runs).flatMap(([command, { at }]) =>
      Object.entries(at).map(([result, time]) => ({
        labels: { command, result },
        value: seconds(Date.parse(time ?? '')),
      })),
    ),
    catalog_refresh_last_run_success: Object.entries(facts.runs).map(([command, { result }]) => ({
      labels: { command },
      value: result === 'failed' ? 0 : 1,
    })),
    process_resident_memory_bytes: memory === undefined ? [] : single(memory.rss),
    process_heap_bytes: memory === undefined ? [] : single(memory.heapUsed),
    process_cpu_seconds_total: single((user + system) / 1_000_000),
    process_start_time_seconds: single(seconds(Date.now()) - process.uptime()),
    catalog_servers: single(1),
  }
}
