import { quotedName } from '../../core/text/sql-quoting.ts'

/** Texts and names as literals of the languages that code is shown in. */

/** A quoted word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A Python string literal: with double quotes on one line, with triple quotes on several lines. */
export function pythonString(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\0', String.raw`\x00`)
    .replaceAll('\r', String.raw`\r`)
  const inner = escaped.replaceAll('"', String.raw`\"`)
  return text.includes('\n') ? `"""${inner}"""` : `"${inner}"`
}

/** An R string literal. */
export function rString(text: string): string {
  return `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`).replaceAll('\r', String.raw`\r`)}"`
}

/** Names of this form are never SQL keywords. */
const PLAIN_NAME = /^[a-z][a-z0-9]*_[a-z0-9_]*$/

/** Common archive columns that have another form but are not SQL keywords. */
const UNQUOTED: ReadonlySet<string> = new Set(['hostname', 'discoverymethod', 'ra', 'dec', 'rowupdate', 'releasedate'])

/** A column name in SQL: unquoted for names such as `pl_rade` and `hostname`, in double quotes for all others. */
export function sqlName(name: string): string {
  return PLAIN_NAME.test(name) || UNQUOTED.has(name) ? name : quotedName(name)
}
