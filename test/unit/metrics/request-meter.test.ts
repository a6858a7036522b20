import { expect, test } from 'bun:test'
import { createRequestMeter } from '../../../src/metrics/request-meter.ts'

const BASE = 'http://localhost'
const PATTERNS = [
  '/',
  '/rest/exoplanets',
  '/rest/insights/:slug',
  '/rest/:table/columns/:column',
  '/exoplanets/*',
  '/*',
]

function counted(paths: readonly string[]): Record<string, number> {
  const meter = createRequestMeter(PATTERNS)
  for (const path of paths) meter.record(`${BASE}${path}`, BASE.length, 200, 1)
  return Object.fromEntries(meter.samples().requests.map(({ labels, value }) => [labels.route!, value]))
}

test('requests are counted by the route that answers them', () => {
  expect(
    counted([
      '/',
      '/?a',
      '/rest/exoplanets',
      '/rest/exoplanets?limit=1',
      '/rest/exoplanets/',
      '/rest/insights/hottest',
    ]),
  ).toEqual({ '/': 2, '/rest/exoplanets': 3, '/rest/insights/:slug': 1 })
  expect(counted(['/exoplanets/a/b.json', '/rest/x/columns/y', '/rest/insights/a/b', '/nothing', ''])).toEqual({
    '/exoplanets/*': 1,
    '/rest/:table/columns/:column': 1,
    other: 3,
  })
})

test('paths that strangers think of make no new series', () => {
  const paths = Array.from({ length: 1_000 }, (_, i) => `/${i}`)
  expect(counted(paths)).toEqual({ other: 1_000 })
})

test('durations are a cumulative histogram in seconds, and statuses are told apart', () => {
  const meter = createRequestMeter(['/a'])
  for (const [status, ms] of [
    [200, 0.5],
    [200, 3],
    [500, 300],
    [200, 100_000],
  ] as const)
    meter.record('/a', 0, status, ms)
  const { requests, durations } = meter.samples()
  expect(requests).toEqual([
    { labels: { route: '/a', status: '200' }, value: 3 },
    { labels: { route: '/a', status: '500' }, value: 1 },
  ])
  const sampleOf = (suffix: string, le?: string) =>
    durations.find((sample) => sample.suffix === suffix && sample.labels.le === le)?.value
  expect(['0.001', '0.005', '0.25', '0.5', '60', '+Inf'].map((le) => sampleOf('_bucket', le))).toEqual([
    1, 2, 2, 3, 3, 4,
  ])
  expect(sampleOf('_sum')).toBeCloseTo(100.3035)
  expect(sampleOf('_count')).toBe(4)
})

test('a duration belongs to the bucket that ends with it', () => {
  const meter = createRequestMeter(['/a'])
  for (const ms of [1, 5, 5.01, 60_000, 60_001]) meter.record('/a', 0, 200, ms)
  const counts = meter.samples().durations.flatMap(({ suffix, value }) => (suffix === '_bucket' ? [value] : []))
  expect(counts).toEqual([1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 5])
})
