import { expect, test } from 'bun:test'
import { createDelivery } from '../../../../src/http/delivery/delivery.ts'
import { createSlowReaders, READING_WINDOW_MS } from '../../../../src/http/delivery/slow-readers.ts'
import { createTraffic } from '../../../../src/http/delivery/traffic.ts'

const MIB = 1_048_576
const pieces = (count: number): readonly Uint8Array[] => Array.from({ length: count }, () => new Uint8Array(MIB))
const headers = new Headers()

function setUp() {
  const traffic = createTraffic()
  const delivery = createDelivery({
    maxBytes: 8 * MIB,
    traffic,
    clientOf: ({ headers }) => headers.get('client') ?? '',
  })
  const ask = (client: string, signal?: AbortSignal): Request =>
    new Request('http://localhost/', { headers: { client }, ...(signal === undefined ? {} : { signal }) })
  const send = (client: string, mib: number, signal?: AbortSignal): Response =>
    delivery.deliver(ask(client, signal), { body: pieces(mib), length: mib * MIB, headers })
  return { traffic, delivery, ask, send }
}

test('a long answer counts until it is read, and one without room is refused', async () => {
  const { traffic, delivery, ask, send } = setUp()
  const first = send('a', 3)
  expect([traffic.pendingBytes, traffic.sentBytes]).toEqual([3 * MIB, 3 * MIB])
  expect(() => send('a', 2)).toThrow(expect.objectContaining({ code: 'too_much_unread' }))
  expect([delivery.roomFor(ask('a')), delivery.roomFor(ask('b'))]).toEqual([MIB, 5 * MIB])
  expect((await first.bytes()).byteLength).toBe(3 * MIB)
  expect(traffic.pendingBytes).toBe(0)
  expect((await send('a', 2).bytes()).byteLength).toBe(2 * MIB)
  expect(traffic.sentBytes).toBe(5 * MIB)
})

test('a client that gives up, or is gone before, no longer counts', async () => {
  const { traffic, send } = setUp()
  await send('a', 3).body?.cancel()
  expect(traffic.pendingBytes).toBe(0)
  const abort = new AbortController()
  send('a', 3, abort.signal)
  abort.abort()
  expect(traffic.pendingBytes).toBe(0)
  send('a', 3, abort.signal)
  expect(traffic.pendingBytes).toBe(0)
})

test('short answers are always sent', async () => {
  const { delivery, ask, send } = setUp()
  send('a', 8)
  const body = new Uint8Array(MIB - 1)
  const short = delivery.deliver(ask('a'), { body, length: body.byteLength, headers })
  expect((await short.bytes()).byteLength).toBe(MIB - 1)
  expect(delivery.roomFor(ask('a'))).toBe(MIB - 1)
})

test('what is made while it is sent counts piece by piece', async () => {
  const { traffic, delivery, ask } = setUp()
  let made = 0
  function* making(): Generator<Uint8Array<ArrayBuffer>> {
    for (; made < 4; made += 1) yield new Uint8Array(MIB)
  }
  const response = delivery.deliverStream(ask('a'), making(), headers)
  expect([made, traffic.pendingBytes, traffic.sentBytes]).toEqual([0, MIB, 0])
  expect((await response.bytes()).byteLength).toBe(4 * MIB)
  expect([traffic.pendingBytes, traffic.sentBytes]).toEqual([0, 4 * MIB])
})

test('whoever hardly reads is told of and cut, what it holds is let go', async () => {
  let nowMs = 0
  const slowReaders = createSlowReaders(() => nowMs)
  const traffic = createTraffic()
  const told: unknown[] = []
  const delivery = createDelivery({
    maxBytes: 8 * MIB,
    traffic,
    slowReaders,
    clientOf: ({ headers }) => headers.get('client') ?? '',
    onCut: ({ url }, client, taken) => told.push([url, client, taken]),
  })
  const request = new Request('http://localhost/long', { headers: { client: 'a' } })
  const { body } = delivery.deliver(request, { body: pieces(4), length: 4 * MIB, headers })
  const reader = body!.getReader()
  await reader.read()
  await reader.read()
  for (const windows of [1, 2, 3]) {
    nowMs = windows * READING_WINDOW_MS
    slowReaders.look(nowMs)
  }
  expect(told).toEqual([['http://localhost/long', 'a', MIB]])
  expect(traffic.pendingBytes).toBe(0)
  expect(reader.read()).rejects.toBeUndefined()
})

test('what has been read, or was given up, is watched no more', async () => {
  let nowMs = 0
  const slowReaders = createSlowReaders(() => nowMs)
  const told: string[] = []
  const delivery = createDelivery({
    maxBytes: 8 * MIB,
    slowReaders,
    clientOf: () => '',
    onCut: ({ url }) => told.push(url),
  })
  const send = (path: string) =>
    delivery.deliver(new Request(`http://localhost/${path}`), { body: pieces(2), length: 2 * MIB, headers })
  await send('read').bytes()
  await send('left').body?.cancel()
  send('unread')
  nowMs = 2 * READING_WINDOW_MS
  slowReaders.look(nowMs)
  expect(told).toEqual(['http://localhost/unread'])
})
