import type { ColumnInfo } from '../../src/format/column.ts'
import { columnInfo, DATA_TYPES } from '../../src/format/column.ts'
import type { InsightDescriptor } from '../../src/format/insight.ts'
import type { ColumnCatalogue } from './archive-columns.ts'
import { archiveColumnsFor } from './archive-columns.ts'
import type { InsightDefinition, ResultColumn } from './definition.ts'

/** The descriptor of an insight on an archive that has every column it needs. */
export function describeInsight(definition: InsightDefinition, catalogue: ColumnCatalogue): InsightDescriptor {
  const { slug, title, category, description, kind, limit, caveats } = definition
  const sql = `${definition.sql(archiveColumnsFor(definition, catalogue))}\nLIMIT ${limit}`
  const columns = definition.columns.map((column) => describeColumn(column, catalogue))
  return { slug, title, category, description, kind, limit, sql, caveats, columns }
}

function describeColumn(column: ResultColumn, catalogue: ColumnCatalogue): ColumnInfo {
  if ('table' in column) {
    const archived = catalogue[column.table].find(({ name }) => name === column.name)
    if (archived === undefined) throw new Error(`${column.table} has no column "${column.name}" to show.`)
    return columnInfo(archived)
  }
  return {
    name: column.name,
    data_type: DATA_TYPES[column.type],
    description: column.description,
    ...(column.unit === undefined ? {} : { unit: column.unit }),
  }
}
