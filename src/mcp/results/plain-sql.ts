/** A Markdown fence before or after a statement, as models like to write it. */
const OPENING = /^\s*```(?:(?!select\b|with\b)[a-z]+(?=\s))?/i
const CLOSING = /```\s*$/

/** SQL without the Markdown fence around it. Blanks take its place, so that places in the text stay the same. */
export function plainSql(sql: string): string {
  const blank = (fence: string): string => ' '.repeat(fence.length)
  return sql.replace(OPENING, blank).replace(CLOSING, blank)
}
