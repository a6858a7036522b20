import { describe, expect, test } from 'bun:test'
import { colorColumns, numberColumns, plotOf, type Rows } from '../../../../src/pages/sql/result-plot.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const rowsOf = (columns: Readonly<Record<string, readonly (string | number | null)[]>>): Rows => {
  const names = Object.keys(columns)
  const count = Math.max(0, ...Object.values(columns).map((cells) => cells.length))
  const data = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(names.map((name) => [name, columns[name]![row] ?? null])),
  )
  return { columns: names, data }
}

test('a column of numbers has one at least, and no text', () => {
  const rows = rowsOf({
    a: [1, null, 2],
    b: [null, null, null],
    c: [1, 'x', null],
    d: [null, null, 0],
    e: ['1', '2', '3'],
  })
  expect(numberColumns(rows)).toEqual(['a', 'd'])
})

test.each([
  [1, true],
  [8, true],
  [9, false],
])('%d texts can be colors: %p', (count, may) => {
  const texts = Array.from({ length: count }, (_, at) => `kind ${at}`)
  expect(colorColumns(rowsOf({ kind: [...texts, ...texts, null] })).includes('kind')).toBe(may)
})

test('numbers can be colors, a column without values cannot', () => {
  expect(colorColumns(rowsOf({ n: Array.from({ length: 20 }, (_, at) => at), none: [null] }))).toEqual(['n'])
})

describe('the plot of an address', () => {
  const rows = rowsOf({ a: [1, 2], b: [3, 4], kind: ['x', 'y'] })

  test('is none without axes', () => {
    expect(plotOf(rows, { color: 'kind', xscale: 'log' })).toBeUndefined()
  })

  test('has both axes, the scales and the color', () => {
    expect(plotOf(rows, { x: 'a', y: 'b' })).toEqual({
      x: 'a',
      y: 'b',
      xscale: 'auto',
      yscale: 'auto',
      color: undefined,
    })
    expect(plotOf(rows, { x: 'a', y: 'b', xscale: 'log', yscale: 'linear', color: 'kind' })).toEqual({
      x: 'a',
      y: 'b',
      xscale: 'log',
      yscale: 'linear',
      color: 'kind',
    })
  })

  test.each([
    [{ x: 'a' }, 'y'],
    [{ y: 'a' }, 'x'],
    [{ x: 'kind', y: 'a' }, 'x'],
    [{ x: 'a', y: 'c' }, 'y'],
    [{ x: 'a', y: 'b', color: 'c' }, 'color'],
    [{ x: 'a', y: 'b', yscale: 'cubic' }, 'yscale'],
  ])('%j is refused by the parameter %s', (parameters, parameter) => {
    expect(catalogError(() => plotOf(rows, parameters)).help.parameter).toBe(parameter)
  })

  test('lacks an axis: the first three columns of numbers are suggested; or has a wrong one: the nearest', () => {
    const many = rowsOf({ pl_rade: [1], pl_bmasse: [2], pl_orbper: [3], st_teff: [4], kind: ['x'] })
    const missing = catalogError(() => plotOf(many, { x: 'pl_rade' }))
    expect(missing.message).toBe('A plot needs two columns: "y" is missing.')
    expect(missing.help.suggestions).toEqual(['pl_rade', 'pl_bmasse', 'pl_orbper'])
    const wrong = catalogError(() => plotOf(many, { x: 'pl_radde', y: 'st_teff' }))
    expect(wrong.help.suggestions?.[0]).toBe('pl_rade')
  })
})
