import type { Condition, Literal, TextPlace } from '../../core/table-query/conditions.ts'
import type { Cone } from '../../core/table-query/cone.ts'
import type { TableQuery } from '../../core/table-query/table-query.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { TableName } from '../../format/table.ts'
import { sqlName } from './quoting.ts'

const SIGNS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** Tolerance, in degrees, within which the edge of a cone is treated as inside, as in table reads. */
const CONE_EDGE = '1e-9'

function literal(value: Literal): string {
  return typeof value === 'string' ? quotedText(value) : String(value)
}

function pattern(place: TextPlace, text: string): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const whole = { contains: `%${escaped}%`, startswith: `${escaped}%`, endswith: `%${escaped}` }[place]
  return `${quotedText(whole)}${escaped === text ? '' : String.raw` ESCAPE '\'`}`
}

function holds(column: string, isText: boolean, place: TextPlace, text: string): string {
  return `${isText ? sqlName(column) : `to_text(${sqlName(column)})`} LIKE ${pattern(place, text.toLowerCase())}`
}

function conditionSql(condition: Condition, isText: boolean): string {
  const name = sqlName(condition.column)
  switch (condition.kind) {
    case 'compare':
      return `${name} ${SIGNS[condition.operator]} ${literal(condition.value)}`
    case 'between':
      return `${name} BETWEEN ${literal(condition.low)} AND ${literal(condition.high)}`
    case 'in':
      return `${name} IN (${condition.values.map(literal).join(', ')})`
    case 'text':
      return holds(condition.column, isText, condition.where, condition.text)
    case 'isnull':
      return `${name} IS ${condition.isNull ? '' : 'NOT '}NULL`
  }
}

function coneSql({ ra, dec, radius }: Cone): string {
  return `sky_distance(ra, dec, ${ra}, ${dec}) <= ${radius} + ${CONE_EDGE}`
}

/** The table properties that its SQL depends on. */
export interface ReadTable {
  readonly name: TableName
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly defaultColumns: readonly string[]
}

/**
 * The SELECT that returns the rows of a table read, in the same order. Unlike table reads, SQL distinguishes upper and lower case
 * of letters other than A to Z.
 */
export function tableSql(table: ReadTable, query: Omit<TableQuery, 'key' | 'format' | 'isDownload'>): string {
  const texts = new Set(table.columns.filter(({ type }) => type === 'text').map(({ name }) => name))
  const { columns, conditions, cone, filter, limit, page, sortBy, order } = query
  const isAll = columns.length === table.columns.length && columns.every((name, i) => name === table.columns[i]!.name)
  const where = [
    ...conditions.map((condition) => conditionSql(condition, texts.has(condition.column))),
    ...(filter === null ? [] : [holds(columns[0]!, texts.has(columns[0]!), 'contains', filter)]),
    ...(cone === null ? [] : [coneSql(cone)]),
  ]
  const by = sortBy === null ? 'rowid' : `${sqlName(sortBy)}${order === 'desc' ? ' DESC' : ''} NULLS LAST, rowid`
  const lines = [`SELECT ${isAll ? '*' : columns.map(sqlName).join(', ')}`, `FROM ${table.name}`]
  if (where.length > 0) lines.push(`WHERE ${where.join('\n  AND ')}`)
  lines.push(`ORDER BY ${by}`)
  if (limit !== Number.POSITIVE_INFINITY)
    lines.push(`LIMIT ${limit}${page === 1 ? '' : ` OFFSET ${(page - 1) * limit}`}`)
  return lines.join('\n')
}
