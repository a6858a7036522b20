/** Longest part of a request's own text that an error message repeats, in UTF-16 units. */
const SHOWN_LENGTH = 80

/** A value of the request as an error message may show it: quoted, on one line, and cut where it is long. */
export function shownValue(value: string): string {
  // A cut in the middle of a surrogate pair would leave half a character behind.
  const cut = value.length <= SHOWN_LENGTH ? value : `${value.slice(0, SHOWN_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
  return `"${cut.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd')}"`
}

/** The sentence that offers the nearest names, with a leading space; empty where there are none. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
}
