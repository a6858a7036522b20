import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { byteLengthOf, type Pieces } from '../../../../src/core/pieces.ts'
import { createByteQueue } from '../../../../src/http/delivery/byte-queue.ts'
import type { Representation } from '../../../../src/http/representation/representation.ts'
import { isHeldByClient } from '../../../../src/http/response/conditions.ts'
import { requestedPart } from '../../../../src/http/response/partial.ts'
import { createSender } from '../../../../src/http/response/sender.ts'
import { readCommandLine } from '../../../../src/settings.ts'

const ask = (headers: Readonly<Record<string, string>>, method = 'GET') =>
  new Request('http://localhost/', { headers, method })

describe('a part of a body', () => {
  const headers = new Headers({ 'accept-ranges': 'bytes', etag: '"a"' })
  const whole = (body: Representation['body'], length: number): Representation => ({
    body,
    length,
    byteLength: length,
    headers,
  })
  const bytesOf = async (body: Representation['body']) =>
    Buffer.from(
      await new Response(
        body instanceof Blob || body instanceof Uint8Array ? body : new Blob([...body] as BlobPart[]),
      ).arrayBuffer(),
    )

  test('is what was asked for, whatever the body is made of', async () => {
    const lengths = fc.array(fc.nat(9), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.nat(40), fc.nat(40), async (sizes, from, more) => {
        let next = 0
        const pieces: Pieces = sizes.map((size) => Uint8Array.from({ length: size }, () => next++))
        const all = Buffer.concat([...pieces])
        fc.pre(from < all.length)
        const end = Math.min(all.length, from + more + 1)
        for (const body of [pieces, new Uint8Array(all), new Blob([all])]) {
          const part = requestedPart(ask({ range: `bytes=${from}-${from + more}` }), whole(body, byteLengthOf(pieces)))!
          expect((await bytesOf(part.body)).equals(all.subarray(from, end))).toBe(true)
          expect(part.length).toBe(end - from)
          expect(part.headers.get('content-range')).toBe(`bytes ${from}-${end - 1}/${all.length}`)
        }
      }),
    )
  })

  test('is the whole where the client holds part of another body, or there is nothing to be cut', () => {
    const body = whole(new Uint8Array(10), 10)
    expect(requestedPart(ask({ range: 'bytes=1-2', 'if-range': '"b"' }), body)).toBeUndefined()
    expect(requestedPart(ask({ range: 'bytes=1-2', 'if-range': '"a"' }), body)?.length).toBe(2)
    expect(requestedPart(ask({ range: 'bytes=1-2' }), { ...body, headers: new Headers() })).toBeUndefined()
    expect(() => requestedPart(ask({ range: 'bytes=10-' }), body)).toThrow('has 10 bytes')
  })
})

test('what was changed in the very second that the client names is held by it', () => {
  const headers = new Headers({ 'last-modified': 'Fri, 02 Jan 2026 00:00:05 GMT' })
  const since = (seconds: string) =>
    isHeldByClient(ask({ 'if-modified-since': `Fri, 02 Jan 2026 00:00:${seconds} GMT` }), headers)
  expect([since('04'), since('05'), since('06')]).toEqual([false, true, true])
})

test('HEAD of an answer that is still being made ends the making', () => {
  const sender = createSender({ settings: readCommandLine({}, []).settings, version: '1', observe: () => {} })
  const queue = createByteQueue(100)
  const response = sender.sendQueue(ask({}, 'HEAD'), queue, { mediaType: 'text/csv' })
  expect(response.body).toBeNull()
  expect(response.headers.get('content-type')).toBe('text/csv')
  expect(queue.signal.aborted).toBe(true)
})
