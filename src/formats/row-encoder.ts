import type { Column } from '../format/column.ts'
import type { JsonWriter } from './json-writer.ts'

/** A column as an encoder describes it; all but the name may be unknown, as for an expression in SQL. */
export interface OutputColumn extends Pick<Column, 'name' | 'unit' | 'description'> {
  readonly type?: Column['type']
  /** The unit as VOUnits write it, where that is known and not the archive's spelling. */
  readonly voUnit?: string
  /** Unified Content Descriptor (UCD1+). */
  readonly ucd?: string
  /** True: no text of the column goes beyond ASCII. */
  readonly isAscii?: boolean
}

/** What an encoder may say about its rows, outside of them. */
export interface OutputFacts {
  /** The table, or `query` for the result of a query. */
  readonly title: string
  /** The request as people read it: the SQL text, or the query string of a table read. */
  readonly query: string
  readonly snapshotId: string
  readonly source: string
  /** Codes and messages about results that will surprise. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[]
}

/**
 * Writes rows in one format. The order of calls: `head`, then for each row `startRow`, one call for each cell, `endRow`;
 * then `tail`. Texts are UTF-8 bytes without quotes or escapes; numbers are digits as JSON writes them.
 */
export interface RowEncoder {
  readonly out: JsonWriter
  head(columns: readonly OutputColumn[], facts: OutputFacts): void
  startRow(): void
  nullCell(): void
  /** A number, from the bytes of its digits. */
  digitsCell(from: Uint8Array, start: number, end: number): void
  /** A double; infinities and NaN are null. */
  realCell(value: number): void
  /** An integer within ±(2^53 − 1). */
  integerCell(value: number): void
  textCell(from: Uint8Array, start: number, end: number): void
  endRow(): void
  /** `isCut`: the rows end at a limit before the result does. */
  tail(isCut: boolean): void
}
