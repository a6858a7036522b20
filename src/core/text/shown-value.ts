/** Longest part of a request's own text that an error message repeats, in UTF-16 units. */
const SHOWN_LENGTH = 80

/** A text of at most `length` UTF-16 units, whole or up to where it is cut. */
export function shortened(text: string, length = SHOWN_LENGTH): string {
  // A cut in the middle of a surrogate pair would leave half a character behind.
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A text of at most `length` UTF-16 units, whole or without its middle: both ends of a message tell something. */
export function withoutMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.slice(-Math.floor(length / 3)).replace(/^[\udc00-\udfff]/, '')
  return `${shortened(text, Math.ceil((length * 2) / 3))}${end}`
}

/** A value of the request as an error message may show it: quoted, on one line, and cut where it is long. */
export function shownValue(value: string): string {
  return `"${shortened(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd')}"`
}

/** The sentence that a value cannot be used; `wanted` says what it must be, such as `an integer` or `at least 1`. */
export function mustBe(name: string, wanted: string, value: string): string {
  return `"${name}" must be ${wanted}, but is ${shownValue(value)}.`
}

/** The sentence that offers the nearest names, with a leading space; empty where there are none. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${alternatives(suggestions)}?`
}

/** The sentences about columns that a table lacks, with the nearest that it has; `alias` is what a query calls the table. */
export function noSuchColumn(
  table: string,
  columns: string | readonly string[],
  suggestions: readonly string[],
  alias?: string,
): string {
  const called = alias === undefined ? '' : ` (here ${shownValue(alias)})`
  const lacking = alternatives([columns].flat().map(shownValue))
  return `Table "${table}"${called} has no column ${lacking}.${didYouMean(suggestions)}`
}

/** A list of alternatives as a sentence has it: `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  return joinedBy('or', names)
}

/** A list as a sentence has it: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return joinedBy('and', names)
}

function joinedBy(word: string, names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}
