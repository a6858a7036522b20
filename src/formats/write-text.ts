import type { RowEncoder } from './row-encoder.ts'

const QUOTE = 34
const BACKSLASH = 92

/** Writes a text cell from its JSON: the part inside the quotation marks, unescaped if necessary. */
export function writeText(encoder: RowEncoder, fragments: Uint8Array, start: number, end: number): void {
  for (let i = start + 1; i < end - 1; i++) {
    if (fragments[i] !== BACKSLASH) continue
    const json = Buffer.from(fragments.buffer, fragments.byteOffset + start, end - start).toString()
    const text = Buffer.from(JSON.parse(json) as string)
    encoder.textCell(text, 0, text.length)
    return
  }
  if (fragments[start] === QUOTE) encoder.textCell(fragments, start + 1, end - 1)
  else encoder.textCell(fragments, start, end)
}
