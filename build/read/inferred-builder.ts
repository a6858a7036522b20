import type { Cells } from '../archive-table.ts'
import { looksLikeInteger, NOT_A_NUMBER, parseInteger, parseReal } from '../coerce.ts'
import { type CellBuilder, IntegerBuilder, RealBuilder, TextBuilder } from './cell-builders.ts'
import { grow } from './growing-array.ts'

/** Cells replayed at once when a column that looked numeric turns out to be another type. */
const REPLAY_ROWS = 4096
// `007` is a name or a code: as a number it would lose its zeros.
const LEADING_ZERO = /^[ \t\r\n]*[+-]?0\d/
const BEYOND_INT64 = 2 ** 63

/**
 * Cells of a column whose type nobody declared. All integers: integer; all numbers: real; else text, and text as well if
 * there is no value at all. As long as all cells are numbers it keeps their ASCII text packed in one array, a tenth of
 * what strings would need, and decides at the end.
 */
export class InferredBuilder implements CellBuilder {
  #text: TextBuilder | undefined
  #bytes = new Uint8Array(0)
  #byteLength = 0
  #ends = new Uint32Array(0)
  #length = 0
  #hasFraction = false
  #hasValue = false

  append(rows: readonly (readonly string[])[], column: number): number {
    if (this.#text !== undefined) return this.#text.append(rows, column)
    this.#ends = grow(this.#ends, this.#length + rows.length)
    for (let row = 0; row < rows.length; row += 1) {
      const cell = rows[row]![column]!
      if (cell !== '') {
        if (!this.#isNumber(cell)) {
          this.#text = new TextBuilder()
          this.#replay(this.#text)
          return this.#text.append(rows.slice(row), column)
        }
        this.#keep(cell)
      }
      this.#ends[this.#length++] = this.#byteLength
    }
    return -1
  }

  finish(): Cells {
    if (this.#text !== undefined) return this.#text.finish()
    const builder = !this.#hasValue ? new TextBuilder() : this.#hasFraction ? new RealBuilder() : new IntegerBuilder()
    this.#replay(builder)
    return builder.finish()
  }

  /** True where the cell can stand in a number column (a blank one can); notes what that says of the column. */
  #isNumber(cell: string): boolean {
    const value = parseReal(cell)
    if (Number.isNaN(value)) return true
    if (value === NOT_A_NUMBER || LEADING_ZERO.test(cell)) return false
    if (!this.#hasFraction || Math.abs(value) >= BEYOND_INT64) {
      // An integer that 64 bits do not hold would lose digits as a double: it stays text.
      if (!looksLikeInteger(cell)) this.#hasFraction = true
      else if (parseInteger(cell) === NOT_A_NUMBER) return false
    }
    this.#hasValue = true
    return true
  }

  #keep(cell: string): void {
    this.#bytes = grow(this.#bytes, this.#byteLength + cell.length)
    for (let index = 0; index < cell.length; index += 1) this.#bytes[this.#byteLength++] = cell.charCodeAt(index)
  }

  #replay(builder: CellBuilder): void {
    const bytes = Buffer.from(this.#bytes.buffer, 0, this.#byteLength)
    let from = 0
    for (let start = 0; start < this.#length; start += REPLAY_ROWS) {
      const rows: string[][] = []
      for (let row = start; row < Math.min(start + REPLAY_ROWS, this.#length); row += 1) {
        rows.push([bytes.toString('latin1', from, this.#ends[row]!)])
        from = this.#ends[row]!
      }
      builder.append(rows, 0)
    }
    this.#bytes = new Uint8Array(0)
  }
}
