import type { Query } from '../adql/ast.ts'
import { Fault } from '../adql/fault.ts'
import { parseAdql } from '../adql/parse-query.ts'
import type { CatalogTable } from '../columns/catalog-table.ts'
import { describeColumn, type ResultColumn } from '../columns/result-column.ts'
import type { ValueType } from '../columns/value-type.ts'
import { Session } from '../expressions/session.ts'
import { AdqlCatalog } from '../resolve/catalog.ts'
import { translateQuery } from './query.ts'

/** Maximum length of a query, in UTF-16 units. */
export const MAX_ADQL_LENGTH = 128 * 1024

export interface AdqlOptions {
  /** Schemas that can precede a table's name. */
  readonly schemas?: readonly string[]
}

/** A query translated for SQLite, and a description of its result. */
export interface TranslatedQuery {
  /** One SELECT. Names of its result columns are unique and in lower case; `columns` has the names for display. */
  readonly sql: string
  readonly columns: readonly ResultColumn[]
  /** Maximum number of rows that the query itself requests, by TOP or similar clauses; undefined for all. */
  readonly limit: number | undefined
  /** Database name of the table if the query returns all its rows and columns in any order; otherwise undefined. */
  readonly wholeTable: string | undefined
  /** Messages for the client about results that differ from what it may expect. */
  readonly warnings: readonly string[]
  /** True if the result depends on the time at which the query runs, so it must not be cached. */
  readonly usesClock: boolean
}

const catalogs = new WeakMap<readonly CatalogTable[], AdqlCatalog>()

/** The tables prepared for lookup: cached for each array, unless other schemas are given. */
function catalogOf(tables: readonly CatalogTable[], { schemas }: AdqlOptions): AdqlCatalog {
  if (schemas !== undefined) return new AdqlCatalog(tables, schemas)
  let catalog = catalogs.get(tables)
  if (catalog === undefined) {
    catalog = new AdqlCatalog(tables)
    catalogs.set(tables, catalog)
  }
  return catalog
}

/** The table of `SELECT * FROM table`. */
function wholeTableOf(
  { with: commonTables, body, orderBy, limit, offset }: Query,
  catalog: AdqlCatalog,
): string | undefined {
  if (commonTables.length > 0 || orderBy.length > 0 || limit !== undefined || offset !== undefined) return undefined
  if (body.kind !== 'select' || body.isDistinct || body.top !== undefined || body.where !== undefined) return undefined
  if (body.groupBy.length > 0 || body.having !== undefined) return undefined
  const [item, ...otherItems] = body.items
  const [table, ...otherTables] = body.from
  if (item?.kind !== 'star' || table?.kind !== 'table' || otherItems.length > 0 || otherTables.length > 0)
    return undefined
  const isDual = table.path.length === 1 && table.path[0]!.value.toLowerCase() === 'dual' && !catalog.has('dual')
  return isDual ? undefined : catalog.find(table.path).table.name
}

/** Cached descriptions of table columns under their own names, which most results consist of. */
const described = new WeakMap<ValueType, ResultColumn>()

function describedOnce(name: string, type: ValueType): ResultColumn {
  const known = described.get(type)
  if (known?.name === name) return known
  const column = describeColumn(name, type)
  if (type.source?.name === name) described.set(type, column)
  return column
}

/**
 * Translates ADQL to SQLite. Throws a CatalogError with the value, the position and the most similar name. The result is only a
 * translation: the guard decides whether it may run.
 */
export function translateAdql(
  text: string,
  tables: readonly CatalogTable[] | AdqlCatalog,
  options: AdqlOptions = {},
): TranslatedQuery {
  try {
    if (text.length > MAX_ADQL_LENGTH) {
      throw new Fault('sql_too_long', `The query has ${text.length} characters; the maximum is ${MAX_ADQL_LENGTH}.`, 0)
    }
    if (!text.isWellFormed())
      throw new Fault('invalid_sql', 'The query contains half of a surrogate pair, which is not valid Unicode.', 0)
    const query = parseAdql(text)
    const session = new Session(tables instanceof AdqlCatalog ? tables : catalogOf(tables, options))
    const { sql, columns, limit } = translateQuery(query, { session, outer: undefined, commonTables: undefined })
    return {
      sql,
      columns: columns.map(({ name, type }) => describedOnce(name, type)),
      limit,
      wholeTable: wholeTableOf(query, session.catalog),
      warnings: session.warnings,
      usesClock: session.usesClock,
    }
  } catch (error) {
    throw error instanceof Fault ? error.toCatalogError(text) : error
  }
}
