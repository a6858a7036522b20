import type { CellBatch } from './cell-batch.ts'

/** What a file says of one of its own columns; absent where it says nothing. `line` is where it says so. */
export interface ColumnFacts {
  readonly description?: string
  readonly unit?: string
  /** As declared, for example `char`; not yet known to be one this build understands. */
  readonly datatype?: string
  /** Base name and 1-based line of the declaration. */
  readonly declaredAt?: { readonly file: string; readonly line: number }
}

/** Column facts by column name. */
export type ColumnMetadata = ReadonlyMap<string, ColumnFacts>

/** What precedes the rows of a file. */
export interface TableHeader {
  /** Column names, checked: identifiers, no two alike. */
  readonly names: readonly string[]
  readonly metadata: ColumnMetadata
  /** 1-based line of the column names. */
  readonly line: number
}

/** Where a reader of any archive form delivers a table: `begin` once, then batches in order. */
export interface TableSink {
  begin(header: TableHeader): void
  add(batch: CellBatch): void
}

/** What a file says of itself as a whole. */
export interface FileFacts {
  /** `YYYY-MM-DD`, the day on which the archive wrote the file; absent where it does not tell. */
  readonly date?: string
  /** Who wrote it, in words. */
  readonly producer?: string
}
