import { expect, test } from 'bun:test'
import { createBodyCache } from '../../../src/cache/body-cache.ts'

const entry = (byteLength: number): { byteLength: number } => ({ byteLength })

test('the least recently used entries go when the byte budget is spent', () => {
  const cache = createBodyCache(100_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.put(key, entry(20_000))
  expect(cache.get('a')).toEqual(entry(20_000))
  cache.put('e', entry(20_000))
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toEqual(entry(20_000))
  expect(cache.byteLength).toBeLessThanOrEqual(100_000)
})

test('many small entries stay within the budget, their keys included', () => {
  const cache = createBodyCache(100_000)
  for (let i = 0; i < 1_000; i++) cache.put(`${'k'.repeat(500)}${i}`, entry(10))
  expect(cache.byteLength).toBeLessThanOrEqual(100_000)
  expect(cache.get(`${'k'.repeat(500)}999`)).toEqual(entry(10))
  expect(cache.get(`${'k'.repeat(500)}0`)).toBeUndefined()
})

test('each entry is charged a kilobyte for what keeping it takes', () => {
  const cache = createBodyCache(100_000)
  const keys = Array.from({ length: 1_000 }, (_, i) => `key ${String(i).padStart(6, '0')}`)
  for (const key of keys) cache.put(key, entry(10))
  const kept = keys.filter((key) => cache.get(key) !== undefined)
  expect(kept.length).toBeGreaterThan(80)
  expect(kept.length).toBeLessThanOrEqual(97)
  expect(kept.at(-1)).toBe(keys.at(-1)!)
})

test('an entry above a quarter of the budget passes through and displaces nothing', async () => {
  const cache = createBodyCache(100_000)
  cache.put('small', entry(1_000))
  expect(await cache.load('large', async () => entry(30_000))).toEqual(entry(30_000))
  expect(cache.get('large')).toBeUndefined()
  expect(cache.get('small')).toEqual(entry(1_000))
})

test('an entry that is being made is shown as under way, then kept', async () => {
  const cache = createBodyCache(100_000)
  const { promise, resolve } = Promise.withResolvers<{ byteLength: number }>()
  const first = cache.load('key', () => promise)
  const second = cache.inProgress('key')
  expect(cache.get('key')).toBeUndefined()
  resolve(entry(5))
  expect(await second).toBe(await first)
  expect(cache.inProgress('key')).toBeUndefined()
  expect(cache.get('key')).toEqual(entry(5))
})

test('a failure is passed on and not kept', async () => {
  const cache = createBodyCache(100_000)
  await expect(cache.load('key', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(cache.inProgress('key')).toBeUndefined()
  expect(await cache.load('key', async () => entry(1))).toEqual(entry(1))
})

test('every read is reported as hit or miss', () => {
  const reads: boolean[] = []
  const cache = createBodyCache(100_000, (isHit) => reads.push(isHit))
  cache.get('key')
  cache.put('key', entry(1))
  cache.get('key')
  expect(reads).toEqual([false, true])
})

test('a retired cache keeps nothing, not even what was under way', async () => {
  const cache = createBodyCache(100_000)
  cache.put('a', entry(1_000))
  const { promise, resolve } = Promise.withResolvers<{ byteLength: number }>()
  const late = cache.load('late', () => promise)
  cache.retire()
  expect(cache.get('a')).toBeUndefined()
  resolve(entry(5))
  expect(await late).toEqual(entry(5))
  cache.put('b', entry(1_000))
  expect([cache.get('late'), cache.get('b')]).toEqual([undefined, undefined])
  expect(cache.byteLength).toBe(0)
})
