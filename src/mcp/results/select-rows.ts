import type { SelectAnswer } from '../../core/catalog/catalog.ts'
import { parseExact } from '../../format/exact-json.ts'
import type { Row } from './tool.ts'

const QUOTE = 34
const BACKSLASH = 92
const CLOSE = 125
const HEAD = '{"data":['
/** Maximum UTF-8 bytes per UTF-16 unit. */
const MOST_BYTES_PER_CHAR = 3

/** The first rows of an SQL response, as far as they were decoded. */
export interface SelectRows {
  readonly rows: Row[]
  readonly columns: string[]
}

/**
 * Reads the columns and the first rows of an SQL response: all rows, or at least `maxBytes` of them. The rest is not needed
 * here, so it is never decoded; neither is a row of megabytes, which as text exceeds `maxBytes` characters too.
 */
export function readSelectRows(answer: SelectAnswer, maxBytes: number): SelectRows {
  const body = answer.body()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // Quotes inside a text are escaped, so this can only be the end of `data`.
  const end = bytes.lastIndexOf('],"rows":')
  if (end < 0 || bytes.toString('latin1', 0, HEAD.length) !== HEAD)
    throw new Error('The SQL result has an unexpected layout.')
  const tail: { readonly columns: string[] } = JSON.parse(`{${bytes.toString('utf8', end + 2)}`)
  const stop = rowsEnd(bytes, HEAD.length, end, maxBytes)
  return { rows: parseExact<Row[]>(`[${bytes.toString('utf8', HEAD.length, stop)}]`), columns: tail.columns }
}

/** The end of the row that reaches `maxBytes`, or of the last one before a row that far exceeds it. */
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
