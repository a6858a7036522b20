import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { catalogDate, isCatalogFormat, strftimeOf } from '../../../../src/tap/dates/date-format.ts'
import { translateAdql } from '../../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../../fixtures/thrown.ts'

test.each([
  ['2020-01-31', 'YYYY-MM-DD', '2020-01-31'],
  ['2020/1/31', 'yyyy-mm-dd', '2020-01-31'],
  ['31-JAN-2020', 'DD-MON-YYYY', '2020-01-31'],
  ['1 september 1999', 'DD MONTH YYYY', '1999-09-01'],
  ['31-jan-20', 'DD-MON-RR', '2020-01-31'],
  ['31-jan-99', 'DD-MON-YY', '1999-01-31'],
  ['01/31/2020', 'MM/DD/YYYY', '2020-01-31'],
  ['20200131', 'YYYYMMDD', '2020-01-31'],
  ['2020-02', 'YYYY-MM', '2020-02-01'],
  ['2020', 'YYYY', '2020-01-01'],
  ['2020-01-31 00:00:00', 'YYYY-MM-DD HH24:MI:SS', '2020-01-31'],
  ['2020-01-31T12:05:00', 'YYYY-MM-DD"T"HH24:MI:SS', '2020-01-31 12:05:00'],
  ['2020-02-30', 'YYYY-MM-DD', undefined],
  ['31-XYZ-2020', 'DD-MON-YYYY', undefined],
  ['01-31', 'MM-DD', undefined],
  ['2020-01-31', 'YYYY-MM-DD HH24', undefined],
  ['2020-01-31', 'YYYY-QQ', undefined],
  ['2020-01-31', '', undefined],
])('%j in the format %j is %j', (text, format, date) => {
  expect(catalogDate(text, format)).toBe(date as never)
})

test('formats that the catalog and strftime have', () => {
  expect(
    ['YYYY-MM-DD', 'yyyy', 'YYYY-MM', 'YYYY-MM-DD HH24:MI:SS', 'YYYY-MM-DD"T"HH24:MI'].map(isCatalogFormat),
  ).toEqual([true, true, true, true, true])
  expect(['DD-MM-YYYY', 'YYYY-MON-DD', 'YYYYMMDD', 'x'].map(isCatalogFormat)).toEqual([false, false, false, false])
  expect(strftimeOf('DD.MM.YYYY HH24:MI')).toBe('%d.%m.%Y %H:%M')
  expect(strftimeOf('DD-MON-YYYY')).toBeUndefined()
})

const database = new Database(':memory:')
for (const { name, columns } of SKY_TABLES)
  database.run(`CREATE TABLE ${name} (${columns.map((column) => column.name)})`)
database.run(`INSERT INTO exoplanets (pl_name, rowupdate) VALUES ('a', '2021-01-31')`)
afterAll(() => database.close())

const resultOf = (expression: string): unknown =>
  database.query(translateAdql(`select ${expression} as v from ps`, SKY_TABLES).sql).values()[0]![0]

describe('in queries', () => {
  test.each([
    ["to_date('01-FEB-2021', 'DD-MON-YYYY')", '2021-02-01'],
    ["case when rowupdate < to_date('01-FEB-2021', 'DD-MON-YYYY') then 1 else 0 end", 1],
    ["case when rowupdate > to_date('12/31/2020', 'MM/DD/YYYY') then 1 else 0 end", 1],
    ["to_date(rowupdate, 'YYYY-MM-DD') + 1", '2021-02-01'],
    ["to_char(rowupdate, 'DD.MM.YYYY')", '31.01.2021'],
    ['add_months(rowupdate, 1)', '2021-02-28'],
    ["add_months('2021-03-31', -1)", '2021-02-28'],
    ["last_day('2024-02-01')", '2024-02-29'],
    ["trunc(to_date('2021-02-03', 'YYYY-MM-DD'), 'MM')", '2021-02-01'],
    ["trunc(rowupdate, 'YEAR')", '2021-01-01'],
    ['trunc(current_timestamp) - current_date', 0],
    ['trunc(2.9)', 2],
  ])('%s is %j', (expression, value) => {
    expect(resultOf(expression)).toBe(value as never)
  })

  test.each([
    ["to_date('01-FEB-2021', 'YYYY-MM-DD')", '"01-FEB-2021" is not a date in the format "YYYY-MM-DD".'],
    ["to_date('x', 'QQ')", "The format of TO_DATE is a string such as 'YYYY-MM-DD'."],
    ["to_date(rowupdate, 'DD-MON-YYYY')", 'The dates of the catalog are strings such as 2020-01-31'],
    ["trunc(rowupdate, 'CENTURY')", "A date can be truncated to 'YEAR', 'MONTH' or 'DD'."],
  ])('%s is an error', (expression, message) => {
    expect(catalogError(() => resultOf(expression)).message).toContain(message)
  })
})
