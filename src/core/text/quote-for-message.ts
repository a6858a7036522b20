/** Maximum length of request text that an error message repeats, in UTF-16 units. */
const SHOWN_LENGTH = 80

/** A text truncated to `length` UTF-16 units. */
export function truncate(text: string, length = SHOWN_LENGTH): string {
  // Truncating inside a surrogate pair would leave half a character.
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A text of at most `length` UTF-16 units; a longer one is truncated, its mark included. */
export function fitted(text: string, length: number): string {
  return text.length <= length ? text : truncate(text, length - 1)
}

/** A text of at most `length` UTF-16 units, shortened in the middle if necessary: both ends of a message are informative. */
export function truncateMiddle(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.slice(-Math.floor(length / 3)).replace(/^[\udc00-\udfff]/, '')
  return `${truncate(text, Math.ceil((length * 2) / 3))}${end}`
}

/** A request value for an error message: quoted, on one line, and truncated if long. */
export function quoteForMessage(value: string): string {
  return `"${truncate(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd')}"`
}

/** The sentence that rejects a value; `wanted` describes valid values, such as `an integer` or `at least 1`. */
export function mustBe(name: string, wanted: string, value: string): string {
  return `"${name}" must be ${wanted}, but is ${quoteForMessage(value)}.`
}

/** The sentence that suggests similar names, with a leading space; empty if there are none. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? '' : ` Did you mean ${alternatives(suggestions)}?`
}

/**
 * The sentences about columns that a table lacks, with the most similar existing ones; `alias` is the table's name in the
 * query.
 */
export function noSuchColumn(
  table: string,
  columns: string | readonly string[],
  suggestions: readonly string[],
  alias?: string,
): string {
  const called = alias === undefined ? '' : ` (here ${quoteForMessage(alias)})`
  const lacking = alternatives([columns].flat().map(quoteForMessage))
  return `Table "${table}"${called} has no column ${lacking}.${didYouMean(suggestions)}`
}

/** A list of alternatives in a sentence: `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  return joinedBy('or', names)
}

/** A list in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return joinedBy('and', names)
}

function joinedBy(word: string, names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}
