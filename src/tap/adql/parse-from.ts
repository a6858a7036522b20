import type { FromItem, Join, Name } from './ast.ts'
import { type Cursor, MAX_CHAIN } from './cursor.ts'
import { Fault } from './fault.ts'
import { parseExpression } from './parse-expression.ts'
import { isQueryInBrackets } from './query-in-brackets.ts'

/** `(a, b)` */
export function readNames(cursor: Cursor): Name[] {
  cursor.expect('(', 'before the names')
  const names: Name[] = []
  do names.push(cursor.expectName('a column name'))
  while (cursor.accept(','))
  cursor.expect(')', 'after the names')
  return names
}

/** FETCH FIRST, WHERE and similar words follow a table or a list and are not aliases. */
export function isTailWord(cursor: Cursor): boolean {
  return cursor.is('FETCH', 'FIRST') || cursor.is('FETCH', 'NEXT')
}

/** The tables after FROM. */
export function readFrom(cursor: Cursor): FromItem[] {
  const items: FromItem[] = []
  do items.push(readJoins(cursor))
  while (cursor.accept(','))
  return items
}

function readJoins(cursor: Cursor): FromItem {
  let left = readTable(cursor)
  for (let count = 0; ; count++) {
    const position = cursor.token.start
    const isNatural = cursor.accept('NATURAL')
    const type = readJoinType(cursor)
    if (type === undefined) {
      if (isNatural) throw cursor.unexpected('JOIN after NATURAL')
      return left
    }
    if (count === MAX_CHAIN) throw cursor.tooLong('joins', position)
    left = readJoin(cursor, type, isNatural, left, position)
  }
}

function readJoinType(cursor: Cursor): Join['type'] | undefined {
  if (cursor.accept('JOIN')) return 'INNER'
  for (const type of ['INNER', 'CROSS', 'LEFT', 'RIGHT', 'FULL'] as const) {
    if (!cursor.accept(type)) continue
    cursor.accept('OUTER')
    cursor.expect('JOIN', `after ${type}`)
    return type
  }
  return undefined
}

function readJoin(cursor: Cursor, type: Join['type'], isNatural: boolean, left: FromItem, position: number): Join {
  const right = readTable(cursor)
  const join = { kind: 'join', type, isNatural, left, right, position } as const
  if (isNatural || type === 'CROSS') return { ...join, on: undefined, using: undefined }
  if (cursor.accept('ON')) return { ...join, on: parseExpression(cursor), using: undefined }
  if (cursor.accept('USING')) return { ...join, on: undefined, using: readNames(cursor) }
  throw cursor.unexpected('ON or USING after a join')
}

function readTable(cursor: Cursor): FromItem {
  const { start, kind, value } = cursor.token
  if (cursor.is('(')) return cursor.nested(() => readBrackets(cursor))
  if (kind === 'text') {
    throw new Fault('invalid_sql', `'${value}' is a string, not a table: write the table's name without quotes.`, start)
  }
  const path = [cursor.expectName('a table')]
  while (cursor.accept('.')) path.push(readNameAfterDot(cursor))
  return { kind: 'table', path, alias: readTableAlias(cursor), position: start }
}

function readNameAfterDot(cursor: Cursor): Name {
  const { kind, value, start } = cursor.token
  if (kind !== 'word' && kind !== 'name') throw cursor.unexpected('a name after the dot')
  cursor.next()
  return { value, isQuoted: kind === 'name', position: start }
}

/** A subquery, or joins in parentheses. */
function readBrackets(cursor: Cursor): FromItem {
  const { start } = cursor.token
  cursor.next()
  if (cursor.is('SELECT') || cursor.is('WITH') || isQueryInBrackets(cursor)) {
    const query = cursor.readQuery(cursor)
    cursor.expect(')', 'after the subquery')
    const alias = readTableAlias(cursor)
    const columns = alias !== undefined && cursor.is('(') ? readNames(cursor) : undefined
    return { kind: 'derived', query, alias, columns, position: start }
  }
  const joined = readJoins(cursor)
  cursor.expect(')', 'after the joined tables')
  return joined
}

function readTableAlias(cursor: Cursor): Name | undefined {
  if (cursor.accept('AS')) return cursor.expectName('a name after AS')
  if (cursor.is('TOP') && (cursor.peek().kind === 'number' || cursor.peek().key === '(')) return undefined
  return isTailWord(cursor) ? undefined : cursor.acceptName()
}
