import { expect, test } from 'bun:test'
import { AnswerLost, createByteQueue, QUEUE_BYTES } from '../../../../src/http/delivery/byte-queue.ts'
import { pieceStream } from '../../../../src/http/delivery/piece-stream.ts'
import { createSlowReaders, READING_WINDOW_MS } from '../../../../src/http/delivery/slow-readers.ts'

const piece = (text: string): Uint8Array => Buffer.from(text)

test('what is written is read in its order, up to the end', async () => {
  const queue = createByteQueue(1)
  const text = new Response(pieceStream(queue.read(), { onTaken: () => {}, onEnd: () => {} }).body).text()
  queue.stream.write([piece('a'), piece('b')])
  await Bun.sleep(1)
  queue.stream.write([piece('c')])
  queue.end([piece('d')])
  expect(await text).toBe('abcd')
})

test('whoever writes waits as soon as too much waits to be read', async () => {
  const queue = createByteQueue(1)
  expect(queue.stream.write([new Uint8Array(QUEUE_BYTES)])).toBeUndefined()
  let hasRoom = false
  const room = queue.stream.write([new Uint8Array(1)])!.then(() => {
    hasRoom = true
  })
  await Bun.sleep(1)
  expect(hasRoom).toBe(false)
  await queue.read()[Symbol.asyncIterator]().next()
  await room
  expect(hasRoom).toBe(true)
})

test('a failure shows to the reader, not to the writer who waits', async () => {
  const queue = createByteQueue(1)
  const room = queue.stream.write([new Uint8Array(QUEUE_BYTES + 1)])
  queue.fail()
  await room
  await expect(queue.read()[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(AnswerLost)
})

test('a reader that waits hears at once of the end, and of a failure', async () => {
  for (const how of ['end', 'fail'] as const) {
    const queue = createByteQueue(1)
    const next = queue.read()[Symbol.asyncIterator]().next()
    expect(queue.isDry).toBe(true)
    if (how === 'end') queue.end([])
    else queue.fail()
    const heard = next.then(
      ({ done }) => (done === true ? 'end' : 'more'),
      (error) => (error instanceof AnswerLost ? 'fail' : 'another error'),
    )
    expect(await Promise.race([heard, Bun.sleep(5_000).then(() => 'nothing')])).toBe(how)
  }
})

test('what ends after its failure, or after its reader has left, is not whole, and is not kept', async () => {
  const failed = createByteQueue(1)
  failed.stream.write([piece('a')])
  failed.fail()
  failed.end([piece('b')])
  await expect(failed.read()[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(AnswerLost)
  const left = createByteQueue(1)
  left.stream.write([piece('a')])
  left.leave()
  left.end([piece('b')])
  left.fail()
  expect(left.waiting).toEqual([])
  expect(left.stream.write([piece('c')])).toBeUndefined()
  expect(left.waiting).toEqual([])
  const ended = createByteQueue(1)
  ended.end([piece('a')])
  ended.fail()
  ended.end([piece('b')])
  expect(ended.waiting).toEqual([piece('a')])
})

test('a writer that waits for room waits no longer when its reader leaves', async () => {
  const queue = createByteQueue(1)
  const room = queue.stream.write([new Uint8Array(QUEUE_BYTES + 1)])
  queue.leave()
  expect(await Promise.race([room!.then(() => 'room'), Bun.sleep(5_000).then(() => 'none')])).toBe('room')
  expect(queue.signal.aborted).toBe(true)
  expect(queue.waiting).toEqual([])
})

test('a reader that leaves while nothing comes tells at once', async () => {
  const queue = createByteQueue(1)
  const { body } = pieceStream(queue.read(), { onTaken: () => {}, onEnd: () => {} })
  const reader = body.getReader()
  const next = reader.read()
  await Bun.sleep(1)
  expect(queue.isDry).toBe(true)
  await reader.cancel()
  expect(queue.signal.aborted).toBe(true)
  expect((await next).done).toBe(true)
  expect(queue.stream.write([piece('too late')])).toBeUndefined()
})

test('a client that waits for the query is not slow', () => {
  const readers = createSlowReaders(() => 0)
  let cuts = 0
  let isDry = true
  const unwatch = readers.watch({
    taken: 0,
    get isDry() {
      return isDry
    },
    cut: () => (cuts += 1),
  })
  readers.look(READING_WINDOW_MS)
  readers.look(2 * READING_WINDOW_MS)
  isDry = false
  readers.look(3 * READING_WINDOW_MS - 1)
  expect(cuts).toBe(0)
  readers.look(3 * READING_WINDOW_MS)
  expect(cuts).toBe(1)
  unwatch()
})
