import type { snapshotFacts } from '../format/manifest.ts'
import type { TableName } from '../format/table.ts'

/** One property of a column that is another now; null where it is not known. */
export interface ColumnChange {
  readonly column: string
  readonly property: 'type' | 'unit' | 'description' | 'sourceDatatype'
  readonly before: string | null
  readonly after: string | null
}

/** What changed in one table. Rows are compared in the columns that both states have. */
export interface TableChanges {
  readonly rows: {
    readonly before: number
    readonly after: number
    readonly added: number
    readonly removed: number
    /** Rows of the same name and reference whose values differ. */
    readonly changed: number
  }
  /** By column, in how many of the changed rows its value differs; columns without are left out. */
  readonly changedValues: Readonly<Record<string, number>>
  /** Planets or hosts, of a further table values of its first key column, that were not there before, in code-point order. */
  readonly newNames: readonly string[]
  readonly removedNames: readonly string[]
  readonly newColumns: readonly string[]
  readonly removedColumns: readonly string[]
  readonly columnChanges: readonly ColumnChange[]
}

/** What a refresh changed. */
export interface ChangeReport {
  /** Null where nothing was published before: then there is nothing to compare with. */
  readonly from: ReturnType<typeof snapshotFacts> | null
  readonly to: ReturnType<typeof snapshotFacts>
  /** Further tables by their names, where both states have them. */
  readonly tables: (Readonly<Record<TableName, TableChanges>> & Readonly<Record<string, TableChanges>>) | null
  /** Further tables that were not there before, and those that are not there any more; absent where there are none. */
  readonly newTables?: readonly string[]
  readonly removedTables?: readonly string[]
}

/** Most refreshes that a snapshot remembers. */
export const MAX_REPORTS = 20

/** The history file of a snapshot: what the last refreshes changed, the last one first. */
export interface ChangeHistory {
  readonly reports: readonly ChangeReport[]
}
