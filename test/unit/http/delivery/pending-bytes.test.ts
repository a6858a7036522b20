import { expect, test } from 'bun:test'
import { createPendingBytes, type Held } from '../../../../src/http/delivery/pending-bytes.ts'
import { liveObjects } from '../../../fixtures/live-objects.ts'

const part = (bytes: number): Held => ({ memory: {}, bytes })
const refusal = expect.objectContaining({ code: 'too_much_unread', help: { retryAfterS: 30 } })

test('one client may have half of the bound, and all together the whole', () => {
  const pending = createPendingBytes(100)
  pending.begin('a', [part(20), part(20)])
  expect(pending.roomFor('a')).toBe(10)
  expect(pending.roomFor('b')).toBe(60)
  expect(() => pending.begin('a', [part(11)])).toThrow(refusal)
  pending.begin('a', [part(10)])
  pending.begin('b', [part(45)])
  expect(pending.total).toBe(95)
  expect(() => pending.begin('c', [part(6)])).toThrow(refusal)
  pending.begin('c', [part(5)])
  expect([pending.total, pending.roomFor('c'), pending.roomFor('d')]).toEqual([100, 0, 0])
})

test('an answer longer than the bound is sent where nothing else is under way', () => {
  const pending = createPendingBytes(100)
  const long = pending.begin('a', [part(300)])
  expect(() => pending.begin('a', [part(1)])).toThrow(refusal)
  expect(() => pending.begin('b', [part(1)])).toThrow(refusal)
  long.end()
  expect(pending.total).toBe(0)
  pending.begin('b', [part(70)])
  expect(() => pending.begin('a', [part(70)])).toThrow(refusal)
})

test('what a client has taken makes room, and an end gives back the rest, once', () => {
  const pending = createPendingBytes(100)
  const parts = [part(20), part(20)]
  const sending = pending.begin('a', parts)
  sending.release(parts[0]!.memory)
  sending.release(parts[0]!.memory)
  expect([pending.total, pending.roomFor('a')]).toEqual([20, 30])
  sending.end()
  sending.end()
  sending.release(parts[1]!.memory)
  expect([pending.total, pending.roomFor('a')]).toEqual([0, Number.POSITIVE_INFINITY])
})

test('what several answers hold is there once', () => {
  const pending = createPendingBytes(100)
  const kept = [part(20), part(20)]
  const sendings = ['a', 'a', 'b', 'c', 'd', 'e'].map((client) => pending.begin(client, kept))
  expect([pending.total, pending.roomFor('a')]).toEqual([40, 10])
  for (const sending of sendings.slice(1)) sending.end()
  expect(pending.total).toBe(40)
  sendings[0]!.end()
  expect(pending.total).toBe(0)
})

test('clients that have taken everything are forgotten', () => {
  const pending = createPendingBytes(1_000_000)
  const before = liveObjects('Map')
  for (let client = 0; client < 2_000; client += 1) pending.begin(`client ${client}`, [part(10)]).end()
  expect(liveObjects('Map') - before).toBeLessThan(500)
  expect(pending.total).toBe(0)
})
