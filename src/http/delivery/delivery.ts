import { dropMemory } from '../../core/dropped-memory.ts'
import { byteLengthOf, type Pieces } from '../../core/pieces.ts'
import { MIN_LONG_BODY_BYTES, type Representation } from '../representation/representation.ts'
import { type ByteQueue, QUEUE_BYTES } from './byte-queue.ts'
import { createPendingBytes, type Held, type Sending } from './pending-bytes.ts'
import { lettingGo, pieceStream } from './piece-stream.ts'
import { createSlowReaders, type SlowReaders } from './slow-readers.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { type Connections, createWholeBodies } from './whole-bodies.ts'

export interface DeliveryOptions {
  /** Bytes that may be on their way to clients. */
  readonly maxBytes: number
  /** Who sends a request: the same text for all requests of one client. */
  readonly clientOf: (request: Request) => string
  /** Without it, bodies that are sent in one do not count. */
  readonly connections?: Connections
  /** Where what is sent is counted; by default nobody reads it. */
  readonly traffic?: Traffic
  /**
   * Told of a client that takes an answer too slowly, which is cut short now, and how many bytes it took: undefined of a
   * body that was sent in one.
   */
  readonly onCut?: (request: Request, client: string, taken: number | undefined) => void
  /** Watches those who read; by default it looks by itself. */
  readonly slowReaders?: SlowReaders
  /** Told of a body so long that a slow client may take minutes to read it. */
  readonly onLongBody?: (request: Request) => void
}

/** Hands representations to clients. */
export interface Delivery {
  /**
   * The response that carries a representation. Throws `too_much_unread` for a long one where too much is on its way
   * already; short ones are always sent, since the system takes them at once.
   */
  deliver(
    request: Request,
    representation: Pick<Representation, 'body' | 'length' | 'headers'>,
    status?: number,
  ): Response
  /** The response that carries what is made while it is sent, of which little is in memory at a time. */
  deliverStream(request: Request, pieces: Iterable<Uint8Array>, headers: Headers): Response
  /** The response that carries what comes while it is sent. Throws `too_much_unread` as `deliver` does. */
  deliverQueue(request: Request, queue: ByteQueue, headers: Headers): Response
  /** Bytes that one more answer to this client may have; never less than a short answer has. */
  roomFor(request: Request): number
}

/** What counts for an answer that is made while it is sent: a piece or two. */
const STREAM_BYTES = 1_048_576

/** What is to be known of a body that is handed out piece by piece. */
interface Watching {
  readonly onEnd?: () => void
  /** Told of the bytes that the client has taken. */
  readonly onSent?: (bytes: number) => void
  /** True while there is nothing for the client to take. */
  readonly isDry?: () => boolean
}

/** The pieces as they are, counted as sent one by one. */
function* counted(traffic: Traffic, pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const piece of pieces) {
    traffic.sentBytes += piece.byteLength
    yield piece
  }
}

export function createDelivery({
  maxBytes,
  clientOf,
  connections,
  traffic = createTraffic(),
  onLongBody,
  onCut,
  slowReaders = createSlowReaders(),
}: DeliveryOptions): Delivery {
  const pending = createPendingBytes(maxBytes, traffic)
  const wholes =
    connections === undefined
      ? undefined
      : createWholeBodies(pending, connections, (request, client) => onCut?.(request, client, undefined))

  function begin(request: Request, parts: readonly Held[], length: number): Sending {
    try {
      return pending.begin(clientOf(request), parts)
    } catch (refusal) {
      dropMemory(length)
      throw refusal
    }
  }

  /** A body whose pieces count as taken one by one, and which is cut where they are taken too slowly. */
  function watchedBody(
    request: Request,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array, undefined>,
    sending: Sending,
    { onEnd, onSent, isDry }: Watching = {},
  ): ReadableStream<Uint8Array> {
    let taken = 0
    const { body, cut } = pieceStream(pieces, {
      onTaken(piece) {
        taken += piece.byteLength
        onSent?.(piece.byteLength)
        sending.release(piece)
      },
      onEnd() {
        sending.end()
        unwatch()
        onEnd?.()
      },
    })
    const unwatch = slowReaders.watch({
      get taken() {
        return taken
      },
      get isDry() {
        return isDry?.() ?? false
      },
      cut() {
        onCut?.(request, clientOf(request), taken)
        cut()
      },
    })
    // Nobody tells a body that is never asked for anything.
    if (request.signal.aborted) cut()
    else request.signal.addEventListener('abort', cut, { once: true })
    return body
  }

  function bodyInPieces(request: Request, pieces: Pieces, length: number): ReadableStream<Uint8Array> {
    const parts = pieces.map((piece) => ({ memory: piece, bytes: piece.byteLength }))
    return watchedBody(request, lettingGo(pieces), begin(request, parts, length), {
      onEnd: () => dropMemory(length),
    })
  }

  return {
    roomFor: (request) => Math.max(MIN_LONG_BODY_BYTES - 1, pending.roomFor(clientOf(request))),
    deliver(request, { body, length, headers }, status = 200) {
      const isLong = length >= MIN_LONG_BODY_BYTES
      if (isLong) onLongBody?.(request)
      const isWhole = body instanceof Uint8Array || body instanceof Blob
      if (isLong && isWhole) wholes?.begin(request, clientOf(request), body, length)
      const sent = isWhole ? body : bodyInPieces(request, body, length)
      traffic.sentBytes += length
      return new Response(sent, { status, headers })
    },
    deliverStream(request, pieces, headers) {
      onLongBody?.(request)
      const sending = begin(request, [{ memory: {}, bytes: STREAM_BYTES }], 0)
      return new Response(watchedBody(request, counted(traffic, pieces), sending), { headers })
    },
    deliverQueue(request, queue, headers) {
      onLongBody?.(request)
      const first = queue.waiting.map((piece) => ({ memory: piece, bytes: piece.byteLength }))
      const sending = begin(request, [...first, { memory: queue, bytes: QUEUE_BYTES }], byteLengthOf(queue.waiting))
      const body = watchedBody(request, queue.read(), sending, {
        onSent: (bytes) => {
          traffic.sentBytes += bytes
        },
        isDry: () => queue.isDry,
      })
      return new Response(body, { headers })
    },
  }
}
