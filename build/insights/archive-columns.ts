import type { Column } from '../../src/format/column.ts'
import type { TableName } from '../../src/format/table.ts'
import { TABLE_NAMES } from '../../src/format/table.ts'
import type { InsightDefinition } from './definition.ts'

/** The column catalogue of an archive, by table. */
export type ColumnCatalogue = Readonly<Record<TableName, readonly Column[]>>

/** The columns an insight reads as text; it calculates with all others. */
const TEXT_COLUMNS: ReadonlySet<string> = new Set([
  'pl_name',
  'hostname',
  'sy_name',
  'discoverymethod',
  'disc_facility',
  'pl_bmassprov',
  'pl_refname',
  'releasedate',
  'rowupdate',
])

/** What an insight's SQL asks of the archive it is written for. */
export interface ArchiveColumns {
  /** True where the archive has the column; asking for one that the definition does not name is a fault of the definition. */
  has(table: TableName, column: string): boolean
}

/** True where the table has the column in a form the insights can use: SQLite would rank any text above every number. */
function isUsable(catalogue: ColumnCatalogue, table: TableName, name: string): boolean {
  const column = catalogue[table].find((candidate) => candidate.name === name)
  return column !== undefined && (column.type !== 'text' || TEXT_COLUMNS.has(name))
}

/** The columns of a table that an insight shows or calculates with whatever the archive. */
export function neededColumns({ columns, alsoNeeds }: InsightDefinition, table: TableName): readonly string[] {
  const shown = columns.filter((column) => 'table' in column && column.table === table)
  return [...shown.map(({ name }) => name), ...(alsoNeeds[table] ?? [])]
}

/** The needed columns that the archive lacks, as `table.column`; empty where the insight can run. */
export function missingColumns(definition: InsightDefinition, catalogue: ColumnCatalogue): string[] {
  return TABLE_NAMES.flatMap((table) =>
    neededColumns(definition, table)
      .filter((column) => !isUsable(catalogue, table, column))
      .map((column) => `${table}.${column}`),
  )
}

/** The archive's columns as one insight may ask for them. */
export function archiveColumnsFor(definition: InsightDefinition, catalogue: ColumnCatalogue): ArchiveColumns {
  return {
    has(table, column) {
      if (!definition.uses[table]?.includes(column))
        throw new Error(`Insight "${definition.slug}" asks for ${table}.${column} without naming it in "uses".`)
      return isUsable(catalogue, table, column)
    },
  }
}
