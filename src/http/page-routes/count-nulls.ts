import type { Page as RowsPage } from '../../core/answers/rows.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { TableName } from '../../format/table.ts'
import { queryString } from '../../pages/components/addresses.ts'
import { rowsWithout, type WithoutValue } from '../../pages/tables/filter-bar.tsx'
import { type Read, readParameters } from '../../pages/tables/table-address.ts'
import { readJson } from './read-json.ts'

/** What lacks a value among the rows of a filtered read, and among those that its filters leave out. */
export interface NullCounts {
  /** Matching rows without a value, by shown column. */
  readonly nulls: ReadonlyMap<string, number>
  /** Rows that a filter leaves out for lack of a value, where there are any. */
  readonly withoutValue: readonly WithoutValue[]
}

/** Rows of a read, counted and not read. */
function countRows(catalog: Catalog, table: TableName, read: Read): number {
  return readJson<RowsPage>(catalog.page(table, queryOf({ ...read, limit: 0 }))).total
}

/** The query of a read in which only its rows matter, not their order. */
function queryOf(read: Read): string {
  return queryString(readParameters({ ...read, page: 1, sortBy: null, order: 'asc' }, [])).slice(1)
}

/** Counts nulls for the page of a filtered table; `nullsOf` gives those of a column of the whole table. */
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
