/** A Markdown fence before or after a statement, as models often write it. */
const OPENING = /^\s*```(?:(?!select\b|with\b)[a-z]+(?=\s))?/i
const CLOSING = /```\s*$/

/** Removes a Markdown fence around SQL. Spaces replace it, so that positions in the text stay the same. */
export function plainSql(sql: string): string {
  const blank = (fence: string): string => ' '.repeat(fence.length)
  return sql.replace(OPENING, blank).replace(CLOSING, blank)
}
