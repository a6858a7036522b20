import type { InputFile } from '../../src/format/manifest.ts'
import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import type { ArchiveTable } from '../table/archive-table.ts'

/** A name that people use, as a row of `aliases.csv` gives it. */
export interface Alias {
  /** The archive's own name of a planet or host, if it has one of this name. */
  readonly name: string
  readonly alias: string
  /** Base name of the file, and 1-based line. */
  readonly file: string
  readonly line: number
}

/** A table beside the two that every archive has. */
export interface FurtherTable {
  readonly table: ArchiveTable
  /** `YYYY-MM-DD`, from what goes with the table alone; null where nothing tells. */
  readonly date: string | null
  /** Words or a URL, never a path. */
  readonly source: string
}

/** A whole archive folder, read and checked. */
export interface Archive {
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  /** By name; none where absent. */
  readonly further?: readonly FurtherTable[]
  /** Names that people use for planets and hosts. */
  readonly aliases: readonly Alias[]
  /** Every file that was read, in a fixed order. */
  readonly inputs: readonly InputFile[]
  /** The date of each table, from what goes with it alone. */
  readonly tableDates: TableDates
  /** Words or a URL, never a path. */
  readonly source: string
  /** What a person should know of how it was read, one line each; never part of a snapshot. */
  readonly remarks: readonly string[]
}

/**
 * Something wrong with the archive. The message names file, line (1-based), column and value as far as they apply;
 * `file` is a base name, so that messages are the same on any machine.
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
