/**
 * Characters that a terminal interprets instead of displaying: controls (C0, DEL, C1), line and paragraph separators, and
 * marks that reverse the direction of the following text.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Like UNPRINTABLE, without the line feed. */
const UNPRINTABLE_IN_LINES = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The JSON string escape, so that an escaped JSON text is still the same JSON. */
function escapeOf(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/**
 * A text as one line that is safe on a terminal and in a log: an escape character becomes `\u001b`. Text from an archive, a
 * remote service or the command line passes through here, or through `printableLines`, before it is displayed.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escapeOf)
}

/** Like `printable`, for text of several lines, such as a help text or a stack trace. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, escapeOf)
}
