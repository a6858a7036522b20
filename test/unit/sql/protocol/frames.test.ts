import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { joined } from '../../../../src/core/pieces.ts'
import { encodeFrame, FRAME, type Frame, FrameReader } from '../../../../src/sql/protocol/frames.ts'

test('frames arrive whole and in order however the stream is cut', () => {
  const message = fc.record({ text: fc.string(), body: fc.uint8Array({ maxLength: 300 }) })
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (messages, cuts) => {
        const stream = Buffer.concat(messages.flatMap(({ text, body }) => encodeFrame(FRAME.result, { text }, body)))
        const reader = new FrameReader(10_000)
        const frames: Frame[] = []
        for (let at = 0, i = 0; at < stream.length; i++) {
          const cut = cuts[i % cuts.length]!
          frames.push(...reader.push(Buffer.from(stream.subarray(at, at + cut))))
          at += cut
        }
        expect(frames.map(({ payload, body }) => [payload, [...joined(body)]])).toEqual(
          messages.map(({ text, body }) => [{ text }, [...body]]),
        )
        for (const { kind } of frames) expect(kind).toBe(FRAME.result)
      },
    ),
  )
})

test('a frame longer than allowed is refused before it is read', () => {
  const [frame] = encodeFrame(FRAME.query, { sql: 'x'.repeat(1000) })
  expect(() => new FrameReader(100).push(frame!.subarray(0, 4))).toThrow('a frame of')
})

test('the body of a frame is made of views of what came, not of copies', () => {
  const stream = Buffer.concat(encodeFrame(FRAME.piece, {}, new Uint8Array(1000).fill(7)))
  const [head, tail] = [Buffer.from(stream.subarray(0, 600)), Buffer.from(stream.subarray(600))]
  const reader = new FrameReader(10_000)
  expect(reader.push(head)).toEqual([])
  const [frame] = reader.push(tail)
  expect(frame!.body.map(({ buffer }) => buffer)).toEqual([head.buffer, tail.buffer])
  expect([...joined(frame!.body)]).toEqual(Array.from({ length: 1000 }, () => 7))
})

test('a short frame is sent in one piece, and a long body without a copy', () => {
  expect(encodeFrame(FRAME.ready, {})).toHaveLength(1)
  expect(encodeFrame(FRAME.result, {}, new Uint8Array(100))).toHaveLength(1)
  const long = new Uint8Array(100_000).fill(7)
  const pieces = encodeFrame(FRAME.piece, { a: 1 }, long)
  expect(pieces[1]).toBe(long)
  const reader = new FrameReader(200_000)
  const [frame] = pieces.flatMap((piece) => reader.push(piece))
  expect(frame!.payload).toEqual({ a: 1 })
  expect(Buffer.from(joined(frame!.body)).equals(long)).toBe(true)
})

test('a frame of the greatest length is taken, and one byte more is not', () => {
  const stream = Buffer.concat(encodeFrame(FRAME.query, { sql: 'x'.repeat(1000) }))
  const length = stream.readUInt32LE(0)
  expect(new FrameReader(length).push(stream)).toHaveLength(1)
  expect(() => new FrameReader(length - 1).push(stream)).toThrow(`a frame of ${length} bytes`)
})
