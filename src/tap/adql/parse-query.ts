import type { CommonTable, Name, OrderTerm, Query, QueryBody, Select, SelectItem, SetOperation } from './ast.ts'
import { Cursor, MAX_CHAIN } from './cursor.ts'
import { Fault } from './fault.ts'
import { parseOrderTerms } from './parse-call.ts'
import { parseExpression } from './parse-expression.ts'
import { isTailWord, readFrom, readNames } from './parse-from.ts'

/** Statements that are not queries. */
const OTHER_STATEMENTS: ReadonlySet<string> = new Set(
  `INSERT UPDATE DELETE MERGE DROP CREATE ALTER TRUNCATE GRANT REVOKE EXPLAIN PRAGMA ATTACH DETACH SHOW DESCRIBE DESC VALUES
  BEGIN COMMIT ROLLBACK SET USE CALL EXEC EXECUTE REPLACE VACUUM`.split(/\s+/),
)

/** Parses a query into its syntax tree; throws a Fault. */
export function parseAdql(text: string): Query {
  const cursor = new Cursor(text, readQuery)
  const first = cursor.token
  if (first.kind === 'end') throw new Fault('invalid_sql', 'The query is empty: send one SELECT statement.', 0)
  if (OTHER_STATEMENTS.has(first.key)) {
    throw new Fault(
      'not_a_select',
      `Only SELECT is allowed, not "${first.value}". The catalog is read-only.`,
      first.start,
    )
  }
  const query = readQuery(cursor)
  const end = cursor.token
  while (cursor.accept(';'));
  if (cursor.token.kind === 'end') return query
  if (end.key === ';') {
    throw new Fault(
      'several_statements',
      'Only one statement is allowed, but more text follows the ";".',
      cursor.token.start,
    )
  }
  throw cursor.unexpected('the end of the query, or AND, OR, a comma or another clause')
}

function readQuery(cursor: Cursor): Query {
  return cursor.nested(() => {
    const position = cursor.token.start
    const commonTables = readWith(cursor)
    const tail: Tail = { orderBy: [], limit: undefined, offset: undefined }
    const body = readUnion(cursor)
    readTail(cursor, tail)
    return { with: commonTables, body, ...tail, position }
  })
}

function readWith(cursor: Cursor): CommonTable[] {
  const tables: CommonTable[] = []
  if (!cursor.accept('WITH')) return tables
  if (cursor.is('RECURSIVE') && cursor.isName(1)) {
    throw new Fault('invalid_sql', 'WITH RECURSIVE is not supported.', cursor.token.start)
  }
  do {
    const name = cursor.expectName('the name of a common table expression after WITH')
    const columns = cursor.is('(') ? readNames(cursor) : undefined
    cursor.expect('AS', 'after the name of the common table expression')
    cursor.expect('(', 'before the query of the common table expression')
    const query = readQuery(cursor)
    cursor.expect(')', 'after the query of the common table expression')
    tables.push({ name, columns, query })
  } while (cursor.accept(','))
  return tables
}

interface Tail {
  orderBy: OrderTerm[]
  limit: number | undefined
  offset: number | undefined
}

/** Reads ORDER BY and, in any order, OFFSET and the row limits. */
function readTail(cursor: Cursor, tail: Tail): void {
  for (;;) {
    const { start, key } = cursor.token
    if (key === 'ORDER') {
      acceptBy(cursor)
      if (tail.orderBy.length > 0) throw new Fault('invalid_sql', 'ORDER BY is repeated.', start)
      tail.orderBy = parseOrderTerms(cursor, parseExpression)
    } else if (cursor.accept('OFFSET')) {
      tail.offset = cursor.expectCount('OFFSET')
      if (!cursor.accept('ROWS')) cursor.accept('ROW')
    } else if (cursor.accept('LIMIT')) {
      if (cursor.accept('ALL') || cursor.accept('NULL')) continue
      tail.limit = cursor.expectCount('LIMIT')
      if (cursor.accept(',')) {
        tail.offset = tail.limit
        tail.limit = cursor.expectCount('LIMIT')
      }
    } else if (cursor.accept('FETCH')) {
      if (!cursor.accept('FIRST') && !cursor.accept('NEXT')) throw cursor.unexpected('FIRST after FETCH')
      tail.limit = cursor.acceptCount() ?? 1
      if (!cursor.accept('ROWS')) cursor.accept('ROW')
      cursor.expect('ONLY', 'after FETCH FIRST')
    } else {
      const top = acceptTop(cursor)
      if (top === undefined) return
      tail.limit = top
    }
  }
}

/** ORDER BY, GROUP BY. */
function acceptBy(cursor: Cursor): void {
  const { value } = cursor.next()
  cursor.expect('BY', `after ${value}`)
}

/** `TOP 5`, `TOP (5)`; undefined if none follows. */
function acceptTop(cursor: Cursor): number | undefined {
  if (!cursor.is('TOP')) return undefined
  const isNegative = cursor.peek().key === '-' && cursor.peek(2).kind === 'number'
  if (cursor.peek().kind === 'number' || isNegative) {
    cursor.next()
    return cursor.expectCount('TOP')
  }
  if (cursor.peek().key !== '(' || cursor.peek(2).kind !== 'number' || cursor.peek(3).key !== ')') return undefined
  cursor.next()
  cursor.next()
  const count = cursor.expectCount('TOP')
  cursor.next()
  return count
}

function readUnion(cursor: Cursor): QueryBody {
  let left = readIntersect(cursor)
  for (let count = 0; cursor.is('UNION') || cursor.is('EXCEPT') || cursor.is('MINUS'); count++) {
    if (count === MAX_CHAIN) throw cursor.tooLong('set operations', cursor.token.start)
    const { key, start } = cursor.next()
    const operator = key === 'UNION' ? 'UNION' : 'EXCEPT'
    left = readOperation(cursor, operator, left, start, () => readIntersect(cursor))
  }
  return left
}

function readIntersect(cursor: Cursor): QueryBody {
  let left = readOperand(cursor)
  for (let count = 0; cursor.is('INTERSECT'); count++) {
    if (count === MAX_CHAIN) throw cursor.tooLong('set operations', cursor.token.start)
    const { start } = cursor.next()
    left = readOperation(cursor, 'INTERSECT', left, start, () => readOperand(cursor))
  }
  return left
}

function readOperation(
  cursor: Cursor,
  operator: SetOperation['operator'],
  left: QueryBody,
  position: number,
  readRight: () => QueryBody,
): SetOperation {
  const isAll = cursor.accept('ALL')
  if (!isAll) cursor.accept('DISTINCT')
  return { kind: 'set', operator, isAll, left, right: readRight(), position }
}

function readOperand(cursor: Cursor): QueryBody {
  const { start } = cursor.token
  if (!cursor.accept('(')) return readSelect(cursor)
  const query = readQuery(cursor)
  cursor.expect(')', 'after the query in parentheses')
  return { kind: 'nested', query, position: start }
}

function readSelect(cursor: Cursor): Select {
  const position = cursor.expect('SELECT', 'at the beginning of a query').start
  let isDistinct = false
  let top: number | undefined
  for (;;) {
    const found = acceptTop(cursor)
    if (found !== undefined) {
      top = found
      cursor.accept(',')
    } else if (cursor.accept('DISTINCT')) isDistinct = true
    else if (!cursor.accept('ALL')) break
  }
  const list = readItems(cursor)
  const from = cursor.accept('FROM') ? readFrom(cursor) : []
  const afterFrom = acceptTop(cursor)
  const { token } = cursor
  const where = cursor.accept('WHERE') ? parseExpression(cursor) : undefined
  if (where !== undefined && from.length === 0 && !isDual(list.items)) {
    throw new Fault('invalid_sql', 'FROM and a table are missing before WHERE.', token.start)
  }
  const groupBy: Select['groupBy'][number][] = []
  if (cursor.is('GROUP')) {
    acceptBy(cursor)
    do groupBy.push(parseExpression(cursor))
    while (cursor.accept(','))
  }
  const having = cursor.accept('HAVING') ? parseExpression(cursor) : undefined
  return {
    kind: 'select',
    isDistinct,
    top: top ?? list.top ?? afterFrom,
    items: list.items,
    from,
    where,
    groupBy,
    having,
    position,
  }
}

/** True if the items need no table: then WHERE without FROM is unusual but valid. */
function isDual(items: readonly SelectItem[]): boolean {
  return items.every((item) => item.kind === 'expression' && ['number', 'text', 'null'].includes(item.expression.kind))
}

/** The select list; TOP can be before or after any item. */
function readItems(cursor: Cursor): { readonly items: SelectItem[]; readonly top: number | undefined } {
  const items: SelectItem[] = []
  let top: number | undefined
  if (cursor.is('FROM'))
    throw new Fault('invalid_sql', 'The list of columns after SELECT is empty.', cursor.token.start)
  do {
    top = acceptTop(cursor) ?? top
    items.push(readItem(cursor))
    top = acceptTop(cursor) ?? top
  } while (cursor.accept(','))
  return { items, top }
}

function readItem(cursor: Cursor): SelectItem {
  const { start } = cursor.token
  if (cursor.accept('*')) return { kind: 'star', path: [], position: start }
  let dots = 0
  while (cursor.isName(2 * dots) && cursor.peek(2 * dots + 1).key === '.') dots += 1
  if (dots > 0 && cursor.peek(2 * dots).key === '*') {
    const path: Name[] = []
    for (let i = 0; i < dots; i++) {
      path.push(cursor.acceptName()!)
      cursor.next()
    }
    cursor.next()
    return { kind: 'star', path, position: start }
  }
  const from = cursor.index
  const expression = parseExpression(cursor)
  const text = cursor.textFrom(from)
  return { kind: 'expression', expression, alias: readItemAlias(cursor), text, position: start }
}

function readItemAlias(cursor: Cursor): Name | undefined {
  if (cursor.accept('AS')) {
    const { kind, value, start, key } = cursor.token
    // After AS, any word is a name if the list can continue after it.
    if (kind === 'word' && (cursor.isName() || [',', 'FROM', ')', ''].includes(cursor.peek().key))) {
      if (key === 'FROM') throw cursor.unexpected('a name after AS')
      cursor.next()
      return { value, isQuoted: false, position: start }
    }
    if (kind === 'text') {
      cursor.next()
      return { value, isQuoted: true, position: start }
    }
    return cursor.expectName('a name after AS')
  }
  // `hostname TOP 5`: TOP is not an alias here.
  if (cursor.is('TOP') && (cursor.peek().kind === 'number' || cursor.peek().key === '(')) return undefined
  return isTailWord(cursor) ? undefined : cursor.acceptName()
}
