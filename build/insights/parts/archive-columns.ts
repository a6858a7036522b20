import type { Column } from '../../../src/format/column.ts'
import type { TableName } from '../../../src/format/table.ts'
import { REQUIRED_COLUMNS, TABLE_NAMES } from '../../../src/format/table.ts'
import type { InsightDefinition } from './definition.ts'

/** The column catalog of an archive, by table. */
export type ColumnCatalog = Readonly<Record<TableName, readonly Column[]>>

/** The columns that insights read as text; they calculate with all others. */
export const TEXT_COLUMNS: ReadonlySet<string> = new Set([
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

/** The archive properties that an insight's SQL depends on. */
export interface ArchiveColumns {
  /** True if the archive has the column. Throws if the definition does not name the column, which is an error in the definition. */
  has(table: TableName, column: string): boolean
  /**
   * True to show limits and uncertainties that are not measurements unchanged, to find the values that the insight leaves empty.
   */
  readonly showsAll: boolean
  /** True if `exoplanets` is the archive's composite table, whose rows mix references and calculated values. */
  readonly isComposite: boolean
}

/** The properties of `ArchiveColumns` other than the columns; all are false by default. */
export type ArchiveTraits = Partial<Pick<ArchiveColumns, 'showsAll' | 'isComposite'>>

/** True if the table has the column with a usable type: SQLite would rank any text above every number. */
function isUsable(catalog: ColumnCatalog, table: TableName, name: string): boolean {
  const column = catalog[table].find((candidate) => candidate.name === name)
  return column !== undefined && (column.type !== 'text' || TEXT_COLUMNS.has(name))
}

/** The columns of a table that an insight shows or calculates with, for any archive. */
export function neededColumns(
  { columns, alsoNeeds }: Pick<InsightDefinition, 'columns' | 'alsoNeeds'>,
  table: TableName,
): readonly string[] {
  const shown = columns.filter((column) => 'table' in column && column.table === table)
  return [...shown.map(({ name }) => name), ...(alsoNeeds[table] ?? [])]
}

/** The columns of a table that an insight's SQL can name, for any archive. */
export function usedColumns(
  definition: Pick<InsightDefinition, 'columns' | 'alsoNeeds' | 'uses'>,
  table: TableName,
): readonly string[] {
  return [...REQUIRED_COLUMNS[table], ...neededColumns(definition, table), ...(definition.uses[table] ?? [])]
}

/** Whether a column has no values in any row; the answer requires the build's tables. */
export type IsEmpty = (table: TableName, column: string) => boolean

/**
 * The reasons that the archive does not support the insight: each column that it needs and the archive lacks, and each that it
 * needs or uses and the archive has as text. Such a flag or limit must not be treated as absent: disputed planets would be ranked.
 * A column without values has type text unless its type is declared, and is treated as absent.
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

/** The archive's columns, restricted to those that one insight may use. */
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
