export const LF = 10
export const CR = 13

/** LF, CR or CRLF. */
export type LineEnd = '\n' | '\r' | '\r\n'

const NAMES = { '\n': 'LF', '\r': 'CR', '\r\n': 'CRLF' } as const satisfies Record<LineEnd, string>

export function lineEndName(lineEnd: LineEnd): string {
  return NAMES[lineEnd]
}

/** Number of line ends in `bytes`; a CR at the very end counts as one. */
export function countLines(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count += 1
  for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) if (bytes[at + 1] !== LF) count += 1
  return count
}

/** The first line end at or after `from`, or undefined. */
export function findLineEnd(
  bytes: Uint8Array,
  from = 0,
): { readonly at: number; readonly lineEnd: LineEnd } | undefined {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === LF) return { at, lineEnd: '\n' }
    if (bytes[at] === CR) return { at, lineEnd: bytes[at + 1] === LF ? '\r\n' : '\r' }
  }
  return undefined
}
