import type { Cells } from '../../table/archive-table.ts'
import { isNumberMisfit, looksLikeInteger, NOT_A_NUMBER } from '../text/coerce.ts'
import { grow } from '../text/growing-array.ts'
import { integerAt, realAt, textAt } from '../text/number-bytes.ts'
import { type CellBatch, cellText } from './cell-batch.ts'
import { type CellBuilder, IntegerBuilder, RealBuilder, TextBuilder } from './cell-builders.ts'

const POINT = 46
const ZERO = 48
const NINE = 57
const BEYOND_INT64 = 2 ** 63

/** Number of misfits per column that are kept with their lines. */
const KEPT_MISFITS = 3

/** The cells that make a column text although all its other values are numbers. */
export interface NumberMisfits {
  readonly count: number
  /** The first ones. */
  readonly first: readonly { readonly line: number; readonly value: string }[]
}

/**
 * Builds the cells of a column without a declared type. All integers: integer; all numbers: real; otherwise text, also if there
 * is no value at all. As long as all cells are numbers, it keeps their bytes and decides at the end.
 */
export class InferredBuilder implements CellBuilder {
  #text: TextBuilder | undefined
  #bytes = new Uint8Array(0)
  #byteLength = 0
  #ends = new Uint32Array(0)
  #length = 0
  #hasFraction = false
  #hasValue = false
  #misfitCount = 0
  readonly #firstMisfits: { line: number; value: string }[] = []
  /** Whether a cell is neither a number nor a misfit, which makes the column a genuine text column. */
  #hasText = false

  append(batch: CellBatch, column: number, from = 0): number {
    if (this.#text !== undefined) {
      this.#watchMisfits(batch, column, from)
      return this.#text.append(batch, column, from)
    }
    const { bytes, starts, ends, rows, width } = batch
    this.#ends = grow(this.#ends, this.#length + rows - from)
    for (let row = from; row < rows; row += 1) {
      const start = starts[row * width + column]!
      const end = ends[row * width + column]!
      if (start !== end && !this.#isNumber(bytes, start, end)) {
        this.#text = new TextBuilder()
        this.#replay(this.#text)
        this.#watchMisfits(batch, column, row)
        return this.#text.append(batch, column, row)
      }
      this.#keep(bytes, start, end)
    }
    return -1
  }

  finish(): Cells {
    if (this.#text !== undefined) return this.#text.finish()
    const builder = !this.#hasValue ? new TextBuilder() : this.#hasFraction ? new RealBuilder() : new IntegerBuilder()
    this.#replay(builder)
    return builder.finish()
  }

  /** Returns the cells that make this a text column; undefined unless all its other cells are numbers. */
  misfits(): NumberMisfits | undefined {
    if (this.#misfitCount === 0 || this.#hasText || !this.#hasValue) return undefined
    return { count: this.#misfitCount, first: this.#firstMisfits }
  }

  /** Checks the cells of a text column until one of them is genuine text, usually the first. */
  #watchMisfits(batch: CellBatch, column: number, from: number): void {
    const { bytes, starts, ends, rows, width } = batch
    for (let row = from; row < rows && !this.#hasText; row += 1) {
      const start = starts[row * width + column]!
      const end = ends[row * width + column]!
      if (start === end || this.#isNumber(bytes, start, end)) continue
      const value = cellText(batch, row, column)
      this.#hasText = !isNumberMisfit(value)
      this.#misfitCount += 1
      if (this.#firstMisfits.length < KEPT_MISFITS) this.#firstMisfits.push({ line: batch.lineOf(row), value })
    }
  }

  /** Whether the cell fits a numeric column (a blank one does); updates what is known about the column. */
  #isNumber(bytes: Uint8Array, start: number, end: number): boolean {
    const value = realAt(bytes, start, end)
    if (Number.isNaN(value)) return true
    if (value === NOT_A_NUMBER) return false
    if (hasLeadingZero(bytes, start, end)) return false
    if ((!this.#hasFraction || Math.abs(value) >= BEYOND_INT64) && integerAt(bytes, start, end) === NOT_A_NUMBER) {
      // An integer that does not fit in 64 bits would lose digits as a double, so it stays text.
      if (looksLikeInteger(textAt(bytes, start, end))) return false
      this.#hasFraction = true
    }
    this.#hasValue = true
    return true
  }

  #keep(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = grow(this.#bytes, this.#byteLength + end - start)
    for (let at = start; at < end; at += 1) this.#bytes[this.#byteLength++] = bytes[at]!
    this.#ends[this.#length++] = this.#byteLength
  }

  #replay(builder: CellBuilder): void {
    const ends = this.#ends.subarray(0, this.#length)
    const starts = Uint32Array.from(ends, (_, row) => (row === 0 ? 0 : ends[row - 1]!))
    builder.append({ bytes: this.#bytes, starts, ends, rows: this.#length, width: 1, lineOf: () => 0 }, 0)
    this.#bytes = new Uint8Array(0)
  }
}

/** Whether this is a number like `007`: a name or code, which would lose its zeros as a number. */
function hasLeadingZero(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start
  while (at < end && bytes[at]! < ZERO && bytes[at] !== POINT) at += 1
  return bytes[at] === ZERO && at + 1 < end && bytes[at + 1]! >= ZERO && bytes[at + 1]! <= NINE
}
