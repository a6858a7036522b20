import { beforeAll, describe, expect, test } from 'bun:test'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { rowsOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

/** The value of an expression, and its type in SQLite. */
function typedValue(expression: string, from = ''): readonly [value: unknown, type: unknown] {
  const [row] = rowsOf(database, `SELECT v, typeof(v) AS t FROM (SELECT ${expression} AS v ${from})`)
  return [row!.v, row!.t]
}

/** A table with the column x of these values, in their order. */
const of = (...values: readonly string[]): string =>
  `FROM (SELECT NULL AS x WHERE 0 UNION ALL ${values.map((value) => `SELECT ${value}`).join(' UNION ALL ')})`

/** As `of`, with the columns x and y. */
const pairs = (...rows: readonly string[]): string =>
  `FROM (SELECT NULL AS x, NULL AS y WHERE 0 UNION ALL ${rows.map((row) => `SELECT ${row}`).join(' UNION ALL ')})`

describe('aggregates leave nulls out', () => {
  test.each([
    ['variance(x)', of('1', 'NULL', '3', '5'), 4],
    ['stddev(x)', of('1', '3', 'NULL', '5'), 2],
    ['var_pop(x)', of('2', '4', 'NULL'), 1],
    ['stddev_pop(x)', of('2', '6'), 2],
    ['variance(x)', of('1'), null],
    ['stddev(x)', of('1'), null],
    ['var_pop(x)', of('NULL'), null],
    ['stddev_pop(x)', of('7'), 0],
    ['median(x)', of('5', 'NULL', '1', '2'), 2],
    ['median(x)', of('1', '2'), 1.5],
    ['median(x)', of('NULL'), null],
    ['median(x)', 'FROM (SELECT 1 AS x) WHERE x = 2', null],
    ['percentile(x, 0.25)', of('10', '20', 'NULL', '30', '40', '50'), 20],
    ['percentile(x, 0)', of('10', '20'), 10],
    ['percentile(x, 1)', of('10', '20'), 20],
    ['corr(x, y)', pairs('1, 2', 'NULL, 100', '2, 1', '3, NULL', '3, 3'), 0.5],
    ['corr(x, y)', pairs('1, 2', '2, 2'), null],
    ['median(DISTINCT x)', of('1', '1', '1', '3', '9'), 3],
    ['median(x) FILTER (WHERE x > 1)', of('1', '3', '9', '10'), 9],
  ])('%s %s', (call, from, expected) => {
    const [value, type] = typedValue(call, from)
    if (expected === null) expect([value, type]).toEqual([null, 'null'])
    else expect(value as number).toBeCloseTo(expected, 12)
  })

  test('each group has its own values', () => {
    const sql =
      'SELECT hostname AS h, median(pl_orbper) AS m, variance(pl_rade) AS v FROM exoplanets GROUP BY 1 ORDER BY 1'
    const found = new Map(rowsOf(database, sql).map(({ h, m, v }) => [h, [m, v]]))
    expect(found.get('51 Peg')).toEqual([4.230785, null])
    expect(found.get('nobody')).toEqual([null, null])
    const [median, variance] = found.get('TRAPPIST-1') as [number, number]
    expect(median).toBe(2.421937)
    const radii = [1.116, 1.097, 0.788]
    const mean = (1.116 + 1.097 + 0.788) / 3
    expect(variance).toBeCloseTo(radii.reduce((sum, radius) => sum + (radius - mean) ** 2, 0) / 2, 14)
  })
})

describe('a scalar function', () => {
  test.each([
    ["'abc' REGEXP 'b'", 1, 'integer'],
    ["'abc' REGEXP '^b'", 0, 'integer'],
    ["'ABC' REGEXP '(?i)b'", 1, 'integer'],
    ["'ABC' REGEXP 'b'", 0, 'integer'],
    ["'äé𝄞' REGEXP '^ä.𝄞$'", 1, 'integer'],
    ["'a𝄞b' REGEXP '^a.b$'", 1, 'integer'],
    ["12 REGEXP '2$'", 1, 'integer'],
    ["'' REGEXP '^$'", 1, 'integer'],
    ["NULL REGEXP 'a'", null, 'null'],
    ["'a' REGEXP NULL", null, 'null'],
    ['greatest(1, 2.5, -3)', 2.5, 'real'],
    ['greatest(1, 2, 2.0)', 2, 'integer'],
    ['least(2, 1.0, 1)', 1, 'real'],
    ['to_text(greatest(9007199254740993, 9007199254740992.0))', '9007199254740993', 'text'],
    ['least(9007199254740992.0, 9007199254740993)', 9007199254740992, 'real'],
    ["greatest(5, 'a', x'00')", '00', 'blob'],
    ["greatest(5, 'a')", 'a', 'text'],
    ["least(x'00', 'a', 5)", 5, 'integer'],
    ["least(x'00', 'a')", 'a', 'text'],
    ["greatest('a', 'b', 'ab')", 'b', 'text'],
    ["least('b', 'ab', 'a')", 'a', 'text'],
    ["greatest('', x'')", '', 'blob'],
    ["greatest('', '')", '', 'text'],
    ["greatest(x'ff', x'00ff')", 'ff', 'blob'],
    ['greatest(1, NULL, 2)', null, 'null'],
    ['least(7)', 7, 'integer'],
  ] as const)('%s is %p', (expression, value, type) => {
    const [found, foundType] = typedValue(expression)
    expect([typeof value === 'string' ? String(found) : found, foundType]).toEqual([value, type])
  })

  test('whose values are many still tells them apart', () => {
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)'
    const patterns = `${numbers} SELECT sum('' || i REGEXP '^' || i || '$') AS own, sum('x' REGEXP i) AS other FROM n`
    expect(rowsOf(database, patterns)).toEqual([{ own: 100, other: 0 }])
  })
})

describe('an error names the function and what it accepts', () => {
  test.each([
    ['SELECT percentile(1, 1.1)', 'percentile(x, p): p must be a number from 0 to 1'],
    ['SELECT percentile(1, -0.1)', 'percentile(x, p): p must be a number from 0 to 1'],
    ["SELECT percentile(1, '0.5')", 'percentile(x, p): p must be a number from 0 to 1'],
    ['SELECT percentile(1, NULL)', 'percentile(x, p): p must be a number from 0 to 1'],
    [
      "SELECT percentile(1, value) FROM json_each('[0, 1]')",
      'percentile(x, p): p must be the same for all rows of a group',
    ],
    ["SELECT 'a' REGEXP '('", 'regexp: the pattern is not valid (missing ))'],
    ['SELECT greatest()', 'greatest() needs at least one value'],
    ['SELECT least()', 'least() needs at least one value'],
    ["SELECT 'a' REGEXP hex(zeroblob(8388608)) || 'a'", 'a text of 16777217 bytes is too long for this function'],
  ])('%s', (sql, message) => {
    expect(() => rowsOf(database, sql)).toThrow(`The query failed: ${message}.`)
  })

  test('a text of 16 MiB is not too long', () => {
    expect(typedValue("hex(zeroblob(8388608)) REGEXP '^00'")[0]).toBe(1)
  })

  test.each([
    ['variance', 2],
    ['corr', 1],
    ['median', 2],
    ['percentile', 1],
    ['to_text', 2],
    ['truncate', 3],
    ['round_to', 1],
  ])('%s does not accept %d values', (name, count) => {
    const values = Array.from({ length: count }, () => '1').join(', ')
    expect(() => rowsOf(database, `SELECT ${name}(${values})`)).toThrow(
      `wrong number of arguments to function ${name}()`,
    )
  })
})
