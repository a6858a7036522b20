import type { ErrorCode, ErrorHelp } from '../../core/errors.ts'
import { joined } from '../../core/pieces.ts'
import type { SqlQuery } from '../../core/ports.ts'

/**
 * Protocol between the server and an engine process over a socket. A frame is a little-endian u32 length of the rest, one byte kind,
 * and the payload: JSON, followed by bytes. A long answer comes in pieces, before the frame that reports its outcome.
 */
export const FRAME = { query: 1, ready: 2, piece: 3, result: 4, refusal: 5, explanation: 6, failure: 7 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]

/**
 * Protocol version; increase it with every change to a frame, its payload or its order. A server whose files are replaced while
 * it runs starts processes from the new files. `ready` contains the version, so that frame alone must never change.
 */
export const PROTOCOL = 6

/** The file descriptor of the socket in the engine process. */
export const SOCKET_FD = 3

const FRAME_HEAD_BYTES = 5
const NOTHING = new Uint8Array()

/**
 * Lower priority than the processes that serve pages, with a tenth of their share if both need the processor: with less, an idle
 * process would not get ready.
 */
export const NICENESS = 10

/** Payload of `query`. */
export interface QueryFrame extends Pick<SqlQuery, 'format' | 'vo' | 'facts'> {
  readonly sql: string
  readonly maxRows: number
  readonly maxBytes: number
}

/**
 * Payload of `result`, followed by the last bytes of the answer. A `piece` has an empty payload and bytes that come before them.
 */
export interface ResultFrame {
  readonly rows: number
  readonly truncated: boolean
  readonly isDeterministic: boolean
  /** Text before the first piece, if it depends on the rows; otherwise empty. */
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

/** Payload of `explanation`: replacements for the message and help of the rejection, if there are any. */
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
  /** True if the system ends the process with the server, even while it is stopped: only then may it be stopped. */
  readonly endsWithServer: boolean
}

/** Memory use of an engine process. */
export interface EngineHealth {
  /** Size of the WebAssembly memory, which never shrinks. */
  readonly wasmBytes: number
}

/** Maximum body size that is copied behind its head: a reader that wakes once for both gets a small answer an eighth sooner. */
const SHORT_BODY_BYTES = 16 * 1024

/**
 * Encodes a frame as one run of bytes, or as two if `body` is long: copying it into fresh memory takes longer than reading and
 * writing its rows. A u32 length precedes the JSON.
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

/** A received frame. */
export interface Frame {
  readonly kind: number
  /** Parsed JSON; the sender is trusted, because it runs this project's code. */
  readonly payload: unknown
  /** The bytes after the JSON: views of the received pieces. */
  readonly body: readonly Uint8Array[]
}

/** Assembles frames from pieces of a stream, whose bytes must not be overwritten. A frame longer than `maxBytes` throws. */
export class FrameReader {
  private readonly head = Buffer.allocUnsafe(4)
  private headBytes = 0
  private parts: Uint8Array[] = []
  /** Bytes of the frame that have not been received. */
  private missing = 0

  constructor(private readonly maxBytes: number) {}

  /** Adds a piece and returns the frames that it completes. */
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

/** True if a frame's first part extends beyond its JSON, as in nearly all frames. */
function holdsJson(part: Uint8Array): boolean {
  return part.length >= 5 && part.length >= 5 + new DataView(part.buffer, part.byteOffset).getUint32(1, true)
}
