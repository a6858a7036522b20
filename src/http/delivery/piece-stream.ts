import type { Pieces } from '../../core/pieces.ts'
import { AnswerLost } from './byte-queue.ts'

function* takenFrom(left: (Uint8Array | undefined)[]): Generator<Uint8Array> {
  for (let i = 0; i < left.length; i += 1) {
    const piece = left[i]!
    left[i] = undefined
    yield piece
  }
}

/** The same pieces, each let go when it is handed out: a generator keeps its own parameter, which is a copy of the list. */
export function lettingGo(pieces: Pieces): Iterable<Uint8Array> {
  return takenFrom([...pieces])
}

/** Told how a body is read. */
export interface PieceListener {
  /** The client has taken this piece: another one was asked for, or the end. */
  onTaken(piece: Uint8Array): void
  /** It is over: read to its end, given up by the client, or cut. Comes once. */
  onEnd(): void
}

/** A body that is handed out piece by piece. */
export interface PieceStream {
  readonly body: ReadableStream<Uint8Array>
  /** Ends it in the middle, so that the client sees that something is missing. */
  cut(): void
}

/**
 * A body of pieces that are handed out one by one, as fast as the client takes them, and never copied as a whole, as they
 * would be for any other kind of body; Bun sends such a one in chunks, without a Content-Length. It asks for the next piece
 * when the system has taken the one before (measured: it asks for 3 or 4 MiB of a client that reads nothing, which is what
 * the system keeps for a connection).
 */
export function pieceStream(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array, undefined>,
  listener: PieceListener,
): PieceStream {
  const iterator = Symbol.iterator in pieces ? pieces[Symbol.iterator]() : pieces[Symbol.asyncIterator]()
  let underWay: Uint8Array | undefined
  let isOver = false
  let source: ReadableStreamDefaultController<Uint8Array> | undefined

  const end = (): void => {
    if (isOver) return
    isOver = true
    underWay = undefined
    void iterator.return?.()
    listener.onEnd()
  }
  const cut = (): void => {
    if (isOver) return
    end()
    // With an error, Bun would print it; without one it ends the connection alike, without the mark of a complete body.
    source?.error()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source = controller
      },
      async pull(controller) {
        if (underWay !== undefined) listener.onTaken(underWay)
        underWay = undefined
        let next: IteratorResult<Uint8Array, unknown>
        try {
          const step = iterator.next()
          next = step instanceof Promise ? await step : step
        } catch (error) {
          if (!(error instanceof AnswerLost)) throw error
          return cut()
        }
        if (isOver) return
        if (next.done === true) {
          end()
          return controller.close()
        }
        underWay = next.value
        controller.enqueue(next.value)
        // A client that reads as fast as we write would have all of them before anyone else has a turn.
        await new Promise<void>((resolve) => setImmediate(resolve))
      },
      cancel: end,
    },
    // Nothing is handed out before the client has room for it.
    { highWaterMark: 0 },
  )
  return { body, cut }
}
