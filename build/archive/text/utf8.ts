import { isUtf8 } from 'node:buffer'
import { ArchiveError } from '../archive.ts'
import { CR, countLines } from './line-ends.ts'

const BOM = [0xef, 0xbb, 0xbf]

/**
 * Passes valid UTF-8 through, without a leading byte order mark. No chunk ends within a character or between CR and LF, so that
 * text can be decoded, and line ends counted, chunk by chunk.
 */
export async function* checkUtf8(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let carried: Uint8Array = new Uint8Array(0)
  let lines = 0
  let isFirst = true
  const checked = (bytes: Uint8Array): Uint8Array => {
    if (!isUtf8(bytes)) throw invalidUtf8(file, bytes, lines)
    lines += countLines(bytes)
    if (!isFirst) return bytes
    isFirst = false
    return BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM.length) : bytes
  }
  for await (const chunk of chunks) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk])
    const end = bytes.length - unfinishedBytes(bytes)
    // The carried bytes are copied, because the consumer of the chunk can modify it.
    carried = bytes.slice(end)
    if (end > 0) yield checked(bytes.subarray(0, end))
  }
  if (carried.length > 0) yield checked(carried)
}

/** Returns how many bytes at the end are incomplete: the start of a character, or a CR that LF can follow. */
function unfinishedBytes(bytes: Uint8Array): number {
  return bytes.at(-1) === CR ? 1 : unfinishedCharacter(bytes)
}

function unfinishedCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

function invalidUtf8(file: string, bytes: Uint8Array, linesBefore: number): ArchiveError {
  // Find the longest valid prefix by bisection: a prefix is valid if it is so up to its unfinished character.
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    const prefix = bytes.subarray(0, middle)
    if (isUtf8(prefix.subarray(0, middle - unfinishedCharacter(prefix)))) valid = middle
    else invalid = middle
  }
  const at = invalid - 1
  const start = at - unfinishedCharacter(bytes.subarray(0, at))
  const line = linesBefore + countLines(bytes.subarray(0, start)) + 1
  const value = [...bytes.subarray(start, at + 1)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return new ArchiveError(`${file}, line ${line}: the bytes ${value} are not UTF-8.`, { file, line, value })
}
