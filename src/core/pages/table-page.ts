import type { PageTable } from '../ports.ts'
import { createJsonRowWriter } from '../row-writers/json-row-writer.ts'
import type { TableQuery } from '../table-query/table-query.ts'
import { createRowFinder, type RowFinder } from './filter-rows.ts'
import { type RowFilter, selectRows } from './row-selection.ts'
import { createValueSearch } from './value-search.ts'

const HEAD = '{"data":['

/**
 * Renders the finished body of a table read, UTF-8 JSON of an ApiResponse: as a view of `scratch` if it fits. `filter` is
 * the finder's result for the query, if already computed.
 */
export type RenderPage = (
  query: TableQuery,
  scratch?: Uint8Array<ArrayBuffer>,
  filter?: RowFilter,
) => Uint8Array<ArrayBuffer>

/**
 * Creates a renderer for the pages of one table. It runs no SQL: a page is a slice of a precomputed order, assembled from
 * precomputed JSON.
 */
export function createPageRenderer(
  table: PageTable,
  find: RowFinder = createRowFinder(table, createValueSearch()),
): RenderPage {
  const writer = createJsonRowWriter(table)
  const defaultColumns = table.defaultRows.columns
  const defaultColumnsJson = JSON.stringify(defaultColumns)
  const hasPlainNames = [...table.columns.keys()].every((name) => /^[\x20-\x7e]*$/.test(name))

  return (query, scratch, filter = find(query)) => {
    const { page, limit, sortBy, order, columns } = query
    const sorting = { column: sortBy === null ? null : table.columns.get(sortBy)!, order }
    const total = filter.rows
    const from = Math.min((page - 1) * limit, total)

    const hasDefaultColumns = writer.isDefault(columns)
    const isSlice = hasDefaultColumns && sortBy === null && filter.kind === 'all'
    const rows = isSlice
      ? writer.defaultSlice(from, Math.min(limit, total - from))
      : (hasDefaultColumns ? writer.defaults : writer.withColumns(columns)).array(
          selectRows(table, sorting, filter, from, limit),
        )

    const columnsJson = hasDefaultColumns ? defaultColumnsJson : JSON.stringify(columns)
    const tail = `],"total":${total},"total_all":${table.rows},"page":${page},"limit":${limit},"columns":${columnsJson}}`
    const bytes = HEAD.length + rows.bytes + (hasPlainNames ? tail.length : Buffer.byteLength(tail))
    const body =
      scratch !== undefined && bytes <= scratch.byteLength
        ? Buffer.from(scratch.buffer, scratch.byteOffset, bytes)
        : Buffer.allocUnsafeSlow(bytes)
    body.write(HEAD, 0, 'latin1')
    rows.write(body, HEAD.length)
    // After the rows, because the comma that ends the last row is where the tail begins.
    body.write(tail, HEAD.length + rows.bytes, hasPlainNames ? 'latin1' : 'utf8')
    return body
  }
}
