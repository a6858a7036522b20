import type { Case, Expression } from './ast.ts'
import type { Cursor } from './cursor.ts'
import { Fault } from './fault.ts'

/** Reads any expression; passed in because expressions are recursive. */
export type Read = (cursor: Cursor) => Expression

export function parseCase(cursor: Cursor, read: Read): Case {
  const { start } = cursor.next()
  const subject = cursor.is('WHEN') ? undefined : read(cursor)
  const branches: { when: Expression; result: Expression }[] = []
  while (cursor.accept('WHEN')) {
    const when = read(cursor)
    cursor.expect('THEN', 'after the condition of WHEN')
    branches.push({ when, result: read(cursor) })
  }
  if (branches.length === 0) throw cursor.unexpected('WHEN after CASE')
  const otherwise = cursor.accept('ELSE') ? read(cursor) : undefined
  cursor.expect('END', 'at the end of CASE')
  return { kind: 'case', subject, branches, otherwise, position: start }
}

export function parseCast(cursor: Cursor, read: Read): Expression {
  const { start } = cursor.next()
  cursor.expect('(', 'after CAST')
  const operand = read(cursor)
  cursor.expect('AS', 'between value and type in CAST')
  const words: string[] = []
  while (cursor.token.kind === 'word') words.push(cursor.next().key)
  if (words.length === 0) throw cursor.unexpected('a type after AS')
  let length: number | undefined
  if (cursor.accept('(')) {
    length = cursor.is('*') ? void cursor.next() : cursor.expectCount('the parenthesis of the type')
    if (cursor.accept(',')) cursor.expectCount('the comma')
    cursor.expect(')', 'after the length of the type')
  }
  cursor.expect(')', 'at the end of CAST')
  return { kind: 'cast', operand, type: words.join(' '), length, position: start }
}

const INTERVAL_UNITS: readonly string[] = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND']

/** `INTERVAL '30' DAY`, `INTERVAL 30 DAY`, `INTERVAL '30 days'`. */
export function parseInterval(cursor: Cursor): Expression {
  const { start } = cursor.next()
  const amount = cursor.next()
  const parts = /^\s*([+-]?\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*$/.exec(amount.value)
  let unit = parts?.[2] ?? ''
  if (parts !== null && unit === '' && cursor.token.kind === 'word') unit = cursor.next().value
  const singular = unit.toUpperCase().replace(/S$/, '')
  if (parts === null || !INTERVAL_UNITS.includes(singular)) {
    throw new Fault(
      'invalid_sql',
      `An interval must be a number and one of ${INTERVAL_UNITS.join(', ')}, for example INTERVAL '30' DAY.`,
      start,
    )
  }
  return { kind: 'interval', amount: Number(parts[1]), unit: singular, position: start }
}
