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
  /** Maximum number of bytes in transit to clients. */
  readonly maxBytes: number
  /** Identifies the client of a request: the same text for all requests of one client. */
  readonly clientOf: (request: Request) => string
  /** If absent, bodies sent in one piece are not counted. */
  readonly connections?: Connections
  /** Counters of the sent bytes; by default private. */
  readonly traffic?: Traffic
  /**
   * Called when a client's response is cut because the client reads too slowly, with the number of bytes that it read:
   * undefined for a body that was sent in one piece.
   */
  readonly onCut?: (request: Request, client: string, taken: number | undefined) => void
  /** Watches slow readers; by default one that checks periodically by itself. */
  readonly slowReaders?: SlowReaders
  /** Called for a body so long that a slow client may take minutes to read it. */
  readonly onLongBody?: (request: Request) => void
}

/** Delivers representations to clients. */
export interface Delivery {
  /**
   * The response for a representation. Throws `too_much_unread` for a long one if too many bytes are in transit; short
   * ones are always sent, since the system buffers them at once.
   */
  deliver(
    request: Request,
    representation: Pick<Representation, 'body' | 'length' | 'headers'>,
    status?: number,
  ): Response
  /** The response for a body that is generated while it is sent, so that little of it is in memory at a time. */
  deliverStream(request: Request, pieces: Iterable<Uint8Array>, headers: Headers): Response
  /** The response for a body that arrives while it is sent. Throws `too_much_unread` as `deliver` does. */
  deliverQueue(request: Request, queue: ByteQueue, headers: Headers): Response
  /** Bytes available for another response to this client; at least the length of a short response. */
  roomFor(request: Request): number
}

/** Size counted for a response that is generated while it is sent: a piece or two. */
const STREAM_BYTES = 1_048_576

/** Callbacks for a body that is sent piece by piece. */
interface Watching {
  readonly onEnd?: () => void
  /** Called with the number of bytes that the client has read. */
  readonly onSent?: (bytes: number) => void
  /** True while no bytes are available for the client. */
  readonly isDry?: () => boolean
}

/** The unchanged pieces, each counted when it is sent. */
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

  /** A body whose pieces are released as they are read, and which is cut if they are read too slowly. */
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
    // A body that is never read gets no cancel event.
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
