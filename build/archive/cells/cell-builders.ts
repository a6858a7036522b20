import type { Cells } from '../../table/archive-table.ts'
import { NULL_CODE } from '../../table/archive-table.ts'
import { NOT_A_NUMBER, parseInteger, parseWideInteger, WIDE_INTEGER, withoutZeroFraction } from '../text/coerce.ts'
import { grow, trim } from '../text/growing-array.ts'
import { integerAt, realAt } from '../text/number-bytes.ts'
import { TextDictionary } from '../text/text-dictionary.ts'
import { type CellBatch, cellText } from './cell-batch.ts'

/** Collects the cells of one column, batch by batch. */
export interface CellBuilder {
  /**
   * Appends cell `column` of the rows from `from` on. Stops at the first row whose cell does not fit and returns it, otherwise
   * -1.
   */
  append(batch: CellBatch, column: number, from?: number): number
  /** Returns the finished column; the builder cannot be used afterwards. */
  finish(): Cells
}

/** Builds text cells: an empty one is null, any other is kept unchanged. */
export class TextBuilder implements CellBuilder {
  readonly #dictionary = new TextDictionary()
  #codes = new Uint32Array(0)
  #length = 0

  append({ bytes, starts, ends, rows, width }: CellBatch, column: number, from = 0): number {
    const codes = grow(this.#codes, this.#length + rows - from)
    const dictionary = this.#dictionary
    let length = this.#length
    for (let cell = from * width + column; cell < rows * width; cell += width) {
      const start = starts[cell]!
      const end = ends[cell]!
      codes[length++] = start === end ? NULL_CODE : dictionary.code(bytes, start, end)
    }
    this.#codes = codes
    this.#length = length
    return -1
  }

  finish(): Cells {
    return { kind: 'text', codes: trim(this.#codes, this.#length), values: this.#dictionary.values() }
  }
}

/** Builds double cells. */
export class RealBuilder implements CellBuilder {
  #values = new Float64Array(0)
  #length = 0

  append({ bytes, starts, ends, rows, width }: CellBatch, column: number, from = 0): number {
    const values = grow(this.#values, this.#length + rows - from)
    this.#values = values
    for (let cell = from * width + column; cell < rows * width; cell += width) {
      const value = realAt(bytes, starts[cell]!, ends[cell]!)
      if (value === NOT_A_NUMBER) return (cell - column) / width
      values[this.#length++] = value
    }
    return -1
  }

  finish(): Cells {
    return { kind: 'real', values: trim(this.#values, this.#length) }
  }
}

/** Returns the text of a cell, `1` for `1.0`. */
function integerText(batch: CellBatch, row: number, column: number): string {
  return withoutZeroFraction(cellText(batch, row, column))
}

/** Builds integer cells, exact up to 64 bits; `1.0` is 1. */
export class IntegerBuilder implements CellBuilder {
  readonly #wide = new Map<number, bigint>()
  #values = new Float64Array(0)
  #length = 0

  append(batch: CellBatch, column: number, from = 0): number {
    const { bytes, starts, ends, rows, width } = batch
    const values = grow(this.#values, this.#length + rows - from)
    this.#values = values
    for (let row = from; row < rows; row += 1) {
      const cell = row * width + column
      let value = integerAt(bytes, starts[cell]!, ends[cell]!)
      if (value === NOT_A_NUMBER) value = parseInteger(integerText(batch, row, column))
      if (value === NOT_A_NUMBER) return row
      if (value === WIDE_INTEGER) {
        const exact = parseWideInteger(integerText(batch, row, column))
        this.#wide.set(this.#length, exact)
        value = Number(exact)
      }
      values[this.#length++] = value
    }
    return -1
  }

  finish(): Cells {
    return { kind: 'integer', values: trim(this.#values, this.#length), wide: this.#wide }
  }
}
