/** A name quoted for SQL, whatever it contains. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text as an SQL string literal. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
