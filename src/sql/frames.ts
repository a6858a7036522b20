import type { ErrorCode, ErrorHelp } from '../core/errors.ts'

/**
 * What the server and an engine process say to each other over pipes. A frame is a little-endian u32 length of the rest,
 * one byte kind, and the payload: JSON, and behind a result's JSON the bytes of the answer.
 */
export const FRAME = { query: 1, ready: 2, result: 3, refusal: 4, explanation: 5, failure: 6 } as const
export type FrameKind = (typeof FRAME)[keyof typeof FRAME]

const FRAME_HEAD_BYTES = 5

/** Below whatever answers pages, with a tenth of its share where both want the processor: starved, a spare would not get ready. */
export const NICENESS = 10

/** Payload of `query`. */
export interface QueryFrame {
  readonly sql: string
  readonly maxRows: number
}

/** Payload of `result`; the answer's bytes follow in a frame of their own length. */
export interface ResultFrame {
  readonly rows: number
  readonly truncated: boolean
  readonly isDeterministic: boolean
  readonly health: EngineHealth
}

/** Payload of `refusal`: a public error. With `more`, an `explanation` follows. */
export interface RefusalFrame {
  readonly code: ErrorCode
  readonly message: string
  readonly help: ErrorHelp
  readonly more: boolean
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

/** How worn an engine process is. Payload of `ready`. */
export interface EngineHealth {
  /** Size of the WebAssembly memory, which never shrinks. */
  readonly wasmBytes: number
}

/** A frame as pieces of bytes; `body` is the answer behind a result's JSON, which a u32 length precedes. */
export function encodeFrame(kind: FrameKind, payload: object, body: readonly Uint8Array[] = []): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(payload))
  const head = Buffer.allocUnsafe(FRAME_HEAD_BYTES + 4)
  head.writeUInt32LE(1 + 4 + json.length + body.reduce((sum, piece) => sum + piece.length, 0), 0)
  head.writeUInt8(kind, 4)
  head.writeUInt32LE(json.length, 5)
  return [Buffer.concat([head, json]), ...body]
}

/** A frame as it arrived. */
export interface Frame {
  readonly kind: number
  /** Parsed JSON; the sender is our own code. */
  readonly payload: unknown
  readonly body: Uint8Array
}

/** Puts frames together from pieces of a stream. A frame longer than `maxBytes` throws. */
export class FrameReader {
  private readonly head = Buffer.allocUnsafe(4)
  private headBytes = 0
  private frame: Buffer | undefined
  private at = 0

  constructor(private readonly maxBytes: number) {}

  /** Takes a piece and gives the frames that it completes. */
  push(piece: Uint8Array): Frame[] {
    const frames: Frame[] = []
    let from = 0
    while (from < piece.length) {
      if (this.frame === undefined) {
        this.head[this.headBytes++] = piece[from++]!
        if (this.headBytes === 4) this.begin(this.head.readUInt32LE(0))
        continue
      }
      const taken = Math.min(piece.length - from, this.frame.length - this.at)
      this.frame.set(piece.subarray(from, from + taken), this.at)
      this.at += taken
      from += taken
      if (this.at === this.frame.length) frames.push(this.finish(this.frame))
    }
    return frames
  }

  private begin(length: number): void {
    if (length > this.maxBytes) throw new Error(`a frame of ${length} bytes`)
    // Not from Buffer's pool: the body is kept, and a small one would keep the whole pool.
    this.frame = Buffer.from(new ArrayBuffer(length))
    this.at = 0
  }

  private finish(frame: Buffer): Frame {
    this.frame = undefined
    this.headBytes = 0
    const jsonBytes = frame.readUInt32LE(1)
    return {
      kind: frame.readUInt8(0),
      payload: JSON.parse(frame.toString('utf8', 5, 5 + jsonBytes)),
      body: frame.subarray(5 + jsonBytes),
    }
  }
}
