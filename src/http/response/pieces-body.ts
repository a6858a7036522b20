import type { Pieces } from '../../core/pieces.ts'
import { plainBytes } from '../representation/plain-bytes.ts'

/**
 * A body of what came in pieces. Several are handed out one by one, as fast as the client takes them, and never copied as
 * a whole, as they would be for any other kind of body; Bun sends such a one in chunks, without a Content-Length.
 */
export function piecesBody(pieces: Pieces): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) return plainBytes(first)
  return streamedBody(pieces)
}

/** A body that is handed out piece by piece, as fast as the client takes it; a piece is asked for when it is wanted. */
export function streamedBody(pieces: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { value, done } = iterator.next()
        if (done === true) return controller.close()
        controller.enqueue(value)
        // A client that reads as fast as we write would have all of them before anyone else has a turn.
        return new Promise<void>((resolve) => setImmediate(resolve))
      },
      cancel() {
        iterator.return?.()
      },
    },
    // Nothing is handed out before the client has room for it.
    { highWaterMark: 0 },
  )
}
