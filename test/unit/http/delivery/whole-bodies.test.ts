import { expect, test } from 'bun:test'
import { createPendingBytes } from '../../../../src/http/delivery/pending-bytes.ts'
import { createWholeBodies } from '../../../../src/http/delivery/whole-bodies.ts'

/** Whole bodies within a bound of 1000; `pending` is what the listener says. */
function setUp() {
  const pending = createPendingBytes(1_000)
  const connections = {
    pending: 1_000,
    of: (request: Request) => request.headers.get('connection-name') ?? undefined,
    wasCut: async (connection: string) => connection.startsWith('silent'),
  }
  const cut: string[] = []
  const wholes = createWholeBodies(pending, connections, ({ headers }, client) =>
    cut.push(`${client} ${headers.get('connection-name')}`),
  )
  const send = (client: string, connection: string, bytes: number, signal?: AbortSignal): void => {
    const request = new Request('http://localhost/', {
      headers: { 'connection-name': connection },
      ...(signal === undefined ? {} : { signal }),
    })
    wholes.begin(request, client, {}, bytes)
  }
  return { pending, connections, cut, send }
}

test('a connection has one answer under way: its next one takes the place of the last', () => {
  const { pending, send } = setUp()
  for (let again = 0; again < 50; again += 1) send('a', 'a1', 100)
  expect(pending.total).toBe(100)
  send('a', 'a2', 100)
  expect(pending.total).toBe(200)
})

test('clients that read nothing are refused at their share, whatever connections they use', () => {
  const { pending, send } = setUp()
  const refused = Array.from({ length: 50 }, (_, i) => {
    try {
      send('a', `a${i}`, 100)
      return false
    } catch {
      return true
    }
  })
  expect(refused.indexOf(true)).toBe(5)
  expect(pending.total).toBe(500)
  send('b', 'b1', 100)
  expect(pending.total).toBe(600)
})

test('no more count than requests that wait for an answer, and a client that is done makes room for itself first', () => {
  const { pending, connections, send } = setUp()
  for (let i = 0; i < 3; i += 1) send('stuck', `s${i}`, 100)
  connections.pending = 4
  for (let i = 0; i < 20; i += 1) send('quick', `q${i}`, 100)
  expect([pending.total, pending.roomFor('stuck'), pending.roomFor('quick')]).toEqual([400, 200, 400])
})

test('a client that goes away no longer counts', () => {
  const { pending, send } = setUp()
  const abort = new AbortController()
  send('a', 'a1', 100, abort.signal)
  abort.abort()
  expect(pending.total).toBe(0)
})

test('a client whose connection was closed since it took nothing is told from one that left', async () => {
  const { pending, cut, send } = setUp()
  const abort = new AbortController()
  for (const connection of ['silent1', 'left', 'silent2']) send('a', connection, 100, abort.signal)
  abort.abort()
  await Bun.sleep(0)
  expect(pending.total).toBe(0)
  expect(cut).toEqual(['a silent1', 'a silent2'])
})
