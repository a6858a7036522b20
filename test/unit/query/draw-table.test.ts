import { expect, test } from 'bun:test'
import { drawTable } from '../../../src/query/draw-table.ts'

test('numbers stand to the right, text to the left, nulls are empty', () => {
  const table = drawTable(
    ['pl_name', 'pl_rade', 'note'],
    [
      ['51 Peg b', 13.5, null],
      ['日本 b', null, 'x'],
      ['c', -1, 'yy'],
    ],
  )
  expect(table).toBe(
    [
      'pl_name   pl_rade  note',
      '--------  -------  ----',
      '51 Peg b     13.5',
      '日本 b             x',
      'c              -1  yy',
      '',
    ].join('\n'),
  )
})

test('a long or broken text stays on its line', () => {
  const [, , line] = drawTable(['a'], [[`x\ny${'z'.repeat(100)}`]]).split('\n')
  expect(line).toBe(`x y${'z'.repeat(56)}…`)
})

test('no rows and no columns', () => {
  expect(drawTable(['a', 'b'], [])).toBe('a  b\n-  -\n')
  expect(drawTable([], [])).toBe('\n\n')
})
