import { beforeAll, describe, expect, test } from 'bun:test'
import type { WarnOfQuery } from '../../../../src/core/ports.ts'
import { warnOfQueries } from '../../../../src/sql/warnings/snapshot-facts.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'

let warnOf: WarnOfQuery
const codes = (sql: string): string[] => warnOf(sql).map(({ code }) => code)

beforeAll(async () => {
  const folder = await folderWith({
    'exoplanets.csv': [
      'pl_name,hostname,default_flag,disc_year,pl_pubdate,rowupdate,pl_controv_flag,pl_bmassprov,pl_rade,pl_radeerr1,pl_radeerr2,odderr2',
      'A b,A,1,2010,2016-05,2016-05-01,0,Mass,1,0.1,-0.1,1',
      'A b,A,0,2010,2016-05-02,2016-05-02 10:00:00,,,1,0.1,-0.2,-1',
      'A c,A,1,2011,2017,2016-05-03,,Msini,2,0.1,0,-1',
      'B b,B,1,2012,,2016-05-04,1,,3,,,-1',
    ].join('\n'),
    'stellarhosts.csv': 'hostname,st_teff\nA,5000\nA,5100\nB,6000\n',
  })
  warnOf = warnOfQueries(await openSnapshot((await builtSnapshot(folder)).dataDir))
})

const WHERE = 'SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND'

describe('a query that leaves out nulls, or is null, is warned of', () => {
  test.each([
    [`${WHERE} pl_controv_flag <> 1`, 'nulls_left_out'],
    [`${WHERE} pl_controv_flag != 1`, 'nulls_left_out'],
    [`${WHERE} exoplanets.pl_bmassprov <> 'Msini'`, 'nulls_left_out'],
    [`${WHERE} "pl_bmassprov" NOT IN ('Msini', 'Mass')`, 'nulls_left_out'],
    [`${WHERE} pl_bmassprov NOT LIKE 'M%'`, 'nulls_left_out'],
    ["SELECT strftime('%Y', pl_pubdate) FROM exoplanets WHERE default_flag = 1", 'partial_dates'],
    ['SELECT e.pl_name FROM exoplanets e WHERE default_flag = 1 ORDER BY date(e.pl_pubdate)', 'partial_dates'],
    [`${WHERE} julianday(pl_pubdate, '+1 day') > 2457000`, 'partial_dates'],
    ["SELECT strftime('%Y', disc_year) FROM exoplanets WHERE default_flag = 1", 'partial_dates'],
    [`${WHERE} pl_radeerr2 < 0.1`, 'negative_error'],
    [`${WHERE} 0.1 > pl_radeerr2`, 'negative_error'],
    [`${WHERE} pl_radeerr2 BETWEEN 0.1 AND 0.2`, 'negative_error'],
    [`${WHERE} disc_year BETWEEN 2020 AND 2010`, 'unmatched_condition'],
    [`${WHERE} disc_year NOT BETWEEN 2020 AND 2010`, 'unmatched_condition'],
    [`${WHERE} rowupdate BETWEEN '2020-01-01' AND '2010-12-31'`, 'unmatched_condition'],
    // Values of two types have no order that is meant.
    [`${WHERE} rowupdate BETWEEN '2010-12-31' AND 1`, 'type_mismatch'],
  ])('%s', (sql, code) => {
    expect(codes(sql)).toEqual([code])
  })

  test('with the number of rows, and what to write', () => {
    const message = (sql: string): string => warnOf(sql)[0]!.message
    expect(message(`${WHERE} pl_controv_flag <> 1`)).toBe(
      'pl_controv_flag is null in 1 of 3 default rows, which <> leaves out: write pl_controv_flag IS NOT 1 to keep them, or add pl_controv_flag IS NOT NULL to leave them out without this warning.',
    )
    expect(message("SELECT DISTINCT pl_name FROM exoplanets WHERE pl_bmassprov NOT IN ('Mass')")).toBe(
      'pl_bmassprov is null in 2 of 4 rows, which NOT IN leaves out: write (pl_bmassprov NOT IN … OR pl_bmassprov IS NULL) to keep them, or add pl_bmassprov IS NOT NULL to leave them out without this warning.',
    )
    expect(message("SELECT strftime('%Y', pl_pubdate) FROM exoplanets WHERE default_flag = 1")).toBe(
      '2 of the 3 values of pl_pubdate are not complete dates (for example, 2016-05), and strftime returns null for them: extract the year with CAST(substr(pl_pubdate, 1, 4) AS INTEGER).',
    )
    expect(message("SELECT strftime('%Y', disc_year) FROM exoplanets WHERE default_flag = 1")).toBe(
      'disc_year is an integer, which strftime interprets as a Julian day, not as a year.',
    )
  })

  test('as its own advice, followed, is not', () => {
    for (const condition of [
      'pl_controv_flag IS NOT 1',
      "(pl_bmassprov NOT IN ('Mass') OR pl_bmassprov IS NULL)",
      "pl_bmassprov <> 'Mass' AND pl_bmassprov IS NOT NULL",
      'CAST(substr(pl_pubdate, 1, 4) AS INTEGER) > 2010',
      'abs(pl_radeerr2) < 0.1',
    ])
      expect(codes(`${WHERE} ${condition}`), condition).toEqual([])
  })
})

describe('no false alarm', () => {
  test.each([
    // Columns without nulls, and conditions that say that there is something.
    `${WHERE} disc_year <> 2010`,
    `${WHERE} pl_rade != 1`,
    `${WHERE} pl_controv_flag <> 0`,
    `${WHERE} pl_bmassprov <> ''`,
    `${WHERE} coalesce(pl_controv_flag, 0) <> 1`,
    `${WHERE} pl_controv_flag = 1`,
    `${WHERE} pl_bmassprov IN ('Mass')`,
    "SELECT CASE WHEN pl_bmassprov <> 'Mass' THEN 1 ELSE 0 END FROM exoplanets WHERE default_flag = 1",
    "SELECT pl_name AS pl_bmassprov FROM exoplanets WHERE default_flag = 1 AND pl_bmassprov <> 'x'",
    // Whole dates, and what is no date of the table.
    "SELECT strftime('%Y', rowupdate), date(rowupdate) FROM exoplanets WHERE default_flag = 1",
    "SELECT date('now'), date(substr(pl_pubdate, 1, 10)), pl_pubdate FROM exoplanets WHERE default_flag = 1",
    'SELECT date(pl_radeerr1) FROM exoplanets WHERE default_flag = 1',
    "SELECT strftime(pl_pubdate, rowupdate), strftime(lower(pl_pubdate), 'now') FROM exoplanets WHERE default_flag = 1",
    `${WHERE} pl_radeerr2 > -0.1`,
    `${WHERE} pl_radeerr2 < 0`,
    `${WHERE} odderr2 < 0.5`,
    `${WHERE} pl_radeerr1 < 0.1`,
    `${WHERE} disc_year BETWEEN 2010 AND 2010`,
    `${WHERE} disc_year BETWEEN 2011 AND 2000 + 20`,
    `${WHERE} rowupdate BETWEEN '2010-01-01' AND '2010-12-31'`,
    // Planets are told apart by what GROUP BY stands for.
    'SELECT pl_name, avg(pl_rade) FROM exoplanets GROUP BY 1',
    'SELECT max(disc_year), e."pl_name" AS p, avg(pl_rade) FROM exoplanets e GROUP BY 2 ORDER BY 3',
    'SELECT pl_name AS planet, avg(pl_rade) FROM exoplanets GROUP BY planet',
    'SELECT hostname, pl_name n, avg(pl_rade) FROM exoplanets GROUP BY 1, n',
    'SELECT p, m FROM (SELECT pl_name p, median(pl_rade) AS m FROM exoplanets GROUP BY 1) ORDER BY m',
  ])('%s', (sql) => {
    expect(codes(sql)).toEqual([])
  })

  test.each([
    'SELECT e.hostname, count(*) FROM exoplanets e JOIN stellarhosts h ON h.hostname = e.hostname WHERE e.default_flag = 1 GROUP BY 1',
    'SELECT avg(n) FROM (SELECT e.hostname, sum(e.pl_rade) n FROM exoplanets e JOIN stellarhosts h USING (hostname) WHERE default_flag = 1 GROUP BY hostname)',
  ])('but %s counts what the join repeats', (sql) => {
    expect(codes(sql)).toEqual(['join_multiplies_rows'])
  })

  test.each([
    'SELECT e.hostname, count(DISTINCT e.pl_name) FROM exoplanets e JOIN stellarhosts h ON h.hostname = e.hostname WHERE e.default_flag = 1 GROUP BY 1',
    'SELECT e.hostname, avg(h.st_teff) FROM exoplanets e JOIN stellarhosts h ON h.hostname = e.hostname WHERE e.default_flag = 1 GROUP BY 1',
  ])('%s does not', (sql) => {
    expect(codes(sql)).toEqual([])
  })

  test.each([
    'SELECT hostname, count(*) FROM exoplanets GROUP BY 1',
    'SELECT hostname, count(pl_name) FROM exoplanets GROUP BY 1',
    'SELECT hostname AS h, avg(pl_rade) FROM exoplanets GROUP BY h',
    'SELECT hostname, avg(pl_rade) FROM exoplanets GROUP BY 7',
    'SELECT substr(pl_name, 1, 3) AS head, count(*) FROM exoplanets GROUP BY 1',
  ])('but %s counts references', (sql) => {
    expect(codes(sql)).toEqual(['several_rows_per_planet'])
  })
})
