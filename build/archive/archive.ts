import type { InputFile } from '../../src/format/manifest.ts'
import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import type { ArchiveTable } from '../table/archive-table.ts'

/** A commonly used name, from a row of `aliases.csv`. */
export interface Alias {
  /** The archive's own name of the planet or host, if it has one with this name. */
  readonly name: string
  readonly alias: string
  /** Base name of the file, and 1-based line. */
  readonly file: string
  readonly line: number
}

/** A table in addition to the two that every archive has. */
export interface FurtherTable {
  readonly table: ArchiveTable
  /** `YYYY-MM-DD`, only from sources that belong to the table; null if none states a date. */
  readonly date: string | null
  /** Text or a URL, never a path. */
  readonly source: string
}

/** A complete archive folder, read and checked. */
export interface Archive {
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  /** By name; absent if there are none. */
  readonly further?: readonly FurtherTable[]
  /** Commonly used names of planets and hosts. */
  readonly aliases: readonly Alias[]
  /** Every file that was read, in a fixed order. */
  readonly inputs: readonly InputFile[]
  /** The date of each table, only from sources that belong to it. */
  readonly tableDates: TableDates
  /** Text or a URL, never a path. */
  readonly source: string
  /** Remarks for the user on how the archive was read, one line each; never part of a snapshot. */
  readonly remarks: readonly string[]
}

/**
 * An error in the archive. The message names file, line (1-based), column and value as far as they apply; `file` is a base name,
 * so that messages are the same on any machine.
 */
export class ArchiveError extends Error {
  constructor(
    message: string,
    readonly place: {
      readonly file: string
      readonly line?: number
      readonly column?: string
      readonly value?: string
    },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'ArchiveError'
  }
}
