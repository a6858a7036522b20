import { seededRandom } from './load/seeded-random.ts'

/**
 * How much of a stream of requests reaches the servers behind a CDN, and how many servers that takes. Requests for things that
 * can be kept follow Zipf's law; a cache keeps each copy for the lifetime of its kind.
 */

/** A kind of request. */
export interface RequestKind {
  readonly name: string
  /** Its part of all requests, 0 to 1. */
  readonly share: number
  /** How many different answers are asked for. */
  readonly objects: number
  /** How long a cache keeps a copy, in seconds; 0: not at all. */
  readonly lifetimeS: number
  /** Processor time of one answer, in milliseconds, SQL processes included (measured). */
  readonly cpuMs: number
  /** Bytes of one answer as it is sent. */
  readonly bytes: number
}

/**
 * The mixture of `mixed-workload.ts`, as people behind a CDN ask: what fails and what SQL is new is not kept. Sizes and costs are
 * of an archive of 29,000 planet rows; run on one core of a virtual machine of 2026.
 */
export const KINDS: readonly RequestKind[] = [
  { name: 'pages', share: 0.7, objects: 60_000, lifetimeS: 300, cpuMs: 0.08, bytes: 1_500 },
  { name: 'downloads', share: 0.1, objects: 24_000, lifetimeS: 86_400, cpuMs: 0.06, bytes: 4_000 },
  { name: 'insights', share: 0.05, objects: 100, lifetimeS: 300, cpuMs: 0.08, bytes: 3_000 },
  { name: 'repeated SQL', share: 0.05, objects: 500, lifetimeS: 300, cpuMs: 0.15, bytes: 2_000 },
  { name: 'new SQL', share: 0.05, objects: 1, lifetimeS: 0, cpuMs: 14, bytes: 2_000 },
  { name: 'invalid', share: 0.05, objects: 1, lifetimeS: 0, cpuMs: 0.2, bytes: 800 },
]

/** Weights of Zipf's law, which add up to 1. */
function zipf(objects: number, exponent: number): Float64Array {
  const weights = Float64Array.from({ length: objects }, (_, rank) => (rank + 1) ** -exponent)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/**
 * The part of requests that a cache answers, if each of `caches` sees its part of `rate` requests per second. A copy serves what
 * comes within its lifetime after a miss: of an object asked for r times per second, rT of 1 + rT requests.
 */
export function hitRate(kind: RequestKind, rate: number, exponent: number, caches: number): number {
  if (kind.lifetimeS === 0) return 0
  const perCache = (rate * kind.share) / caches
  return zipf(kind.objects, exponent).reduce((sum, weight) => {
    const expected = weight * perCache * kind.lifetimeS
    return sum + (weight * expected) / (1 + expected)
  }, 0)
}

/** The same by playing requests one after the other, as a check of the formula. */
export function playedHitRate(
  kind: RequestKind,
  rate: number,
  exponent: number,
  caches: number,
  seconds: number,
): number {
  const random = seededRandom(11)
  const weights = zipf(kind.objects, exponent)
  const cumulated = Float64Array.from(weights)
  for (let rank = 1; rank < cumulated.length; rank += 1) cumulated[rank]! += cumulated[rank - 1]!
  const pick = (): number => {
    const at = random()
    let [low, high] = [0, cumulated.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulated[middle]! < at) low = middle + 1
      else high = middle
    }
    return low
  }
  const perCache = (rate * kind.share) / caches
  const validUntil = new Float64Array(kind.objects)
  let [hits, asked] = [0, 0]
  // The first lifetime fills the cache; what comes after it counts.
  for (let now = 0; now < kind.lifetimeS + seconds; now += -Math.log(1 - random()) / perCache) {
    const object = pick()
    const isHit = now < validUntil[object]!
    if (!isHit) validUntil[object] = now + kind.lifetimeS
    if (now < kind.lifetimeS) continue
    asked += 1
    if (isHit) hits += 1
  }
  return hits / asked
}

/** What reaches the servers. */
export interface OriginLoad {
  /** The part of all requests that the CDN answers. */
  readonly hitRate: number
  /** Requests per second at the servers. */
  readonly requests: number
  /** Processor time per second at the servers: cores in use. */
  readonly cores: number
  /** Bytes per second that leave the servers, and that leave the CDN. */
  readonly originBytes: number
  readonly cdnBytes: number
}

/** `caches` 0: no CDN, and everything reaches the servers. */
export function originLoad(rate: number, exponent: number, caches: number): OriginLoad {
  const loads = KINDS.map((kind) => {
    const missed = caches === 0 ? 1 : 1 - hitRate(kind, rate, exponent, caches)
    return { kind, missed: rate * kind.share * missed }
  })
  const sum = (of: (load: (typeof loads)[number]) => number): number =>
    loads.reduce((total, load) => total + of(load), 0)
  const requests = sum(({ missed }) => missed)
  return {
    hitRate: 1 - requests / rate,
    requests,
    cores: sum(({ kind, missed }) => (missed * kind.cpuMs) / 1_000),
    originBytes: sum(({ kind, missed }) => missed * kind.bytes),
    cdnBytes: sum(({ kind }) => rate * kind.share * kind.bytes),
  }
}

/** Part of a core that is in use at most, so that a loss of a server and a burst find room. */
const MOST_USED = 0.6

/** Servers of two cores that this takes; two at least, so that one can go. */
export function serversFor({ cores }: Pick<OriginLoad, 'cores'>): number {
  return Math.max(2, Math.ceil(cores / (2 * MOST_USED)))
}

/**
 * How long requests wait for a core, in milliseconds at the given quantile, if they come at random and go to the server with the
 * fewest: played for `seconds`.
 */
export function waitingMs(
  rate: number,
  exponent: number,
  caches: number,
  servers: number,
  quantile: number,
  seconds: number,
): number {
  const random = seededRandom(23)
  const missed = KINDS.map((kind) => rate * kind.share * (caches === 0 ? 1 : 1 - hitRate(kind, rate, exponent, caches)))
  const total = missed.reduce((sum, value) => sum + value, 0)
  const freeAt = new Float64Array(2 * servers)
  const waits: number[] = []
  for (let now = 0; now < seconds * 1_000; now += (-Math.log(1 - random()) / total) * 1_000) {
    let at = random() * total
    const index = missed.findIndex((value) => {
      at -= value
      return at <= 0
    })
    const core = freeAt.indexOf(freeAt.reduce((least, time) => Math.min(least, time)))
    const start = Math.max(now, freeAt[core]!)
    freeAt[core] = start + KINDS[Math.max(0, index)]!.cpuMs * -Math.log(1 - random())
    waits.push(start - now)
  }
  waits.sort((a, b) => a - b)
  return waits[Math.floor(quantile * (waits.length - 1))]!
}
