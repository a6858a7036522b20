import { afterAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { pieceStream } from '../../../src/http/delivery/piece-stream.ts'

const PIECES = 120

/** Pieces of changing lengths in the same memory, which is overwritten as soon as the next one is requested. */
function* piecesInSameMemory(seed: number): Generator<Uint8Array<ArrayBuffer>> {
  const memory = new Uint8Array(300_000)
  for (let i = 0; i < PIECES; i += 1) {
    memory.fill(0xff)
    yield memory.subarray(0, memory.length - ((i * 7_919) % 250_000)).fill((seed + i) % 251)
  }
}

function hashOf(pieces: Iterable<Uint8Array>): string {
  const hash = new Bun.CryptoHasher('sha1')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) =>
    new Response(pieceStream(piecesInSameMemory(Number(url.split('=')[1])), { onTaken() {}, onEnd() {} }).body),
})
afterAll(() => server.stop(true))

/** The hash of a body whose client stops reading for `pauseMs` after every part that it gets. HTTP 1.0 has no chunks. */
function hashReadSlowly(seed: number, pauseMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const hash = new Bun.CryptoHasher('sha1')
  let head = ''
  const socket = connect(server.port!, '127.0.0.1')
  socket.on('error', reject)
  socket.on('data', (part: Buffer) => {
    let body = part
    if (!head.includes('\r\n\r\n')) {
      const end = part.indexOf('\r\n\r\n')
      head += part.subarray(0, end < 0 ? part.length : end + 4).toString('latin1')
      body = end < 0 ? Buffer.alloc(0) : part.subarray(end + 4)
    }
    hash.update(body)
    socket.pause()
    setTimeout(() => socket.resume(), pauseMs)
  })
  socket.on('end', () => resolve(`${/transfer-encoding/i.test(head) ? 'chunks ' : ''}${hash.digest('hex')}`))
  socket.write(`GET /?seed=${seed} HTTP/1.0\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  return promise
}

test('a piece was sent or copied when the next one is requested, also for clients that read slowly', async () => {
  const quick = [1, 2, 3].map(async (seed) => {
    const body = await fetch(`http://127.0.0.1:${server.port}/?seed=${seed}`)
    return hashOf([new Uint8Array(await body.arrayBuffer())]) === hashOf(piecesInSameMemory(seed))
  })
  const slow = [4, 5].map(async (seed) => (await hashReadSlowly(seed, 2)) === hashOf(piecesInSameMemory(seed)))
  expect(await Promise.all([...quick, ...slow])).toEqual([true, true, true, true, true])
})
