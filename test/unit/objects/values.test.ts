import { describe, expect, test } from 'bun:test'
import { cellOf, columnList, distinctRows, type Row, shortest, spreadOf, textsOf } from '../../../src/objects/values.ts'

const column = (name: string, values: readonly Row[string][], flags: readonly (number | null)[] = []): Row[] =>
  values.map((value, i) => ({ [name]: value, [`${name}lim`]: flags[i] ?? 0 }))

describe('the spread of several values', () => {
  test.each([
    [[9, 10, 100], { rows: 3, min: 9, max: 100, median: 10 }],
    [[100, 9], { rows: 2, min: 9, max: 100, median: 54.5 }],
    [[-1, -10, 2, 0], { rows: 4, min: -10, max: 2, median: -0.5 }],
    [[0.1, 0.2], { rows: 2, min: 0.1, max: 0.2, median: 0.15 }],
    [[7], { rows: 1, min: 7, max: 7, median: 7 }],
    [[1e-9, 5, 1e21], { rows: 3, min: 1e-9, max: 1e21, median: 5 }],
  ])('%p', (values, spread) => {
    expect(spreadOf(column('x', values), 'x')).toEqual(spread)
  })

  test('is that of numbers that are neither limits nor missing', () => {
    const rows = column('x', [1, 50, 3, null, '9007199254740993'], [0, 1, null, 0, 0])
    expect(spreadOf(rows, 'x')).toEqual({ rows: 2, min: 1, max: 3, median: 2 })
    expect(spreadOf(column('x', [5, null], [-1, 0]), 'x')).toBeUndefined()
    expect(spreadOf([], 'x')).toBeUndefined()
  })
})

test('of texts the most frequent come first, then by name, and no more than asked for', () => {
  const rows = column('t', ['b', 'a', 'c', 'c', null, 'd', 3])
  expect(Object.entries(textsOf(rows, 't', 3)!)).toEqual([
    ['c', 2],
    ['a', 1],
    ['b', 1],
  ])
  expect(textsOf(column('t', [null, 3]), 't', 3)).toBeUndefined()
})

test('a row that occurs several times counts once', () => {
  const [a, b] = [
    { x: 1, y: 'a' },
    { x: 1, y: 'b' },
  ]
  expect(distinctRows([a, b, { ...a }, b])).toEqual([a, b])
})

describe('a value with its companions', () => {
  const reference = (html: string) => html.toUpperCase()

  test('is a limit or a value, never both', () => {
    for (const [flag, key] of [
      [1, 'upper_limit'],
      [-1, 'lower_limit'],
      [0, 'value'],
      [null, 'value'],
      ['1', 'upper_limit'],
    ] as const)
      expect(cellOf({ x: 0, xlim: flag }, { name: 'x' }, reference)).toEqual({ [key]: 0 })
  })

  test('has its unit, its uncertainties and its reference, where there are any', () => {
    const row = { x: 2, xerr1: 0, xerr2: -0.5, x_reflink: '<a>b</a>' }
    expect(cellOf(row, { name: 'x', unit: 'au' }, reference)).toEqual({
      value: 2,
      err1: 0,
      err2: -0.5,
      unit: 'au',
      reference: '<A>B</A>',
    })
    expect(cellOf({ x: null, xerr1: 1 }, { name: 'x', unit: 'au' }, reference)).toBeUndefined()
    expect(cellOf({}, { name: 'x' }, reference)).toBeUndefined()
    expect(cellOf({ x: 1, xerr1: 2 }, { name: 'x' }, reference)).toStrictEqual({ value: 1, err1: 2 })
    expect(cellOf({ x: 1, xerr2: -2 }, { name: 'x' }, reference)).toStrictEqual({ value: 1, err2: -2 })
    expect(cellOf(undefined, { name: 'x' }, reference)).toBeUndefined()
  })

  test('is bare where nothing belongs to it', () => {
    expect(shortest({ value: 2 })).toBe(2)
    for (const entry of [{ upper_limit: 2 }, { value: 2, unit: 'au' }]) expect(shortest(entry)).toBe(entry)
  })
})

test('a list of columns is cut where it is long', () => {
  const names = Array.from({ length: 13 }, (_, i) => `c${i}`)
  expect(columnList(names.slice(0, 12))).toBe(names.slice(0, 12).join(', '))
  expect(columnList(names)).toBe(`${names.slice(0, 12).join(', ')} and 1 more`)
})
