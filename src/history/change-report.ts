import type { snapshotFacts } from '../format/manifest.ts'
import type { TableName } from '../format/table.ts'

/** A changed property of a column; null if it is unknown. */
export interface ColumnChange {
  readonly column: string
  readonly property: 'type' | 'unit' | 'description' | 'sourceDatatype'
  readonly before: string | null
  readonly after: string | null
}

/** Changes in one table. Rows are compared in the columns that both versions have. */
export interface TableChanges {
  readonly rows: {
    readonly before: number
    readonly after: number
    readonly added: number
    readonly removed: number
    /** Rows with the same name and reference but different values. */
    readonly changed: number
  }
  /** The number of changed rows with a different value, by column; columns without changes are omitted. */
  readonly changedValues: Readonly<Record<string, number>>
  /** New planets or hosts, or, for a further table, new values of its first key column, in code-point order. */
  readonly newNames: readonly string[]
  readonly removedNames: readonly string[]
  readonly newColumns: readonly string[]
  readonly removedColumns: readonly string[]
  readonly columnChanges: readonly ColumnChange[]
}

/** The changes made by a refresh. */
export interface ChangeReport {
  /** Null if nothing was published before: then there is nothing to compare with. */
  readonly from: ReturnType<typeof snapshotFacts> | null
  readonly to: ReturnType<typeof snapshotFacts>
  /** Further tables by name, if both versions have them. */
  readonly tables: (Readonly<Record<TableName, TableChanges>> & Readonly<Record<string, TableChanges>>) | null
  /** Further tables that are new, and those that were removed; absent if there are none. */
  readonly newTables?: readonly string[]
  readonly removedTables?: readonly string[]
}

/** Maximum number of refreshes in a snapshot's history. */
export const MAX_REPORTS = 20

/** The history file of a snapshot: what the most recent refreshes changed, newest first. */
export interface ChangeHistory {
  readonly reports: readonly ChangeReport[]
}
