import type { Column } from '../../../src/format/column.ts'
import type { TableName } from '../../../src/format/table.ts'
import { TABLE_NAMES } from '../../../src/format/table.ts'
import type { InsightDefinition } from './definition.ts'

/** The column catalog of an archive, by table. */
export type ColumnCatalog = Readonly<Record<TableName, readonly Column[]>>

/** The columns an insight reads as text; it calculates with all others. */
const TEXT_COLUMNS: ReadonlySet<string> = new Set([
  'pl_name',
  'hostname',
  'sy_name',
  'discoverymethod',
  'disc_facility',
  'pl_bmassprov',
  'pl_refname',
  'pl_rade_reflink',
  'releasedate',
  'rowupdate',
])

/** What an insight's SQL asks of the archive it is written for. */
export interface ArchiveColumns {
  /**
   * True where the archive has the column; asking for one that the definition does not name is a fault of the
   * definition.
   */
  has(table: TableName, column: string): boolean
  /** True if limits and errors that are no measurement are to be shown as they are, to find what the insight leaves empty. */
  readonly showsAll: boolean
  /** True if `exoplanets` is the archive's composite table, whose rows mix references and calculated values. */
  readonly isComposite: boolean
}

/** What `ArchiveColumns` tells beside the columns; nothing of it by default. */
export type ArchiveTraits = Partial<Pick<ArchiveColumns, 'showsAll' | 'isComposite'>>

/** True where the table has the column in a form the insights can use: SQLite would rank any text above every number. */
function isUsable(catalog: ColumnCatalog, table: TableName, name: string): boolean {
  const column = catalog[table].find((candidate) => candidate.name === name)
  return column !== undefined && (column.type !== 'text' || TEXT_COLUMNS.has(name))
}

/** The columns of a table that an insight shows or calculates with whatever the archive. */
export function neededColumns({ columns, alsoNeeds }: InsightDefinition, table: TableName): readonly string[] {
  const shown = columns.filter((column) => 'table' in column && column.table === table)
  return [...shown.map(({ name }) => name), ...(alsoNeeds[table] ?? [])]
}

/** Whether no row has a value in the column: only the build's tables tell. */
export type IsEmpty = (table: TableName, column: string) => boolean

/**
 * Why the archive cannot give the insight: each column that it needs and the archive lacks, and each that it needs or takes
 * account of and the archive has as text. Such a flag or limit must not count as absent: disputed planets would be ranked.
 * A column without values is text where nothing declares it, and as good as absent.
 */
export function reasonsToOmit(definition: InsightDefinition, catalog: ColumnCatalog, isEmpty: IsEmpty): string[] {
  return TABLE_NAMES.flatMap((table) => {
    const has = (name: string) => catalog[table].some((column) => column.name === name)
    const needed = neededColumns(definition, table)
    const used = (definition.uses[table] ?? []).filter((name) => has(name) && !isEmpty(table, name))
    return [...new Set([...needed, ...used])]
      .filter((name) => !isUsable(catalog, table, name))
      .map((name) => {
        const fault = !has(name) ? 'missing' : isEmpty(table, name) ? 'empty' : 'text'
        return `${table}.${name} is ${fault}`
      })
  })
}

/** The archive's columns as one insight may ask for them. */
export function archiveColumnsFor(
  definition: InsightDefinition,
  catalog: ColumnCatalog,
  { showsAll = false, isComposite = false }: ArchiveTraits = {},
): ArchiveColumns {
  return {
    showsAll,
    isComposite,
    has(table, column) {
      if (!definition.uses[table]?.includes(column) && !neededColumns(definition, table).includes(column))
        throw new Error(`Insight "${definition.slug}" asks for ${table}.${column} without naming it in "uses".`)
      return isUsable(catalog, table, column)
    },
  }
}
