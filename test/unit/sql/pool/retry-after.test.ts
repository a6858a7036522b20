import { expect, test } from 'bun:test'
import { createRetryAfter, untilNextEnd } from '../../../../src/sql/pool/retry-after.ts'

test('nobody is told to come back at once, nor after more than ten minutes', () => {
  const at = (firstMs: number) => createRetryAfter(1, () => 0).next(firstMs)
  expect([0, -20, 0.1, 1_000, 1_001, 599_500, 600_001, 1e9].map(at)).toEqual([1, 1, 1, 1, 2, 600, 600, 600])
})

test('those who were told are given one place after the other, as many at once as there are slots', () => {
  const retryAfter = createRetryAfter(2, () => 0)
  for (let i = 0; i < 100; i++) retryAfter.ended(10_000)
  expect([1, 2, 3, 4, 5].map(() => retryAfter.next(1_000))).toEqual([1, 1, 11, 11, 21])
})

test('those whose time has come no longer count', () => {
  let nowMs = 0
  const retryAfter = createRetryAfter(1, () => nowMs)
  for (let i = 0; i < 100; i++) retryAfter.ended(10_000)
  expect([retryAfter.next(1_000), retryAfter.next(1_000)]).toEqual([1, 11])
  nowMs = 1_000
  expect(retryAfter.next(1_000)).toBe(11)
  nowMs = 30_000
  expect(retryAfter.next(1_000)).toBe(1)
})

test('the latest queries count most in the time that a query takes', () => {
  const retryAfter = createRetryAfter(1, () => 0)
  for (let i = 0; i < 50; i++) retryAfter.ended(1_000)
  for (let i = 0; i < 50; i++) retryAfter.ended(60_000)
  expect([retryAfter.next(0), retryAfter.next(0)]).toEqual([1, 60])
})

const inProgress = (beganMs: number, executedMs: number, state: 'running' | 'paused' | 'waiting' = 'running') => ({
  state,
  query: { sql: 'SELECT 1', maxRows: 1 },
  beganMs,
  executedMs,
  blockedSinceMs: undefined,
})
const timeoutOf = () => 30_000

test('the next place is free when the first query has ended, at the pace that it has had', () => {
  expect(untilNextEnd([inProgress(0, 10_000)], timeoutOf, 10_000)).toBe(20_000)
  // Half of the time it is paused.
  expect(untilNextEnd([inProgress(0, 10_000, 'paused')], timeoutOf, 20_000)).toBe(40_000)
  expect(untilNextEnd([inProgress(0, 10_000), inProgress(0, 10_000, 'paused')], timeoutOf, 20_000)).toBe(40_000)
  expect(untilNextEnd([inProgress(0, 5_000), inProgress(9_900, 10)], timeoutOf, 10_000)).toBe(29_990)
})

test('one that waits for its process or its reader tells nothing of that', () => {
  expect(untilNextEnd([inProgress(0, 0, 'waiting')], timeoutOf, 10_000)).toBeUndefined()
  expect(untilNextEnd([{ ...inProgress(0, 1_000), blockedSinceMs: 1_000 }], timeoutOf, 10_000)).toBeUndefined()
})
