import type { Call, Expression, OrderTerm, Over } from './ast.ts'
import type { Cursor } from './cursor.ts'
import type { Read } from './parse-special.ts'

/** Functions whose arguments can be followed by a unit. */
const REGIONS: readonly string[] = ['CIRCLE', 'BOX', 'POLYGON', 'POINT']

/** A call; the cursor is at its opening parenthesis. */
export function parseCall(cursor: Cursor, name: { readonly key: string; readonly start: number }, read: Read): Call {
  return cursor.nested(() => {
    cursor.next()
    const quantifier = cursor.accept('DISTINCT') ? 'DISTINCT' : cursor.accept('ALL') ? 'ALL' : undefined
    const isStar = cursor.is('*', ')')
    let args: Expression[] = []
    if (isStar) {
      cursor.next()
      cursor.next()
    } else if (!cursor.accept(')')) {
      args = parseArguments(cursor, name.key, read)
    }
    const within = cursor.accept('WITHIN', 'GROUP') ? parseWithin(cursor, read) : undefined
    const over = cursor.accept('OVER') ? parseOver(cursor, read) : undefined
    return { kind: 'call', name: name.key, args, quantifier, isStar, within, over, position: name.start }
  })
}

function parseArguments(cursor: Cursor, name: string, read: Read): Expression[] {
  const args: Expression[] = []
  do {
    const isPart = name === 'EXTRACT' && cursor.token.kind === 'word' && cursor.peek().key === 'FROM'
    if (isPart) {
      const { value, start } = cursor.next()
      cursor.next()
      args.push({ kind: 'text', value: value.toUpperCase(), position: start })
    }
    const operand = read(cursor)
    const { kind, value, start } = cursor.token
    if (REGIONS.includes(name) && kind === 'word' && cursor.isName()) {
      cursor.next()
      args.push({ kind: 'angle', operand, unit: value, position: start })
    } else args.push(operand)
  } while (cursor.accept(','))
  cursor.expect(')', `after the arguments of ${name}`)
  return args
}

function parseWithin(cursor: Cursor, read: Read): OrderTerm[] {
  cursor.expect('(', 'after WITHIN GROUP')
  if (!cursor.accept('ORDER', 'BY')) throw cursor.unexpected('ORDER BY')
  const terms = parseOrderTerms(cursor, read)
  cursor.expect(')', 'at the end of WITHIN GROUP')
  return terms
}

function parseOver(cursor: Cursor, read: Read): Over {
  cursor.expect('(', 'after OVER')
  const partitionBy: Expression[] = []
  if (cursor.accept('PARTITION', 'BY')) {
    do partitionBy.push(read(cursor))
    while (cursor.accept(','))
  }
  const orderBy = cursor.accept('ORDER', 'BY') ? parseOrderTerms(cursor, read) : []
  cursor.expect(')', 'at the end of OVER')
  return { partitionBy, orderBy }
}

/** The terms after ORDER BY. */
export function parseOrderTerms(cursor: Cursor, read: Read): OrderTerm[] {
  const terms: OrderTerm[] = []
  do {
    const expression = read(cursor)
    const isDescending = cursor.accept('DESC')
    if (!isDescending) cursor.accept('ASC')
    let nulls: 'FIRST' | 'LAST' | undefined
    if (cursor.accept('NULLS', 'FIRST')) nulls = 'FIRST'
    else if (cursor.accept('NULLS', 'LAST')) nulls = 'LAST'
    terms.push({ expression, isDescending, nulls, position: expression.position })
  } while (cursor.accept(','))
  return terms
}
