import { sortByCodePoint } from '../../src/format/text-order.ts'
import type { TextCells } from './archive-table.ts'

/** Texts as consecutive UTF-8 bytes: text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface TextBlock {
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const HEX = '0123456789abcdef'

/** JSON escape of each byte that must be escaped in a string, in the same form as JSON.stringify uses. */
const ESCAPES: ReadonlyMap<number, readonly number[]> = new Map(
  [...Array(0x20).keys(), QUOTE, BACKSLASH].map((byte) => {
    const short = new Map([
      [0x08, 'b'],
      [0x09, 't'],
      [0x0a, 'n'],
      [0x0c, 'f'],
      [0x0d, 'r'],
      [QUOTE, '"'],
      [BACKSLASH, '\\'],
    ]).get(byte)
    return [byte, [...Buffer.from(`\\${short ?? `u00${HEX[byte >> 4]}${HEX[byte & 15]}`}`)]]
  }),
)
/** Number of bytes for each byte inside a JSON string. */
const ESCAPED_LENGTH = Uint8Array.from({ length: 256 }, (_, byte) => ESCAPES.get(byte)?.length ?? 1)

/** Encodes texts consecutively. */
export function encodeTexts(values: readonly string[]): TextBlock {
  const joined = values.join('')
  const bytes = Buffer.from(joined)
  const isAscii = bytes.byteLength === joined.length
  const offsets = new Uint32Array(values.length + 1)
  let end = 0
  for (let index = 0; index < values.length; index += 1) {
    end += isAscii ? values[index]!.length : Buffer.byteLength(values[index]!)
    offsets[index + 1] = end
  }
  return { bytes, offsets }
}

/** Returns the dictionary of text cells as UTF-8. */
export function utf8Of({ utf8, values }: TextCells): TextBlock {
  return utf8 ?? encodeTexts(values)
}

/** Returns the texts that were encoded. */
export function decodeTexts({ bytes, offsets }: TextBlock): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Array<string>(offsets.length - 1)
  // Slicing one long text is several times as fast as decoding many short ones, but requires one character per byte.
  const joined = buffer.toString('utf8')
  const isAscii = joined.length === buffer.byteLength
  for (let index = 0; index < values.length; index += 1) {
    const [start, end] = [offsets[index]!, offsets[index + 1]!]
    values[index] = isAscii ? joined.slice(start, end) : buffer.toString('utf8', start, end)
  }
  return values
}

/**
 * Returns the indexes of different texts in the order of their Unicode code points. Measured on the 91 text columns of the
 * full-size archive (1.3 million texts, many with 30 or more characters in common): 1.50 s, similar to a radix sort on bytes
 * (1.45 s); with Buffer.compare it would be 6.1 s.
 */
export function sortTexts(values: readonly string[]): Uint32Array {
  const indexes = new Map(values.map((value, index) => [value, index]))
  return Uint32Array.from(sortByCodePoint([...values]), (value) => indexes.get(value)!)
}

/** Encodes the texts as JSON strings, in the given order, followed by `last`. */
export function jsonTexts({ bytes, offsets }: TextBlock, order: Uint32Array, last: Uint8Array): TextBlock {
  const ends = new Uint32Array(order.length + 2)
  let length = 0
  for (let rank = 0; rank < order.length; rank += 1) {
    const end = offsets[order[rank]! + 1]!
    length += 2
    for (let at = offsets[order[rank]!]!; at < end; at += 1) length += ESCAPED_LENGTH[bytes[at]!]!
    ends[rank + 1] = length
  }
  const json = new Uint8Array(length + last.byteLength)
  ends[order.length + 1] = json.byteLength
  let to = 0
  for (let rank = 0; rank < order.length; rank += 1) {
    const end = offsets[order[rank]! + 1]!
    json[to++] = QUOTE
    for (let at = offsets[order[rank]!]!; at < end; at += 1) {
      const byte = bytes[at]!
      if (ESCAPED_LENGTH[byte] === 1) json[to++] = byte
      else {
        // For such short parts, a loop takes a tenth of the time of `set`.
        for (const part of ESCAPES.get(byte)!) json[to++] = part
      }
    }
    json[to++] = QUOTE
  }
  json.set(last, to)
  return { bytes: json, offsets: ends }
}
