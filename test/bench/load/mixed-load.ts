import { openSnapshot } from '../../../src/store/open-snapshot.ts'
import { LatencyHistogram } from './latency-histogram.ts'
import { type LoadResult, runLoad } from './load-client.ts'
import { isExpectedStatus, MIX, type MixedRequest, type MixKind, mixedRequests } from './mixed-workload.ts'

/** More than a cache holds, and than a run of seconds asks. */
const REQUESTS = 60_000

/** The mix over a snapshot; downloads are of names that `shared` has too, where it is given. */
export async function mixOf(dataDir: string, shared: string = dataDir): Promise<readonly MixedRequest[]> {
  const [snapshot, other] = [await openSnapshot(dataDir), await openSnapshot(shared)]
  const names = (entity: 'exoplanet' | 'stellarhost'): string[] => {
    const there = new Set(other.exportNames(entity))
    return snapshot.exportNames(entity).filter((name) => there.has(name))
  }
  const slugs = [...snapshot.insights.keys()].filter((slug) => other.insights.has(slug))
  const { manifest } = snapshot
  return mixedRequests(manifest, slugs, { planets: names('exoplanet'), hosts: names('stellarhost') }, REQUESTS)
}

export interface MixedPlan {
  readonly port: number
  readonly requests: readonly MixedRequest[]
  readonly connections: number
  readonly warmUpMs: number
  readonly measuredMs: number
  /** Requests per second; absent: as many as there are answers. */
  readonly perSecond?: number
}

export interface MixedResult {
  readonly answers: number
  readonly requestsPerSecond: number
  readonly bytesPerAnswer: number
  readonly all: LatencyHistogram
  readonly byKind: ReadonlyMap<MixKind, LatencyHistogram>
  /** Answers whose status a request of that kind may not get, by kind, status and path. */
  readonly unexpected: ReadonlyMap<string, number>
}

/** Small enough that the requests of a run, which recur after some seconds, are not at hand then; the hot ones are. */
export const MIX_CACHE_MB = '4'

/**
 * At a given rate SQL has connections of its own: behind a query that waits its turn, pages would wait in the load
 * generator, and count as slow, which the server has no part in.
 */
function lanesOf({ requests, connections, perSecond }: MixedPlan) {
  if (perSecond === undefined) return [{ requests, connections }]
  const isSql = ({ path }: MixedRequest): boolean => path.startsWith('/rest/query')
  return [requests.filter((request) => !isSql(request)), requests.filter(isSql)].map((lane) => ({
    requests: lane,
    connections,
    perSecond: (perSecond * lane.length) / requests.length,
  }))
}

/** Sends the mix and times it by kind. An unexpected status is counted, a broken connection ends it with an error. */
export async function runMixedLoad(plan: MixedPlan): Promise<MixedResult> {
  const { port, warmUpMs, measuredMs } = plan
  const all = new LatencyHistogram()
  const byKind = new Map<MixKind, LatencyHistogram>()
  const unexpected = new Map<string, number>()
  for (const kind of Object.keys(MIX) as MixKind[]) byKind.set(kind, new LatencyHistogram())
  const results = await Promise.all(
    lanesOf(plan).map(({ requests, ...lane }) =>
      runLoad({
        ...lane,
        port,
        warmUpMs,
        measuredMs,
        paths: requests.map(({ path }) => path),
        isExpected(index, status) {
          const { kind, path } = requests[index]!
          if (isExpectedStatus(kind, status)) return true
          const key = `${kind} ${status} ${path.slice(0, 200)}`
          unexpected.set(key, (unexpected.get(key) ?? 0) + 1)
          return true
        },
        onAnswer(index, _, ms) {
          all.add(ms)
          byKind.get(requests[index]!.kind)!.add(ms)
        },
      }),
    ),
  )
  const sum = (of: (result: LoadResult) => number): number => results.reduce((total, result) => total + of(result), 0)
  return {
    answers: sum(({ answers }) => answers),
    requestsPerSecond: sum(({ requestsPerSecond }) => requestsPerSecond),
    bytesPerAnswer: Math.round(sum(({ bytesPerAnswer, answers }) => bytesPerAnswer * answers) / sum(({ answers }) => answers)), // biome-ignore format: an expression
    all,
    byKind,
    unexpected,
  }
}

/** One line for each kind of request: how many, and how long they took. */
export function kindLines({ byKind }: MixedResult): string[] {
  return [...byKind]
    .filter(([, { count }]) => count > 0)
    .map(([kind, times]) => {
      const [p50, p99] = [0.5, 0.99].map((share) => times.percentileMs(share).toFixed(2).padStart(8))
      return `  ${kind.padEnd(14)}${String(times.count).padStart(9)}   p50 ${p50} ms   p99 ${p99} ms   max ${times.maxMs.toFixed(0).padStart(6)} ms`
    })
}
