import type { Cells } from '../../table/archive-table.ts'
import { integerAt } from '../text/number-bytes.ts'
import type { CellBatch } from './cell-batch.ts'
import type { CellBuilder } from './cell-builders.ts'

/**
 * Checks a column that only numbers the rows, and stores none of it: different integers from 0 on, or, if `isSequence`,
 * consecutive integers from 0 or 1 on.
 */
export class RowNumberBuilder implements CellBuilder {
  readonly #seen = new Set<number>()
  #previous: number | undefined

  constructor(readonly isSequence: boolean) {}

  append({ bytes, starts, ends, rows, width }: CellBatch, column: number, from = 0): number {
    for (let row = from; row < rows; row += 1) {
      const cell = row * width + column
      const value = integerAt(bytes, starts[cell]!, ends[cell]!)
      if (!this.#isNext(value)) return row
      this.#seen.add(value)
      this.#previous = value
    }
    return -1
  }

  /** False also for all values that integerAt returns for cells that are not integers. */
  #isNext(value: number): boolean {
    if (!Number.isSafeInteger(value) || value < 0) return false
    if (!this.isSequence) return !this.#seen.has(value)
    return this.#previous === undefined ? value <= 1 : value === this.#previous + 1
  }

  finish(): Cells {
    throw new Error('A column that numbers the rows has no cells.')
  }
}
