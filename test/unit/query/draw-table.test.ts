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

const shownOf = (text: string) => drawTable(['a'], [[text]]).split('\n')[2]!

test.each([59, 60, 61, 200])('a text of %d letters takes at most sixty', (length) => {
  expect(shownOf('z'.repeat(length))).toBe(length <= 60 ? 'z'.repeat(length) : `${'z'.repeat(59)}…`)
})

test.each([29, 30, 31])('of %d wide characters as many are shown as fit', (length) => {
  const wide = '日'.repeat(length)
  expect(shownOf(wide)).toBe(length <= 30 ? wide : `${'日'.repeat(29)}…`)
})

test('no character is cut in half', () => {
  for (let before = 50; before < 62; before += 1) {
    const shown = shownOf(`${'z'.repeat(before)}\u{1d11e}\u{1d11e}\u{1d11e}${'z'.repeat(60)}`)
    expect(shown.isWellFormed()).toBe(true)
    expect(Bun.stringWidth(shown)).toBeLessThanOrEqual(60)
  }
})

test('a column is as wide as the widest of its cells, its name included', () => {
  expect(drawTable(['a', 'long name'], [['wide cell', 1]])).toBe(
    'a          long name\n---------  ---------\nwide cell          1\n',
  )
})

test('a column with a text in it is none of numbers', () => {
  expect(drawTable(['n'], [[1], ['x'], [null]])).toBe('n\n-\n1\nx\n\n')
})
