import type { Cells } from '../archive-table.ts'
import { NULL_CODE } from '../archive-table.ts'
import { NOT_A_NUMBER, parseInteger, parseReal, parseWideInteger, WIDE_INTEGER } from '../coerce.ts'
import { grow, trim } from './growing-array.ts'

/** Collects the cells of one column, batch by batch. */
export interface CellBuilder {
  /** Appends cell `column` of every row; stops at and returns the first row whose cell does not fit, else -1. */
  append(rows: readonly (readonly string[])[], column: number): number
  /** The finished column; the builder is spent. */
  finish(): Cells
}

/** Text cells: an empty one is null, anything else is kept as it is. */
export class TextBuilder implements CellBuilder {
  readonly #codeOf = new Map<string, number>()
  readonly #values: string[] = []
  #codes = new Uint32Array(0)
  #length = 0
  // Rows come grouped by host, so a cell often repeats the one above: comparing is cheaper than hashing.
  #lastValue = ''
  #lastCode = NULL_CODE

  append(rows: readonly (readonly string[])[], column: number): number {
    this.#codes = grow(this.#codes, this.#length + rows.length)
    for (const row of rows) this.#add(row[column]!)
    return -1
  }

  #add(cell: string): void {
    this.#codes[this.#length++] = cell === '' ? NULL_CODE : cell === this.#lastValue ? this.#lastCode : this.#code(cell)
  }

  #code(cell: string): number {
    let code = this.#codeOf.get(cell)
    if (code === undefined) {
      code = this.#values.length
      const value = detached(cell)
      this.#values.push(value)
      this.#codeOf.set(value, code)
    }
    this.#lastValue = this.#values[code]!
    this.#lastCode = code
    return code
  }

  finish(): Cells {
    return { kind: 'text', codes: trim(this.#codes, this.#length), values: this.#values }
  }
}

/** A copy that does not keep the chunk of text alive out of which `cell` was cut. */
function detached(cell: string): string {
  return Buffer.from(cell, 'utf8').toString('utf8')
}

/** Double cells. */
export class RealBuilder implements CellBuilder {
  #values = new Float64Array(0)
  #length = 0

  append(rows: readonly (readonly string[])[], column: number): number {
    this.#values = grow(this.#values, this.#length + rows.length)
    const values = this.#values
    for (let row = 0; row < rows.length; row += 1) {
      const value = parseReal(rows[row]![column]!)
      if (value === NOT_A_NUMBER) return row
      values[this.#length++] = value
    }
    return -1
  }

  finish(): Cells {
    return { kind: 'real', values: trim(this.#values, this.#length) }
  }
}

/** Integer cells, exact up to 64 bits. */
export class IntegerBuilder implements CellBuilder {
  readonly #wide = new Map<number, bigint>()
  #values = new Float64Array(0)
  #length = 0

  append(rows: readonly (readonly string[])[], column: number): number {
    this.#values = grow(this.#values, this.#length + rows.length)
    for (let row = 0; row < rows.length; row += 1) {
      const cell = rows[row]![column]!
      let value = parseInteger(cell)
      if (value === NOT_A_NUMBER) return row
      if (value === WIDE_INTEGER) {
        const exact = parseWideInteger(cell)
        this.#wide.set(this.#length, exact)
        value = Number(exact)
      }
      this.#values[this.#length++] = value
    }
    return -1
  }

  finish(): Cells {
    return { kind: 'integer', values: trim(this.#values, this.#length), wide: this.#wide }
  }
}
