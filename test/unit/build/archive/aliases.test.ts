import { expect, test } from 'bun:test'
import { AliasList } from '../../../../build/archive/aliases.ts'
import { batchOfRows } from '../../../../build/archive/cells/cell-batch.ts'

test('names and aliases are trimmed, in columns of any order, and know their line', () => {
  const list = new AliasList('aliases.csv')
  list.begin({ names: ['note', 'alias', 'name'], metadata: new Map(), line: 1 })
  const rows = [
    ['x', '  Proxima b ', ' Proxima Cen b\t'],
    ['', '51 Peg b', '51 Peg b'],
  ]
  list.add(batchOfRows(rows, 3, [2, 5]))
  expect(list.aliases).toEqual([
    { name: 'Proxima Cen b', alias: 'Proxima b', file: 'aliases.csv', line: 2 },
    { name: '51 Peg b', alias: '51 Peg b', file: 'aliases.csv', line: 5 },
  ])
})

test.each(['name', 'alias'])('a file without the column %s is refused', (column) => {
  const names = ['name', 'alias'].filter((name) => name !== column)
  expect(() => new AliasList('aliases.csv').begin({ names, metadata: new Map(), line: 3 })).toThrow(
    `aliases.csv, line 3: the column ${column} is missing.`,
  )
})
