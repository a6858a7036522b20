import type { ColumnReference, ComparisonOperator, Expression, Name } from './ast.ts'
import { type Cursor, MAX_CHAIN } from './cursor.ts'
import { Fault } from './fault.ts'
import { parseCall } from './parse-call.ts'
import { parseCase, parseCast, parseInterval } from './parse-special.ts'
import { bracketsBeginQuery, isQueryInBrackets } from './query-in-brackets.ts'

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '==': '=',
  '<>': '<>',
  '!=': '<>',
  '^=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

export function parseExpression(cursor: Cursor): Expression {
  return parseLogical(cursor, 'OR')
}

function parseLogical(cursor: Cursor, operator: 'AND' | 'OR'): Expression {
  const read = (): Expression => (operator === 'OR' ? parseLogical(cursor, 'AND') : parseNot(cursor))
  const first = read()
  if (!cursor.is(operator)) return first
  const operands = [first]
  while (cursor.accept(operator)) operands.push(read())
  return { kind: 'logical', operator, operands, position: first.position }
}

function parseNot(cursor: Cursor): Expression {
  const { start } = cursor.token
  if (!cursor.accept('NOT')) return parsePredicate(cursor)
  return { kind: 'not', operand: cursor.nested(() => parseNot(cursor)), position: start }
}

function parsePredicate(cursor: Cursor): Expression {
  let left = parseSum(cursor)
  for (let count = 0; ; count++) {
    if (count === MAX_CHAIN) throw cursor.tooLong('comparisons', cursor.token.start)
    const position = cursor.token.start
    const operator = COMPARISONS[cursor.token.key]
    if (operator !== undefined) {
      cursor.next()
      refuseQuantifier(cursor)
      left = { kind: 'comparison', operator, left, right: parseSum(cursor), position }
      continue
    }
    if (cursor.accept('IS')) {
      const isNegated = cursor.accept('NOT')
      if (!cursor.accept('NULL')) throw cursor.unexpected('NULL after IS')
      left = { kind: 'is-null', operand: left, isNegated, position }
      continue
    }
    const isNegated = cursor.is('NOT') && ['LIKE', 'ILIKE', 'BETWEEN', 'IN'].includes(cursor.peek().key)
    if (isNegated) cursor.next()
    const operand = left
    if (cursor.is('LIKE') || cursor.is('ILIKE')) {
      const ignoresCase = cursor.next().key === 'ILIKE'
      const pattern = parseSum(cursor)
      const escapeCharacter = cursor.accept('ESCAPE') ? parseSum(cursor) : undefined
      left = { kind: 'like', operand, pattern, escape: escapeCharacter, isNegated, ignoresCase, position }
    } else if (cursor.accept('BETWEEN')) {
      const low = parseSum(cursor)
      cursor.expect('AND', 'between the two bounds of BETWEEN')
      left = { kind: 'between', operand, low, high: parseSum(cursor), isNegated, position }
    } else if (cursor.accept('IN')) {
      left = { kind: 'in', operand, values: parseInValues(cursor), isNegated, position }
    } else return left
  }
}

function refuseQuantifier(cursor: Cursor): void {
  if (!cursor.is('ALL', '(') && !cursor.is('ANY', '(') && !cursor.is('SOME', '(')) return
  const { value, start } = cursor.token
  throw new Fault(
    'invalid_sql',
    `${value} (…) is not supported after a comparison: write IN (SELECT …), or compare with MIN() or MAX() of the subquery.`,
    start,
  )
}

function parseInValues(cursor: Cursor) {
  if (!cursor.is('(')) throw cursor.unexpected('a list in parentheses after IN')
  return cursor.nested(() => {
    cursor.next()
    if (cursor.is('SELECT') || cursor.is('WITH') || isQueryInBrackets(cursor)) {
      const query = cursor.readQuery(cursor)
      cursor.expect(')', 'after the subquery')
      return query
    }
    if (cursor.is(')')) throw new Fault('invalid_sql', 'The list after IN is empty.', cursor.token.start)
    return parseList(cursor, 'after the list')
  })
}

/** Expressions up to the closing parenthesis. */
function parseList(cursor: Cursor, purpose: string): Expression[] {
  const list: Expression[] = []
  do list.push(parseWholeLiteral(cursor) ?? parseExpression(cursor))
  while (cursor.accept(','))
  cursor.expect(')', purpose)
  return list
}

/** A number or string that is a whole item of a list. Handled separately because lists of thousands of such items are common. */
function parseWholeLiteral(cursor: Cursor): Expression | undefined {
  const { kind, value, start } = cursor.token
  if (kind !== 'number' && kind !== 'text') return undefined
  const { key } = cursor.peek()
  if (key !== ',' && key !== ')') return undefined
  cursor.next()
  return kind === 'number' ? { kind, text: value, position: start } : { kind, value, position: start }
}

function parseSum(cursor: Cursor): Expression {
  let left = parseProduct(cursor)
  for (let count = 0; cursor.is('+') || cursor.is('-') || cursor.is('||'); count++) {
    if (count === MAX_CHAIN) throw cursor.tooLong('additions', cursor.token.start)
    const { key, start } = cursor.next()
    left = { kind: 'binary', operator: key as '+' | '-' | '||', left, right: parseProduct(cursor), position: start }
  }
  return left
}

function parseProduct(cursor: Cursor): Expression {
  let left = parseUnary(cursor)
  for (let count = 0; cursor.is('*') || cursor.is('/'); count++) {
    if (count === MAX_CHAIN) throw cursor.tooLong('multiplications', cursor.token.start)
    const { key, start } = cursor.next()
    left = { kind: 'binary', operator: key as '*' | '/', left, right: parseUnary(cursor), position: start }
  }
  return left
}

function parseUnary(cursor: Cursor): Expression {
  const { key, start } = cursor.token
  if (key !== '-' && key !== '+') return parsePrimary(cursor)
  cursor.next()
  return { kind: 'unary', operator: key, operand: cursor.nested(() => parseUnary(cursor)), position: start }
}

function parsePrimary(cursor: Cursor): Expression {
  const { kind, value, key, start } = cursor.token
  if (kind === 'number') {
    cursor.next()
    return { kind: 'number', text: value, position: start }
  }
  if (kind === 'text') {
    cursor.next()
    return { kind: 'text', value, position: start }
  }
  if (key === '(') return cursor.nested(() => parseBrackets(cursor))
  if (kind === 'word') {
    const special = parseWord(cursor, key)
    if (special !== undefined) return special
  }
  if (cursor.isName()) return parseNameOrCall(cursor)
  throw cursor.unexpected('a column, value or function')
}

function parseBrackets(cursor: Cursor): Expression {
  const { start } = cursor.token
  if (['SELECT', 'WITH'].includes(cursor.peek().key) || bracketsBeginQuery(cursor)) {
    cursor.next()
    const query = cursor.readQuery(cursor)
    cursor.expect(')', 'after the subquery')
    return { kind: 'subquery', query, position: start }
  }
  cursor.next()
  const expression = parseExpression(cursor)
  if (cursor.is(','))
    throw new Fault('invalid_sql', 'A list in parentheses is not supported here: ADQL has no row values.', start)
  cursor.expect(')', 'after this expression')
  return expression
}

/** An expression that begins with a keyword; undefined for a plain name. */
function parseWord(cursor: Cursor, key: string): Expression | undefined {
  const { start } = cursor.token
  switch (key) {
    case 'NULL':
      cursor.next()
      return { kind: 'null', position: start }
    case 'TRUE':
    case 'FALSE':
      if (cursor.peek().key === '.' || cursor.peek().key === '(') return undefined
      cursor.next()
      return { kind: 'boolean', value: key === 'TRUE', position: start }
    case 'CASE':
      return cursor.nested(() => parseCase(cursor, parseExpression))
    case 'EXISTS':
      return cursor.nested(() => {
        cursor.next()
        cursor.expect('(', 'after EXISTS')
        const query = cursor.readQuery(cursor)
        cursor.expect(')', 'after the subquery')
        return { kind: 'exists', query, position: start }
      })
    case 'CAST':
      return cursor.peek().key === '(' ? cursor.nested(() => parseCast(cursor, parseExpression)) : undefined
    case 'DATE':
    case 'TIMESTAMP':
      if (cursor.peek().kind !== 'text') return undefined
      cursor.next()
      return { kind: 'date', value: cursor.next().value, position: start }
    case 'INTERVAL':
      return ['text', 'number'].includes(cursor.peek().kind) ? parseInterval(cursor) : undefined
    case 'LEFT':
    case 'RIGHT':
      // Join keywords that are also functions.
      return cursor.peek().key === '(' ? parseCall(cursor, cursor.next(), parseExpression) : undefined
    default:
      return undefined
  }
}

function parseNameOrCall(cursor: Cursor): Expression {
  const first = cursor.token
  if (first.kind === 'word' && cursor.peek().key === '(') return parseCall(cursor, cursor.next(), parseExpression)
  const path: Name[] = [cursor.acceptName()!]
  while (cursor.is('.') && (cursor.peek().kind === 'word' || cursor.peek().kind === 'name')) {
    cursor.next()
    // After a dot, even a reserved word is a name.
    const { value, kind, start } = cursor.next()
    path.push({ value, isQuoted: kind === 'name', position: start })
    if (path.length > 4) throw new Fault('invalid_sql', 'A name has too many parts.', first.start)
  }
  if (path.length > 1 && path.at(-1)!.isQuoted === false && cursor.is('(')) {
    // A schema before a function is ignored.
    return parseCall(cursor, cursor.tokens[cursor.index - 1]!, parseExpression)
  }
  return { kind: 'column', path, position: first.start } satisfies ColumnReference
}
