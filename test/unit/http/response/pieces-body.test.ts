import { expect, test } from 'bun:test'
import { piecesBody } from '../../../../src/http/response/pieces-body.ts'

const PIECES = Array.from({ length: 40 }, (_, i) => new Uint8Array(100).fill(i))

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const body = piecesBody(pieces)
  if (body instanceof Uint8Array) throw new Error('one run of bytes')
  return body
}

test('pieces are handed out as they are, in their order, and no sooner than they are asked for', async () => {
  const taken: number[] = []
  const watched = new Proxy(PIECES, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^[1-9]/.test(key)) taken.push(Number(key))
      return Reflect.get(target, key, receiver)
    },
  })
  const reader = streamOf(watched).getReader()
  for (const [i, piece] of PIECES.entries()) {
    expect((await reader.read()).value).toBe(piece)
    expect(taken).toEqual(Array.from({ length: i }, (_, k) => k + 1))
  }
  expect((await reader.read()).done).toBe(true)
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

test('one piece is a body whose length is known', () => {
  expect(piecesBody([PIECES[7]!])).toBe(PIECES[7]! as Uint8Array<ArrayBuffer>)
})
