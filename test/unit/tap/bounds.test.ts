import { describe, expect, test } from 'bun:test'
import { MAX_CHAIN } from '../../../src/tap/adql/cursor.ts'
import { MAX_ADQL_LENGTH, translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../fixtures/thrown.ts'

const times = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => text(n)).join(', ')

/** A query with so much of something, and the most of it that one may have. */
const BOUNDS: readonly (readonly [what: string, most: number, query: (count: number) => string, code: string])[] = [
  [
    'computed vertices of a polygon',
    50,
    (count) => `select polygon(${times(count, () => 'ra, dec')}) from ps`,
    'query_too_large',
  ],
  ['result columns', 2_000, (count) => `select ${times(count, (n) => `ra as c${n}`)} from ps`, 'query_too_large'],
  [
    'operands of a sum',
    MAX_CHAIN + 1,
    (count) => `select ${new Array(count).fill('ra').join(' + ')} from ps`,
    'query_too_large',
  ],
  [
    'parts of a union',
    MAX_CHAIN + 1,
    (count) => new Array(count).fill('select ra from ps').join(' union all '),
    'query_too_large',
  ],
  ['texts of CONCAT', 100, (count) => `select concat(${times(count, () => 'pl_name')}) from ps`, 'invalid_sql'],
  ['characters', MAX_ADQL_LENGTH, (count) => 'select ra from ps'.padEnd(count), 'sql_too_long'],
]

test.each(BOUNDS)('%s: at most %d', (_, most, query, code) => {
  expect(translateAdql(query(most), SKY_TABLES).columns.length).toBeGreaterThan(0)
  expect(catalogError(() => translateAdql(query(most + 1), SKY_TABLES)).code).toBe(code as never)
})

test('vertices that are written out have no bound of their own', () => {
  const circle = times(300, (n) => `${n}, ${n % 2}`)
  expect(translateAdql(`select polygon(${circle}) from ps`, SKY_TABLES).columns).toHaveLength(1)
})

test.each(['x', 'x, y, z'])('a common table of two columns is not given the names %s', (names) => {
  const error = catalogError(() =>
    translateAdql(`with a(${names}) as (select pl_name, ra from ps) select x from a`, SKY_TABLES),
  )
  expect([error.code, error.message.includes('for 2 columns')]).toEqual(['invalid_sql', true])
})

describe('a query for a whole table is known', () => {
  test.each([
    ['select * from ps', true],
    ['SELECT * FROM "ps" AS p', true],
    ['select p.* from ps p', true],
    ['select * from ps where 1 = 1', false],
    ['select top 5 * from ps', false],
    ['select * from ps limit 5', false],
    ['select * from ps offset 5', false],
    ['select * from ps order by ra', false],
    ['select distinct * from ps', false],
    ['select *, ra from ps', false],
    ['select * from ps, stellarhosts', false],
    ['select * from (select * from ps) p', false],
    ['with a as (select 1 as x) select * from ps', false],
    ['select ra from ps', false],
    ['select * from dual', false],
  ])('%s: %p', (query, isWhole) => {
    const translated = (() => {
      try {
        return translateAdql(query, SKY_TABLES).wholeTable
      } catch (error) {
        return error
      }
    })()
    expect(typeof translated === 'string').toBe(isWhole)
  })
})

test('a query that the clock decides is known from one that only speaks of dates', () => {
  const usesClock = (condition: string) =>
    translateAdql(`select pl_name from ps where rowupdate > ${condition}`, SKY_TABLES).usesClock
  for (const clock of ['current_date', 'sysdate', 'now()', "current_timestamp - interval '1' day", 'getdate()'])
    expect([clock, usesClock(clock)]).toEqual([clock, true])
  for (const fixed of ["date '2020-01-01'", "date '2020-01-01' + 5", "'2020-01-01'"])
    expect([fixed, usesClock(fixed)]).toEqual([fixed, false])
})

test.each(["5 - date '2020-01-01'", "date '2020-01-01' + date '2020-01-02'", "date '2020-01-01' * 2"])(
  '%s is no date, and no number',
  (expression) => {
    const error = catalogError(() => translateAdql(`select ${expression} as x from ps`, SKY_TABLES))
    expect(error.code).toBe('invalid_sql')
  },
)

test('more rows than a number can say are the most that it can', () => {
  const limitOf = (query: string) => translateAdql(query, SKY_TABLES).limit
  expect(limitOf('select top 5 ra from ps')).toBe(5)
  expect(limitOf('select top 99999999999999999999 ra from ps')).toBe(Number.MAX_SAFE_INTEGER)
  expect(translateAdql('select top 99999999999999999999 ra from ps', SKY_TABLES).sql).not.toContain('e+')
})

test.each([
  ["'a[b%'", "'a[[]b*'"],
  ["'a*b_'", "'a[*]b?'"],
  ["'a?%%b'", "'a[?]*b'"],
  ["'a!%b%' escape '!'", "'a%b*'"],
])('only percent signs and underscores have a meaning in LIKE %s', (pattern, glob) => {
  expect(translateAdql(`select ra from ps where pl_name like ${pattern}`, SKY_TABLES).sql).toContain(`GLOB ${glob}`)
})
