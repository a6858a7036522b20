import type { Column } from '../../src/format/column.ts'
import type { TextBlock } from './text-block.ts'

/** The code of a null in text cells. */
export const NULL_CODE = 0xffff_ffff

/**
 * Dictionary-encoded text cells, in order of first appearance: row r holds `values[codes[r]]`, or null if the code is
 * NULL_CODE.
 */
export interface TextCells {
  readonly kind: 'text'
  readonly codes: Uint32Array
  readonly values: readonly string[]
  /** `values` as UTF-8; absent until they are encoded (see `utf8Of`). */
  readonly utf8?: TextBlock
}

/** Double cells; NaN stands for null (the readers reject non-finite values, and -0 is stored as 0). */
export interface RealCells {
  readonly kind: 'real'
  readonly values: Float64Array
}

/**
 * Integer cells; NaN stands for null. A row in `wide` holds an integer beyond ±(2^53 - 1), exact there and rounded in `values`.
 */
export interface IntegerCells {
  readonly kind: 'integer'
  readonly values: Float64Array
  readonly wide: ReadonlyMap<number, bigint>
}

export type Cells = TextCells | RealCells | IntegerCells

/**
 * One archive table in memory, column by column: rows in file order, or in snapshot order after `orderRows`. `cells[i]` belongs
 * to `columns[i]`.
 */
export interface ArchiveTable {
  readonly name: string
  readonly rows: number
  readonly columns: readonly Column[]
  readonly cells: readonly Cells[]
}
