import { beforeAll, expect, test } from 'bun:test'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { rowsOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

test.each<[expression: string, value: string | null, type: string]>([
  ["to_number('9223372036854775807')", '9223372036854775807', 'integer'],
  ["to_number('9223372036854775808')", '9223372036854775808', 'real'],
  ["to_number('-9223372036854775808')", '-9223372036854775808', 'integer'],
  ["to_number('-9223372036854775809')", '-9223372036854775808', 'real'],
  ["to_number(' +7 ')", '7', 'integer'],
  ["to_number('-7')", '-7', 'integer'],
  ["to_number('1e3')", '1000', 'real'],
  ["to_number(x'3132')", '12', 'integer'],
  ['to_number(5)', '5', 'integer'],
  ['to_number(9223372036854775807)', '9223372036854775807', 'integer'],
  ['to_number(2.5)', '2.5', 'real'],
  ['to_number(1e999) > 1e308', '1', 'integer'],
  ["to_number('7 b')", null, 'null'],
  ["to_number('')", null, 'null'],
  ['to_number(NULL)', null, 'null'],
  ['to_text(-0.0)', '0', 'text'],
  ['to_text(2.50)', '2.5', 'text'],
  ['to_text(9223372036854775807)', '9223372036854775807', 'text'],
  ["to_text(' a ')", ' a ', 'text'],
  ['to_text(NULL)', null, 'null'],
  ['round_to(-2.5, 0)', '-3', 'real'],
  ['round_to(2.5, 0)', '3', 'real'],
  ['round_to(2.4, 0)', '2', 'real'],
  ['round_to(1.005, 2)', '1.01', 'real'],
  ['round_to(1250, -2)', '1300', 'real'],
  ['round_to(1e300, 20)', '1e300', 'real'],
  ['round_to(1.5e-7, 7)', '2e-7', 'real'],
  ['round_to(1, NULL)', null, 'null'],
  ['truncate(-2.55, 1)', '-2.5', 'real'],
  ['truncate(0.29, 2)', '0.29', 'real'],
  ['truncate(2.99)', '2', 'real'],
  ['truncate(-2.99)', '-2', 'real'],
  ['truncate(-0.5)', '0', 'real'],
  ['truncate(1250, -2)', '1200', 'real'],
  ['truncate(1.29, 1.9)', '1.2', 'real'],
  ['truncate(1.29, 1e300)', '1.29', 'real'],
  ['truncate(NULL)', null, 'null'],
])('%s is %p', (expression, value, type) => {
  const sql = `SELECT v, typeof(v) AS t, CAST(v AS TEXT) AS written FROM (SELECT ${expression} AS v)`
  const [row] = rowsOf(database, sql)
  expect(row!.t).toBe(type)
  // A number of JSON loses digits that the text of an integer has.
  if (type === 'real') expect(Object.is(row!.v, Number(value))).toBe(true)
  else expect(row!.written).toBe(value)
})
