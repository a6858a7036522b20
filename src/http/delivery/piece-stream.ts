import type { Pieces } from '../../core/pieces.ts'
import { AnswerLost } from './byte-queue.ts'

function* takenFrom(left: (Uint8Array | undefined)[]): Generator<Uint8Array> {
  for (let i = 0; i < left.length; i += 1) {
    const piece = left[i]!
    left[i] = undefined
    yield piece
  }
}

/** The same pieces, each released when it is yielded: a generator retains its parameter, so it gets a copy of the list. */
export function lettingGo(pieces: Pieces): Iterable<Uint8Array> {
  return takenFrom([...pieces])
}

/** Callbacks for the reading of a body. */
export interface PieceListener {
  /** The client has read this piece: the next one, or the end, was requested. */
  onTaken(piece: Uint8Array): void
  /** The body was read to its end, canceled by the client, or cut. Called once. */
  onEnd(): void
}

/** A body that is sent piece by piece. */
export interface PieceStream {
  readonly body: ReadableStream<Uint8Array>
  /** Ends the body prematurely, so that the client sees that it is incomplete. */
  cut(): void
}

/**
 * A body of pieces that are sent one by one, as fast as the client reads, and never copied as a whole, as any other
 * kind of body would be. Bun sends such a body in chunks, without a Content-Length. It requests the next piece when the
 * system has accepted the last one (measured: it requests 3 or 4 MiB for a client that reads nothing, which is what the
 * system buffers for a connection). By then Bun has sent or copied the last one, so the next one can use the same memory.
 */
export function pieceStream(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array, undefined>,
  listener: PieceListener,
): PieceStream {
  const iterator = Symbol.iterator in pieces ? pieces[Symbol.iterator]() : pieces[Symbol.asyncIterator]()
  let inProgress: Uint8Array | undefined
  let isOver = false
  let source: ReadableStreamDefaultController<Uint8Array> | undefined

  const end = (): void => {
    if (isOver) return
    isOver = true
    inProgress = undefined
    void iterator.return?.()
    listener.onEnd()
  }
  const cut = (): void => {
    if (isOver) return
    end()
    // Bun would print an error passed here; without one it closes the connection as well, without marking the body as
    // complete.
    source?.error()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        source = controller
      },
      async pull(controller) {
        if (inProgress !== undefined) listener.onTaken(inProgress)
        inProgress = undefined
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
        inProgress = next.value
        controller.enqueue(next.value)
        // Otherwise a client that reads as fast as data are written would get all pieces before other requests get a turn.
        await new Promise<void>((resolve) => setImmediate(resolve))
      },
      cancel: end,
    },
    // Sends nothing before the client has room for it.
    { highWaterMark: 0 },
  )
  return { body, cut }
}
