import type { TextCells } from './archive-table.ts'

/** Texts as consecutive UTF-8 bytes: text i is `bytes[offsets[i] .. offsets[i + 1])`. */
export interface TextBlock {
  readonly bytes: Uint8Array
  readonly offsets: Uint32Array
}

/** Ranges this short are sorted by insertion. */
const SMALL_RANGE = 10
const PAST_END = -1

const QUOTE = 0x22
const BACKSLASH = 0x5c
const HEX = '0123456789abcdef'

/** What JSON writes for each byte that may not stand in a string as it is; as JSON.stringify chooses among the forms. */
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
/** Bytes that each byte takes inside a JSON string. */
const ESCAPED_LENGTH = Uint8Array.from({ length: 256 }, (_, byte) => ESCAPES.get(byte)?.length ?? 1)

/** Encodes texts one behind the other. */
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

/** The dictionary of text cells as UTF-8. */
export function utf8Of({ utf8, values }: TextCells): TextBlock {
  return utf8 ?? encodeTexts(values)
}

/** The texts that were encoded. */
export function decodeTexts({ bytes, offsets }: TextBlock): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Array<string>(offsets.length - 1)
  // Cutting one long text is several times as fast as decoding many short ones, but needs a unit per byte.
  const joined = buffer.toString('utf8')
  const isAscii = joined.length === buffer.byteLength
  for (let index = 0; index < values.length; index += 1) {
    const [start, end] = [offsets[index]!, offsets[index + 1]!]
    values[index] = isAscii ? joined.slice(start, end) : buffer.toString('utf8', start, end)
  }
  return values
}

/**
 * The texts' indexes in the order of their UTF-8 bytes, which is that of their Unicode code points. A three-way radix
 * quicksort: printed values begin alike for 30 characters and more, which a comparison sort reads again each time.
 */
export function sortTexts({ bytes, offsets }: TextBlock): Uint32Array {
  const order = Uint32Array.from(offsets.subarray(1), (_, index) => index)
  const byteAt = (index: number, depth: number): number => {
    const at = offsets[index]! + depth
    return at < offsets[index + 1]! ? bytes[at]! : PAST_END
  }
  const isBefore = (a: number, b: number, depth: number): boolean => {
    for (let at = depth; ; at += 1) {
      const x = byteAt(a, at)
      const y = byteAt(b, at)
      if (x !== y) return x < y
      if (x === PAST_END) return false
    }
  }
  const swap = (a: number, b: number) => {
    const index = order[a]!
    order[a] = order[b]!
    order[b] = index
  }
  const ranges: [low: number, high: number, depth: number][] = [[0, order.length, 0]]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [low, high, depth] = range
    if (high - low <= SMALL_RANGE) {
      for (let next = low + 1; next < high; next += 1)
        for (let at = next; at > low && isBefore(order[at]!, order[at - 1]!, depth); at -= 1) swap(at, at - 1)
      continue
    }
    const pivot = byteAt(order[(low + high) >>> 1]!, depth)
    let below = low
    let above = high
    for (let at = low; at < above; ) {
      const byte = byteAt(order[at]!, depth)
      if (byte < pivot) {
        swap(at, below)
        below += 1
        at += 1
      } else if (byte > pivot) {
        above -= 1
        swap(at, above)
      } else at += 1
    }
    ranges.push([low, below, depth], [above, high, depth])
    if (pivot !== PAST_END) ranges.push([below, above, depth + 1])
  }
  return order
}

/** The texts as JSON strings, in the given order, and `last` behind them. */
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
        // Short as they are, a loop copies them in a tenth of the time of `set`.
        for (const part of ESCAPES.get(byte)!) json[to++] = part
      }
    }
    json[to++] = QUOTE
  }
  json.set(last, to)
  return { bytes: json, offsets: ends }
}
