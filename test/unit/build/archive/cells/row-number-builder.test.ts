import { expect, test } from 'bun:test'
import { batchOfRows } from '../../../../../build/archive/cells/cell-batch.ts'
import { RowNumberBuilder } from '../../../../../build/archive/cells/row-number-builder.ts'

/** The first row that is no number of a row, over batches of two rows; -1 if all are. */
function firstOther(isSequence: boolean, cells: readonly string[]): number {
  const builder = new RowNumberBuilder(isSequence)
  for (let at = 0; at < cells.length; at += 2) {
    const rows = cells.slice(at, at + 2).map((cell) => [cell, 'x'])
    const found = builder.append(batchOfRows(rows, 2, []), 0)
    if (found >= 0) return at + found
  }
  return -1
}

test.each([
  [['0', '1', '2'], -1],
  [['1', '2', '3', '4', '5'], -1],
  [['2', '3'], 0],
  [['1', '3'], 1],
  [['1', '2', '2'], 2],
  [['0', '1', '3'], 2],
  [['1', ''], 1],
  [['-1', '0'], 0],
])('%j count from 0 or 1 on up to the place %d', (cells, place) => {
  expect(firstOther(true, cells)).toBe(place)
})

test.each([
  [['7', '0', '3'], -1],
  [['7', '8', '7'], 2],
  [['-1'], 0],
  [['1.5'], 0],
  [['x'], 0],
  [['1', '9007199254740993'], 1],
])('%j are different whole numbers up to the place %d', (cells, place) => {
  expect(firstOther(false, cells)).toBe(place)
})
