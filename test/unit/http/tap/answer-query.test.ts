import { expect, test } from 'bun:test'
import type { SqlStream } from '../../../../src/core/ports.ts'
import { fakeApp } from '../../../fixtures/servers/fake-app.ts'
import { textAnswer } from '../../../fixtures/servers/fake-catalog.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const address = (query: string) => `/tap/sync?${new URLSearchParams({ query, format: 'csv' })}`

test('a query ends when the client leaves in the middle of its answer', async () => {
  const signals: AbortSignal[] = []
  const { get } = fakeApp({
    select: ({ stream }, signal) => {
      signals.push(signal!)
      void (stream as SqlStream).write([new Uint8Array(stream!.fromBytes + 1)])
      return new Promise(() => {})
    },
  })
  const response = await get(address('select 1 as a'))
  expect([response.status, signals.map(({ aborted }) => aborted)]).toEqual([200, [false]])
  await response.body!.cancel()
  await waitFor('the end of the query', () => signals[0]!.aborted || undefined)
})

test.each([
  ['select 1 as a', true],
  ['select current_date as a', false],
  ["select date '2020-01-01' as a", true],
])('the answer to %s may be stored: %p', async (query, isStored) => {
  const { get } = fakeApp({
    select: () =>
      Promise.resolve({ ...textAnswer('key', 'a'), rows: 1, truncated: false, isDeterministic: true, warnings: [] }),
  })
  const response = await get(address(query))
  expect([response.status, response.headers.get('cache-control') !== 'no-store']).toEqual([200, isStored])
})
