import type { RowEncoder } from './row-encoder.ts'

const QUOTE = 34
const BACKSLASH = 92

/** The bytes of JSON's short escapes by their letters; 0 for other letters. */
export const UNESCAPED = new Uint8Array(256)
for (const letter of '"\\/bfnrt')
  UNESCAPED[letter.charCodeAt(0)] = (JSON.parse(`"\\${letter}"`) as string).charCodeAt(0)

/** Shared, because an encoder copies a text before the next one is unescaped. */
const SCRATCH = new Uint8Array(16 * 1024)

/** Writes the text between quotation marks to SCRATCH; undefined if it does not fit or has an escape by code point. */
function unescaped(json: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > SCRATCH.length) return undefined
  let length = 0
  for (let i = start; i < end; i++) {
    let byte = json[i]!
    if (byte === BACKSLASH) {
      byte = UNESCAPED[json[++i]!]!
      if (byte === 0) return undefined
    }
    SCRATCH[length++] = byte
  }
  return length
}

/** Writes a text cell from its JSON: the part inside the quotation marks, unescaped if necessary. */
export function writeText(encoder: RowEncoder, fragments: Uint8Array, start: number, end: number): void {
  for (let i = start + 1; i < end - 1; i++) {
    if (fragments[i] !== BACKSLASH) continue
    const length = fragments[start] === QUOTE ? unescaped(fragments, start + 1, end - 1) : undefined
    if (length !== undefined) {
      encoder.textCell(SCRATCH, 0, length)
      return
    }
    const json = Buffer.from(fragments.buffer, fragments.byteOffset + start, end - start).toString()
    const text = Buffer.from(JSON.parse(json) as string)
    encoder.textCell(text, 0, text.length)
    return
  }
  if (fragments[start] === QUOTE) encoder.textCell(fragments, start + 1, end - 1)
  else encoder.textCell(fragments, start, end)
}
