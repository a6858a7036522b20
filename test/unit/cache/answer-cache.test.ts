import { expect, test } from 'bun:test'
import { cachePerSnapshot, createAnswerCache } from '../../../src/cache/answer-cache.ts'
import { cacheShares } from '../../../src/cache/shares.ts'

const SHARES = cacheShares(1)
const entry = (byteLength: number): { byteLength: number } => ({ byteLength })

test('a body is found by its key and by the address that it was asked for under', () => {
  const cache = createAnswerCache(SHARES)
  cache.bodies.put('key', entry(10))
  cache.rememberAddress('/a', 'key')
  cache.rememberAddress('/b', 'another key')
  expect(cache.findByAddress('/a')).toEqual(entry(10))
  expect([cache.findByAddress('/b'), cache.findByAddress('/c')]).toEqual([undefined, undefined])
})

test('every snapshot has a cache of its own, and late answers of a former one change nothing in the new one', () => {
  const reads: boolean[] = []
  const cacheOf = cachePerSnapshot(() =>
    createAnswerCache<{ byteLength: number }>(SHARES, (isHit) => reads.push(isHit)),
  )
  const [former, next] = [{}, {}]
  const old = cacheOf(former)
  old.bodies.put('key', entry(10))
  expect(cacheOf(former)).toBe(old)
  const cache = cacheOf(next)
  expect(cache).not.toBe(old)
  expect(old.bodies.byteLength).toBe(0)
  cache.bodies.put('key', entry(20))
  cache.rememberAddress('/a', 'key')

  const late = cacheOf(former)
  late.bodies.put('key', entry(30))
  late.rememberAddress('/a', 'key')
  expect([late.bodies.get('key'), late.findByAddress('/a')]).toEqual([undefined, undefined])
  expect([cacheOf(next).bodies.get('key'), cacheOf(next).findByAddress('/a')]).toEqual([entry(20), entry(20)])
})
