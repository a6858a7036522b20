import { createTraffic, type Traffic } from '../http/delivery/traffic.ts'
import { createRequestMeter, type RequestMeter } from '../metrics/request-meter.ts'
import { type ExportedMetric, exportMetrics } from '../metrics/sample.ts'
import { serviceSamples } from '../metrics/service-samples.ts'
import { metricsText } from '../metrics/text.ts'
import type { Siblings } from '../process/siblings.ts'
import { readRunRecords } from '../store/read-run-records.ts'
import type { JobService } from '../tap/jobs/job-service.ts'
import type { SnapshotSwitch } from './snapshot-switch.ts'

/** Sources of a server process's metrics. */
export interface MetricSources {
  readonly snapshots: SnapshotSwitch
  /** Number of observations of each kind. */
  readonly observed: () => Readonly<Record<string, number>>
  readonly pendingRequests: () => number
  /** Bytes of the cached responses. */
  readonly keptBytes: () => number
  readonly siblings: Siblings
  /** The data folder, in which refreshes and pulls record their outcome. */
  readonly dataDir: string
  /** Asynchronous queries; absent if jobs are not available. */
  readonly jobs?: Pick<JobService, 'counts'>
}

/** Request counters of the service, and the text that shows all metrics. */
export interface ServiceMetrics {
  readonly traffic: Traffic
  createRecorder(paths: readonly string[]): RequestMeter['record']
  /** The metrics of all processes that share the port. */
  text(): Promise<string>
}

export function createServiceMetrics(sources: MetricSources): ServiceMetrics {
  const { snapshots, siblings } = sources
  const traffic = createTraffic()
  let requests = createRequestMeter([])

  const own = (): ExportedMetric[] => {
    const { pool, cacheBytes, catalog } = snapshots.current()
    const { running, paused, waiting, idle, processes, memoryBytes } = pool.state()
    const { paused: pauses, begunAnew, askedAgain, ended, processesEnded } = snapshots.sqlCounts
    const { snapshotId, archiveDate, tables } = catalog.manifest
    const { servedSince, ...switches } = snapshots.history()
    const busy = running + paused
    const samples = serviceSamples({
      requests,
      observed: sources.observed(),
      traffic: { ...traffic, pendingRequests: sources.pendingRequests() },
      cacheBytes: { answers: sources.keptBytes(), ...cacheBytes() },
      sql: {
        queries: { running, paused, waiting },
        processes: { idle, busy, starting: Math.max(0, processes - idle - busy) },
        memoryBytes,
        moved: { paused: pauses, begun_anew: begunAnew, asked_again: askedAgain },
        ended: { ...ended },
        processesEnded: { ...processesEnded },
      },
      ...(sources.jobs === undefined ? {} : { jobs: sources.jobs.counts() }),
      snapshot: {
        id: snapshotId,
        archiveDate,
        tableDates: Object.fromEntries(Object.entries(tables).map(([name, { date }]) => [name, date])),
        servedSince,
      },
      switches,
      runs: { ...readRunRecords(sources.dataDir) },
    })
    return exportMetrics(samples)
  }
  siblings.answer('metrics', own)

  return {
    traffic,
    createRecorder(paths) {
      requests = createRequestMeter(paths)
      return requests.record
    },
    text: async () => metricsText((await siblings.ask('metrics')) as ExportedMetric[][]),
  }
}
