import type { DerivedTable, FromItem, Join, Name, Query, TableReference } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { combineTypes } from '../columns/value-type.ts'
import { comparable, translateCondition } from '../expressions/condition.ts'
import type { Frame } from '../expressions/session.ts'
import { Relation } from '../resolve/relation.ts'
import { type Source, View, type VisibleColumn } from '../resolve/view.ts'
import { type Output, relationOf } from './output.ts'

/** Translates a query in FROM. */
export type TranslateQuery = (query: Query, frame: Frame, isOrdered: boolean) => Output

interface Part {
  readonly sql: string
  readonly view: View
}

/** Translates FROM and makes its columns visible in the frame. */
export function translateFrom(frame: Frame, items: readonly FromItem[], translateQuery: TranslateQuery): string {
  frame.clause = 'FROM'
  const parts = items.map((item) => ({ item, ...translateItem(frame, item, translateQuery) }))
  frame.view = parts.map(({ view }) => view).reduce(View.beside, View.empty)
  const { sources } = frame.view
  frame.session.checkTables(sources.length, items[0]!.position)
  checkNames(sources, items[0]!.position)
  // A comma binds as tightly as JOIN in SQLite, but less tightly in the standard; the difference matters if the rows of the right
  // side are kept.
  return parts
    .map(({ item, sql }, i) => (i > 0 && item.kind === 'join' && keepsRight(item) ? `(${sql})` : sql))
    .join(', ')
}

function keepsRight(item: FromItem): boolean {
  return item.kind === 'join' && (item.type === 'RIGHT' || item.type === 'FULL' || keepsRight(item.left))
}

/** Rejects two tables with the same name, because references to either would be ambiguous. */
function checkNames(sources: readonly Source[], position: number): void {
  const seen = new Map<string, Source>()
  for (const source of sources) {
    for (const name of source.qualifiers) {
      const other = seen.get(name)
      if (other !== undefined && other !== source) {
        const shown = source.relation.name ?? name
        throw new Fault(
          'invalid_sql',
          `Two tables are called "${shown}" here: give each an alias, for example ${shown} AS a.`,
          position,
        )
      }
      seen.set(name, source)
    }
  }
}

function translateItem(frame: Frame, item: FromItem, translateQuery: TranslateQuery): Part {
  if (item.kind === 'table') return tablePart(frame, item)
  return item.kind === 'derived' ? derivedPart(frame, item, translateQuery) : joinPart(frame, item, translateQuery)
}

function qualifiersOf(alias: Name | undefined): ReadonlySet<string> {
  return new Set(alias === undefined ? [] : [alias.value.toLowerCase()])
}

function tablePart(frame: Frame, { path, alias }: TableReference): Part {
  const { session } = frame
  const sqlAlias = session.nextAlias()
  const [name] = path
  const common = path.length === 1 ? frame.commonTables?.find(name!.value) : undefined
  if (common !== undefined) {
    const source = { relation: common.relation, alias: sqlAlias, qualifiers: qualifiersOf(alias ?? name) }
    return { sql: `${common.sql} AS ${sqlAlias}`, view: View.of(source) }
  }
  if (path.length === 1 && name!.value.toUpperCase() === 'DUAL' && !session.catalog.has('dual')) {
    const relation = new Relation('dual', [{ name: 'dummy', key: 'dummy', sql: '"dummy"', type: { kind: 'text' } }])
    const source = { relation, alias: sqlAlias, qualifiers: qualifiersOf(alias ?? name) }
    return { sql: `(SELECT 'X' AS "dummy") AS ${sqlAlias}`, view: View.of(source) }
  }
  const table = session.catalog.find(path)
  const qualifiers = alias === undefined ? table.qualifiers : qualifiersOf(alias)
  return {
    sql: `${table.sql} AS ${sqlAlias}`,
    view: View.of({ relation: table.relation, alias: sqlAlias, qualifiers }),
  }
}

function derivedPart(
  frame: Frame,
  { query, alias, columns, position }: DerivedTable,
  translateQuery: TranslateQuery,
): Part {
  const output = translateQuery(query, frame, true)
  const sqlAlias = frame.session.nextAlias()
  const relation = relationOf(output, alias?.value, columns, position)
  return {
    sql: `(${output.sql}) AS ${sqlAlias}`,
    view: View.of({ relation, alias: sqlAlias, qualifiers: qualifiersOf(alias) }),
  }
}

function joinPart(frame: Frame, join: Join, translateQuery: TranslateQuery): Part {
  const left = translateItem(frame, join.left, translateQuery)
  const right = translateItem(frame, join.right, translateQuery)
  const rightSql = join.right.kind === 'join' ? `(${right.sql})` : right.sql
  if (join.type === 'CROSS') {
    return { sql: `${left.sql} JOIN ${rightSql}`, view: View.beside(left.view, right.view) }
  }
  const { view, condition } = joinCondition(frame, join, left.view, right.view)
  const type = join.type === 'INNER' ? '' : `${join.type} `
  return { sql: frame.session.checked(`${left.sql} ${type}JOIN ${rightSql} ON ${condition}`, join.position), view }
}

function joinCondition(
  frame: Frame,
  join: Join,
  left: View,
  right: View,
): { readonly view: View; readonly condition: string } {
  const names = join.isNatural ? commonNames(left, right, join.position) : join.using
  if (names === undefined) {
    const view = View.beside(left, right)
    frame.session.checkTables(view.sources.length, join.position)
    const outside = frame.view
    frame.view = view
    const condition = translateCondition(frame, join.on!, true)
    frame.view = outside
    return { view, condition }
  }
  const pairs = names.map((name) => [only(left, name, frame), only(right, name, frame)] as const)
  const equal = pairs.map(([a, b], i) => {
    const { position } = names[i]!
    const values = [a, b].map(({ sql, type }) => ({ sql, type, position }))
    const [x, y] = comparable(frame, values[0]!, values[1]!, 'in a join', position)
    return `${x} = ${y}`
  })
  const merged = pairs.map(([a, b]) => mergedColumn(join.type, a, b))
  return { view: View.merge(left, right, merged), condition: equal.length > 0 ? equal.join(' AND ') : '1' }
}

function commonNames(left: View, right: View, position: number): Name[] {
  const keys = right.keys
  return [...left.keys].filter((key) => keys.has(key)).map((value) => ({ value, isQuoted: false, position }))
}

function only(view: View, name: Name, frame: Frame): VisibleColumn {
  const found = view.findBare(name)
  if (found.length === 1) return found[0]!
  if (found.length > 1) {
    throw new Fault('invalid_sql', `The column "${name.value}" to join on is ambiguous on one side.`, name.position)
  }
  const outside = frame.view
  frame.view = view
  const fault = frame.unknown([name], frame.session.catalog)
  frame.view = outside
  throw fault
}

/** The column that has the value of the side whose rows are kept. */
function mergedColumn(type: Join['type'], a: VisibleColumn, b: VisibleColumn): VisibleColumn {
  if (type === 'RIGHT') return b
  if (type !== 'FULL') return a
  return { ...a, sql: `coalesce(${a.sql}, ${b.sql})`, type: combineTypes(a.type, b.type) ?? a.type }
}
