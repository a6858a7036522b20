import { type ColumnInfo, columnInfo } from '../../format/column.ts'
import type { ColumnStatistics, TableStatistics } from '../../format/column-statistics.ts'
import { exactJson } from '../../format/exact-json.ts'
import type { TableManifest } from '../../format/manifest.ts'
import { CatalogError } from '../errors.ts'
import { isSameSubject } from '../text/kinship.ts'
import { nearestNames } from '../text/nearest.ts'
import { didYouMean, shownValue } from '../text/shown-value.ts'

/** A column of a schema: what it is, how many rows lack it, and the range of its numbers. */
type SchemaColumn = ColumnInfo & Pick<ColumnStatistics, 'nulls' | 'min' | 'max'>

function schemaColumn(info: ColumnInfo, { nulls, min, max }: ColumnStatistics): SchemaColumn {
  return { ...info, nulls, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

/** The body of a schema: every column of the table, in its order. */
export function schemaJson(
  { columns, rows }: Pick<TableManifest, 'columns' | 'rows'>,
  statistics: TableStatistics,
): string {
  const described = columns.map((column, index) => schemaColumn(columnInfo(column), statistics.columns[index]!))
  return exactJson({ columns: described, total_rows: rows })
}

/** The body that describes one column by its values. A column that the table does not have is a CatalogError. */
export function columnJson({ table, columns }: TableStatistics, name: string): string {
  const found = columns.find((column) => column.name === name)
  if (found !== undefined) return exactJson(found)
  const suggestions = nearestNames(
    name,
    columns.map((column) => column.name),
    isSameSubject,
  )
  const message = `Table "${table}" has no column ${shownValue(name)}.${didYouMean(suggestions)}`
  throw new CatalogError('column_not_found', message, { suggestions, see: { kind: 'schema', table } })
}
