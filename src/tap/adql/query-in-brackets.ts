import type { Cursor } from './cursor.ts'

/** What can follow a query in parentheses that is a part of a longer one. */
const AFTER_QUERY = /^(?:UNION|EXCEPT|INTERSECT|MINUS|ORDER|LIMIT|OFFSET|FETCH)$/

/** Whether a query begins inside the parenthesis `ahead` tokens from here, which can open further ones. */
function opensQuery(cursor: Cursor, ahead: number): boolean {
  let depth = ahead
  while (cursor.peek(depth).key === '(') depth += 1
  return depth > ahead && ['SELECT', 'WITH'].includes(cursor.peek(depth).key)
}

/** `(SELECT …) UNION …` at the cursor: whether a query begins with a parenthesis here. */
export function isQueryInBrackets(cursor: Cursor): boolean {
  if (!opensQuery(cursor, 0)) return false
  const after = cursor.afterBracket(0)
  return after === undefined || after.key === ')' || AFTER_QUERY.test(after.key)
}

/** `((SELECT …) UNION …)`: whether a query begins after the parenthesis at the cursor. */
export function bracketsBeginQuery(cursor: Cursor): boolean {
  const after = opensQuery(cursor, 1) ? cursor.afterBracket(1) : undefined
  return after !== undefined && AFTER_QUERY.test(after.key)
}
