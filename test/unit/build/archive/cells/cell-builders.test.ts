import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { batchOfRows } from '../../../../../build/archive/cells/cell-batch.ts'
import {
  type CellBuilder,
  IntegerBuilder,
  RealBuilder,
  TextBuilder,
} from '../../../../../build/archive/cells/cell-builders.ts'
import { InferredBuilder } from '../../../../../build/archive/cells/inferred-builder.ts'
import { type Cell, cellAt } from '../../../../fixtures/archives/make-table.ts'

/** Gives the cells to the builder in batches of so many rows; the cells of other columns stand around them. */
function built(builder: CellBuilder, cells: readonly string[], batchRows: number): Cell[] {
  for (let at = 0; at < cells.length; at += batchRows) {
    const rows = cells.slice(at, at + batchRows).map((cell, row) => [`before ${at + row}`, cell, 'after'])
    const lines = rows.map((_, row) => at + row + 2)
    expect(builder.append(batchOfRows(rows, 3, lines), 1)).toBe(-1)
  }
  const finished = builder.finish()
  return cells.map((_, row) => cellAt(finished, row))
}

const integer = fc.oneof(
  fc.constant(''),
  fc.integer().map(String),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map(String),
)
const integerOf = (text: string): Cell =>
  text === '' ? null : Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)

describe('cells are the same, each in its row, in whatever batches they come', () => {
  const batchRows = fc.integer({ min: 1, max: 7 })

  test('integers, also those beyond the exact doubles', () => {
    fc.assert(
      fc.property(fc.array(integer, { minLength: 1, maxLength: 40 }), batchRows, (cells, rows) => {
        const expected = cells.map(integerOf)
        expect(built(new IntegerBuilder(), cells, rows)).toEqual(expected)
        if (cells.some((cell) => cell !== '')) expect(built(new InferredBuilder(), cells, rows)).toEqual(expected)
      }),
    )
  })

  test('decimals', () => {
    const real = fc.oneof(fc.constant(''), fc.double({ noNaN: true, noDefaultInfinity: true }).map(String))
    fc.assert(
      fc.property(fc.array(real, { minLength: 1, maxLength: 40 }), batchRows, (cells, rows) => {
        const expected = cells.map((cell) => (cell === '' ? null : Number(cell) + 0))
        expect(built(new RealBuilder(), cells, rows)).toEqual(expected)
      }),
    )
  })

  test('texts, also those of a column that seemed to hold numbers', () => {
    const text = fc.oneof(fc.constantFrom('', '1', '2.5', 'x', 'é\u{1fa90}'), fc.string({ maxLength: 4 }))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), batchRows, (cells, rows) => {
        const expected = cells.map((cell) => (cell === '' ? null : cell))
        expect(built(new TextBuilder(), cells, rows)).toEqual(expected)
        expect(built(new InferredBuilder(), [...cells, 'a text'], rows)).toEqual([...expected, 'a text'])
      }),
    )
  })
})

test('the row of the first cell that does not fit is told, within its batch', () => {
  const batch = (cells: readonly string[]) =>
    batchOfRows(
      cells.map((cell) => ['x', cell]),
      2,
      cells.map((_, row) => row),
    )
  for (const builder of [new IntegerBuilder(), new RealBuilder()]) {
    expect(builder.append(batch(['1', '2', '']), 1)).toBe(-1)
    expect(builder.append(batch(['3', 'four', 'five']), 1)).toBe(1)
  }
  expect(new IntegerBuilder().append(batch(['x', '2', '2.5']), 1)).toBe(0)
  // From the given row on.
  expect(new RealBuilder().append(batch(['x', '2', 'y']), 1, 1)).toBe(2)
})
