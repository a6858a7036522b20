/** Texts and names as literals of the languages that code is shown in. */

/** A word of a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** A string of Python: on one line in double quotes, on several in triple ones. */
export function pythonString(text: string): string {
  const escaped = text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('\0', String.raw`\0`)
    .replaceAll('\r', String.raw`\r`)
  const inner = escaped.replaceAll('"', String.raw`\"`)
  return text.includes('\n') ? `"""${inner}"""` : `"${inner}"`
}

/** A string of R. */
export function rString(text: string): string {
  return `"${text.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`).replaceAll('\r', String.raw`\r`)}"`
}

/** A string of SQL. */
export function sqlString(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** No word of SQL has this form. */
const PLAIN_NAME = /^[a-z][a-z0-9]*_[a-z0-9_]*$/

/** Frequent columns of the archive that have another form and are no words of SQL either. */
const UNQUOTED: ReadonlySet<string> = new Set(['hostname', 'discoverymethod', 'ra', 'dec', 'rowupdate', 'releasedate'])

/** A column of SQL: names such as `pl_rade` and `hostname` as they are, all others in double quotes. */
export function sqlName(name: string): string {
  return PLAIN_NAME.test(name) || UNQUOTED.has(name) ? name : `"${name.replaceAll('"', '""')}"`
}
