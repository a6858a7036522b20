import type { ColumnInfo } from '../../src/core/answers/column.ts'
import type { InsightDescriptor } from '../../src/core/answers/insight.ts'
import { columnInfo, DATA_TYPES } from '../../src/format/column.ts'
import type { ColumnCatalogue } from './parts/archive-columns.ts'
import { archiveColumnsFor } from './parts/archive-columns.ts'
import type { InsightDefinition, ResultColumn } from './parts/definition.ts'

const EVERY_ROW_COUNTS =
  'This archive has several rows for some planets and marks none of them as the default: every row counts, so that a planet with several references may appear several times.'

/** What the columns of an archive do not tell. */
export interface ArchiveFacts {
  /** Whether a planet has more than one row. */
  readonly namesRepeat: boolean
}

/** The descriptor of an insight on an archive that has every column it needs. */
export function describeInsight(
  definition: InsightDefinition,
  catalogue: ColumnCatalogue,
  { namesRepeat }: ArchiveFacts,
): InsightDescriptor {
  const { slug, title, category, description, kind, limit } = definition
  const archive = archiveColumnsFor(definition, catalogue)
  const sql = `${definition.sql(archive)}\nLIMIT ${limit}`
  const reads = definition.uses.exoplanets?.includes('default_flag')
  const countsAll = namesRepeat && reads && !archive.has('exoplanets', 'default_flag')
  const caveats = countsAll ? `${definition.caveats} ${EVERY_ROW_COUNTS}` : definition.caveats
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
