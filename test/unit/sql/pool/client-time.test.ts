import { expect, test } from 'bun:test'
import { createClientTime } from '../../../../src/sql/pool/client-time.ts'

test('the time of a client counts as long as it has a query, and no longer', () => {
  const time = createClientTime()
  time.enter('a')
  time.enter('a')
  time.add('a', 5)
  time.leave('a')
  expect(time.of('a')).toBe(5)
  time.leave('a')
  expect(time.of('a')).toBe(0)
  time.add('a', 7)
  time.leave('a')
  expect(time.of('a')).toBe(0)
})

test('who comes later begins with the least time of those who are there', () => {
  const time = createClientTime()
  for (const [client, ms] of [
    ['a', 30],
    ['b', 20],
  ] as const) {
    // biome-ignore format: pairs
    time.enter(client)
    time.add(client, ms)
  }
  // The second begins where the first was.
  expect([time.of('a'), time.of('b')]).toEqual([30, 50])
  time.enter('c')
  expect(time.of('c')).toBe(30)
})
