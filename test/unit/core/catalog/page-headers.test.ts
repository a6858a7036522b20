import { expect, test } from 'bun:test'
import { canonicalQuery, pageHeaders } from '../../../../src/core/catalog/page-headers.ts'
import { parseTableQuery, tableShape } from '../../../../src/core/table-query/table-query.ts'
import type { Column } from '../../../../src/format/column.ts'

const COLUMNS: readonly Column[] = [
  { name: 'pl_name', type: 'text' },
  { name: 'hostname', type: 'text' },
  { name: 'pl_rade', type: 'real' },
  { name: 'ra', type: 'real' },
  { name: 'dec', type: 'real' },
]
const SHAPE = tableShape('exoplanets', { columns: COLUMNS, defaultColumns: ['pl_name', 'pl_rade'] })

const headers = (query: string, total: number) => pageHeaders(SHAPE, parseTableQuery(SHAPE, query), total)

/** The targets of a Link header, by relation. */
function links(query: string, total: number): Readonly<Record<string, string>> {
  const { link = '' } = headers(query, total)
  const found = [...link.matchAll(/<\?page=(\d+)&[^>]*>; rel="(\w+)"/g)].map(([, page, rel]) => [rel!, page!])
  expect(link.split(', ').filter((one) => one !== '')).toHaveLength(found.length)
  return Object.fromEntries(found)
}

test.each([
  ['page=1&limit=10', 30, { first: '1', next: '2', last: '3' }],
  ['page=2&limit=10', 30, { first: '1', prev: '1', next: '3', last: '3' }],
  ['page=3&limit=10', 30, { first: '1', prev: '2', last: '3' }],
  ['page=3&limit=10', 31, { first: '1', prev: '2', next: '4', last: '4' }],
  ['page=1&limit=10', 10, { first: '1', last: '1' }],
  ['page=1&limit=10', 11, { first: '1', next: '2', last: '2' }],
  // Beyond the last page, the previous page is the last one that has rows.
  ['page=9&limit=10', 30, { first: '1', prev: '3', last: '3' }],
  ['page=4&limit=10', 30, { first: '1', prev: '3', last: '3' }],
  ['page=1&limit=0', 30, {}],
  ['page=2&limit=10', 0, {}],
  ['limit=all&format=csv', 30, {}],
])('%s of %d rows links to its neighbors', (query, total, expected) => {
  expect(headers(query, total)['x-total-count']).toBe(String(total))
  expect(links(query, total)).toEqual(expected)
})

test('the parts of a Link header are in the order of reading', () => {
  expect(headers('page=2&limit=10', 30).link).toBe(
    ['first', 'prev', 'next', 'last']
      .map((rel, at) => `<?page=${[1, 1, 3, 3][at]}&limit=10&format=json>; rel="${rel}"`)
      .join(', '),
  )
})

test('a long query string is repeated for the neighbors only', () => {
  const long = `filter=${'x'.repeat(1_460)}`
  const longest = canonicalQuery(SHAPE, parseTableQuery(SHAPE, `limit=10&${long}`)).length
  const filler = 'x'.repeat(1_500 - longest)
  expect(Object.keys(links(`page=2&limit=10&${long}${filler}`, 30))).toEqual(['first', 'prev', 'next', 'last'])
  expect(links(`page=2&limit=10&${long}${filler}x`, 30)).toEqual({ prev: '1', next: '3' })
  expect(links(`page=1&limit=10&${long}${filler}x`, 30)).toEqual({ next: '2' })
  expect(headers(`page=1&limit=10&${long}${filler}x`, 10)).toEqual({ 'x-total-count': '10' })
})

test.each([
  ['', 'limit=50&format=json'],
  ['limit=5&order=asc', 'limit=5&format=json'],
  ['sort_by=pl_rade', 'limit=50&sort_by=pl_rade&format=json'],
  ['sort_by=pl_rade&order=desc', 'limit=50&sort_by=pl_rade&order=desc&format=json'],
  ['columns=pl_rade,pl_name', 'limit=50&columns=pl_rade,pl_name&format=json'],
  ['columns=*', 'limit=50&columns=*&format=json'],
  ['columns=pl_name,hostname,pl_rade,ra,dec', 'limit=50&columns=*&format=json'],
  ['columns=dec,hostname,pl_rade,ra,pl_name', 'limit=50&columns=dec,hostname,pl_rade,ra,pl_name&format=json'],
  ['columns=pl_name,hostname,pl_rade,ra', 'limit=50&columns=pl_name,hostname,pl_rade,ra&format=json'],
  ['filter=a%26b', 'limit=50&filter=A%26B&format=json'],
  ['pl_name__in=a,"b c"', 'limit=50&pl_name__in=a%2Cb%20c&format=json'],
  ['pl_rade__gt=-1.50', 'limit=50&pl_rade__gt=-1.5&format=json'],
  ['cone=370,-5.0,2', 'limit=50&cone=10,-5,2&format=json'],
  ['format=csv', 'limit=50&format=csv'],
  ['format=csv&download=1', 'limit=50&format=csv'],
  ['download=1', 'limit=50&format=json&download=1'],
  ['format=csv&limit=all', 'limit=all&format=csv'],
  ['page=7', 'limit=50&format=json'],
])('%j is canonically %j', (query, canonical) => {
  const parsed = parseTableQuery(SHAPE, query)
  expect(canonicalQuery(SHAPE, parsed)).toBe(canonical)
  // It is a query string that means the same.
  expect(parseTableQuery(SHAPE, parsed.page === 1 ? canonical : `page=${parsed.page}&${canonical}`).key).toBe(
    parsed.key,
  )
})
