import { expect, test } from 'bun:test'
import { lettingGo, pieceStream } from '../../../../src/http/delivery/piece-stream.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const PIECES = Array.from({ length: 40 }, (_, i) => new Uint8Array(100).fill(i))

const NOBODY = { onTaken: () => {}, onEnd: () => {} }
const streamOf = (pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> => pieceStream(pieces, NOBODY).body

test('pieces are handed out as they are, in their order, and each is taken when the next is asked for', async () => {
  const taken: Uint8Array[] = []
  let ends = 0
  const { body } = pieceStream(PIECES, { onTaken: (piece) => taken.push(piece), onEnd: () => (ends += 1) })
  const reader = body.getReader()
  for (const [i, piece] of PIECES.entries()) {
    expect((await reader.read()).value).toBe(piece)
    expect(taken).toEqual(PIECES.slice(0, i))
  }
  expect(ends).toBe(0)
  expect((await reader.read()).done).toBe(true)
  expect([taken.length, ends]).toEqual([PIECES.length, 1])
})

test('a client that gives up ends it, and so does a cut, which the client notices', async () => {
  for (const leave of ['cancel', 'cut'] as const) {
    let ends = 0
    const stream = pieceStream(PIECES, { ...NOBODY, onEnd: () => (ends += 1) })
    const reader = stream.body.getReader()
    await reader.read()
    if (leave === 'cancel') await reader.cancel()
    else {
      stream.cut()
      await expect(reader.read()).rejects.toBeUndefined()
    }
    stream.cut()
    expect(ends).toBe(1)
  }
})

test('a piece that was taken is let go', async () => {
  let collected = 0
  const registry = new FinalizationRegistry(() => {
    collected += 1
  })
  const pieces = (): readonly Uint8Array[] =>
    Array.from({ length: 20 }, () => {
      const piece = new Uint8Array(1_000_000)
      registry.register(piece, undefined)
      return piece
    })
  const reader = streamOf(lettingGo(pieces())).getReader()
  for (let i = 0; i < 15; i += 1) await reader.read()
  await waitFor('most of what was read to be collected', () => {
    Bun.gc(true)
    return collected >= 10 ? true : undefined
  })
  expect((await reader.read()).value).toHaveLength(1_000_000)
})

test('others have a turn between two pieces, however fast the client takes them', async () => {
  let turns = 0
  let isOver = false
  const takeTurn = (): void => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  for await (const _ of streamOf(PIECES)) void _
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(PIECES.length - 1)
})
