import { quotedName } from '../../core/text/sql-quoting.ts'
import type { Expression, ExpressionItem, Query, Select, StarItem } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { translateCondition } from '../expressions/condition.ts'
import { translateExpression } from '../expressions/expression.ts'
import { Frame, ROW_NUMBER_MARK, type Session } from '../expressions/session.ts'
import { orderTermSql, type Value } from '../expressions/value.ts'
import type { CommonTables } from '../resolve/scope.ts'
import { columnsOfStar, type StarPart } from '../resolve/view.ts'
import { type TranslateQuery, translateFrom } from './from.ts'
import { checkColumnCount, type Output, type SelectedColumn, StarColumn, UniqueNames } from './output.ts'
import { misplacedRowNumber, splitRowNumber } from './row-number.ts'

/** Clauses that follow a query and apply to it as a whole. */
export type Tail = Pick<Query, 'orderBy' | 'limit' | 'offset'>

/** A part of the select list in SQL, with the columns that it returns. */
interface Item {
  readonly sql: string
  readonly columns: readonly SelectedColumn[]
}

/** Translates one SELECT with the ORDER BY, LIMIT and OFFSET after it. */
export function translateSelect(
  session: Session,
  select: Select,
  tail: Tail,
  outer: Frame | undefined,
  commonTables: CommonTables | undefined,
  translateQuery: TranslateQuery,
): Output {
  const frame = new Frame(session, outer, commonTables)
  const from = select.from.length > 0 ? ` FROM ${translateFrom(frame, select.from, translateQuery)}` : ''
  const { where, limit } = whereClause(frame, select)
  frame.aliases = aliasesOf(select)
  const groupBy = groupClause(frame, select)
  const items = selectItems(frame, select)
  const columns = items.flatMap((item) => item.columns)
  frame.clause = 'HAVING'
  const having = select.having === undefined ? '' : ` HAVING ${translateCondition(frame, select.having)}`
  frame.clause = 'ORDER BY'
  const terms = tail.orderBy.map((term) => orderTerm(frame, select, columns, term))
  checkGrouping(frame, select)
  if (limit !== undefined && isGrouped(frame, select)) {
    throw new Fault(
      'invalid_sql',
      'ROWNUM cannot limit rows that are grouped: limit them in a subquery, SELECT … FROM (SELECT … WHERE ROWNUM <= n).',
      select.position,
    )
  }
  const order = terms.length > 0 ? ` ORDER BY ${terms.map(({ sql }) => sql).join(', ')}` : ''
  const most = smallest([select.top, tail.limit, limit])
  const limits = limitClause(most, tail.offset)
  const list = items.map(({ sql }) => sql).join(', ')
  const sql = `SELECT ${select.isDistinct ? 'DISTINCT ' : ''}${list}${from}${where}${groupBy}${having}${order}${limits}`
  const numbered = withRowNumbers(
    sql,
    terms.map(({ windowSql }) => windowSql),
  )
  return {
    sql: session.checked(numbered, select.position),
    columns,
    isPlain: order === '' && limits === '',
    isCut: limits !== '',
    limit: most,
  }
}

function withRowNumbers(sql: string, windowTerms: readonly string[]): string {
  if (!sql.includes(ROW_NUMBER_MARK)) return sql
  // The rows are numbered in output order.
  const order = windowTerms.filter((term) => !term.includes(ROW_NUMBER_MARK))
  return sql.replaceAll(
    ROW_NUMBER_MARK,
    `row_number() OVER (${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''})`,
  )
}

function smallest(limits: readonly (number | undefined)[]): number | undefined {
  const given = limits.filter((limit) => limit !== undefined)
  return given.length > 0 ? Math.min(...given) : undefined
}

export function limitClause(limit: number | undefined, offset: number | undefined): string {
  if (limit === undefined && offset === undefined) return ''
  return ` LIMIT ${limit ?? -1}${offset === undefined ? '' : ` OFFSET ${offset}`}`
}

function whereClause(frame: Frame, select: Select): { readonly where: string; readonly limit: number | undefined } {
  frame.clause = 'WHERE'
  frame.aliases = aliasesOf(select)
  const { where, limit } = splitRowNumber(frame, select.where)
  if (where === undefined) return { where: '', limit }
  const sql = translateCondition(frame, where, true)
  if (sql.includes(ROW_NUMBER_MARK)) throw misplacedRowNumber(frame.rowNumberAt ?? where.position)
  return { where: ` WHERE ${sql}`, limit }
}

function aliasesOf(select: Select): ReadonlyMap<string, ExpressionItem> {
  const aliases = new Map<string, ExpressionItem>()
  for (const item of select.items) {
    if (item.kind === 'expression' && item.alias !== undefined) aliases.set(item.alias.value.toLowerCase(), item)
  }
  return aliases
}

/** Translates GROUP BY, whose terms can be columns, expressions, select list names, and item numbers. */
function groupClause(frame: Frame, { groupBy, items }: Select): string {
  if (groupBy.length === 0) return ''
  frame.clause = 'GROUP BY'
  const terms = groupBy.map((term) => {
    const item = term.kind === 'number' && /^\d+$/.test(term.text) ? items[Number(term.text) - 1] : undefined
    if (term.kind === 'number' && item?.kind !== 'expression') {
      throw new Fault(
        'invalid_sql',
        `GROUP BY ${term.text}: the select list has no item of this number.`,
        term.position,
      )
    }
    const { sql } = translateExpression(frame, item?.kind === 'expression' ? item.expression : term)
    if (sql.includes(ROW_NUMBER_MARK)) throw misplacedRowNumber(frame.rowNumberAt ?? term.position)
    frame.addGroup(sql)
    // A number would be read as an item number.
    return /^[\d(]*\d+\)*$/.test(sql) ? `+${sql}` : sql
  })
  return ` GROUP BY ${terms.join(', ')}`
}

function selectItems(frame: Frame, select: Select): Item[] {
  frame.clause = 'SELECT'
  const names = new UniqueNames()
  let count = 0
  return select.items.flatMap((item) => {
    const items = item.kind === 'star' ? starItems(frame, select, item, names) : [expressionItem(frame, item, names)]
    for (const { columns } of items) count += columns.length
    checkColumnCount(count, item.position)
    return items
  })
}

function expressionItem(frame: Frame, item: ExpressionItem, names: UniqueNames): Item {
  const value = translateExpression(frame, item.expression)
  if (value.type.kind === 'interval') throw new Fault('invalid_sql', 'An interval cannot be selected.', item.position)
  const name = item.alias?.value ?? nameOf(item.expression, item.text)
  const key = name.toLowerCase()
  const sql = quotedName(names.unique(key))
  const column = { name, key, sql, type: value.type, expression: value.sql }
  return { sql: value.sql.endsWith(`.${sql}`) ? value.sql : `${value.sql} AS ${sql}`, columns: [column] }
}

/** Maximum length of the name of an expression without an alias. */
const MAX_NAME_LENGTH = 128

function nameOf(expression: Expression, text: string): string {
  return expression.kind === 'column' ? expression.path.at(-1)!.value : text.slice(0, MAX_NAME_LENGTH)
}

function starItems(frame: Frame, select: Select, item: StarItem, names: UniqueNames): Item[] {
  const parts = starParts(frame, item)
  if (parts.length === 0) throw new Fault('invalid_sql', '* has no columns to select: FROM is missing.', item.position)
  const isChecked = select.groupBy.length > 0
  if (!isChecked) frame.bare.push({ name: '*', position: item.position })
  return parts
    .map((part) => {
      if (!isChecked && 'source' in part && part.without.size === 0 && names.takeWhole(part.source.relation)) {
        const { alias, relation } = part.source
        return { sql: `${alias}.*`, columns: relation.columns.map((column) => new StarColumn(column, alias)) }
      }
      let isUnchanged = 'source' in part && part.without.size === 0
      const columns = columnsOfStar(part).map((column) => {
        if (isChecked && !frame.isGroup(column.sql)) frame.bare.push({ name: column.name, position: item.position })
        const sql = quotedName(names.unique(column.key))
        if (!column.sql.endsWith(`.${sql}`)) isUnchanged = false
        return { name: column.name, key: column.key, sql, type: column.type, expression: column.sql }
      })
      checkColumnCount(columns.length, item.position)
      const sql =
        isUnchanged && 'source' in part
          ? `${part.source.alias}.*`
          : columns
              .map(({ sql: name, expression }) =>
                expression.endsWith(`.${name}`) ? expression : `${expression} AS ${name}`,
              )
              .join(', ')
      return { sql, columns }
    })
    .filter(({ columns }) => columns.length > 0)
}

function starParts(frame: Frame, { path, position }: StarItem): readonly StarPart[] {
  if (path.length === 0) return frame.view.star
  const found = frame.view.findSources(path)
  if (found.length === 1) return [{ source: found[0]!, without: new Set() }]
  const star = { value: '*', isQuoted: false, position }
  throw frame.unknown([...path, star], frame.session.catalog)
}

interface TranslatedTerm {
  readonly sql: string
  /** The same for a window, which does not accept column numbers. */
  readonly windowSql: string
}

function orderTerm(
  frame: Frame,
  select: Select,
  columns: readonly SelectedColumn[],
  term: Tail['orderBy'][number],
): TranslatedTerm {
  const { expression, position } = term
  let place = outputPlace(columns, expression, frame)
  let value: Value | undefined
  if (place === undefined) {
    value = translateExpression(frame, expression)
    if (select.isDistinct) {
      place = columns.findIndex((column) => column.expression === value!.sql)
      if (place < 0) {
        throw new Fault('invalid_sql', 'With DISTINCT, ORDER BY can only use what the select list contains.', position)
      }
    }
  }
  const full = value?.sql ?? columns[place!]!.expression!
  // A constant would be read as a column number.
  const sql = place === undefined ? (value!.constant === undefined ? full : `+${full}`) : String(place + 1)
  return { sql: orderTermSql(sql, term), windowSql: orderTermSql(full, term) }
}

/**
 * The position of the result column that a term of ORDER BY refers to: a number, or a name of the select list. A name that
 * several columns have is looked up in the tables.
 */
export function outputPlace(
  columns: readonly SelectedColumn[],
  expression: Expression,
  frame?: Frame,
): number | undefined {
  if (expression.kind === 'number') {
    const place = /^\d+$/.test(expression.text) ? Number(expression.text) : 0
    if (place >= 1 && place <= columns.length) return place - 1
    throw new Fault(
      'invalid_sql',
      `ORDER BY ${expression.text}: the number of columns is ${columns.length}.`,
      expression.position,
    )
  }
  if (expression.kind !== 'column' || expression.path.length !== 1) return undefined
  const [name] = expression.path
  const key = name!.value.toLowerCase()
  const first = columns.findIndex((column) => column.key === key)
  if (first < 0) return undefined
  const isSame = columns.every((column) => column.key !== key || column.expression === columns[first]!.expression)
  if (isSame) return first
  const alias = frame?.alias(name!)
  return alias === undefined && frame !== undefined ? undefined : first
}

function isGrouped(frame: Frame, { groupBy, having }: Select): boolean {
  return groupBy.length > 0 || having !== undefined || frame.aggregateAt !== undefined
}

/** Checks that in a grouped SELECT every column is grouped or inside an aggregate. */
function checkGrouping(frame: Frame, select: Select): void {
  const [column] = frame.bare
  if (column === undefined || !isGrouped(frame, select)) return
  if (column.name === '*') {
    throw new Fault(
      'invalid_sql',
      '* cannot be combined with an aggregate such as COUNT: name the columns and group by them.',
      column.position,
    )
  }
  const what = select.groupBy.length > 0 ? 'is not in GROUP BY' : 'is used with an aggregate but without GROUP BY'
  throw new Fault(
    'invalid_sql',
    `The column "${column.name}" ${what}: add GROUP BY ${column.name}, or write MIN(${column.name}) or MAX(${column.name}).`,
    column.position,
  )
}
