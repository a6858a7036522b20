import { isUtf8 } from 'node:buffer'
import { ArchiveError } from '../archive.ts'

const LF = 10
const CR = 13
const BOM = [0xef, 0xbb, 0xbf]

/**
 * Decodes UTF-8, strictly, and drops a leading byte order mark. A chunk of text ends neither within a character nor
 * between CR and LF, so that line ends can be counted chunk by chunk.
 */
export async function* decodeText(file: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let carried: Uint8Array = new Uint8Array(0)
  let lines = 0
  let isFirst = true
  const decode = (bytes: Uint8Array): string => {
    if (!isUtf8(bytes)) throw invalidUtf8(file, bytes, lines)
    lines += countByteLines(bytes)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  }
  for await (const chunk of chunks) {
    let bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk])
    if (isFirst) {
      // A first chunk this short is the start of a longer one (or of a tiny file: see the end).
      if (bytes.length < BOM.length) {
        carried = bytes
        continue
      }
      bytes = withoutBom(bytes)
      isFirst = false
    }
    const end = bytes.length - unfinishedBytes(bytes)
    carried = bytes.subarray(end)
    if (end > 0) yield decode(bytes.subarray(0, end))
  }
  if (carried.length > 0) yield decode(carried)
}

/** Number of line ends (LF, CRLF or CR) in a text. */
export function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) if (text[at + 1] !== '\n') count += 1
  return count
}

function countByteLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count += 1
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) if (bytes[at + 1] !== LF) count += 1
  return count
}

function withoutBom(bytes: Uint8Array): Uint8Array {
  return BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(BOM.length) : bytes
}

/** How many bytes at the end wait for more: the start of a character, or a CR whose LF may follow. */
function unfinishedBytes(bytes: Uint8Array): number {
  const length = bytes.length
  if (bytes[length - 1] === CR) return 1
  for (let back = 1; back <= 3 && back <= length; back += 1) {
    const byte = bytes[length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

function invalidUtf8(file: string, bytes: Uint8Array, linesBefore: number): ArchiveError {
  // The longest valid prefix, by halving: a prefix is valid if it is so up to its unfinished character.
  let valid = 0
  let invalid = bytes.length
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1
    const prefix = bytes.subarray(0, middle)
    if (isUtf8(prefix.subarray(0, middle - unfinishedCharacter(prefix)))) valid = middle
    else invalid = middle
  }
  const at = invalid - 1
  const line = linesBefore + countByteLines(bytes.subarray(0, at)) + 1
  const value = [...bytes.subarray(Math.max(0, at - unfinishedCharacter(bytes.subarray(0, at))), at + 1)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join(' ')
  return new ArchiveError(`${file}, line ${line}: the bytes ${value} are not UTF-8.`, { file, line, value })
}

function unfinishedCharacter(bytes: Uint8Array): number {
  return bytes[bytes.length - 1] === CR ? 0 : unfinishedBytes(bytes)
}
