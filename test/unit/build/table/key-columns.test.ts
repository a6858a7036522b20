import { expect, test } from 'bun:test'
import { keyColumnsOf } from '../../../../build/table/key-columns.ts'

const keysOf = (...names: readonly string[]) => keyColumnsOf(names.map((name) => ({ name, type: 'text' })))

test.each([
  [
    ['x', 'hostname', 'pl_name', 'some_name'],
    ['hostname', 'pl_name'],
  ],
  [['x', 'PL_NAME'], ['PL_NAME']],
  [
    ['x', 'some_name', 'id', 'names', 'identity'],
    ['some_name', 'id'],
  ],
  [['x', 'y', 'z'], ['x']],
  [[], []],
])('of the columns %j, %j identify rows', (names, keys) => {
  expect(keysOf(...names)).toEqual([...keys])
})

test('at most six columns are keys', () => {
  const known = ['pl_name', 'hostname', 'sy_name', 'toi', 'tid', 'tic_id', 'kepid', 'kepoi_name']
  expect(keysOf(...known.slice(0, 6))).toEqual(known.slice(0, 6))
  expect(keysOf(...known)).toEqual(known.slice(0, 6))
  const named = Array.from({ length: 9 }, (_, at) => `n${at}_id`)
  expect(keysOf(...named)).toEqual(named.slice(0, 6))
})
