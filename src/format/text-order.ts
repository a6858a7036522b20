/** Code units from the surrogates up: only for these does UTF-16 order differ from code-point order. */
const SURROGATE_OR_ABOVE = /[\ud800-\uffff]/

function rankOfUnit(unit: number): number {
  // Surrogates (code points above 0xFFFF) move after 0xE000..0xFFFF, which move down to close the gap.
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/**
 * Compares text by Unicode code point, which is the order of its UTF-8 bytes and so of SQLite's `ORDER BY`.
 * JavaScript's own `<` compares UTF-16 units and puts code points above 0xFFFF before U+E000..U+FFFF.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) {
    const x = a.charCodeAt(index)
    const y = b.charCodeAt(index)
    if (x !== y) return rankOfUnit(x) - rankOfUnit(y)
  }
  return a.length - b.length
}

/** Sorts text by Unicode code point, in place; fast for the usual case of text without rare characters. */
export function sortByCodePoint(values: string[]): string[] {
  if (values.some((value) => SURROGATE_OR_ABOVE.test(value))) return values.sort(compareCodePoints)
  return values.sort()
}
