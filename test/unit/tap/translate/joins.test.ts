import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { translateAdql } from '../../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

const database = new Database(':memory:')
for (const { name, columns } of SKY_TABLES)
  database.run(`CREATE TABLE ${name} (${columns.map((column) => column.name)})`)
database.run(`INSERT INTO exoplanets (pl_name, hostname, ra, rowupdate) VALUES
  ('A b', 'A', 1, '2021-03-04'), ('A c', 'A', 1, '2020-12-31 23:59:58'), ('C b', 'C', 3, NULL)`)
database.run(`INSERT INTO stellarhosts (hostname, sy_name, ra) VALUES ('A', 'AB', 1), ('B', 'AB', 2), ('D', 'D', 4)`)
afterAll(() => database.close())

const rowsOf = (adql: string): unknown[] => database.query(translateAdql(adql, SKY_TABLES).sql).values()

test.each([
  [
    'select a.pl_name, b.hostname, c.pl_name from ps a left join (stellarhosts b join ps c on b.hostname = c.hostname) on a.pl_name = c.pl_name order by 1',
    [
      ['A b', 'A', 'A b'],
      ['A c', 'A', 'A c'],
      ['C b', null, null],
    ],
  ],
  [
    'select b.hostname, a.pl_name from stellarhosts b left join ps a on a.hostname = b.hostname order by 1, 2',
    [
      ['A', 'A b'],
      ['A', 'A c'],
      ['B', null],
      ['D', null],
    ],
  ],
  [
    'select hostname, pl_name, sy_name from ps natural join (select hostname, sy_name from stellarhosts) s order by 2',
    [
      ['A', 'A b', 'AB'],
      ['A', 'A c', 'AB'],
    ],
  ],
  [
    'select hostname, pl_name from ps full join stellarhosts using (hostname) order by 1, 2',
    [
      ['A', 'A b'],
      ['A', 'A c'],
      ['B', null],
      ['C', 'C b'],
      ['D', null],
    ],
  ],
  [
    'select a.hostname, b.hostname from stellarhosts a, stellarhosts b where a.sy_name = b.sy_name and a.hostname < b.hostname',
    [['A', 'B']],
  ],
])('%s', (adql, rows) => {
  expect(rowsOf(adql)).toEqual(rows)
})

test.each([
  ['YYYY-MM-DD', '2021-03-04'],
  ['yyyy', '2021'],
  ['DD.MM.YYYY', '04.03.2021'],
  ['YYYY-MM-DD HH24:MI:SS', '2021-03-04 00:00:00'],
])('TO_CHAR writes a date as %s', (format, written) => {
  expect(rowsOf(`select to_char(rowupdate, '${format}') from ps where pl_name = 'A b'`)).toEqual([[written]])
})

test('TO_CHAR writes hours, minutes and seconds, and has no third argument', () => {
  const time = "select to_char(rowupdate, 'HH24:MI:SS') from ps order by pl_name"
  expect(rowsOf(time)).toEqual([['00:00:00'], ['23:59:58'], [null]])
  expect(catalogError(() => rowsOf("select to_char(ra, 'YYYY', 1) from ps")).code).toBe('invalid_sql')
})

test('common tables get names that no table has', () => {
  const tables = [...SKY_TABLES, { ...SKY_TABLES[1]!, name: 'cte1', aliases: [] }]
  const { sql } = translateAdql(
    'with x as (select 1 as n), y as (select 2 as n) select x.n, y.n, c.ra from x, y, cte1 c',
    tables,
  )
  expect(sql).toStartWith('WITH cte2 AS (')
  expect(sql).toContain('), cte3 AS (')
})
