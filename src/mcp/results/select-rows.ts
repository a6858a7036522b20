import type { SelectAnswer } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../format/exact-json.ts'
import type { Row } from './tool.ts'

const QUOTE = 34
const BACKSLASH = 92
const CLOSE = 125
const HEAD = '{"data":['
/** Maximum UTF-8 bytes per UTF-16 unit. */
const MOST_BYTES_PER_CHAR = 3
/** Maximum bytes that are read, even if their rows are short as arrays: column names can have thousands of characters. */
const MOST_BYTES = 1024 * 1024

/** The first rows of an SQL response, as far as they were decoded. */
export interface SelectRows {
  readonly rows: Row[]
  readonly columns: string[]
}

/**
 * Reads the columns and the first rows of an SQL response: all rows, or at least those that fit into `maxChars` characters as
 * arrays. The rest is not needed here, so it is never decoded; neither is a row of megabytes.
 */
export function readSelectRows(answer: SelectAnswer, maxChars: number): SelectRows {
  const body = answer.body()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // Quotes inside a text are escaped, so this can only be the end of `data`.
  const end = bytes.lastIndexOf('],"rows":')
  if (end < 0 || bytes.toString('latin1', 0, HEAD.length) !== HEAD)
    throw new Error('The SQL result has an unexpected layout.')
  const tail: { readonly columns: string[] } = JSON.parse(`{${bytes.toString('utf8', end + 2)}`)
  const data = bytes.subarray(HEAD.length, end)
  const stop = rowsEnd(data, tail.columns, maxChars)
  return { rows: parseExact<Row[]>(`[${data.toString('utf8', 0, stop)}]`), columns: tail.columns }
}

/** The end of the row that reaches `maxChars` characters as arrays, or of the last one before a row that far exceeds them. */
function rowsEnd(data: Uint8Array, columns: readonly string[], maxChars: number): number {
  const names = columns.map((name) => `${JSON.stringify(name)}:`).join('')
  const mostInRow = MOST_BYTES_PER_CHAR * maxChars + Buffer.byteLength(names)
  let isText = false
  let stop = 0
  /** Characters of the rows up to this byte as arrays, hence without the names. */
  let chars = 0
  let charsAtStop = 0
  for (let at = 0; at < data.length && charsAtStop < maxChars; at++) {
    if (at - stop >= mostInRow || at >= MOST_BYTES) break
    const byte = data[at]!
    chars += unitsOf(byte)
    if (isText) {
      if (byte === BACKSLASH) {
        at += 1
        chars += 1
      } else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === CLOSE) {
      stop = at + 1
      chars -= names.length
      charsAtStop = chars
    }
  }
  return stop
}

/** The number of UTF-16 units of a character, counted at its first byte of UTF-8; 0 at the others. */
function unitsOf(byte: number): number {
  if ((byte & 0xc0) === 0x80) return 0
  return byte >= 0xf0 ? 2 : 1
}
