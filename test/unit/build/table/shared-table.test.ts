import { expect, test } from 'bun:test'
import { packTable, shareTable, unpackTable } from '../../../../build/table/shared-table.ts'
import { cellAt, makeTable } from '../../../fixtures/archives/make-table.ts'

const TABLE = makeTable('exoplanets', { pl_name: 'text', hostname: 'text', id: 'integer', pl_rade: 'real' }, [
  ['a b', 'a', 9007199254740993n, 1.5],
  ['\u{1F31F} b', '\u{1F31F}', null, null],
  ['', null, -3, 0],
])

test('a table comes out of a message as it went in, its numbers in memory that both threads share', () => {
  const packed = structuredClone(packTable(shareTable(TABLE)))
  const { cells, ...rest } = unpackTable(packed)
  expect(rest).toEqual({ name: TABLE.name, rows: TABLE.rows, columns: TABLE.columns })
  expect(cells.map(({ kind }) => kind)).toEqual(TABLE.cells.map(({ kind }) => kind))
  for (const [index, column] of cells.entries())
    for (let row = 0; row < TABLE.rows; row += 1) expect(cellAt(column, row)).toBe(cellAt(TABLE.cells[index]!, row))
  const [codes, , integers, reals] = packed.cells
  expect(codes?.kind === 'shared-text' && codes.codes.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(integers?.kind === 'integer' && integers.values.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(reals?.kind === 'real' && reals.values.buffer).toBeInstanceOf(SharedArrayBuffer)
})
