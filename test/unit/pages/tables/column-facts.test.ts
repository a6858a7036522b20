import { expect, test } from 'bun:test'
import type { ColumnStatistics } from '../../../../src/format/column-statistics.ts'
import { columnFacts } from '../../../../src/pages/tables/column-facts.ts'

const QUANTILES = { '0.01': 1, '0.05': 1, '0.25': 1.2345, '0.5': 2, '0.75': 3, '0.95': 4, '0.99': 5 }

function factsOf(type: 'text' | 'integer' | 'real', statistics: Partial<ColumnStatistics>) {
  const base = { name: 'x', data_type: 'Float64', rows: 10, nulls: 1, distinct: 5 }
  return columnFacts({ name: 'x', type }, { ...base, ...statistics } as ColumnStatistics)
}
const counted = (count: number) => Array.from({ length: count }, (_, at) => ({ value: at, count: 9 - at }))

test.each([
  [5, 5],
  [6, 6],
  [7, 0],
])('of %d numbers %d are offered: all or none', (there, offered) => {
  const { frequent } = factsOf('integer', { values: counted(there), values_complete: true })
  expect(frequent).toHaveLength(offered)
  if (offered > 0) expect(frequent[0]).toEqual({ value: '0', count: 9 })
})

test('of texts the six most frequent are offered, of numbers that are not all known none', () => {
  expect(factsOf('text', { values: counted(50), values_complete: false }).frequent).toHaveLength(6)
  expect(factsOf('text', { values: counted(3), values_complete: true }).frequent).toHaveLength(3)
  expect(factsOf('integer', { values: counted(3), values_complete: false }).frequent).toEqual([])
  expect(factsOf('real', {}).frequent).toEqual([])
})

test('a range has both ends or is none, and keeps all digits', () => {
  expect(factsOf('real', { min: -1.5, max: 2e-7 }).range).toEqual({ min: '-1.5', max: '2e-7' })
  expect(factsOf('integer', { min: 0, max: 9007199254740993n }).range).toEqual({ min: '0', max: '9007199254740993' })
  expect(factsOf('real', { min: null, max: null }).range).toBeUndefined()
  expect(factsOf('text', {}).range).toBeUndefined()
})

test('quarters are three different numbers of three digits, or none', () => {
  expect(factsOf('real', { quantiles: QUANTILES }).quarters).toEqual(['1.23', '2', '3'])
  expect(factsOf('real', { quantiles: { ...QUANTILES, '0.75': 2 } }).quarters).toEqual([])
  expect(factsOf('real', { quantiles: null }).quarters).toEqual([])
})

test('a histogram is drawn where there is one', () => {
  const histogram = { scale: 'linear', edges: [0, 1, 2], counts: [1, 2], others: 0 } as const
  expect(factsOf('real', { histogram }).drawing).toStartWith('<svg')
  expect(factsOf('real', { histogram: null })).toMatchObject({ drawing: '', histogram: undefined })
  expect(factsOf('text', {}).drawing).toBe('')
})
