import { isUtf8 } from 'node:buffer'

/** Thrown when an answer would pass its limit; the caller knows the words for it. */
export class JsonTooLong extends Error {}

const FIRST_BYTES = 64 * 1024
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

/** JSON text as it grows, in bytes. What is written is valid UTF-8 whatever comes in. */
export class JsonBytes {
  private out: Buffer
  private at = 0
  private readonly decoder = new TextDecoder()

  constructor(private readonly maxBytes: number) {
    this.out = Buffer.allocUnsafe(Math.min(maxBytes, FIRST_BYTES))
  }

  /** The text so far; nothing may be written afterwards. */
  finish(): Uint8Array {
    return this.out.subarray(0, this.at)
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
    for (let i = 0; i < bytes.length; i++) {
      // Room for an escape here, plain bytes after it and the quote.
      this.reserve(bytes.length - i + LONGEST_ESCAPE)
      const byte = bytes[i]!
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) this.ascii(ESCAPES[byte]!)
      else this.out[this.at++] = byte
    }
    this.reserve(1)
    this.out[this.at++] = QUOTE
  }

  private reserve(bytes: number): void {
    const needed = this.at + bytes
    if (needed <= this.out.length) return
    if (needed > this.maxBytes) throw new JsonTooLong()
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(this.maxBytes, this.out.length * 2)))
    larger.set(this.out.subarray(0, this.at))
    this.out = larger
  }
}
