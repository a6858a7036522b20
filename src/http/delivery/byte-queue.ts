import type { Pieces } from '../../core/pieces.ts'
import type { SqlStream } from '../../core/ports.ts'

/** Bytes that wait at most, beside those from before the answer was handed over, before no more are taken. */
export const QUEUE_BYTES = 4 * 1_048_576

/** Bytes between a query that makes them and a client that reads them. */
export interface ByteQueue {
  /** Where the query writes. */
  readonly stream: SqlStream
  /** Settles when the first bytes have come. */
  readonly begun: Promise<void>
  readonly hasBegun: boolean
  /** The bytes that have come and that nobody has read: until the first are read, all of them. */
  readonly waiting: Pieces
  /** Aborted when nobody reads any more. */
  readonly signal: AbortSignal
  /** The last bytes have come. */
  end(pieces: Pieces): void
  /** No more will come, and the answer is not whole. */
  fail(): void
  /** Nobody is going to read it. */
  leave(): void
  /** Reads piece by piece; a failure ends it with an error. */
  read(): AsyncIterable<Uint8Array, undefined>
  /** True while whoever reads waits for the query. */
  readonly isDry: boolean
}

/** A queue for an answer of at least `fromBytes`: a shorter one never gets here. */
export function createByteQueue(fromBytes: number): ByteQueue {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let state: 'open' | 'ended' | 'failed' | 'left' = 'open'
  let hasBegun = false
  let isDry = false
  const begun = Promise.withResolvers<void>()
  const left = new AbortController()
  let room: PromiseWithResolvers<void> | undefined
  let more: PromiseWithResolvers<void> | undefined

  const add = (next: Pieces): void => {
    pieces.push(...next)
    for (const { length } of next) bytes += length
  }
  const wake = (): void => {
    more?.resolve()
    more = undefined
  }
  const makeRoom = (): void => {
    room?.resolve()
    room = undefined
  }

  const leave = (): void => {
    if (state === 'open') state = 'left'
    pieces = []
    bytes = 0
    makeRoom()
    wake()
    left.abort()
  }
  const reader: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      while (pieces.length === 0 && state === 'open') {
        isDry = true
        more ??= Promise.withResolvers<void>()
        await more.promise
        isDry = false
      }
      if (state === 'failed') throw new AnswerLost()
      const value = pieces.shift()
      if (value === undefined) return { done: true, value }
      bytes -= value.length
      if (bytes <= QUEUE_BYTES) makeRoom()
      return { done: false, value }
    },
    async return() {
      leave()
      return { done: true, value: undefined }
    },
  }

  return {
    stream: {
      fromBytes,
      write(next) {
        if (state !== 'open') return undefined
        add(next)
        hasBegun = true
        begun.resolve()
        wake()
        if (bytes <= QUEUE_BYTES) return undefined
        room ??= Promise.withResolvers<void>()
        return room.promise
      },
    },
    begun: begun.promise,
    get hasBegun() {
      return hasBegun
    },
    get waiting() {
      return pieces
    },
    get isDry() {
      return isDry
    },
    signal: left.signal,
    end(next) {
      if (state !== 'open') return
      add(next)
      state = 'ended'
      wake()
    },
    leave,
    fail() {
      if (state === 'open') state = 'failed'
      makeRoom()
      wake()
    },
    read: () => ({ [Symbol.asyncIterator]: () => reader }),
  }
}

/** An answer whose beginning is sent cannot be finished. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost'
}
