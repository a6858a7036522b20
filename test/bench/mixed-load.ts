import { openSnapshot } from '../../src/store/open-snapshot.ts'
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
  readonly perSecond?: number
}

export interface MixedResult extends LoadResult {
  readonly byKind: ReadonlyMap<MixKind, LatencyHistogram>
  /** Answers whose status a request of that kind may not get, by kind and status. */
  readonly unexpected: ReadonlyMap<string, number>
}

/** Sends the mix and times it by kind. An unexpected status is counted, a broken connection ends it with an error. */
export async function runMixedLoad({ requests, ...plan }: MixedPlan): Promise<MixedResult> {
  const byKind = new Map<MixKind, LatencyHistogram>()
  const unexpected = new Map<string, number>()
  for (const kind of Object.keys(MIX) as MixKind[]) byKind.set(kind, new LatencyHistogram())
  const isExpected = (index: number, status: number): boolean => {
    const { kind, path } = requests[index]!
    if (isExpectedStatus(kind, status)) return true
    const key = `${kind} ${status} ${path.slice(0, 200)}`
    unexpected.set(key, (unexpected.get(key) ?? 0) + 1)
    return true
  }
  const result = await runLoad({
    ...plan,
    paths: requests.map(({ path }) => path),
    isExpected,
    onAnswer: (index, _, ms) => byKind.get(requests[index]!.kind)!.add(ms),
  })
  return { ...result, byKind, unexpected }
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
