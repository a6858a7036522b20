import { isUtf8 } from 'node:buffer'

/** Thrown when an answer would pass its limit; the caller knows the words for it. */
export class JsonTooLong extends Error {}

const FIRST_BYTES = 64 * 1024
const PIECE_BYTES = 1024 * 1024
const SLICE_BYTES = 64 * 1024
const DIGITS = 48
const MINUS = 45
const POINT = 46
const MAX_INT32 = 0x7fff_ffff
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
    else if (!this.shortDecimal(value)) this.ascii(Number.isFinite(value) ? String(value) : 'null')
  }

  /** An integer within ±(2^53 − 1). */
  integer(value: number): void {
    this.reserve(17)
    if (value < 0) this.out[this.at++] = MINUS
    this.digits(Math.abs(value), 1)
  }

  /**
   * Writes a number of few decimals, as nearly all of the archive's are, five times as fast as `String` does. Where an integer
   * below 10^15 divided by a power of ten is the double, its digits are the ones that JavaScript writes: no other
   * decimal of so few digits is the same double, and the first power that fits leaves no zero at the end.
   */
  private shortDecimal(value: number): boolean {
    const size = Math.abs(value)
    if (!(size >= 1e-5 && size < 1e9)) return false
    let power = 1
    for (let places = 1; places <= 6; places++) {
      power *= 10
      const scaled = Math.round(size * power)
      if (scaled / power !== size) continue
      this.reserve(18)
      if (value < 0) this.out[this.at++] = MINUS
      const whole = Math.floor(size)
      this.digits(whole, 1)
      this.out[this.at++] = POINT
      this.digits(scaled - whole * power, places)
      return true
    }
    return false
  }

  /** The decimal digits of a non-negative safe integer, at least `least` of them. */
  private digits(value: number, least: number): void {
    let count = 1
    for (let power = 10; power <= value; power *= 10) count += 1
    const { out } = this
    let end = this.at + Math.max(count, least)
    const start = this.at
    this.at = end
    let rest = value
    while (rest > MAX_INT32) {
      const tenth = Math.floor(rest / 10)
      out[--end] = DIGITS + (rest - tenth * 10)
      rest = tenth
    }
    let small = rest | 0
    while (end > start) {
      const tenth = (small / 10) | 0
      out[--end] = DIGITS + (small - tenth * 10)
      small = tenth
    }
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
