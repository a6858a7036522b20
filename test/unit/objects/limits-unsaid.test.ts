import { describe, expect, test } from 'bun:test'
import { planetFacts } from '../../../src/mcp/objects/planet.ts'
import { limitsOfPlanets, planetCautions } from '../../../src/objects/cautions.ts'
import { columnList, type Row, unflaggedColumns } from '../../../src/objects/values.ts'

/** A value with errors and flag. */
function cell(column: string, value: number | null, lim: number | null, err1: number | null = null): Row {
  return {
    [column]: value,
    [`${column}err1`]: err1,
    [`${column}err2`]: err1 === null ? null : -err1,
    [`${column}lim`]: lim,
  }
}

const FACTS = { hasDefaultFlag: true, hasMass: false }
const row = (...cells: Row[]): Row => Object.assign({ pl_name: 'X b', default_flag: 1 }, ...cells)

describe('a value without limit flag', () => {
  test.each([
    ['and without uncertainty is named', [cell('pl_bmasse', 36, null)], ['pl_bmasse']],
    ['but with an uncertainty was measured', [cell('pl_bmasse', 36, null, 2)], []],
    ['is one that is there', [cell('pl_bmasse', null, null)], []],
    ['is none with a flag', [cell('pl_bmasse', 36, 0), cell('pl_rade', 2, 1), cell('pl_insol', 2, -1)], []],
    ['is none where the table has no flags', [{ sy_dist: 10 }], []],
    [
      'is named beside others',
      [cell('pl_orbper', 3, 0, 1), cell('pl_rade', 2, null), cell('st_met', 0, null)],
      ['pl_rade', 'st_met'],
    ],
  ])('%s', (_, cells, expected) => {
    const own = row(...cells)
    expect(unflaggedColumns(own)).toEqual(expected)
    const told = planetCautions([own], own, FACTS).filter((text) => text.includes('limit flags'))
    expect(told).toEqual(
      expected.length === 0
        ? []
        : [
            `In this row, it is not stated whether these values are measurements or limits (limit flags and uncertainties are null): ${expected.join(', ')}.`,
          ],
    )
  })

  test('is named in a list of planets, for the columns that it shows', () => {
    const [b, c, d] = [row(cell('pl_bmasse', 1, null)), row(cell('pl_bmasse', 2, 0)), row(cell('pl_rade', 3, null))]
    expect(limitsOfPlanets([b, c], ['pl_rade', 'pl_bmasse'])).toEqual([
      'In rows of 1 of the 2 planets, it is not stated whether these values are measurements or limits (limit flags and uncertainties are null): pl_bmasse.',
    ])
    expect(limitsOfPlanets([b, c, d], ['pl_rade', 'pl_bmasse'])[0]).toContain('In rows of 2 of the 3 planets')
    expect(limitsOfPlanets([b], ['pl_bmasse'])[0]).toStartWith('In the row of the planet, it is not stated')
    expect(limitsOfPlanets([b, c], ['pl_rade'])).toEqual([])
    expect(limitsOfPlanets([], ['pl_rade'])).toEqual([])
  })
})

test('a long list of columns is cut, and says of how many', () => {
  const names = Array.from({ length: 14 }, (_, at) => `c${at}`)
  expect(columnList(names)).toBe('c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 and 2 more')
  expect(columnList(names.slice(0, 12))).toEndWith('c11')
})

describe('a value that one row alone has', () => {
  const columns = ['pl_name', 'pl_rade', 'pl_bmasse'].map((name) => ({
    name,
    type: name === 'pl_name' ? ('text' as const) : ('real' as const),
  }))
  const only = (rows: readonly Row[]) =>
    planetFacts(columns, rows, true).cautions.filter((text) => text.startsWith('Only this one'))
  const other = (rade: number | null, bmasse: number | null): Row => ({
    pl_name: 'X b',
    pl_rade: rade,
    pl_bmasse: bmasse,
  })

  test('is said not to be confirmed', () => {
    const rows = [{ ...other(2, 5), default_flag: 1 }, other(2.5, null), other(2.4, null)]
    expect(only(rows)).toEqual([
      'Only this one of 3 different rows gives a value of pl_bmasse: no reference confirms it.',
    ])
  })

  test('is not one that a repeated row confirms, and is not spoken of where there is one row', () => {
    const own = { ...other(2, 5), default_flag: 1 }
    expect(only([own, own])).toEqual([])
    expect(only([own])).toEqual([])
    expect(only([own, own, other(2, null)])[0]).toContain(
      'Only this one of 2 different rows gives a value of pl_bmasse',
    )
    expect(only([own, other(2, 5)])).toEqual([])
  })

  test('is not one of another row', () => {
    expect(only([{ ...other(2, null), default_flag: 1 }, other(2, 5)])).toEqual([])
  })
})
