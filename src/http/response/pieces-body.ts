import type { Pieces } from '../../core/pieces.ts'
import { plainBytes } from '../representation/plain-bytes.ts'

/**
 * A body of what came in pieces. Several are handed out one by one, as fast as the client takes them, and never copied as
 * a whole, as they would be for any other kind of body; Bun sends such a one in chunks, without a Content-Length.
 */
export function piecesBody(pieces: Pieces): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) return plainBytes(first)
  let next = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[next++]
        if (piece === undefined) return controller.close()
        controller.enqueue(piece)
        // A client that reads as fast as we write would have all of them before anyone else has a turn.
        return new Promise<void>((resolve) => setImmediate(resolve))
      },
    },
    // Nothing is handed out before the client has room for it.
    { highWaterMark: 0 },
  )
}
