import { isUtf8 } from 'node:buffer'
import { ByteWriter, LONGEST_ESCAPE, MIN_SCRATCH_BYTES, SLICE_BYTES } from './byte-writer.ts'

const QUOTE = 34
const BACKSLASH = 92
const SPACE = 32
const BEYOND_ASCII = 128
/** JSON escapes of characters that must be escaped, by byte. */
const ESCAPES: readonly (string | undefined)[] = Array.from({ length: BACKSLASH + 1 }, (_, byte) =>
  byte < SPACE || byte === QUOTE || byte === BACKSLASH
    ? JSON.stringify(String.fromCharCode(byte)).slice(1, -1)
    : undefined,
)
/** A byte order mark in a text is part of the text. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

/** UTF-8 bytes, with U+FFFD in place of invalid bytes. */
export function wellFormed(bytes: Uint8Array): Uint8Array {
  return isUtf8(bytes) ? bytes : Buffer.from(DECODER.decode(bytes))
}

/** Writes JSON text. The output is valid UTF-8 for any input. */
export class JsonWriter extends ByteWriter {
  /** Writes a double in JavaScript's form; infinities and NaN as null. */
  real(value: number): void {
    if (!this.number(value)) this.ascii('null')
  }

  /** Writes a text from its UTF-8 bytes; invalid bytes become U+FFFD. */
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

  /** Writes a blob as a string of lower-case hex digits. */
  hex(from: Uint8Array, start: number, end: number): void {
    this.ascii('"')
    this.hexDigits(from, start, end)
    this.ascii('"')
  }

  /** Writes the rest of a text, from its first byte that needs an escape or a check. */
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

/** All bytes that `write` writes, of any number. `scratch` may be shared by writers that do not overlap. */
export function writtenBytes(
  write: (out: JsonWriter) => void,
  scratch: Buffer = Buffer.allocUnsafe(MIN_SCRATCH_BYTES),
): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const out = new JsonWriter(scratch, Number.POSITIVE_INFINITY, (bytes) => pieces.push(new Uint8Array(bytes)))
  write(out)
  out.flush()
  return new Uint8Array(Buffer.concat(pieces))
}
