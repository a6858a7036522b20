import type { CellBatch } from './cell-batch.ts'

/** Facts that a file states about one of its own columns; absent if it states none. `line` is where it states them. */
export interface ColumnFacts {
  readonly description?: string
  readonly unit?: string
  /** As declared, for example `char`; not yet checked to be one that this build supports. */
  readonly datatype?: string
  /** Base name and 1-based line of the declaration. */
  readonly declaredAt?: { readonly file: string; readonly line: number }
}

/** Column facts by column name. */
export type ColumnMetadata = ReadonlyMap<string, ColumnFacts>

/** The part of a file before its rows. */
export interface TableHeader {
  /** Column names, checked: identifiers, no two alike. */
  readonly names: readonly string[]
  readonly metadata: ColumnMetadata
  /** 1-based line of the column names. */
  readonly line: number
}

/** Receives a table from the reader of any archive form: `begin` once, then batches in order. */
export interface TableSink {
  begin(header: TableHeader): void
  add(batch: CellBatch): void
}

/** Facts that a file states about itself as a whole. */
export interface FileFacts {
  /** `YYYY-MM-DD`, the day on which the archive wrote the file; absent if the file does not state it. */
  readonly date?: string
  /** Who wrote it, as text. */
  readonly producer?: string
}
