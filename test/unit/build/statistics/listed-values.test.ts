import { describe, expect, test } from 'bun:test'
import { columnStatistics } from '../../../../build/statistics/column-statistics.ts'
import { rankCells } from '../../../../build/table/rank-cells.ts'
import type { ColumnType } from '../../../../src/format/column.ts'
import { MAX_BINS, MAX_LISTED_VALUES } from '../../../../src/format/column-statistics.ts'
import { type Cell, makeTable } from '../../../fixtures/archives/make-table.ts'

function describeColumn(type: ColumnType, cells: readonly Cell[]) {
  const table = makeTable(
    'exoplanets',
    { x: type },
    cells.map((cell) => [cell]),
  )
  return columnStatistics(table.columns[0]!, rankCells(table.cells[0]!))
}
const different = (count: number, type: ColumnType) =>
  Array.from({ length: count }, (_, at) => (type === 'text' ? `value ${String(at).padStart(3, '0')}` : at))

describe.each([MAX_LISTED_VALUES - 1, MAX_LISTED_VALUES, MAX_LISTED_VALUES + 1])('of %d different values', (count) => {
  const areAll = count <= MAX_LISTED_VALUES

  test('of text, so many are listed as the bound says', () => {
    const { values, values_complete, distinct } = describeColumn('text', different(count, 'text'))
    expect({ values: values!.length, values_complete, distinct }).toEqual({
      values: Math.min(count, MAX_LISTED_VALUES),
      values_complete: areAll,
      distinct: count,
    })
  })

  test('of integers, all are listed or none', () => {
    const { values, values_complete } = describeColumn('integer', different(count, 'integer'))
    expect([values?.length, values_complete]).toEqual(areAll ? [count, true] : [undefined, undefined])
  })

  test('of decimals, none', () => {
    expect(describeColumn('real', different(count, 'real'))).not.toHaveProperty('values')
  })
})

test('the most frequent values come first, of equally frequent ones the smaller, and nulls are none', () => {
  const cells = ['b', 'a', 'c', 'c', null, 'b', 'd', null, null, null]
  expect(describeColumn('text', cells)).toMatchObject({
    rows: 10,
    nulls: 4,
    distinct: 4,
    values: [
      { value: 'b', count: 2 },
      { value: 'c', count: 2 },
      { value: 'a', count: 1 },
      { value: 'd', count: 1 },
    ],
  })
})

test('every value is in a bin, the greatest one in the last', () => {
  for (const count of [1, 2, 7, 50, 51, 101, 1_000]) {
    for (const type of ['integer', 'real'] as const) {
      const { histogram } = describeColumn(type, different(count, type))
      const { edges, counts, others } = histogram!
      expect(counts.reduce((sum, each) => sum + each, 0) + others).toBe(count)
      expect(counts.length).toBeLessThanOrEqual(MAX_BINS)
      expect(edges).toHaveLength(counts.length + 1)
      expect(counts.at(-1)).toBeGreaterThan(0)
    }
  }
})

test('a column without values has no figures but its nulls', () => {
  expect(describeColumn('real', [null, null])).toMatchObject({
    rows: 2,
    nulls: 2,
    distinct: 0,
    min: null,
    max: null,
    mean: null,
    quantiles: null,
    histogram: null,
  })
})
