import type { ErrorCode, ErrorHelp } from '../../core/errors.ts'
import { joined } from '../../core/pieces.ts'
import type { SqlQuery } from '../../core/ports.ts'

/**
 * What the server and an engine process say to each other over pipes. A frame is a little-endian u32 length of the rest,
 * one byte kind, and the payload: JSON, and behind it bytes. A long answer comes in pieces, before the frame that says how
 * it ended.
 */
export const FRAME = { query: 1, ready: 2, piece: 3, result: 4, refusal: 5, explanation: 6, failure: 7 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]

/**
 * The number of this way to speak: one more with every change to a frame, its payload or its order. A server whose files
 * are replaced while it runs starts processes of the new files. `ready` says the number, so it alone must stay what it is.
 */
export const PROTOCOL = 5

const FRAME_HEAD_BYTES = 5
const NOTHING = new Uint8Array()

/**
 * Below whatever answers pages, with a tenth of its share where both want the processor: starved, a spare would not get
 * ready.
 */
export const NICENESS = 10

/** Payload of `query`. */
export interface QueryFrame extends Pick<SqlQuery, 'format' | 'vo' | 'facts'> {
  readonly sql: string
  readonly maxRows: number
  readonly maxBytes: number
}

/**
 * Payload of `result`; behind it the last bytes of the answer. A `piece` has an empty payload and bytes that come
 * before them.
 */
export interface ResultFrame {
  readonly rows: number
  readonly truncated: boolean
  readonly isDeterministic: boolean
  /** What comes before the first piece, where the rows had to be known for it; else empty. */
  readonly head: string
  readonly health: EngineHealth
}

/** Payload of `refusal`: a public error. With `hasMore`, an `explanation` follows. */
export interface RefusalFrame {
  readonly code: ErrorCode
  readonly message: string
  readonly help: ErrorHelp
  readonly hasMore: boolean
  readonly health: EngineHealth
}

/** Payload of `explanation`: what replaces the refusal's words, if anything does. */
export interface ExplanationFrame {
  readonly message?: string
  readonly help?: ErrorHelp
}

/** Payload of `failure`: text for the log, never for a client. The process ends after it. */
export interface FailureFrame {
  readonly message: string
}

/** Payload of `ready`, the first frame of a process. */
export interface ReadyFrame {
  readonly protocol: number
  /** True where the system ends the process with the server, also while it is stopped: only then may it be stopped. */
  readonly endsWithServer: boolean
}

/** How grown an engine process is. */
export interface EngineHealth {
  /** Size of the WebAssembly memory, which never shrinks. */
  readonly wasmBytes: number
}

/**
 * Up to here it pays to copy a body behind its head: a reader that wakes once for both has a small answer an eighth
 * sooner.
 */
const SHORT_BODY_BYTES = 16 * 1024

/**
 * A frame as one run of bytes, or as two, the second of them a long `body` itself: to copy that into fresh memory takes
 * longer than to read and write its rows. A u32 length precedes the JSON.
 */
export function encodeFrame(kind: FrameKind, payload: object, body: Uint8Array = NOTHING): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(payload))
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES + 4)
  head.writeUInt32LE(1 + 4 + json.length + body.length, 0)
  head.writeUInt8(kind, 4)
  head.writeUInt32LE(json.length, 5)
  if (body.length <= SHORT_BODY_BYTES) return [Buffer.concat([head, json, body])]
  return [Buffer.concat([head, json]), body]
}

/** A frame as it arrived. */
export interface Frame {
  readonly kind: number
  /** Parsed JSON; the sender is our own code. */
  readonly payload: unknown
  /** What follows the JSON: views of the pieces that came. */
  readonly body: readonly Uint8Array[]
}

/** Puts frames together from pieces of a stream, which must not be written again. A frame longer than `maxBytes` throws. */
export class FrameReader {
  private readonly head = Buffer.allocUnsafe(4)
  private headBytes = 0
  private parts: Uint8Array[] = []
  /** Bytes of the frame that are still to come. */
  private missing = 0

  constructor(private readonly maxBytes: number) {}

  /** Takes a piece and gives the frames that it completes. */
  push(piece: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let from = 0
    while (from < piece.length) {
      if (this.headBytes < 4) {
        this.head[this.headBytes++] = piece[from++]!
        if (this.headBytes === 4) this.begin(this.head.readUInt32LE(0))
        continue
      }
      const part = piece.subarray(from, from + this.missing)
      this.parts.push(part)
      this.missing -= part.length
      from += part.length
      if (this.missing === 0) frames.push(this.finish())
    }
    return frames
  }

  private begin(length: number): void {
    if (length > this.maxBytes) throw new Error(`a frame of ${length} bytes`)
    this.missing = length
  }

  private finish(): Frame {
    const { parts } = this
    this.parts = []
    this.headBytes = 0
    const [first, ...rest] = holdsJson(parts[0]!) ? parts : [joined(parts)]
    const bytes = Buffer.from(first!.buffer, first!.byteOffset, first!.length)
    const end = 5 + bytes.readUInt32LE(1)
    return {
      kind: bytes.readUInt8(0),
      payload: JSON.parse(bytes.toString('utf8', 5, end)),
      body: [bytes.subarray(end), ...rest],
    }
  }
}

/** True where a frame's first part goes beyond its JSON, as nearly all do. */
function holdsJson(part: Uint8Array): boolean {
  return part.length >= 5 && part.length >= 5 + new DataView(part.buffer, part.byteOffset).getUint32(1, true)
}
