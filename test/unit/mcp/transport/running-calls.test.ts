import { expect, test } from 'bun:test'
import { calledId, cancelledId, createRunningCalls } from '../../../../src/mcp/transport/running-calls.ts'
import { liveObjects } from '../../../fixtures/live-objects.ts'

test('a call is ended by its client and id, and by nothing else', () => {
  const calls = createRunningCalls()
  const call = calls.begin({ client: 'a', id: 1 })
  calls.cancel({ client: 'b', id: 1 })
  calls.cancel({ client: 'a', id: '1' })
  calls.cancel({ client: 'a', id: 2 })
  expect(call.cancelled.aborted).toBe(false)
  calls.cancel({ client: 'a', id: 1 })
  expect(call.cancelled.aborted).toBe(true)
  call.end()
  expect(calls.count({ client: 'a', id: 1 })).toBe(0)
})

test('of two calls of one name none is ended, and the one that is left can be', () => {
  const calls = createRunningCalls()
  const name = { client: 'a', id: 1 }
  const [first, second] = [calls.begin(name), calls.begin(name)]
  calls.cancel(name)
  expect([first.cancelled.aborted, second.cancelled.aborted]).toEqual([false, false])
  first.end()
  calls.cancel(name)
  expect([first.cancelled.aborted, second.cancelled.aborted]).toEqual([false, true])
})

test('calls that have ended are forgotten', () => {
  const calls = createRunningCalls()
  const before = liveObjects('Set')
  for (let id = 0; id < 1_000; id += 1) calls.begin({ client: 'a', id }).end()
  expect(liveObjects('Set') - before).toBeLessThan(300)
  const name = { client: 'a', id: 1 }
  const [first, second] = [calls.begin(name), calls.begin(name)]
  first.end()
  first.end()
  expect(calls.count(name)).toBe(1)
  second.end()
  expect(calls.count(name)).toBe(0)
})

test('messages say which call they are, or which one they cancel', () => {
  expect(calledId({ jsonrpc: '2.0', id: 3, method: 'tools/call' })).toBe(3)
  expect(calledId({ jsonrpc: '2.0', id: 3, method: 'tools/list' })).toBeUndefined()
  expect(calledId({ jsonrpc: '2.0', method: 'tools/call' })).toBeUndefined()
  expect(cancelledId({ method: 'notifications/cancelled', params: { requestId: 'x' } })).toBe('x')
  for (const message of [null, 1, {}, { method: 'notifications/cancelled' }, { method: 'x', params: { requestId: 1 } }])
    expect(cancelledId(message)).toBeUndefined()
})
