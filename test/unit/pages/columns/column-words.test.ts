import { expect, test } from 'bun:test'
import {
  columnGroups,
  matchingGroups,
  ownerOf,
  type SchemaColumn,
} from '../../../../src/pages/columns/column-groups.ts'
import { hasHistogram, isFlag, shownShare } from '../../../../src/pages/columns/column-words.ts'

test.each([
  [0, 0, '0\u00a0%'],
  [0, 10, '0\u00a0%'],
  [1, 100_000, 'less than 0.1\u00a0%'],
  [1, 1_000, '0.1\u00a0%'],
  [99, 1_000, '9.9\u00a0%'],
  [1, 10, '10\u00a0%'],
  [1, 2, '50\u00a0%'],
  [99_999, 100_000, 'more than 99.9\u00a0%'],
  [10, 10, '100\u00a0%'],
])('%d of %d rows are %s', (part, whole, text) => {
  expect(shownShare(part, whole)).toBe(text)
})

const described = (more: object) =>
  ({ data_type: 'Int64', values_complete: true, ...more }) as Parameters<typeof isFlag>[0]
const valued = (...values: readonly number[]) => ({ values: values.map((value) => ({ value, count: 1 })) })

test('a flag has no values but -1, 0 and 1, and all of them are known', () => {
  expect(isFlag(described(valued(0, 1)))).toBe(true)
  expect(isFlag(described(valued(-1, 0, 1)))).toBe(true)
  expect(isFlag(described(valued(0, 1, 2)))).toBe(false)
  expect(isFlag(described(valued(-2, 0)))).toBe(false)
  expect(isFlag(described({ ...valued(0, 1), values_complete: false }))).toBe(false)
  expect(isFlag(described({ ...valued(0, 1), data_type: 'String' }))).toBe(false)
  expect(isFlag(described({}))).toBe(false)
})

test('a histogram needs bins', () => {
  expect(hasHistogram(described({ histogram: { counts: [1] } }))).toBe(true)
  expect(hasHistogram(described({ histogram: { counts: [] } }))).toBe(false)
  expect(hasHistogram(described({ histogram: null }))).toBe(false)
  expect(hasHistogram(described({}))).toBe(false)
})

const column = (name: string, more: object = {}) => ({ name, data_type: 'Float64', ...more }) as SchemaColumn

test('companions stand with the column that they are of, and alone where that is missing', () => {
  const columns = ['pl_radeerr1', 'pl_rade', 'pl_radelim', 'st_masserr1', 'sy_dist'].map((name) => column(name))
  const groups = columnGroups(columns)
  expect(groups.map((group) => [group.column.name, group.companions.map(({ name }) => name)])).toEqual([
    ['pl_rade', ['pl_radeerr1', 'pl_radelim']],
    ['st_masserr1', []],
    ['sy_dist', []],
  ])
  expect(ownerOf('pl_radelim', columns)).toBe('pl_rade')
  expect(ownerOf('st_masserr1', columns)).toBeUndefined()
})

test('a search finds columns that have every word somewhere', () => {
  const groups = columnGroups([
    column('pl_rade', { description: 'Planet Radius', unit: 'Rearth' }),
    column('pl_radeerr1'),
    column('st_rad', { description: 'Stellar Radius', note: 'of the host' }),
  ])
  const found = (text: string) => matchingGroups(groups, text).map((group) => group.column.name)
  expect(found('radius')).toEqual(['pl_rade', 'st_rad'])
  expect(found(' RADIUS   planet ')).toEqual(['pl_rade'])
  expect(found('rearth')).toEqual(['pl_rade'])
  expect(found('err1')).toEqual(['pl_rade'])
  expect(found('host')).toEqual(['st_rad'])
  expect(found('radius mass')).toEqual([])
  expect(found('')).toHaveLength(2)
})
