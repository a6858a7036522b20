import { expect, test } from 'bun:test'
import { exportedNames, planetsOfHost } from '../../../../build/exports/export-names.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'
import { pagesOf } from '../../../fixtures/archives/pages-of.ts'

const COLUMNS = { pl_name: 'text', hostname: 'text', default_flag: 'integer', pl_rade: 'real' } as const

/** The planets of a host by name, each with the radius of the row that was taken. */
function planetsOf(rows: readonly (readonly Cell[])[], host = 'a'): readonly (readonly [string, number])[] {
  const table = makeTable('exoplanets', COLUMNS, rows)
  const { bytes, write } = planetsOfHost(table, pagesOf(table))(host)
  const out = new Uint8Array(bytes + 1)
  write(out, 0)
  const planets = JSON.parse(`[${new TextDecoder().decode(out.subarray(0, bytes))}]`)
  return planets.map(({ pl_name, pl_rade }: { pl_name: string; pl_rade: number }) => [pl_name, pl_rade])
}

test('a planet is shown by its default row, of several by the first, and without one by its first row', () => {
  const row = (name: string | null, flag: number | null, radius: number) => [name, 'a', flag, radius]
  expect(planetsOf([row('b', 0, 1), row('b', 1, 2), row('b', 0, 3)])).toEqual([['b', 2]])
  expect(planetsOf([row('b', 0, 1), row('b', 1, 2), row('b', 1, 3)])).toEqual([['b', 2]])
  expect(planetsOf([row('b', 1, 1), row('b', 1, 2)])).toEqual([['b', 1]])
  expect(planetsOf([row('b', 0, 1), row('b', null, 2)])).toEqual([['b', 1]])
})

test('planets come in the order of their first rows, those of other hosts and nameless ones not at all', () => {
  const rows = [
    ['c', 'a', 0, 1],
    ['b', 'a', 1, 2],
    [null, 'a', 1, 3],
    ['c', 'a', 1, 4],
    ['d', 'other', 1, 5],
    ['e', null, 1, 6],
  ]
  expect(planetsOf(rows)).toEqual([
    ['c', 4],
    ['b', 2],
  ])
  expect(planetsOf(rows, 'nobody')).toEqual([])
})

test('each name has its rows in their order, and the names are in code-point order', () => {
  const names = ['b', '\u{1f600}', 'a', null, 'b', '\uffee']
  const table = makeTable(
    'stellarhosts',
    { hostname: 'text' },
    names.map((name) => [name]),
  )
  expect(exportedNames(table)).toEqual([
    { name: 'a', rows: [2] },
    { name: 'b', rows: [0, 4] },
    { name: '\uffee', rows: [5] },
    { name: '\u{1f600}', rows: [1] },
  ])
})
