import type { PageTable } from '../ports.ts'
import { type RowFilter, selectRows } from './row-selection.ts'
import { createRowWriter } from './row-writer.ts'
import type { TableQuery } from './table-query.ts'
import { createValueSearch, type ValueSearch } from './value-search.ts'

const HEAD = '{"data":['

/** Renders the finished body of a table read, UTF-8 JSON of an ApiResponse: as a view of `scratch` where it fits into that. */
export type RenderPage = (query: TableQuery, scratch?: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>

/**
 * A renderer of pages of one table, which filters with `search`. It runs no SQL: a page is a slice of a ready order, made of
 * ready pieces of JSON.
 */
export function createPageRenderer(table: PageTable, search: ValueSearch = createValueSearch()): RenderPage {
  const writer = createRowWriter(table)
  const defaultColumns = table.defaultRows.columns
  const defaultColumnsJson = JSON.stringify(defaultColumns)

  const isDefault = (columns: readonly string[]): boolean =>
    columns.length === defaultColumns.length && columns.every((name, i) => name === defaultColumns[i])

  return (query, scratch) => {
    const { page, limit, sortBy, order, columns, filter } = query
    const sorting = { column: sortBy === null ? null : table.columns.get(sortBy)!, order }
    const filterColumn = table.columns.get(columns[0]!)!
    const rowFilter: RowFilter | null =
      filter === null ? null : { column: filterColumn, matches: search.find(table.name, filterColumn, filter) }
    const total = rowFilter === null ? table.rows : rowFilter.matches.rows
    const from = Math.min((page - 1) * limit, total)

    const hasDefaultColumns = isDefault(columns)
    const isSlice = hasDefaultColumns && sortBy === null && rowFilter === null
    const rows = isSlice
      ? writer.defaultSlice(from, Math.min(limit, total - from))
      : hasDefaultColumns
        ? writer.defaultRows(selectRows(table, sorting, rowFilter, from, limit))
        : writer.rows(selectRows(table, sorting, rowFilter, from, limit), columns)

    const columnsJson = hasDefaultColumns ? defaultColumnsJson : JSON.stringify(columns)
    const tail = `],"total":${total},"total_all":${table.rows},"page":${page},"limit":${limit},"columns":${columnsJson}}`
    const bytes = HEAD.length + rows.bytes + Buffer.byteLength(tail)
    const body =
      scratch !== undefined && bytes <= scratch.byteLength
        ? Buffer.from(scratch.buffer, scratch.byteOffset, bytes)
        : Buffer.allocUnsafeSlow(bytes)
    body.write(HEAD, 0, 'latin1')
    rows.write(body, HEAD.length)
    // After the rows, because the comma that ends the last one stands where the tail begins.
    body.write(tail, HEAD.length + rows.bytes)
    return body
  }
}
