import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { pieceStream } from '../../../src/http/delivery/piece-stream.ts'
import { startServer, type TestServer } from '../../fixtures/servers/test-server.ts'
import { waitFor } from '../../fixtures/wait-for.ts'

const MIB = 1_048_576
const sockets: Socket[] = []

let server: TestServer
beforeAll(async () => {
  server = await startServer({ SEND_MB: '32', SQL_PROCESSES: '1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.stop()
})

/** A path whose answer has about 6 MB and is another one for each `i`. */
const longPath = (i: number): string => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 12)'
  return `/rest/query?sql=${encodeURIComponent(`${numbers} SELECT hex(zeroblob(250000)) AS a, ${i} AS k FROM n`)}`
}

/** Asks, reads the head of the answer, and then nothing more. Gives the status line. */
async function askAndStop(port: number, path: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.once('data', (data: Buffer) => {
      socket.pause()
      resolve(data.toString('latin1').split('\r\n', 1)[0]!)
    })
  })
}

test('long answers that nobody reads are bounded, others are answered, and what is left makes room', async () => {
  const statuses: string[] = []
  for (let i = 0; i < 14; i += 1) statuses.push(await askAndStop(server.port, longPath(i)))
  // The half of 32 MiB for one client: two of 6 MB, or more, since the system takes a part of each.
  const sent = statuses.filter((status) => status.endsWith('200 OK')).length
  expect(sent).toBeGreaterThanOrEqual(2)
  expect(sent).toBeLessThanOrEqual(10)
  expect(statuses.at(-1)).toContain('503')
  const refused = await fetch(`${server.url}${longPath(100)}`, { headers: { 'accept-encoding': 'identity' } })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await refused.json()).toMatchObject({ code: 'too_much_unread' })

  for (const path of ['/rest/exoplanets?limit=50', '/rest/query?sql=SELECT+count(*)+FROM+exoplanets', '/health'])
    expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  const compressed = await fetch(`${server.url}${longPath(101)}`, { headers: { 'accept-encoding': 'gzip' } })
  expect(compressed.status).toBe(200)
  expect((await compressed.text()).length).toBeGreaterThan(6_000_000)

  for (const socket of sockets.splice(0)) socket.destroy()
  await waitFor('room', async () => {
    const response = await fetch(`${server.url}${longPath(102)}`, { headers: { 'accept-encoding': 'identity' } })
    const text = await response.text()
    return response.status === 200 && text.length > 6_000_000 ? true : undefined
  })
})

test('an answer that is cut ends its connection, so that the client knows that it is not whole', async () => {
  const pieces = Array.from({ length: 32 }, () => new Uint8Array(MIB))
  let ends = 0
  const stream = pieceStream(pieces, { onTaken: () => {}, onEnd: () => (ends += 1) })
  const cutter = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(stream.body) })
  try {
    expect(await askAndStop(cutter.port!, '/')).toContain('200')
    const socket = sockets.at(-1)!
    stream.cut()
    expect(ends).toBe(1)
    let received = ''
    socket.on('data', (data: Buffer) => {
      received = (received + data.toString('latin1')).slice(-16)
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.resume()
    await closed
    // The mark of a complete body in chunks.
    expect(received).not.toEndWith('\r\n0\r\n\r\n')
  } finally {
    await cutter.stop(true)
  }
})
