import type { Pieces } from '../../core/pieces.ts'
import type { SqlStream } from '../../core/ports.ts'

/** Maximum number of waiting bytes before writing pauses, not counting those from before the response was passed on. */
export const QUEUE_BYTES = 4 * 1_048_576

/** Bytes between a query that produces them and a client that reads them. */
export interface ByteQueue {
  /** The stream that the query writes to. */
  readonly stream: SqlStream
  /** Resolves when the first bytes have arrived. */
  readonly begun: Promise<void>
  readonly hasBegun: boolean
  /** The bytes that have arrived and have not been read; all of them until reading begins. */
  readonly waiting: Pieces
  /** Aborted when the reader is gone. */
  readonly signal: AbortSignal
  /** The last bytes have arrived. */
  end(pieces: Pieces): void
  /** No more bytes follow, and the response is incomplete. */
  fail(): void
  /** The response will not be read. */
  leave(): void
  /** Reads piece by piece; throws if the response fails. */
  read(): AsyncIterable<Uint8Array, undefined>
  /** True while the reader waits for the query. */
  readonly isDry: boolean
}

/** A queue for a response of at least `fromBytes`; shorter ones are not queued. */
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

/** Thrown if the rest of a partly sent response cannot be produced. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost'
}
