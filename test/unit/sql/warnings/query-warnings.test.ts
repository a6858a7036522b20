import { beforeAll, describe, expect, test } from 'bun:test'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import type { WarnOfQuery } from '../../../../src/core/ports.ts'
import { warnOfQueries } from '../../../../src/sql/warnings/snapshot-facts.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { blocksOf } from '../../../fixtures/docs/docs.ts'
import { builtSnapshot, SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'
import { ACCEPTED } from '../../../slow/sql/guard/accepted-statements.ts'
import { WARNED } from '../../../slow/sql/guard/warned-statements.ts'

let warnOf: WarnOfQuery
let warnOnSample: WarnOfQuery
const codes = (sql: string): string[] => warnOf(sql).map(({ code }) => code)

beforeAll(async () => {
  // Two references for each planet, several planets for a host, and a mass that is a limit in one of four default rows.
  const planets = ['A b', 'A c', 'B b', 'TRAPPIST-1 e'].flatMap((name, i) =>
    [1, 0].map((flag) => `${name},${name.slice(0, -2)},${flag},${2010 + i},${i},${i === 0 ? 1 : 0},${i},0,Transit`),
  )
  const folder = await folderWith({
    'exoplanets.csv': [
      'pl_name,hostname,default_flag,disc_year,pl_bmasse,pl_bmasselim,pl_rade,pl_radelim,discoverymethod',
      ...planets,
    ].join('\n'),
    'stellarhosts.csv': 'hostname,st_teff\nA,5000\nA,5100\nB,6000\nTRAPPIST-1,2500\nC,1\n',
  })
  warnOf = warnOfQueries(await openSnapshot((await builtSnapshot(folder)).dataDir))
  warnOnSample = warnOfQueries(await openSnapshot((await builtSnapshot(SAMPLE_ARCHIVE)).dataDir))
})

test('where every planet has one row, none is repeated', async () => {
  const folder = await folderWith({
    'exoplanets.csv': 'pl_name,hostname,default_flag\nA b,A,1\nA c,A,1\n,A,0\n,A,0\n',
    'stellarhosts.csv': 'hostname\nA\n',
  })
  const warn = warnOfQueries(await openSnapshot((await builtSnapshot(folder)).dataDir))
  expect(warn('SELECT pl_name FROM exoplanets')).toEqual([])
  expect(warn('SELECT count(*) FROM exoplanets')).toEqual([])
})

describe('a query that will surprise is warned of', () => {
  test.each<[string, string]>([
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_rade = NULL', 'null_comparison'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND NULL <> pl_rade', 'null_comparison'],
    ["SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND disc_year > '2015-01-01'", 'type_mismatch'],
    ["SELECT pl_name FROM exoplanets p WHERE default_flag = 1 AND p.disc_year IN (2012, 'x')", 'type_mismatch'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod = 5', 'type_mismatch'],
    ['SELECT count(*) FROM exoplanets', 'several_rows_per_planet'],
    ['SELECT avg(pl_rade) FROM exoplanets WHERE disc_year > 2010', 'several_rows_per_planet'],
    ['SELECT pl_name, pl_rade FROM exoplanets ORDER BY disc_year LIMIT 10', 'several_rows_per_planet'],
    ['SELECT hostname, count(*) n FROM exoplanets GROUP BY hostname', 'several_rows_per_planet'],
    [
      'SELECT p.pl_name, s.st_teff FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname WHERE default_flag = 1',
      'join_multiplies_rows',
    ],
    [
      'SELECT pl_name, st_teff FROM exoplanets JOIN stellarhosts USING (hostname) WHERE default_flag = 1',
      'join_multiplies_rows',
    ],
    ['SELECT pl_name, st_teff FROM exoplanets JOIN stellarhosts WHERE default_flag = 1', 'join_without_condition'],
    ['SELECT pl_name, st_teff FROM exoplanets, stellarhosts WHERE default_flag = 1', 'join_without_condition'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_bmasse < 5', 'limits_as_values'],
    ['SELECT max(pl_bmasse) FROM exoplanets WHERE default_flag = 1', 'limits_as_values'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 ORDER BY pl_bmasse', 'limits_as_values'],
    ["SELECT * FROM exoplanets WHERE pl_name = 'TRAPPIST-1 E'", 'unknown_name'],
    ["SELECT * FROM exoplanets WHERE pl_name IN ('A b', 'TRAPPIST-1e')", 'unknown_name'],
    ["SELECT * FROM stellarhosts WHERE hostname = 'trappist-1'", 'unknown_name'],
    ['SELECT CAST(discoverymethod AS DATE) FROM exoplanets WHERE default_flag = 1', 'cast_as_date'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 || pl_rade < 3', 'type_mismatch'],
    ['SELECT pl_name FROM exoplanets e WHERE e.default_flag = 1 || e.pl_rade IS NULL', 'type_mismatch'],
    ['SELECT corr(pl_rade, pl_bmasse) FROM exoplanets WHERE default_flag = 1', 'limits_as_values'],
    ['SELECT avg(2 * (1 + e.pl_bmasse)) FROM exoplanets e WHERE default_flag = 1', 'limits_as_values'],
    ['SELECT pl_name FROM exoplanets WHERE default_flag = 1 ORDER BY abs(pl_bmasse)', 'limits_as_values'],
    ["SELECT count(*) FROM exoplanets WHERE hostname = 'A'", 'several_rows_per_planet'],
    ["SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod = 'transit'", 'unmatched_condition'],
    ["SELECT pl_name FROM exoplanets e WHERE default_flag = 1 AND 'RV' = e.discoverymethod", 'unmatched_condition'],
    [
      "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod IN ('Transit', 'x')",
      'unmatched_condition',
    ],
    ["SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod = ''", 'unmatched_condition'],
    ["SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod LIKE 'trans'", 'unmatched_condition'],
    ["SELECT * FROM exoplanets WHERE pl_name LIKE 'TRAPPIST 1 e'", 'unmatched_condition'],
    ["SELECT * FROM stellarhosts WHERE hostname LIKE 'nobody'", 'unmatched_condition'],
  ])('%s', (sql, code) => {
    expect(codes(sql)).toEqual([code])
  })

  test('in words that name the value and the way out', () => {
    const [unknown] = warnOf("SELECT * FROM exoplanets WHERE pl_name = 'TRAPPIST-1 E'")
    expect(unknown!.message).toContain("Did you mean 'TRAPPIST-1 e'?")
    const [limit] = warnOf('SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_bmasse < 5')
    expect(limit!.message).toBe(
      '25 % of the values of pl_bmasse are upper or lower limits: add coalesce(pl_bmasselim, 0) = 0 to use only the others.',
    )
    const about = (condition: string) =>
      warnOf(`SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND ${condition}`).map(({ message }) => message)
    expect(about("discoverymethod = 'transit'")).toEqual([
      "No row has the discoverymethod 'transit'. Did you mean 'Transit'? Text must match exactly, including case.",
    ])
    expect(about("discoverymethod = 'RV'")).toEqual([
      "No row has the discoverymethod 'RV'. Its values are 'Transit'. Text must match exactly, including case.",
    ])
    expect(about("discoverymethod = ''")).toEqual([
      'No row has an empty discoverymethod: missing values are null, so write discoverymethod IS NULL.',
    ])
    expect(about("pl_name LIKE 'trappist-1e'")).toEqual([
      "No row has the pl_name 'trappist-1e' in any case. Did you mean 'TRAPPIST-1 e'? LIKE finds parts of a text only with %, such as '%trappist-1e%'.",
    ])
  })
})

describe('no false alarm', () => {
  test.each([
    'SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_rade IS NOT NULL',
    "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND disc_year = '2016'",
    'SELECT coalesce(pl_rade, NULL), CASE WHEN pl_rade IS NULL THEN NULL ELSE 1 END FROM exoplanets WHERE default_flag = 1',
    'SELECT count(DISTINCT pl_name) FROM exoplanets',
    'SELECT pl_name, avg(pl_rade) FROM exoplanets GROUP BY pl_name',
    'SELECT max(pl_rade) FROM exoplanets',
    "SELECT * FROM exoplanets WHERE pl_name = 'A b'",
    "SELECT * FROM exoplanets WHERE hostname = 'A'",
    "SELECT pl_name FROM exoplanets WHERE pl_name LIKE 'a%'",
    'SELECT count(*) FROM stellarhosts WHERE hostname IN (SELECT hostname FROM exoplanets)',
    'SELECT count(*) FROM stellarhosts s WHERE EXISTS (SELECT 1 FROM exoplanets e WHERE e.hostname = s.hostname)',
    'SELECT DISTINCT p.pl_name FROM exoplanets p JOIN stellarhosts s ON p.hostname = s.hostname',
    'SELECT p.hostname, max(s.st_teff) FROM exoplanets p, stellarhosts s WHERE p.hostname = s.hostname AND default_flag = 1 GROUP BY p.hostname',
    'SELECT count(*) FROM exoplanets CROSS JOIN stellarhosts WHERE default_flag = 1',
    'SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_bmasse < 5 AND pl_bmasselim = 0',
    'SELECT pl_name, pl_bmasse FROM exoplanets WHERE default_flag = 1',
    'SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_rade < 5',
    'SELECT CAST(disc_year AS TEXT) FROM exoplanets WHERE default_flag = 1',
    "SELECT 1 AS disc_year FROM exoplanets WHERE default_flag = 1 AND disc_year = 'x'",
    "SELECT 'SELECT count(*) FROM exoplanets'",
    "SELECT pl_name || ' ' || hostname FROM exoplanets WHERE default_flag = 1 AND hostname || ' b' = pl_name",
    "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_name = hostname || ' b'",
    "SELECT * FROM exoplanets WHERE lower(pl_name) = 'trappist-1 e'",
    "SELECT * FROM exoplanets e WHERE 'A' = upper(e.hostname)",
    "SELECT * FROM exoplanets WHERE pl_name = 'trappist-1 E' COLLATE NOCASE",
    "SELECT * FROM exoplanets WHERE pl_name COLLATE NOCASE = 'trappist-1 E'",
    "SELECT * FROM exoplanets WHERE pl_name LIKE 'trappist-1 E'",
    "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod LIKE 'transit'",
    "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod LIKE 'trans%'",
    "SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND discoverymethod = 'TRANSIT' COLLATE NOCASE",
    "SELECT pl_name, 'x' AS discoverymethod FROM exoplanets WHERE default_flag = 1 AND discoverymethod = 'x'",
    'SELECT count(CASE WHEN pl_bmasse IS NOT NULL THEN 1 END) FROM exoplanets WHERE default_flag = 1',
  ])('%s', (sql) => {
    expect(codes(sql)).toEqual([])
  })

  test('on any insight', () => {
    const alarmed = INSIGHTS.flatMap(({ slug, sql }) => {
      const text = typeof sql === 'string' ? sql : undefined
      return text === undefined ? [] : warnOnSample(text).map(({ code }) => `${slug}: ${code}`)
    })
    expect(alarmed).toEqual([])
  })

  test('on any query of the documentation', () => {
    const queries = blocksOf().flatMap(
      ({ text }) => text.match(/^(?:SELECT|WITH)[\s\S]*?(?=;\n|;$|$(?![\s\S]))/gim) ?? [],
    )
    expect(queries.length).toBeGreaterThan(0)
    expect(queries.flatMap((sql) => warnOnSample(sql).map(({ code }) => `${code}: ${sql}`))).toEqual([])
  })

  test('on names beyond the twentieth of a list', () => {
    const names = (count: number) =>
      `SELECT * FROM exoplanets WHERE pl_name IN (${Array.from({ length: count }, (_, i) => (i === count - 1 ? "'TRAPPIST-1e'" : "'A b'")).join(', ')})`
    expect(codes(names(20))).toEqual(['unknown_name'])
    expect(codes(names(21))).toEqual([])
  })

  test('takes less than a millisecond for a query of 16 KiB, and ends for any text', () => {
    const long = `SELECT pl_name FROM exoplanets WHERE default_flag = 1 AND pl_rade IN (${Array.from({ length: 3000 }, (_, i) => i).join(', ')})`
    expect(codes(long)).toEqual([])
    for (const text of ['', '(', 'SELECT (((', "SELECT '", 'FROM FROM FROM ,,,', ')))', 'x = NULL = NULL'])
      expect(Array.isArray(codes(text))).toBe(true)
  })
})

test('of the statements that must run, those are warned of that surprise, and no others', () => {
  const expected = new Map(
    WARNED.flatMap(({ codes, statements }) => statements.map((sql) => [sql, [...codes]] as const)),
  )
  const found = Object.values(ACCEPTED)
    .flat()
    .map((sql) => [sql, [...new Set(warnOnSample(sql).map(({ code }) => code))]] as const)
  expect(found.filter(([, codes]) => codes.length > 0)).toEqual(
    found.flatMap(([sql]) => (expected.has(sql) ? [[sql, expected.get(sql)!]] : [])),
  )
  expect(expected.size).toBeGreaterThan(40)
})

test.each([
  ['a common table of the name', 'WITH exoplanets AS (SELECT 1 AS n) SELECT n FROM exoplanets'],
  [
    'the same, with columns',
    'WITH a AS (SELECT 1), exoplanets(n) AS NOT MATERIALIZED (SELECT 1) SELECT n FROM exoplanets',
  ],
  ['a set', 'SELECT hostname FROM exoplanets EXCEPT SELECT hostname FROM stellarhosts'],
  [
    'pairs of planets',
    'SELECT a.pl_name, b.pl_name FROM exoplanets a JOIN exoplanets b ON a.hostname = b.hostname AND a.pl_name < b.pl_name WHERE a.default_flag = 1 AND b.default_flag = 1',
  ],
  [
    'rows without a partner',
    'SELECT DISTINCT e.pl_name FROM exoplanets e LEFT JOIN stellarhosts s ON s.hostname = e.hostname WHERE s.hostname IS NULL',
  ],
])('%s is not warned of', (_, sql) => {
  expect(codes(sql)).toEqual([])
})

test.each([
  ['SELECT hostname FROM exoplanets UNION ALL SELECT hostname FROM stellarhosts', ['several_rows_per_planet']],
  ['SELECT count(*) FROM exoplanets UNION SELECT count(*) FROM stellarhosts', ['several_rows_per_planet']],
  [
    'SELECT e.pl_name FROM (exoplanets e JOIN stellarhosts s ON s.hostname = e.hostname) WHERE e.default_flag = 1',
    ['join_multiplies_rows'],
  ],
])('%s still is', (sql, expected) => {
  expect(codes(sql)).toEqual(expected)
})
