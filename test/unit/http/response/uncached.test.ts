import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { createByteQueue } from '../../../../src/http/delivery/byte-queue.ts'
import { MIN_COMPRESSED_BYTES } from '../../../../src/http/representation/compress.ts'
import { standsFor } from '../../../../src/http/request/handler.ts'
import { createSender } from '../../../../src/http/response/sender.ts'
import { readCommandLine } from '../../../../src/settings.ts'

const sender = createSender({ settings: readCommandLine({}, []).settings, version: '1', observe: () => {} })
const request = (init: RequestInit = {}) => new Request('http://localhost/x', init)
const headersOf = (response: Response) => Object.fromEntries(response.headers)

describe('an answer that arrives while it is sent', () => {
  const queued = (asked: Request) => {
    const queue = createByteQueue(1)
    queue.stream.write([Buffer.from('abc')])
    const answer = { mediaType: 'text/csv', headers: { server: 'of its own' } }
    return { queue, response: sender.sendQueue(asked, queue, answer) }
  }

  test('is kept by no cache, and has the headers that are its own', async () => {
    const { queue, response } = queued(request())
    queue.end([Buffer.from('def')])
    expect(headersOf(response)).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      'content-type': 'text/csv',
      server: 'of its own',
      vary: 'Accept-Encoding',
    })
    expect(await response.text()).toBe('abcdef')
  })

  test('has for HEAD the same headers, and its query ends', () => {
    // The service asks itself by GET.
    const head = queued(standsFor(request(), request({ method: 'HEAD' })))
    const get = queued(request())
    expect(headersOf(head.response)).toEqual(headersOf(get.response))
    expect(head.response.body).toBeNull()
    expect([head.queue.signal.aborted, get.queue.signal.aborted]).toEqual([true, false])
    get.queue.fail()
  })
})

describe('an answer that may not be kept', () => {
  const answer = (length: number) => ({
    snapshotId: 's',
    key: 'k',
    mediaType: 'text/plain',
    filename: 'a.txt',
    headers: () => ({ link: '<?page=2>; rel="next"' }),
    body: () => new Uint8Array(length).fill(97),
  })
  const gzip = request({ headers: { 'accept-encoding': 'gzip' } })

  test('says so, with its own headers, policy and status', async () => {
    const caching = { cacheControl: 'public', vary: 'Accept', securityPolicy: "default-src 'none'" }
    const response = await sender.sendUncached(request(), answer(10), caching, 404)
    expect(response.status).toBe(404)
    expect(headersOf(response)).toMatchObject({
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="a.txt"',
      'content-security-policy': "default-src 'none'",
      'content-type': 'text/plain',
      link: '<?page=2>; rel="next"',
      vary: 'Accept, Accept-Encoding',
    })
    expect(response.headers.has('etag')).toBe(false)
    expect(await response.text()).toBe('a'.repeat(10))
    expect((await sender.sendUncached(request(), answer(10))).status).toBe(200)
  })

  test('is compressed where that is worth it', async () => {
    for (const [length, coding] of [
      [MIN_COMPRESSED_BYTES - 1, null],
      [MIN_COMPRESSED_BYTES, 'gzip'],
      [300_000, 'gzip'],
    ] as const) {
      const response = await sender.sendUncached(gzip, answer(length))
      expect([length, response.headers.get('content-encoding')]).toEqual([length, coding])
      const bytes = new Uint8Array(await response.arrayBuffer())
      expect((coding === null ? bytes : gunzipSync(bytes)).length).toBe(length)
    }
  })

  test('in pieces is sent as they are, or compressed as one', async () => {
    const pieces = Array.from({ length: 5 }, (_, i) => new Uint8Array(300_000).fill(97 + i))
    const whole = Buffer.concat(pieces)
    const plain = await sender.sendUncached(request({ headers: { 'accept-encoding': 'identity' } }), {
      ...answer(0),
      pieces,
    })
    expect(whole.equals(Buffer.from(await plain.arrayBuffer()))).toBe(true)
    const compressed = await sender.sendUncached(gzip, { ...answer(0), pieces })
    expect(whole.equals(gunzipSync(new Uint8Array(await compressed.arrayBuffer())))).toBe(true)
  })
})

test('an answer that is made while it is sent is not made for who has it by its date', async () => {
  let makings = 0
  const answer = {
    snapshotId: 's',
    key: 'k',
    mediaType: 'text/csv',
    *stream() {
      makings += 1
      yield Buffer.from('abc')
    },
    body: () => Buffer.from('abc'),
  }
  const current = { publishedAt: new Date('2026-01-02T00:00:00Z') }
  const ask = async (since: string) =>
    sender.send(request({ headers: { 'if-modified-since': since } }), current, answer)
  const held = await ask('Fri, 02 Jan 2026 00:00:00 GMT')
  expect([held.status, makings]).toEqual([304, 0])
  const older = await ask('Thu, 01 Jan 2026 23:59:59 GMT')
  expect([older.status, await older.text(), makings]).toEqual([200, 'abc', 1])
})
