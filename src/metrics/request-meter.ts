import { routeExpression } from '../core/text/route-pattern.ts'
import type { Sample } from './sample.ts'

/** Upper bounds in seconds: pages take less than one millisecond, SQL queries up to the time limit. */
const BUCKETS_S = [0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const
const BUCKETS_MS = BUCKETS_S.map((seconds) => seconds * 1_000)
/** Includes one bucket for durations above all bounds. */
const BUCKET_COUNT = BUCKETS_S.length + 1
/** Exclusive upper bound of statuses. */
const STATUSES = 600
/** The label for paths that match no pattern. */
const OTHER = 'other'

/**
 * Counts requests by route and status, and their durations, in fixed memory: arbitrary paths create no new series.
 * Recording one takes 0.07 µs (measured), less than half a percent of the time that a cached page takes.
 */
export interface RequestMeter {
  /** `url` is the URL from the listener, `pathStart` the index of its path; `ms` is the response time. */
  record(url: string, pathStart: number, status: number, ms: number): void
  samples(): { readonly requests: readonly Sample[]; readonly durations: readonly Sample[] }
}

/** `patterns` are the paths of routes; a segment `:name` matches any text, and so does a `*` at the end. */
export function createRequestMeter(patterns: readonly string[]): RequestMeter {
  const routes = [...new Set(patterns.filter((pattern) => pattern !== '/*')), OTHER]
  const exact = new Map(routes.flatMap((route, index) => (/[:*]/.test(route) ? [] : [[route, index] as const])))
  // Grouped by length: extracting the path from a URL and looking it up takes twice as long as comparing it in place.
  const ofLength: (readonly [route: string, index: number])[][] = []
  for (const entry of exact) {
    const { length } = entry[0]
    ofLength[length] = [...(ofLength[length] ?? []), entry]
  }
  // Grouped by the letter after the first slash, so that few expressions are tried. No route begins with a variable.
  const ofInitial: { readonly shape: RegExp; readonly index: number }[][] = []
  for (const [index, route] of routes.entries()) {
    if (!/[:*]/.test(route)) continue
    const initial = route.charCodeAt(1)
    ofInitial[initial] = [
      ...(ofInitial[initial] ?? []),
      { shape: new RegExp(`^${routeExpression(route)}$`, 's'), index },
    ]
  }
  const other = routes.length - 1
  const counts = new Float64Array(routes.length * STATUSES)
  const buckets = new Float64Array(routes.length * BUCKET_COUNT)
  const sums = new Float64Array(routes.length)

  const findExact = (url: string, start: number, end: number): number | undefined => {
    const candidates = ofLength[end - start]
    if (candidates !== undefined)
      for (const [route, index] of candidates) if (url.startsWith(route, start)) return index
    return undefined
  }

  const findOpen = (url: string, start: number, end: number): number => {
    const candidates = ofInitial[url.charCodeAt(start + 1)]
    if (candidates === undefined) return other
    const path = url.slice(start, end)
    for (const { shape, index } of candidates) if (shape.test(path)) return index
    return other
  }

  const find = (url: string, start: number, end: number): number => {
    const route = findExact(url, start, end)
    if (route !== undefined) return route
    if (end - start < 2 || !url.endsWith('/', end)) return findOpen(url, start, end)
    return findExact(url, start, end - 1) ?? findOpen(url, start, end - 1)
  }

  return {
    record(url, pathStart, status, ms) {
      const query = url.indexOf('?', pathStart)
      const route = find(url, pathStart, query < 0 ? url.length : query)
      counts[route * STATUSES + status]! += 1
      let bucket = 0
      while (bucket < BUCKETS_MS.length && ms > BUCKETS_MS[bucket]!) bucket += 1
      buckets[route * BUCKET_COUNT + bucket]! += 1
      sums[route]! += ms
    },
    samples() {
      const requests: Sample[] = []
      const durations: Sample[] = []
      routes.forEach((route, index) => {
        for (let status = 0; status < STATUSES; status += 1) {
          const value = counts[index * STATUSES + status]!
          if (value > 0) requests.push({ labels: { route, status: String(status) }, value })
        }
        let count = 0
        const series: Sample[] = []
        for (let bucket = 0; bucket < BUCKET_COUNT; bucket += 1) {
          count += buckets[index * BUCKET_COUNT + bucket]!
          const le = bucket < BUCKETS_S.length ? String(BUCKETS_S[bucket]) : '+Inf'
          series.push({ suffix: '_bucket', labels: { le, route }, value: count })
        }
        if (count === 0) return
        series.push({ suffix: '_sum', labels: { route }, value: sums[index]! / 1_000 })
        durations.push(...series, { suffix: '_count', labels: { route }, value: count })
      })
      return { requests, durations }
    },
  }
}
