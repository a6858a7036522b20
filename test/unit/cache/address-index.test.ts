import { expect, test } from 'bun:test'
import { createAddressIndex } from '../../../src/cache/address-index.ts'

test('an address is found once it was remembered', () => {
  const index = createAddressIndex(10_000)
  expect(index.find('/a')).toBeUndefined()
  index.remember('/a', 'key a')
  expect(index.find('/a')).toBe('key a')
  expect(index.find('/b')).toBeUndefined()
  index.clear()
  expect(index.find('/a')).toBeUndefined()
})

test('long addresses take no more than the budget, and the latest stay', () => {
  const index = createAddressIndex(10_000)
  for (let number = 0; number < 100; number += 1) index.remember(`/${number}${'x'.repeat(300)}`, 'key')
  const found = Array.from({ length: 100 }, (_, number) => index.find(`/${number}${'x'.repeat(300)}`))
  const held = found.filter((key) => key !== undefined).length
  // Each takes two bytes for each of its 306 characters, and 200 more.
  expect(held).toBe(12)
  expect(found[99]).toBe('key')
  index.remember('y'.repeat(10_000), 'key')
  expect(index.find('y'.repeat(10_000))).toBeUndefined()
})
