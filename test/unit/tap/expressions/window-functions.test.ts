import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { translateAdql } from '../../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const database = new Database(':memory:')
for (const { name, columns } of SKY_TABLES)
  database.run(`CREATE TABLE ${name} (${columns.map((column) => column.name)})`)
for (const [name, host, year] of [
  ['b', 'x', 2001],
  ['c', 'x', 2003],
  ['d', 'x', null],
  ['a', 'y', 2002],
])
  database.run('INSERT INTO exoplanets (pl_name, hostname, disc_year) VALUES (?, ?, ?)', [name!, host!, year!])
afterAll(() => database.close())

const rowsOf = (query: string): unknown[][] => database.query(translateAdql(query, SKY_TABLES).sql).values()

describe('functions before OVER', () => {
  test.each([
    ['lag(disc_year)', [null, 2002, 2001, 2003]],
    ['lag(disc_year, 2, 0)', [0, 0, 2002, 2001]],
    ['lead(pl_name)', ['b', 'c', 'd', null]],
    ['ntile(2)', [1, 1, 2, 2]],
    ['first_value(pl_name)', ['a', 'a', 'a', 'a']],
    ['last_value(pl_name)', ['a', 'b', 'c', 'd']],
    ['percent_rank()', [0, 1 / 3, 2 / 3, 1]],
    ['cume_dist()', [0.25, 0.5, 0.75, 1]],
  ])('%s', (call, values) => {
    const rows = rowsOf(`select ${call} over (order by pl_name) v from ps order by pl_name`)
    expect(rows.map(([value]) => value)).toEqual(values)
  })

  test.each([
    ['lag(pl_name)', 'The syntax of LAG is LAG(value, rows, default) OVER (ORDER BY …).'],
    ['lag() over (order by pl_name)', 'The syntax of LAG is'],
    ['ntile() over (order by pl_name)', 'The syntax of NTILE is NTILE(count) OVER (ORDER BY …).'],
    ['lead(pl_name, 1, 0) over (order by pl_name)', 'LEAD cannot combine a string with a number.'],
  ])('%s is an error', (call, message) => {
    expect(catalogError(() => rowsOf(`select ${call} v from ps`)).message).toContain(message)
  })
})

describe('lists of texts', () => {
  test.each([
    ["listagg(pl_name, ', ') within group (order by pl_name desc)", ['d, c, b', 'a']],
    ["listagg(pl_name, '/') within group (order by disc_year desc nulls last, pl_name)", ['c/b/d', 'a']],
    ['listagg(pl_name) within group (order by pl_name)', ['bcd', 'a']],
    ["listagg(distinct hostname, ',')", ['x', 'y']],
    ["string_agg(pl_name, '+') within group (order by disc_year)", ['b+c+d', 'a']],
    ['group_concat(pl_name) within group (order by pl_name)', ['b,c,d', 'a']],
  ])('%s', (call, values) => {
    const rows = rowsOf(`select ${call} v from ps group by hostname order by hostname`)
    expect(rows.map(([value]) => value)).toEqual(values)
  })

  test.each([
    ["listagg(distinct pl_name, ';')", "LISTAGG with DISTINCT needs the separator ','."],
    ['listagg(pl_name, hostname)', 'The separator of LISTAGG must be a string.'],
    ['string_agg(pl_name)', 'STRING_AGG needs a separator as its second argument.'],
    ["listagg(pl_name, ',', 1)", 'LISTAGG needs'],
    ["listagg(pl_name, ',') within group (pl_name)", 'ORDER BY is missing'],
    ['max(disc_year) within group (order by disc_year)', 'MAX cannot have WITHIN GROUP.'],
    [
      'upper(pl_name) within group (order by pl_name)',
      'UPPER is not an aggregate function and cannot have WITHIN GROUP.',
    ],
    ['percentile_cont(2) within group (order by ra)', 'with a fraction from 0 to 1'],
    ['percentile_cont(0.5)', 'with a fraction from 0 to 1'],
    ["listagg(pl_name, ',') over (order by pl_name)", 'LISTAGG cannot have OVER.'],
  ])('%s is an error', (call, message) => {
    expect(catalogError(() => rowsOf(`select ${call} v from ps`)).message).toContain(message)
  })
})

test('the percentile of a group is that of the values, from either end', () => {
  const { sql } = translateAdql(
    'select percentile_cont(0.25) within group (order by ra), percentile_cont(0.25) within group (order by ra desc) from ps',
    SKY_TABLES,
  )
  expect(sql).toContain('"ra", 0.25)')
  expect(sql).toContain('0.75)')
})

test('REGEXP_LIKE ignores case only if told so', () => {
  const condition = (rest: string): string =>
    translateAdql(`select 1 from ps where regexp_like(pl_name, '^k2'${rest})`, SKY_TABLES).sql
  expect(condition(", 'i'")).toContain("('(?i)' || '^k2')")
  expect(condition(", 'c'")).not.toContain('(?i)')
  expect(catalogError(() => condition(", 'x'")).message).toContain("The third argument of REGEXP_LIKE is 'i'")
})
