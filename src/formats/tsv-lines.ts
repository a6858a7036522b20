const TAB = 9
const LF = 10
const CR = 13
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

const LETTERS: ReadonlyMap<number, number> = new Map(
  [
    [TAB, 't'],
    [CR, 'r'],
    [LF, 'n'],
    [BACKSLASH, '\\'],
  ].map(([byte, letter]) => [byte as number, (letter as string).charCodeAt(0)]),
)

/** Lines with their line ends: line n is bytes[offsets[n] .. offsets[n + 1]). */
export interface Lines {
  readonly offsets: Uint32Array
  readonly bytes: Uint8Array
}

/** Lines of CSV as lines of TSV, in new memory of about the same size (full size: 2 MB in some milliseconds). */
export function tsvLines({ offsets, bytes }: Lines): Lines {
  const rows = offsets.length - 1
  const out = new Uint8Array(2 * bytes.length) // even if every byte is escaped
  const ends = new Uint32Array(rows + 1)
  let at = 0
  for (let row = 0; row < rows; row++) {
    const end = offsets[row + 1]! - 2 // without CR and LF
    let isQuoted = false
    for (let i = offsets[row]!; i < end; i++) {
      const byte = bytes[i]!
      if (byte > COMMA && byte !== BACKSLASH) out[at++] = byte
      else if (byte === QUOTE) {
        if (isQuoted && bytes[i + 1] === QUOTE) {
          out[at++] = QUOTE
          i += 1
        } else isQuoted = !isQuoted
      } else if (byte === COMMA && !isQuoted) out[at++] = TAB
      else {
        const letter = LETTERS.get(byte)
        if (letter !== undefined) out[at++] = BACKSLASH
        out[at++] = letter ?? byte
      }
    }
    out[at++] = LF
    ends[row + 1] = at
  }
  return { offsets: ends, bytes: out.slice(0, at) }
}
