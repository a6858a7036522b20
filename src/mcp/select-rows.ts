import type { SelectAnswer } from '../core/catalog.ts'
import { parseExact } from './parse-exact.ts'
import type { Row } from './tool.ts'

const QUOTE = 34
const BACKSLASH = 92
const CLOSE = 125
const HEAD = '{"data":['

/** The rows that an SQL answer begins with, as far as they were decoded. */
export interface SelectRows {
  readonly rows: Row[]
  readonly columns: string[]
}

/**
 * Reads the columns of an SQL answer and its first rows: at least `maxBytes` of them, or all. An answer may have 128 MiB,
 * and nobody reads more than a small part of that here, so the rest is never decoded.
 */
export function readSelectRows(answer: SelectAnswer, maxBytes: number): SelectRows {
  const body = answer.body()
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  // A quote inside a text is escaped, so this can only be the end of `data`.
  const end = bytes.lastIndexOf('],"rows":')
  if (end < 0 || bytes.toString('latin1', 0, HEAD.length) !== HEAD)
    throw new Error('The SQL answer does not have the layout that is read here.')
  const tail: { readonly columns: string[] } = JSON.parse(`{${bytes.toString('utf8', end + 2)}`)
  const stop = rowEndAfter(bytes, HEAD.length, end, maxBytes)
  return { rows: parseExact<Row[]>(`[${bytes.toString('utf8', HEAD.length, stop)}]`), columns: tail.columns }
}

/** Where the first row ends that ends `maxBytes` or more after `start`; `end` where none does. */
function rowEndAfter(bytes: Uint8Array, start: number, end: number, maxBytes: number): number {
  let isText = false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === CLOSE && at - start >= maxBytes) return at + 1
  }
  return end
}
