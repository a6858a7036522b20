import { expect, spyOn, test } from 'bun:test'
import { createRequestMeter } from '../../../src/metrics/request-meter.ts'
import { exportMetrics } from '../../../src/metrics/sample.ts'
import { type ServiceFacts, serviceSamples } from '../../../src/metrics/service-samples.ts'
import { metricsText } from '../../../src/metrics/text.ts'

const FACTS: ServiceFacts = {
  requests: createRequestMeter([]),
  observed: { refused_unknown_name: 3, cache_read_hit: 1, cache_read_sql_miss: 2, problem: 4 },
  traffic: { sentBytes: 1, pendingBytes: 2, pendingRequests: 3 },
  cacheBytes: { answers: 7 },
  sql: { queries: {}, processes: {}, memoryBytes: 0, moved: {}, ended: {}, processesEnded: {} },
  snapshot: {
    id: 'x',
    archiveDate: null,
    tableDates: { exoplanets: '2026-01-31', stellarhosts: null },
    servedSince: Date.now() - 3_600_000,
  },
  switches: { switched: 1, refused: 1, lastSwitched: 1_700_000_000_000, lastRefused: 1_600_000_000_000 },
  runs: { pull: { result: 'failed', at: { failed: '2026-01-31T00:00:00Z' } } },
}
const valuesOf = (samples: readonly { readonly value: number }[]) => samples.map(({ value }) => value)

test('times are in seconds', () => {
  const samples = serviceSamples(FACTS)
  const now = Date.now() / 1_000
  expect(valuesOf(samples.catalog_snapshot_serving_seconds)[0]).toBeWithin(3_600, 3_660)
  expect(valuesOf(samples.catalog_table_date_timestamp_seconds)).toEqual([Date.UTC(2026, 0, 31) / 1_000])
  expect(valuesOf(samples.catalog_snapshot_last_switch_timestamp_seconds)).toEqual([1_700_000_000, 1_600_000_000])
  expect(valuesOf(samples.catalog_refresh_last_run_timestamp_seconds)).toEqual([Date.UTC(2026, 0, 31) / 1_000])
  expect(valuesOf(samples.process_start_time_seconds)[0]).toBeWithin(now - process.uptime() - 5, now)
  const cpu = process.cpuUsage()
  expect(valuesOf(samples.process_cpu_seconds_total)[0]).toBeWithin(0, (cpu.user + cpu.system) / 1_000_000 + 1)
})

test('the last switch and the last run are told apart by how they ended', () => {
  const successOf = (lastSwitched: number | undefined, lastRefused: number | undefined) =>
    valuesOf(
      serviceSamples({ ...FACTS, switches: { ...FACTS.switches, lastSwitched, lastRefused } })
        .catalog_snapshot_last_switch_success,
    )[0]
  expect([successOf(2, 1), successOf(1, 2), successOf(undefined, 1), successOf(undefined, undefined)]).toEqual([
    1, 0, 0, 1,
  ])
  expect(valuesOf(serviceSamples(FACTS).catalog_refresh_last_run_success)).toEqual([0])
})

test('a run that found nothing new has not failed', () => {
  const successOf = (result: string) => {
    const runs = { refresh: { result, at: {} } }
    return valuesOf(serviceSamples({ ...FACTS, runs }).catalog_refresh_last_run_success)
  }
  expect(['published', 'unchanged', 'failed'].map(successOf)).toEqual([[1], [1], [0]])
})

test('what is counted has its labels', () => {
  const samples = serviceSamples(FACTS)
  expect(samples.catalog_refusals_total).toEqual([{ labels: { code: 'unknown_name' }, value: 3 }])
  const reads = samples.catalog_cache_reads_total.filter(({ value }) => value > 0)
  expect(reads).toEqual([
    { labels: { cache: 'answers', result: 'hit' }, value: 1 },
    { labels: { cache: 'sql', result: 'miss' }, value: 2 },
  ])
  expect(samples.catalog_jobs_result_bytes).toEqual([])
})

test('the memory of the process is told, and left out where the system has no file for it', () => {
  const { rss, heapUsed } = process.memoryUsage()
  const samples = serviceSamples(FACTS)
  expect(valuesOf(samples.process_resident_memory_bytes)[0]).toBeWithin(rss / 4, rss * 4)
  expect(valuesOf(samples.process_heap_bytes)[0]).toBeWithin(heapUsed / 8, heapUsed * 8)
  const reading = spyOn(process, 'memoryUsage').mockImplementation((() => {
    throw new Error('too many open files')
  }) as never)
  try {
    const without = serviceSamples(FACTS)
    expect([without.process_resident_memory_bytes, without.process_heap_bytes]).toEqual([[], []])
    expect(valuesOf(without.catalog_servers)).toEqual([1])
  } finally {
    reading.mockRestore()
  }
})

test('several processes are one text, in which each value is added up or chosen as its metric says', async () => {
  const one = exportMetrics(serviceSamples(FACTS))
  const two = exportMetrics(
    serviceSamples({ ...FACTS, traffic: { sentBytes: 10, pendingBytes: 20, pendingRequests: 30 } }),
  )
  const text = await metricsText([one, two])
  expect(text).toContain(
    '# HELP catalog_http_sent_bytes_total Body bytes passed to connections.\n# TYPE catalog_http_sent_bytes_total counter\ncatalog_http_sent_bytes_total 11\n',
  )
  expect(text).toContain('\ncatalog_http_pending_requests 33\n')
  expect(text).toContain('\ncatalog_servers 2\n')
  expect(text).toContain('\ncatalog_table_date_timestamp_seconds{table="exoplanets"} 1769817600\n')
  expect(text).toContain('\ncatalog_snapshot_last_switch_success 1\n')
  expect(text).toMatch(/\ncatalog_snapshot_info\{[^}]*\} 1\n/)
})
