import { describe, expect, test } from 'bun:test'
import { noSiblings } from '../../../src/process/siblings.ts'
import { createServiceMetrics, type MetricSources } from '../../../src/server/service-metrics.ts'
import type { SnapshotSwitch } from '../../../src/server/snapshot-switch.ts'
import type { PoolState } from '../../../src/sql/pool/pool-counts.ts'
import { createPoolCounts } from '../../../src/sql/pool/pool-counts.ts'
import { FAKE_MANIFEST } from '../../fixtures/servers/fake-catalog.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const STATE: PoolState = { running: 2, paused: 3, waiting: 5, idle: 1, processes: 8, memoryBytes: 13 }

/** The value of each series. */
async function seriesOf(state: PoolState, more: Partial<MetricSources> = {}): Promise<Map<string, number>> {
  const sqlCounts = createPoolCounts()
  Object.assign(sqlCounts, { paused: 21, begunAnew: 22, askedAgain: 23 })
  sqlCounts.ended.timeout = 24
  sqlCounts.processesEnded.grown = 25
  const snapshots = {
    current: () => ({
      pool: { state: () => state },
      cacheBytes: () => ({ sql: 31, filters: 32 }),
      catalog: { manifest: FAKE_MANIFEST },
    }),
    sqlCounts,
    history: () => ({
      servedSince: Date.now(),
      switched: 4,
      refused: 6,
      lastSwitched: undefined,
      lastRefused: undefined,
    }),
  } as unknown as SnapshotSwitch
  const metrics = createServiceMetrics({
    snapshots,
    siblings: noSiblings(),
    dataDir: await temporaryFolder(),
    observed: () => ({}),
    pendingRequests: () => 41,
    keptBytes: () => 33,
    ...more,
  })
  metrics.traffic.sentBytes = 42
  metrics.createRecorder(['/health'])('http://localhost/health', 'http://localhost'.length, 200, 1)
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

describe('the metrics of a server', () => {
  test('show the queries and processes of its pool, what is kept, and what was sent', async () => {
    const series = await seriesOf(STATE)
    expect(
      Object.fromEntries([...series].filter(([name]) => /_sql_|_cache_bytes|_http_|switches/.test(name))),
    ).toMatchObject({
      'catalog_sql_queries{state="running"}': 2,
      'catalog_sql_queries{state="paused"}': 3,
      'catalog_sql_queries{state="waiting"}': 5,
      'catalog_sql_processes{state="idle"}': 1,
      'catalog_sql_processes{state="busy"}': 5,
      'catalog_sql_processes{state="starting"}': 2,
      catalog_sql_memory_bytes: 13,
      'catalog_sql_moved_total{how="paused"}': 21,
      'catalog_sql_moved_total{how="begun_anew"}': 22,
      'catalog_sql_moved_total{how="asked_again"}': 23,
      'catalog_sql_ended_total{reason="timeout"}': 24,
      'catalog_sql_processes_ended_total{reason="grown"}': 25,
      'catalog_cache_bytes{cache="answers"}': 33,
      'catalog_cache_bytes{cache="sql"}': 31,
      'catalog_cache_bytes{cache="filters"}': 32,
      catalog_http_pending_requests: 41,
      catalog_http_sent_bytes_total: 42,
      'catalog_http_requests_total{route="/health",status="200"}': 1,
      'catalog_snapshot_switches_total{result="switched"}': 4,
      'catalog_snapshot_switches_total{result="refused"}': 6,
    })
  })

  test('count no process below zero where one is given back and not yet counted', async () => {
    const series = await seriesOf({ ...STATE, processes: 4 })
    expect(series.get('catalog_sql_processes{state="starting"}')).toBe(0)
  })

  test('speak of jobs only where there are jobs', async () => {
    const names = (series: Map<string, number>) => [...series.keys()].filter((name) => name.startsWith('catalog_jobs'))
    expect(names(await seriesOf(STATE))).toEqual([])
    const phases = { PENDING: 1, QUEUED: 2, EXECUTING: 3, COMPLETED: 4, ERROR: 5, ABORTED: 6 }
    const ended = { COMPLETED: 7, ERROR: 8, ABORTED: 9 }
    const series = await seriesOf(STATE, { jobs: { counts: () => ({ phases, bytes: 10, ended }) } })
    expect(series.get('catalog_jobs{phase="EXECUTING"}')).toBe(3)
    expect(series.get('catalog_jobs_result_bytes')).toBe(10)
    expect(series.get('catalog_jobs_ended_total{phase="ERROR"}')).toBe(8)
  })
})
