import { expect, test } from 'bun:test'
import { LatencyHistogram } from '../../bench/load/latency-histogram.ts'

test('percentiles of many times are those of the sorted list, to 2 %', () => {
  const times = new LatencyHistogram()
  const all = Array.from({ length: 10_000 }, (_, index) => 0.02 + ((index * 7919) % 10_000) ** 1.5 / 1_000)
  for (const ms of all) times.add(ms)
  const sorted = all.toSorted((a, b) => a - b)
  for (const share of [0.01, 0.5, 0.99, 0.999]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1]!
    expect(times.percentileMs(share) / exact).toBeWithin(0.999, 1.021)
  }
  expect(times.percentileMs(1)).toBe(times.maxMs)
})

test('times of nothing and less count as the shortest, and no times have no percentile', () => {
  const times = new LatencyHistogram()
  expect(times.percentileMs(0.5)).toBeNaN()
  times.add(0)
  times.add(-0.3)
  expect(times.count).toBe(2)
  expect(times.percentileMs(0.99)).toBeLessThanOrEqual(0.01)
})
