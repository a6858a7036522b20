import type { Page as RowsPage } from '../../core/answers/rows.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { TableName } from '../../format/table.ts'
import { queryString } from '../../pages/components/addresses.ts'
import { rowsWithout, type WithoutValue } from '../../pages/tables/filter-bar.tsx'
import { type Read, readParameters } from '../../pages/tables/table-address.ts'
import { readJson } from './read-json.ts'

/** Counts of missing values among the rows of a filtered read, and among the rows that its filters exclude. */
export interface NullCounts {
  /** Matching rows without a value, by shown column. */
  readonly nulls: ReadonlyMap<string, number>
  /** Rows that a filter excludes because they lack a value, if there are any. */
  readonly withoutValue: readonly WithoutValue[]
}

/** Counts the rows of a read without reading them. */
function countRows(catalog: Catalog, table: TableName, read: Read): number {
  return readJson<RowsPage>(catalog.page(table, queryOf({ ...read, limit: 0 }))).total
}

/** The query of a read without page and sort order, for uses in which only the set of rows matters. */
function queryOf(read: Read): string {
  return queryString(readParameters({ ...read, page: 1, sortBy: null, order: 'asc' }, [])).slice(1)
}

/** Counts nulls for the page of a filtered table; `nullsOf` returns the nulls of a column in the whole table. */
export function countNulls(
  catalog: Catalog,
  table: TableName,
  read: Read,
  nullsOf: (column: string) => number,
): NullCounts {
  const { columns, conditions, filter } = read
  const tested = new Set(conditions.filter(({ kind }) => kind === 'isnull').map(({ column }) => column))
  const filtered = new Set([...conditions.map(({ column }) => column), ...(filter === null ? [] : [columns[0]!])])
  const withoutValue = [...filtered]
    .filter((column) => !tested.has(column) && nullsOf(column) > 0)
    .map((column) => ({ column, rows: countRows(catalog, table, rowsWithout(read, column)) }))
    .filter(({ rows }) => rows > 0)
  return { nulls: catalog.nullCounts(table, queryOf(read)), withoutValue }
}
