import type { Column } from '../format/column.ts'
import type { JsonWriter } from './json-writer.ts'

/** A column's metadata for an encoder; all but the name may be unknown, for example for an SQL expression. */
export interface OutputColumn extends Pick<Column, 'name' | 'unit' | 'description'> {
  readonly type?: Column['type']
  /** The unit in VOUnits, if known and different from the archive's spelling. */
  readonly voUnit?: string
  /** Unified Content Descriptor (UCD1+). */
  readonly ucd?: string
  /** True if no text of the column contains characters beyond ASCII. */
  readonly isAscii?: boolean
}

/** Metadata of the rows that an encoder can include. */
export interface OutputFacts {
  /** The table, or `query` for the result of a query. */
  readonly title: string
  /** The request in readable form: the SQL text, or the query string of a table read. */
  readonly query: string
  readonly snapshotId: string
  readonly source: string
  /** Codes and messages about unexpected results. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[]
}

/**
 * Writes rows in one format. Order of calls: `head`, then for each row `startRow`, one call per cell, `endRow`; then `tail`.
 * Texts are UTF-8 bytes without quotes or escapes; numbers are digits in their JSON form.
 */
export interface RowEncoder {
  readonly out: JsonWriter
  head(columns: readonly OutputColumn[], facts: OutputFacts): void
  startRow(): void
  nullCell(): void
  /** A number, from the bytes of its digits. */
  digitsCell(from: Uint8Array, start: number, end: number): void
  /** A double; infinities and NaN are written as null. */
  realCell(value: number): void
  /** An integer within ±(2^53 − 1). */
  integerCell(value: number): void
  textCell(from: Uint8Array, start: number, end: number): void
  endRow(): void
  /** `isCut`: true if the rows end at a limit before the result does. */
  tail(isCut: boolean): void
}
