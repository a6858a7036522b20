import { type ColumnInfo, columnInfo } from '../../format/column.ts'
import type { ColumnStatistics, TableStatistics } from '../../format/column-statistics.ts'
import { exactJson } from '../../format/exact-json.ts'
import type { TableManifest } from '../../format/manifest.ts'
import { noteOn } from '../answers/column-notes.ts'
import { CatalogError } from '../errors.ts'
import { nearestColumns } from '../text/nearest-columns.ts'
import { noSuchColumn } from '../text/quote-for-message.ts'

/** A column of a schema: its description, the number of rows without a value, and the range of its numbers. */
type SchemaColumn = ColumnInfo & { readonly note?: string } & Pick<ColumnStatistics, 'nulls' | 'min' | 'max'>

function schemaColumn(info: ColumnInfo, note: string | undefined, { nulls, min, max }: ColumnStatistics): SchemaColumn {
  return {
    ...info,
    ...(note === undefined ? {} : { note }),
    nulls,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

/** The body of a schema: every column of the table, in table order. */
export function schemaJson(
  { columns, rows }: Pick<TableManifest, 'columns' | 'rows'>,
  statistics: TableStatistics,
): string {
  const names = new Set(columns.map(({ name }) => name))
  const described = columns.map((column, index) =>
    schemaColumn(columnInfo(column), noteOn(column.name, names), statistics.columns[index]!),
  )
  return exactJson({ columns: described, total_rows: rows })
}

/** The body with the statistics of one column. Throws a CatalogError if the table lacks the column. */
export function columnJson({ table, columns }: TableStatistics, name: string): string {
  const found = columns.find((column) => column.name === name)
  if (found !== undefined) return exactJson(found)
  const suggestions = nearestColumns(
    name,
    columns.map((column) => column.name),
  )
  throw new CatalogError('column_not_found', noSuchColumn(table, name, suggestions), {
    suggestions,
    see: { kind: 'schema', table },
  })
}
