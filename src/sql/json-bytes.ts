import { isUtf8 } from 'node:buffer'

/** Thrown when an answer would pass its limit; the caller knows the words for it. */
export class JsonTooLong extends Error {}

const FIRST_BYTES = 64 * 1024
const PIECE_BYTES = 1024 * 1024
const SLICE_BYTES = 64 * 1024
const DIGITS = 48
const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const BEYOND_ASCII = 128
const LONGEST_ESCAPE = 6
/** How JSON writes what it cannot hold plainly, by byte. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH
    ? JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
    : undefined,
)
const HEX = Buffer.from('0123456789abcdef')

/** JSON text as it grows, in pieces, so that nothing is copied as it does. What is written is valid UTF-8 whatever comes in. */
export class JsonBytes {
  private readonly full: Uint8Array[] = []
  private fullBytes = 0
  private out: Buffer
  private at = 0
  private readonly decoder = new TextDecoder()

  constructor(private readonly maxBytes: number) {
    this.out = Buffer.allocUnsafe(Math.min(maxBytes, FIRST_BYTES))
  }

  /** The text, to be read one piece after the other; nothing may be written afterwards. */
  finish(): readonly Uint8Array[] {
    if (this.fullBytes + this.at > this.maxBytes) throw new JsonTooLong()
    return [...this.full, this.out.subarray(0, this.at)]
  }

  /** Text that holds ASCII only and needs no escape. */
  ascii(text: string): void {
    this.reserve(text.length)
    // Locals, here and below: a field read and written for every byte costs half of the time.
    const { out, at } = this
    for (let i = 0; i < text.length; i++) out[at + i] = text.charCodeAt(i)
    this.at = at + text.length
  }

  /** Bytes that are JSON already. */
  bytes(bytes: Uint8Array): void {
    const { length } = bytes
    this.reserve(length)
    const { out, at } = this
    if (length > 64) out.set(bytes, at)
    else for (let i = 0; i < length; i++) out[at + i] = bytes[i]!
    this.at = at + length
  }

  /** A double as JavaScript writes it; infinities and NaN are null. */
  real(value: number): void {
    if (Number.isSafeInteger(value)) this.integer(value)
    else this.ascii(Number.isFinite(value) ? String(value) : 'null')
  }

  /** An integer within ±(2^53 − 1). */
  integer(value: number): void {
    this.reserve(17)
    let rest = value
    if (rest < 0) {
      this.out[this.at++] = 45
      rest = -rest
    }
    let end = this.at + 1
    for (let power = 10; power <= rest; power *= 10) end += 1
    this.at = end
    do {
      const tenth = Math.floor(rest / 10)
      this.out[--end] = DIGITS + (rest - tenth * 10)
      rest = tenth
    } while (rest > 0)
  }

  /** A text, from its UTF-8 bytes; what is no UTF-8 becomes U+FFFD. */
  text(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start + 2)
    const { out } = this
    let { at } = this
    out[at++] = QUOTE
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte >= BEYOND_ASCII) {
        this.at = at
        this.special(from, i, end)
        return
      }
      out[at++] = byte
    }
    out[at++] = QUOTE
    this.at = at
  }

  /** A blob as a text of lower-case hex digits. */
  hex(from: Uint8Array, start: number, end: number): void {
    this.reserve(2 * (end - start) + 2)
    this.out[this.at++] = QUOTE
    for (let i = start; i < end; i++) {
      this.out[this.at++] = HEX[from[i]! >> 4]!
      this.out[this.at++] = HEX[from[i]! & 15]!
    }
    this.out[this.at++] = QUOTE
  }

  /** The rest of a text, from its first byte on that needs care, and the closing quote. */
  private special(from: Uint8Array, start: number, end: number): void {
    let bytes = from.subarray(start, end)
    if (!isUtf8(bytes)) bytes = Buffer.from(this.decoder.decode(bytes))
    for (let done = 0; done < bytes.length; done += SLICE_BYTES) {
      const slice = bytes.subarray(done, done + SLICE_BYTES)
      this.reserve(slice.length * LONGEST_ESCAPE)
      for (const byte of slice) {
        if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) this.ascii(ESCAPES[byte]!)
        else this.out[this.at++] = byte
      }
    }
    this.reserve(1)
    this.out[this.at++] = QUOTE
  }

  /** Makes room for so many bytes in one piece. */
  private reserve(bytes: number): void {
    if (this.at + bytes <= this.out.length) return
    const written = this.fullBytes + this.at
    // Room for a slice is room for the worst case, most of which stays free.
    if (written + (bytes > PIECE_BYTES ? bytes : 0) > this.maxBytes) throw new JsonTooLong()
    this.full.push(this.out.subarray(0, this.at))
    this.fullBytes = written
    this.out = Buffer.allocUnsafe(Math.max(bytes, PIECE_BYTES))
    this.at = 0
  }
}
