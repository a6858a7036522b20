/**
 * Characters that a terminal acts on instead of showing: controls (C0, DEL, C1), line and paragraph separators, and marks that
 * reverse the direction of the text after them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** As UNPRINTABLE, without the line feed. */
const UNPRINTABLE_IN_LINES = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The escape of JSON strings, so that an escaped JSON text is still the same JSON. */
function escapeOf(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * A text as one line that is safe on a terminal and in a log: `\u001b` stands for an escape character. Text of an archive, of a
 * remote service or of the command line passes through here, or through `printableLines`, before a person sees it.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeOf)
}

/** As `printable`, for text of several lines, such as a help text or a stack. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, escapeOf)
}
