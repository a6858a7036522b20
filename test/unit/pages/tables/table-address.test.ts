import { expect, test } from 'bun:test'
import type { Condition } from '../../../../src/core/table-query/conditions.ts'
import { boundsOf, isOfForm, type Read, tableAddresses } from '../../../../src/pages/tables/table-address.ts'

const DEFAULTS = ['pl_name', 'pl_rade']
const READ: Read = {
  page: 1,
  limit: 50,
  sortBy: null,
  order: 'asc',
  columns: DEFAULTS,
  filter: null,
  conditions: [],
  cone: null,
}
const { page, data } = tableAddresses('exoplanets', DEFAULTS)
const compare = (operator: string, value: number | string): Condition =>
  ({ kind: 'compare', column: 'pl_rade', operator, value }) as Condition

test.each<[Partial<Read>, string]>([
  [{}, ''],
  [{ page: 2 }, '?page=2'],
  [{ limit: 20 }, '?limit=20'],
  [{ limit: 0 }, '?limit=0'],
  [{ sortBy: 'pl_rade' }, '?sort_by=pl_rade'],
  [{ sortBy: 'pl_rade', order: 'desc' }, '?sort_by=pl_rade&order=desc'],
  [{ columns: ['pl_name'] }, '?columns=pl_name'],
  [{ columns: ['pl_rade', 'pl_name'] }, '?columns=pl_rade,pl_name'],
  [{ filter: 'a b&c' }, '?filter=a+b%26c'],
  [{ conditions: [compare('gte', 1)] }, '?pl_rade__gte=1'],
  [{ conditions: [compare('eq', 1)] }, '?pl_rade=1'],
])('a read with %j has the address %p', (parts, query) => {
  expect(page({ ...READ, ...parts })).toBe(`/exoplanets${query}`)
})

test('all columns in their order are an asterisk, others are a list', () => {
  const all = ['pl_name', 'pl_rade', 'sy_dist']
  const addresses = tableAddresses('exoplanets', DEFAULTS, all)
  expect(addresses.page({ ...READ, columns: all })).toBe('/exoplanets?columns=*')
  expect(addresses.data({ ...READ, columns: all }, 'csv')).toBe('/rest/exoplanets?columns=*&format=csv')
  expect(addresses.page({ ...READ, columns: all.toReversed() })).toBe('/exoplanets?columns=sy_dist,pl_rade,pl_name')
  expect(addresses.page(READ)).toBe('/exoplanets')
})

test('data are of the page, or of all rows from the first on', () => {
  const read = { ...READ, page: 3, limit: 20, filter: 'x' }
  expect(data(read)).toBe('/rest/exoplanets?filter=x&limit=20&page=3')
  expect(data(read, 'csv')).toBe('/rest/exoplanets?filter=x&limit=20&page=3&format=csv')
  expect(data(read, 'csv', true)).toBe('/rest/exoplanets?filter=x&limit=all&format=csv')
  expect(data(read, undefined, true)).toBe('/rest/exoplanets?filter=x&limit=all')
})

test('the bounds of a column are those of its conditions, whatever others there are', () => {
  const between = { kind: 'between', column: 'pl_rade', low: 2, high: 3 } as unknown as Condition
  expect(boundsOf([compare('gte', 1), compare('lte', 5)], 'pl_rade')).toEqual({ from: '1', to: '5' })
  expect(boundsOf([between], 'pl_rade')).toEqual({ from: '2', to: '3' })
  expect(boundsOf([compare('gt', 1), compare('lt', 5), compare('eq', 2)], 'pl_rade')).toEqual({ from: '', to: '' })
  expect(boundsOf([compare('gte', 1)], 'sy_dist')).toEqual({ from: '', to: '' })
})

test('the fields of a column stand for the bounds of numbers, or for a part of texts', () => {
  const part = (where: string) => ({ kind: 'text', column: 'x', where, text: 'a' }) as unknown as Condition
  expect([part('contains'), part('startswith'), compare('gte', 1)].map((each) => isOfForm(each, true))).toEqual([
    true,
    false,
    false,
  ])
  expect(['gte', 'lte', 'gt', 'lt', 'eq'].map((operator) => isOfForm(compare(operator, 1), false))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(isOfForm(part('contains'), false)).toBe(false)
})
