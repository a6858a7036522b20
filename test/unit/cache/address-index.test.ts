import { expect, test } from 'bun:test'
import { createAddressIndex } from '../../../src/cache/address-index.ts'

test('an address is found for the snapshot it was remembered for', () => {
  const index = createAddressIndex(10_000)
  expect(index.find('one', '/a')).toBeUndefined()
  index.remember('one', '/a', 'key a')
  expect(index.find('one', '/a')).toBe('key a')
  expect(index.find('one', '/b')).toBeUndefined()
  expect(index.find('two', '/a')).toBeUndefined()
})

test('another snapshot starts empty, and the old one does not come back', () => {
  const index = createAddressIndex(10_000)
  index.remember('one', '/a', 'key a')
  index.remember('two', '/b', 'key b')
  expect(index.find('two', '/b')).toBe('key b')
  expect(index.find('one', '/a')).toBeUndefined()
  expect(index.find('two', '/a')).toBeUndefined()
})

test('long addresses take no more than the budget, and the latest stay', () => {
  const index = createAddressIndex(10_000)
  for (let number = 0; number < 100; number += 1) index.remember('one', `/${number}${'x'.repeat(300)}`, 'key')
  const found = Array.from({ length: 100 }, (_, number) => index.find('one', `/${number}${'x'.repeat(300)}`))
  const held = found.filter((key) => key !== undefined).length
  expect(held).toBeGreaterThan(5)
  expect(held).toBeLessThan(13)
  expect(found[99]).toBe('key')
  index.remember('one', 'y'.repeat(10_000), 'key')
  expect(index.find('one', 'y'.repeat(10_000))).toBeUndefined()
})
