import { isUtf8 } from 'node:buffer'
import { ByteWriter, LONGEST_ESCAPE, SLICE_BYTES } from './byte-writer.ts'

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const BEYOND_ASCII = 128
/** How JSON writes what it cannot hold plainly, by byte. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH
    ? JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
    : undefined,
)
/** A byte order mark that stands in a text is part of it. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

/** UTF-8 bytes as they are, or with U+FFFD for what is not UTF-8. */
export function wellFormed(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes) ? bytes : Buffer.from(DECODER.decode(bytes))
}

/** JSON text as it is written. It is valid UTF-8 whatever comes in. */
export class JsonWriter extends ByteWriter {
  /** A double as JavaScript writes it; infinities and NaN are null. */
  real(value: number): void {
    if (!this.number(value)) this.ascii('null')
  }

  /** A text, from its UTF-8 bytes; what is not UTF-8 becomes U+FFFD. */
  text(from: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + SLICE_BYTES)
    this.reserve(stop - start + 2)
    const { out } = this
    let { at } = this
    out[at++] = QUOTE
    let i = start
    for (; i < stop; i++) {
      const byte = from[i]!
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH || byte >= BEYOND_ASCII) break
      out[at++] = byte
    }
    this.at = at
    if (i < end) {
      this.special(from, i, end)
      this.reserve(1)
    }
    this.out[this.at++] = QUOTE
  }

  /** A blob as a text of lower-case hex digits. */
  hex(from: Uint8Array, start: number, end: number): void {
    this.ascii('"')
    this.hexDigits(from, start, end)
    this.ascii('"')
  }

  /** The rest of a text, from its first byte on that needs care. */
  private special(from: Uint8Array, start: number, end: number): void {
    const bytes = wellFormed(from.subarray(start, end))
    for (let done = 0; done < bytes.length; done += SLICE_BYTES)
      this.escaped(bytes, done, Math.min(done + SLICE_BYTES, bytes.length))
  }

  private escaped(from: Uint8Array, start: number, end: number): void {
    this.reserve((end - start) * LONGEST_ESCAPE)
    const { out } = this
    let { at } = this
    for (let i = start; i < end; i++) {
      const byte = from[i]!
      if (byte === QUOTE || byte === BACKSLASH) {
        out[at++] = BACKSLASH
        out[at++] = byte
      } else if (byte < SPACE) {
        const spelling = ESCAPES[byte]!
        for (let k = 0; k < spelling.length; k++) out[at++] = spelling.charCodeAt(k)
      } else out[at++] = byte
    }
    this.at = at
  }
}
