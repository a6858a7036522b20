import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { translateAdql } from '../../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const database = new Database(':memory:')
for (const { name, columns } of SKY_TABLES)
  database.run(`CREATE TABLE ${name} (${columns.map((column) => column.name)})`)
database.run(
  `INSERT INTO exoplanets (pl_name, hostname, ra, disc_year, sy_snum, rowupdate) VALUES ('a_b*C', 'x', 10.5, 2010, 3, '2021-01-31')`,
)
afterAll(() => database.close())

/** The value of an expression in the only row. */
const resultOf = (expression: string): unknown =>
  database.query(translateAdql(`select ${expression} as v from ps`, SKY_TABLES).sql).values()[0]![0]

describe('numbers', () => {
  test.each([
    ['abs(-2.5)', 2.5],
    ['ceiling(2.1)', 3],
    ['ceil(-2.1)', -2],
    ['floor(-2.1)', -3],
    ['sign(-7)', -1],
    ['round(2.5)', 3],
    ['round(2.345, 2)', 2.35],
    ['trunc(-2.9)', -2],
    ['mod(7, 3)', 1],
    ['mod(-7, 3)', -1],
    ['mod(7.5, 2)', 1.5],
    ['log(exp(1))', 1],
    ['log(2, 8)', 3],
    ['log10(1000)', 3],
    ['ln(1)', 0],
    ['power(2, 10)', 1_024],
    ['sqrt(16)', 4],
    ['degrees(pi())', 180],
    ['radians(180) - pi()', 0],
    ['cot(pi() / 4)', 1],
    ['atan2(1, 1) * 4 - pi()', 0],
    ['7 / 2', 3],
    ['7 / 2.0', 3.5],
    ['2 + 3 * 4 - 1', 13],
    ['(2 + 3) * 4', 20],
    ['10 - 3 - 2', 5],
    ['-2 - -3', 1],
    ['disc_year + 1', 2_011],
  ])('%s is %d', (expression, value) => {
    expect(resultOf(expression)).toBeCloseTo(value, 10)
  })

  test('by chance are from 0 to below 1', () => {
    for (let i = 0; i < 20; i++) expect(resultOf('rand()') as number).toBeWithin(0, 1)
  })
})

describe('texts', () => {
  test.each([
    ["lower('ABC')", 'abc'],
    ["upper('abc')", 'ABC'],
    ["trim('  a ')", 'a'],
    ["ltrim('  a ')", 'a '],
    ["rtrim('  a ')", '  a'],
    ["trim('xxaxx', 'x')", 'a'],
    ["replace('abcb', 'b', 'x')", 'axcx'],
    ["substring('abcdef', 2, 3)", 'bcd'],
    ["substr('abcdef', 3)", 'cdef'],
    ["left('abcdef', 2)", 'ab'],
    ["right('abcdef', 2)", 'ef'],
    ["instr('abcabc', 'c')", 3],
    ["length('abc')", 3],
    ["char_length('')", 0],
    ["concat('a', 'b', 'c')", 'abc'],
    ["'a' || 'b' || 'c'", 'abc'],
    ["nvl(pl_refname, 'none')", 'none'],
    ["coalesce(pl_refname, pl_name, 'none')", 'a_b*C'],
    ["case when ra > 10 then 'much' else 'little' end", 'much'],
    ["case sy_snum when 3 then 'three' end", 'three'],
  ])('%s is %p', (expression, value) => {
    expect(resultOf(expression)).toBe(value)
  })
})

describe('dates', () => {
  test.each([
    ["DATE '2020-02-28' + 1", '2020-02-29'],
    ["DATE '2020-03-01' - 1", '2020-02-29'],
    ["DATE '2020-03-01' - DATE '2020-02-01'", 29],
    ["rowupdate + INTERVAL '1' MONTH", '2021-02-28'],
    ["rowupdate - INTERVAL '2' WEEK", '2021-01-17'],
    ["rowupdate + INTERVAL '1' YEAR", '2022-01-31'],
    ["rowupdate + INTERVAL '90' MINUTE", '2021-01-31 01:30:00'],
    ['extract(year from rowupdate)', 2_021],
    ['extract(month from rowupdate)', 1],
    ['day(rowupdate)', 31],
    ["extract(hour from '2021-01-31 23:59:58')", 23],
    ["extract(minute from '2021-01-31 23:59:58')", 59],
    ["extract(second from '2021-01-31 23:59:58')", 58],
  ])('%s is %p', (expression, value) => {
    expect(resultOf(expression)).toBe(value)
  })

  test('that are none are refused', () => {
    for (const text of ['2020', '2020-1-1', 'yesterday', '2020-01-01 25'])
      expect(catalogError(() => resultOf(`DATE '${text}'`)).code).toBe('invalid_sql')
    expect(catalogError(() => resultOf("ra + INTERVAL '1' DAY")).code).toBe('invalid_sql')
  })
})

describe('conditions', () => {
  const holds = (condition: string): boolean =>
    database.query(translateAdql(`select pl_name from ps where ${condition}`, SKY_TABLES).sql).values().length === 1

  test.each([
    ["pl_name like 'a_b*C'", true],
    ["pl_name like 'a%'", true],
    ["pl_name like 'A%'", false],
    ["pl_name ilike 'A%c'", true],
    ["pl_name like '%b%'", true],
    ["pl_name like '%%C'", true],
    ["pl_name like 'axb%'", false],
    ["pl_name like 'a!_b%' escape '!'", true],
    ["pl_name like 'a!xb%' escape '!'", false],
    ["pl_name like 'a*C'", false],
    ["pl_name like '%[*]%'", false],
    ["pl_name not like 'a%'", false],
    ["pl_name not like 'b%'", true],
    ["'a' like '_'", true],
    ["'' like '%'", true],
    ['ra between 10 and 11', true],
    ['ra not between 10 and 11', false],
    ['ra between 10.5 and 10.5', true],
    ['sy_snum in (1, 2, 3)', true],
    ['sy_snum not in (1, 2, 3)', false],
    ['pl_refname is null', true],
    ['pl_name is not null', true],
    ['ra > 10 and ra < 10.5 or sy_snum = 3', true],
    ['ra > 10 and (ra < 10.5 or sy_snum = 4)', false],
    ['not ra > 10', false],
    ['ra <> 10.5', false],
    ['ra != 10', true],
    ['exists (select 1 from ps where ra > 10)', true],
    ['exists (select 1 from stellarhosts)', false],
    ['ra >= (select avg(ra) from ps)', true],
  ])('%s: %p', (condition, isTrue) => {
    expect(holds(condition)).toBe(isTrue)
  })

  test('need patterns that can be read', () => {
    for (const condition of [
      "pl_name like 'a!' escape '!'",
      "pl_name like 'a' escape 'xy'",
      "pl_name like hostname escape '!'",
    ])
      expect(catalogError(() => holds(condition)).code).toBe('invalid_sql')
  })
})
