import type { SelectAnswer } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../core/text/parse-exact.ts'
import type { Row } from './tool.ts'

const QUOTE = 34
const BACKSLASH = 92
const CLOSE = 125
const HEAD = '{"data":['
/** In UTF-8, of one UTF-16 unit. */
const MOST_BYTES_PER_CHAR = 3

/** The rows that an SQL answer begins with, as far as they were decoded. */
export interface SelectRows {
  readonly rows: Row[]
  readonly columns: string[]
}

/**
 * Reads the columns of an SQL answer and its first rows: all, or at least `maxBytes` of them. Nobody reads more of an answer
 * here, so the rest is never decoded; nor is a row of megabytes, which as text is longer than `maxBytes` characters too.
 */
export function readSelectRows(answer: SelectAnswer, maxBytes: number): SelectRows {
  const body = answer.body()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // A quote inside a text is escaped, so this can only be the end of `data`.
  const end = bytes.lastIndexOf('],"rows":')
  if (end < 0 || bytes.toString('latin1', 0, HEAD.length) !== HEAD)
    throw new Error('The SQL answer does not have the layout that is read here.')
  const tail: { readonly columns: string[] } = JSON.parse(`{${bytes.toString('utf8', end + 2)}`)
  const stop = rowsEnd(bytes, HEAD.length, end, maxBytes)
  return { rows: parseExact<Row[]>(`[${bytes.toString('utf8', HEAD.length, stop)}]`), columns: tail.columns }
}

/** Where the row ends with which `maxBytes` are reached, or the last one before a row that goes far beyond. */
function rowsEnd(bytes: Uint8Array, start: number, end: number, maxBytes: number): number {
  const tooFar = Math.min(end, start + MOST_BYTES_PER_CHAR * maxBytes)
  let isText = false
  let stop = start
  for (let at = start; at < tooFar && stop - start < maxBytes; at++) {
    const byte = bytes[at]!
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === CLOSE) stop = at + 1
  }
  return stop
}
