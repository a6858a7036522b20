/** Thrown when an answer would pass its limit; the caller knows the words for it. */
export class JsonTooLong extends Error {}

const FIRST_BYTES = 64 * 1024
const DIGITS = 48
const QUOTE = 34
const BACKSLASH = 92
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
    for (let i = 0; i < text.length; i++) this.out[this.at++] = text.charCodeAt(i)
  }

  /** Bytes that are JSON already. */
  bytes(bytes: Uint8Array): void {
    const { length } = bytes
    this.reserve(length)
    if (length > 64) this.out.set(bytes, this.at)
    else for (let i = 0; i < length; i++) this.out[this.at + i] = bytes[i]!
    this.at += length
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

  /** A text, from its UTF-8 bytes. */
  text(from: Uint8Array, start: number, end: number): void {
    const length = end - start
    this.reserve(length + 2)
    const { out } = this
    let at = this.at
    out[at++] = QUOTE
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte < 32 || byte === QUOTE || byte === BACKSLASH || byte > 126) {
        this.escaped(from.subarray(start, end))
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

  /** The slow way, for texts with escapes or beyond ASCII; what is no UTF-8 becomes U+FFFD. */
  private escaped(bytes: Uint8Array): void {
    if (this.at + bytes.length > this.maxBytes) throw new JsonTooLong()
    this.bytes(Buffer.from(JSON.stringify(this.decoder.decode(bytes))))
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
