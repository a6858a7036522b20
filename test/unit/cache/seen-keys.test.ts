import { expect, test } from 'bun:test'
import { createSeenKeys } from '../../../src/cache/seen-keys.ts'

test('a key is known from the second time on', () => {
  const isSeen = createSeenKeys(4_000)
  expect(['a', 'b', 'a', 'b', 'a', 'c'].map(isSeen)).toEqual([false, false, true, true, true, false])
})

test('of many keys the latest are known, about as many as have room, and no others', () => {
  const isSeen = createSeenKeys(4_000)
  const keys = Array.from({ length: 10_000 }, (_, i) => `page|exoplanets|${i}`)
  expect(keys.filter(isSeen)).toEqual([])
  const known = keys.toReversed().slice(0, 1_000).filter(isSeen).length
  expect(known).toBeGreaterThan(300)
  expect(known).toBeLessThan(1_000)
  expect(createSeenKeys(4_000)(keys[0]!)).toBe(false)
})

test('without room nothing is known but the last key', () => {
  const isSeen = createSeenKeys(0)
  expect(['a', 'a', 'b', 'a'].map(isSeen)).toEqual([false, true, false, false])
})
