import type { Query, QueryBody, SetOperation } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { combineTypes, typeInWords } from '../columns/value-type.ts'
import { setSubqueryTranslator, translateExpression } from '../expressions/expression.ts'
import { Frame, type Session } from '../expressions/session.ts'
import { orderTermSql } from '../expressions/value.ts'
import { CommonTables } from '../resolve/scope.ts'
import { View } from '../resolve/view.ts'
import { type Output, relationOf, type SelectedColumn } from './output.ts'
import { limitClause, outputPlace, type Tail, translateSelect } from './select.ts'

/** The context of a query: the SELECT around it and the visible common tables. */
interface Surroundings {
  readonly session: Session
  readonly outer: Frame | undefined
  readonly commonTables: CommonTables | undefined
}

const NO_TAIL: Tail = { orderBy: [], limit: undefined, offset: undefined }

setSubqueryTranslator((query, frame) =>
  translateQuery(query, { session: frame.session, outer: frame, commonTables: frame.commonTables }),
)

/** Translates a query with its common tables. With `isOrdered`, its order is kept when an outer query reads its rows. */
export function translateQuery(query: Query, around: Surroundings, isOrdered = false): Output {
  const { session } = around
  const { commonTables, sql: definitions } = translateWith(query, around)
  const here = { ...around, commonTables }
  const output = translateBody(query.body, query, here)
  // SQLite can drop the order of a subquery that has no LIMIT.
  const order = isOrdered && query.orderBy.length > 0 && !output.isCut ? ' LIMIT -1' : ''
  const sql = session.checked(`${definitions}${output.sql}${order}`, query.position)
  return {
    sql,
    columns: output.columns,
    isPlain: output.isPlain && definitions === '' && order === '',
    isCut: output.isCut || order !== '',
    limit: output.limit,
  }
}

function translateWith(
  query: Query,
  { session, commonTables }: Surroundings,
): { readonly commonTables: CommonTables | undefined; readonly sql: string } {
  if (query.with.length === 0) return { commonTables, sql: '' }
  const own = new CommonTables(commonTables)
  const definitions = query.with.map((table) => {
    const { name } = table
    if (own.isOwn(name.value)) {
      throw new Fault('invalid_sql', `Two common table expressions are called "${name.value}".`, name.position)
    }
    const output = translateQuery(table.query, { session, outer: undefined, commonTables: own }, true)
    const sql = session.nextCommonTable()
    own.define(name.value, { sql, relation: relationOf(output, name.value, table.columns, name.position) })
    return `${sql} AS (${output.sql})`
  })
  return { commonTables: own, sql: `WITH ${definitions.join(', ')} ` }
}

function translateBody(body: QueryBody, tail: Tail, around: Surroundings): Output {
  const { session, outer, commonTables } = around
  if (body.kind === 'select') {
    const inner = (query: Query, frame: Frame, isOrdered: boolean): Output =>
      // A table in FROM has access to the queries around its SELECT, but not to its neighbors.
      translateQuery(query, { session, outer: frame.outer, commonTables: frame.commonTables }, isOrdered)
    return translateSelect(session, body, tail, outer, commonTables, inner)
  }
  if (body.kind === 'nested') {
    const output = translateQuery(body.query, around)
    return hasTail(tail) ? withTail(wrapped(output), tail, around) : output
  }
  const output = translateOperation(body, around)
  return hasTail(tail) ? withTail(output, tail, around) : output
}

function hasTail({ orderBy, limit, offset }: Tail): boolean {
  return orderBy.length > 0 || limit !== undefined || offset !== undefined
}

/** The query as a plain SELECT, which can be an operand of a set operation. */
function wrapped(output: Output): Output {
  return output.isPlain
    ? output
    : { sql: `SELECT * FROM (${output.sql})`, columns: withoutExpressions(output.columns), isPlain: true, isCut: false }
}

function withoutExpressions(columns: readonly SelectedColumn[]): SelectedColumn[] {
  return columns.map((column) => ({ ...column, expression: undefined }))
}

/** Adds ORDER BY and limits. After a set operation, ORDER BY refers to result columns; expressions need an outer SELECT. */
function withTail(output: Output, tail: Tail, { session, outer, commonTables }: Surroundings): Output {
  const columns = withoutExpressions(output.columns)
  const places = tail.orderBy.map(({ expression }) => outputPlace(columns, expression))
  const limits = limitClause(tail.limit, tail.offset)
  if (places.every((place) => place !== undefined)) {
    const terms = tail.orderBy.map((term, i) => orderTermSql(String(places[i]! + 1), term))
    const order = terms.length > 0 ? ` ORDER BY ${terms.join(', ')}` : ''
    return { sql: `${output.sql}${order}${limits}`, columns, isPlain: false, isCut: limits !== '', limit: tail.limit }
  }
  const frame = new Frame(session, outer, commonTables)
  const alias = session.nextAlias()
  frame.view = View.of({ relation: relationOf(output, undefined, undefined, 0), alias, qualifiers: new Set() })
  frame.clause = 'ORDER BY'
  const terms = tail.orderBy.map((term, i) => {
    const place = places[i]
    return orderTermSql(place === undefined ? translateExpression(frame, term.expression).sql : String(place + 1), term)
  })
  return {
    sql: `SELECT * FROM (${output.sql}) AS ${alias} ORDER BY ${terms.join(', ')}${limits}`,
    columns,
    isPlain: false,
    isCut: limits !== '',
    limit: tail.limit,
  }
}

/**
 * Translates a set operation. All set operators of SQLite have equal precedence, from left to right, so all operands but the
 * first must be plain SELECTs.
 */
function translateOperation(operation: SetOperation, around: Surroundings): Output {
  const { operator, isAll, position } = operation
  const { session } = around
  const first =
    operation.left.kind === 'set'
      ? translateOperation(operation.left, around)
      : wrapped(translateBody(operation.left, NO_TAIL, around))
  const second = wrapped(translateBody(operation.right, NO_TAIL, around))
  const columns = combineColumns(operation, first, second)
  const sql =
    isAll && operator !== 'UNION'
      ? countedOperation(operator, first, second)
      : `${first.sql} ${operator}${isAll ? ' ALL' : ''} ${second.sql}`
  return { sql: session.checked(sql, position), columns, isPlain: false, isCut: false }
}

/** EXCEPT ALL and INTERSECT ALL: equal rows are distinguished by their number among them. */
function countedOperation(operator: string, first: Output, second: Output): string {
  const [left, right] = [first, second].map(({ sql, columns }) => {
    const names = columns.map((column) => column.sql).join(', ')
    return `SELECT ${names}, row_number() OVER (PARTITION BY ${names}) FROM (${sql})`
  })
  return `SELECT ${first.columns.map((column) => column.sql).join(', ')} FROM (${left} ${operator} ${right})`
}

function combineColumns({ operator, position }: SetOperation, first: Output, second: Output): SelectedColumn[] {
  const [a, b] = [first.columns, second.columns]
  if (a.length !== b.length) {
    throw new Fault(
      'invalid_sql',
      `${operator} needs the same number of columns on both sides, not ${a.length} and ${b.length}.`,
      position,
    )
  }
  return a.map((column, i) => {
    const type = operator === 'EXCEPT' ? exceptType(column, b[i]!) : combineTypes(column.type, b[i]!.type)
    if (type !== undefined) return { ...column, type, expression: undefined }
    throw new Fault(
      'invalid_sql',
      `Column ${i + 1} of ${operator} is ${typeInWords(column.type)} on the left ("${column.name}") and ${typeInWords(b[i]!.type)} on the right ("${b[i]!.name}"): write CAST.`,
      position,
    )
  })
}

/** The type of a column of EXCEPT, whose rows all come from the left side. */
function exceptType(a: SelectedColumn, b: SelectedColumn): SelectedColumn['type'] | undefined {
  return combineTypes(a.type, b.type) === undefined ? undefined : a.type
}
