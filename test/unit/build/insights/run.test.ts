import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from 'sql.js'
import { openCatalog } from '../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import type { InsightDescriptor } from '../../../../src/core/answers/insight.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'

let database: Database

beforeAll(async () => {
  database = await openCatalog(await encodeCatalog(insightArchive(31)))
}, 30_000)
afterAll(() => database.close())

function meta(sql: string, ...columns: readonly string[]): InsightDescriptor {
  return {
    slug: 'example',
    title: 'An example',
    category: 'exoplanets',
    description: 'For tests',
    kind: 'list',
    limit: 2,
    sql,
    caveats: 'None',
    columns: columns.map((name) => ({ name, data_type: 'Int64' })),
  }
}

test('a result is the rows by column name, with their number', () => {
  const example = meta("SELECT 1 AS a, 'x' AS b UNION ALL SELECT NULL, 2.5", 'a', 'b')
  expect(runInsight(database, example)).toEqual({
    meta: example,
    data: [
      { a: 1, b: 'x' },
      { a: null, b: 2.5 },
    ],
    rows: 2,
    columns: ['a', 'b'],
  })
})

test('an integer that no number holds is a bigint, and only such a one', () => {
  const sql = `SELECT 9007199254740991 AS a, 9007199254740993 AS b, -9223372036854775808 AS c, 9007199254740993.0 AS d, 2 * 1.5 AS e`
  expect(runInsight(database, meta(sql, 'a', 'b', 'c', 'd', 'e')).data).toEqual([
    { a: 9_007_199_254_740_991, b: 9007199254740993n, c: -9223372036854775808n, d: 9_007_199_254_740_992, e: 3 },
  ])
})

test('a text has all its characters, also a byte order mark at its beginning and a NUL', () => {
  const sql =
    "SELECT char(65279) || 'x' AS a, char(65279) AS b, '' AS c UNION ALL SELECT 'x' || char(65279), 'x' || char(0) || 'y', 'é𝄞'"
  expect(runInsight(database, meta(sql, 'a', 'b', 'c')).data).toEqual([
    { a: '\ufeffx', b: '\ufeff', c: '' },
    { a: 'x\ufeff', b: 'x\0y', c: 'é𝄞' },
  ])
})

test('other columns than the declared ones stop the build', () => {
  expect(() => runInsight(database, meta('SELECT 1 AS a, 2 AS c', 'a', 'b'))).toThrow(
    'Insight "example" gives the columns a,c instead of a,b.',
  )
})

test('more rows than the limit stop the build', () => {
  const sql = 'SELECT rowid AS a FROM exoplanets LIMIT 3'
  expect(() => runInsight(database, meta(sql, 'a'))).toThrow('Insight "example" gives 3 rows, its limit is 2.')
})

test('a blob stops the build', () => {
  expect(() => runInsight(database, meta("SELECT x'00' AS a", 'a'))).toThrow('neither text nor a number')
})

test('the catalogue is opened for reading only, with the functions of SQLite itself', () => {
  expect(() => database.exec('DELETE FROM exoplanets')).toThrow('readonly')
  // sql.js used to bring a natural `log` along.
  expect(database.exec('SELECT log(1000), sqrt(2.25), power(10, -1)')[0]!.values).toEqual([[3, 1.5, 0.1]])
})
