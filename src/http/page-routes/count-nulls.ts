import type { Page as RowsPage } from '../../core/answers/rows.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import type { Condition } from '../../core/table-query/conditions.ts'
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

const isNullTest = (condition: Condition): boolean => condition.kind === 'isnull'

/** Rows of a read, counted and not read. */
function countRows(catalog: Catalog, table: TableName, read: Read): number {
  const counted = { ...read, columns: read.columns.slice(0, 1), page: 1, limit: 0, sortBy: null, order: 'asc' } as const
  return readJson<RowsPage>(catalog.page(table, queryString(readParameters(counted, [])).slice(1))).total
}

/**
 * Counts nulls for the page of a filtered table. `total` is the number of rows that match, `nullsOf` that of the nulls of a
 * column of the whole table.
 */
export function countNulls(
  catalog: Catalog,
  table: TableName,
  read: Read,
  total: number,
  nullsOf: (column: string) => number,
): NullCounts {
  const { columns, conditions, filter } = read
  const filtered = new Set([
    ...conditions.filter((condition) => !isNullTest(condition)).map(({ column }) => column),
    ...(filter === null ? [] : [columns[0]!]),
  ])
  const tested = new Map(conditions.flatMap((each) => (each.kind === 'isnull' ? [[each.column, each.isNull]] : [])))
  const withNull = (column: string): Read => ({
    ...read,
    conditions: [...conditions, { column, kind: 'isnull', isNull: true }],
  })
  const nulls = new Map(
    columns.map((column) => {
      if (tested.has(column)) return [column, tested.get(column) === true ? total : 0]
      const isCounted = !filtered.has(column) && nullsOf(column) > 0
      return [column, isCounted ? countRows(catalog, table, withNull(column)) : 0]
    }),
  )
  const withoutValue = [...filtered]
    .filter((column) => !tested.has(column) && nullsOf(column) > 0)
    .map((column) => ({ column, rows: countRows(catalog, table, rowsWithout(read, column)) }))
    .filter(({ rows }) => rows > 0)
  return { nulls, withoutValue }
}
