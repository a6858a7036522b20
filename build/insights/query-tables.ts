import type { Database } from 'sql.js'
import { eachTable, TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { encodeTables } from '../catalog/write-catalog.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { usedColumns } from './parts/archive-columns.ts'
import type { InsightDefinition } from './parts/definition.ts'

/** The columns by which most queries find their rows; the first selects one row in six, the second finds those of a planet. */
const INDEXED = { exoplanets: ['default_flag', 'pl_name'], stellarhosts: [] } as const satisfies Record<
  TableName,
  readonly string[]
>

type Definition = Pick<InsightDefinition, 'columns' | 'alsoNeeds' | 'uses'>

/** Returns both tables with only those columns that the given queries use: at full size, 70 of 491. */
export function queriedTables(
  tables: Readonly<Record<TableName, ArchiveTable>>,
  definitions: readonly Definition[],
): Readonly<Record<TableName, ArchiveTable>> {
  return eachTable((name) =>
    keepColumns(tables[name], new Set(definitions.flatMap((definition) => usedColumns(definition, name)))),
  )
}

/**
 * Opens a database for queries on `queriedTables`, which read a tenth of the bytes that they would read from the catalog:
 * creating it and running all queries of the build takes 4 s of processor time, and 10 s on the catalog. The rows have the same
 * numbers as in the catalog. The caller closes it.
 */
export async function openQueryTables(tables: Readonly<Record<TableName, ArchiveTable>>): Promise<Database> {
  const bytes = await encodeTables(
    TABLE_NAMES.map((name) => tables[name]),
    ({ name, columns }) =>
      INDEXED[name as TableName].filter((column) => columns.some((present) => present.name === column)),
  )
  return openCatalog(bytes)
}

function keepColumns(table: ArchiveTable, names: ReadonlySet<string>): ArchiveTable {
  const kept = [...table.columns.keys()].filter((index) => names.has(table.columns[index]!.name))
  return {
    ...table,
    columns: kept.map((index) => table.columns[index]!),
    cells: kept.map((index) => table.cells[index]!),
  }
}
