import { expect, test } from 'bun:test'
import { createRetryAfter } from '../../../../src/sql/pool/retry-after.ts'

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
