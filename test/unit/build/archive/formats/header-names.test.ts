import { expect, test } from 'bun:test'
import {
  checkHeaderNames,
  columnNameError,
  isRowNumberName,
} from '../../../../../build/archive/formats/header-names.ts'

const check = (names: readonly string[]) => checkHeaderNames('ps.csv', 1, names)

test('a table has as many columns as SQLite can hold, and not one more', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `c${index}`)
  expect(() => check(names)).not.toThrow()
  expect(() => check([...names, 'one_more'])).toThrow('the header has 2001 columns, but a table can hold at most 2000.')
})

test.each(['rowid', 'oid', '_rowid_', 'ROWID', 'Oid', '_RowID_'])(
  'a column %s can only number the rows, since SQL calls their position so',
  (name) => {
    expect(isRowNumberName(name)).toBe(true)
    expect(columnNameError('ps.csv', 1, 0, name).message).toContain(
      `${name} cannot be the name of a column, because SQL`,
    )
  },
)

test.each(['row_id', 'rowid2', 'unnamed', 'id'])('a column %s may hold anything', (name) => {
  expect(isRowNumberName(name)).toBe(false)
  expect(() => check([name])).not.toThrow()
})

test('names that differ in case only, and names that are none, are refused with their place', () => {
  expect(() => check(['ra', 'RA'])).toThrow('ps.csv, line 1: the columns ra and RA differ in case only')
  expect(() => check(['ra', 'ra'])).toThrow('ps.csv, line 1: the column ra occurs twice in the header.')
  expect(() => check(['ra', 'de c'])).toThrow('column 2 of the header is "de c"')
})
