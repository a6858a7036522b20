import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { orderRows } from '../../../../build/table/order-rows.ts'
import type { Cell } from '../../../fixtures/archives/make-table.ts'
import { cellAt, makeTable } from '../../../fixtures/archives/make-table.ts'

const COLUMNS = { pl_name: 'text', hostname: 'text', seq: 'integer' } as const

function orderOf(rows: readonly (readonly Cell[])[]): Cell[] {
  const ordered = orderRows(makeTable('exoplanets', COLUMNS, rows))
  return Array.from({ length: ordered.rows }, (_, row) => cellAt(ordered.cells[2]!, row))
}

test('rows go by host, then planet, then input order, nulls last', () => {
  const rows = [
    ['b b', 'b', 0],
    [null, 'a', 1],
    ['a c', 'a', 2],
    ['a b', 'a', 3],
    ['x', null, 4],
    ['a b', 'a', 5],
    ['A b', 'A', 6],
  ]
  expect(orderOf(rows)).toEqual([6, 3, 5, 2, 1, 0, 4])
})

test('names are ordered by code point, not by UTF-16 unit', () => {
  expect(
    orderOf([
      ['\u{1D6FC} b', '\u{1D6FC}', 0],
      ['\uFF21 b', '\uFF21', 1],
      ['z b', 'z', 2],
    ]),
  ).toEqual([2, 1, 0])
})

test('all columns move together, whole-number cells beyond 2^53 keep their digits, and a table without planets goes by host', () => {
  const table = makeTable('stellarhosts', { st_mass: 'real', hostname: 'text', id: 'integer' }, [
    [2.5, 'b', 9007199254740993n],
    [null, 'a', 1],
    [1.5, 'b', null],
  ])
  const ordered = orderRows(table)
  const rows = [0, 1, 2].map((row) => ordered.cells.map((cells) => cellAt(cells, row)))
  expect(rows).toEqual([
    [null, 'a', 1],
    [2.5, 'b', 9007199254740993n],
    [1.5, 'b', null],
  ])
})

test('the order is that of a stable comparison sort', () => {
  const name = fc.option(fc.constantFrom('a', 'b', 'B', 'é', '\u{1F31F}', '\uFFFD', ''), { nil: null })
  const bytes = (value: string | null) => (value === null ? Buffer.from([0xff]) : Buffer.from(value))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, name)), (names) => {
      const rows = names.map(([planet, host], index) => [planet, host, index] as const)
      const expected = [...rows].sort(
        (a, b) => Buffer.compare(bytes(a[1]), bytes(b[1])) || Buffer.compare(bytes(a[0]), bytes(b[0])),
      )
      expect(orderOf(rows)).toEqual(expected.map((row) => row[2]))
    }),
  )
})

test('a further table is in the order of its first key alone, ties in input order', () => {
  const rows = [
    ['b', 'x', 0],
    ['a', 'z', 1],
    ['a', 'y', 2],
    [null, 'a', 3],
    ['b', 'a', 4],
  ]
  const table = { ...makeTable('exoplanets', { pl_name: 'text', hostname: 'text', seq: 'integer' }, rows), name: 'toi' }
  const ordered = orderRows(table)
  expect(rows.map((_, row) => cellAt(ordered.cells[2]!, row))).toEqual([1, 2, 0, 4, 3])
})
