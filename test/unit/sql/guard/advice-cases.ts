/**
 * What a client writes (it is rejected), what it writes after reading the advice, and the value that this then gives. The
 * corrected text follows the advice to the letter.
 */
export type AdviceCase = readonly [wrong: string, corrected: string, value: unknown]

const T = "(SELECT 'Kepler-22' AS name, '2016-05' AS published, '2016-05-12' AS updated, 1.5 AS x)"
const TWO = '(SELECT 1 AS x UNION ALL SELECT 3 UNION ALL SELECT 5)'

const PARTIAL_DATES = "For partial dates such as 2016-05, write substr(value || '-01-01', 1, 10) in place of the value."

/** By the advice. Each advice on the dialect has at least one case. */
export const IDIOM_CASES: Readonly<Record<string, readonly AdviceCase[]>> = {
  "Typographic quotes are not quotes in SQL: write strings in straight single quotes, as in 'Kepler-22'.": [
    [`SELECT name FROM ${T} WHERE name = ‘Kepler-22’`, `SELECT name FROM ${T} WHERE name = 'Kepler-22'`, 'Kepler-22'],
    [`SELECT “name” FROM ${T}`, `SELECT name FROM ${T}`, 'Kepler-22'],
    [`SELECT name FROM ${T} WHERE name = “Kepler-22”`, `SELECT name FROM ${T} WHERE name = 'Kepler-22'`, 'Kepler-22'],
  ],
  "Write the pattern of LIKE in single quotes, as in LIKE 'Kepler%'.": [
    [`SELECT name FROM ${T} WHERE name LIKE Kepler%`, `SELECT name FROM ${T} WHERE name LIKE 'Kepler%'`, 'Kepler-22'],
    [`SELECT name FROM ${T} WHERE name LIKE %22`, `SELECT name FROM ${T} WHERE name LIKE '%22'`, 'Kepler-22'],
    [
      `SELECT name FROM ${T} WHERE name LIKE Kepler-2% LIMIT 1`,
      `SELECT name FROM ${T} WHERE name LIKE 'Kepler-2%'`,
      'Kepler-22',
    ],
    [
      `SELECT name FROM ${T} WHERE name LIKE %epler% ORDER BY name`,
      `SELECT name FROM ${T} WHERE name LIKE '%epler%' ORDER BY name`,
      'Kepler-22',
    ],
  ],
  [`SQLite has no DATEDIFF: write julianday(b) - julianday(a) for the days from a to b. ${PARTIAL_DATES}`]: [
    [
      `SELECT DATEDIFF(day, published, updated) FROM ${T}`,
      `SELECT julianday(updated) - julianday(substr(published || '-01-01', 1, 10)) FROM ${T}`,
      11,
    ],
    [
      `SELECT date_diff('day', '2020-01-01', updated) FROM ${T}`,
      `SELECT julianday('2020-01-11') - julianday('2020-01-01')`,
      10,
    ],
  ],
  [`SQLite has no DATEADD: write date(value, '+1 day') or '-3 months'. ${PARTIAL_DATES}`]: [
    [`SELECT DATEADD(day, 1, updated) FROM ${T}`, `SELECT date(updated, '+1 day') FROM ${T}`, '2016-05-13'],
    [
      `SELECT DATEADD(month, -3, published) FROM ${T}`,
      `SELECT date(substr(published || '-01-01', 1, 10), '-3 months') FROM ${T}`,
      '2016-02-01',
    ],
  ],
  'SQLite has no DATE_TRUNC: write substr(value, 1, 4) for the year or substr(value, 1, 7) for the month.': [
    [`SELECT DATE_TRUNC(year, published) FROM ${T}`, `SELECT substr(published, 1, 4) FROM ${T}`, '2016'],
    [`SELECT DATE_TRUNC('month', updated) FROM ${T}`, `SELECT substr(updated, 1, 7) FROM ${T}`, '2016-05'],
  ],
  'SQLite has no DATEPART: write CAST(substr(value, 1, 4) AS INTEGER) for the year, CAST(substr(value, 6, 2) AS INTEGER) for the month.':
    [
      [`SELECT DATEPART(year, published) FROM ${T}`, `SELECT CAST(substr(published, 1, 4) AS INTEGER) FROM ${T}`, 2016],
      [
        `SELECT DATE_PART('month', published) FROM ${T}`,
        `SELECT CAST(substr(published, 6, 2) AS INTEGER) FROM ${T}`,
        5,
      ],
    ],
  'SQLite has no ILIKE: its LIKE already ignores the case of ASCII letters.': [
    [
      `SELECT name FROM ${T} WHERE name ILIKE 'kepler%'`,
      `SELECT name FROM ${T} WHERE name LIKE 'kepler%'`,
      'Kepler-22',
    ],
  ],
  'SQLite has no "::": write CAST(value AS REAL), INTEGER or TEXT.': [
    [`SELECT x::text FROM ${T}`, `SELECT CAST(x AS TEXT) FROM ${T}`, '1.5'],
  ],
  'SQLite has no TOP: write LIMIT n at the end.': [
    [`SELECT TOP 2 x FROM ${TWO}`, `SELECT x FROM ${TWO} ORDER BY x LIMIT 1`, 1],
    [`SELECT x FROM ${TWO} ORDER BY x TOP 2`, `SELECT x FROM ${TWO} ORDER BY x LIMIT 2`, 1],
    [`SELECT x FROM ${TWO} top 5`, `SELECT x FROM ${TWO} LIMIT 5`, 1],
  ],
  'SQLite has no DISTINCT ON: number the rows with row_number() OVER (PARTITION BY … ORDER BY …) in a subquery and keep number 1.':
    [
      [
        `SELECT DISTINCT ON (x) x FROM ${TWO}`,
        `SELECT x FROM (SELECT x, row_number() OVER (PARTITION BY x ORDER BY x) AS n FROM ${TWO}) WHERE n = 1`,
        1,
      ],
    ],
  'SQLite has no FETCH FIRST: write LIMIT n at the end.': [
    [`SELECT x FROM ${TWO} FETCH FIRST 1 ROWS ONLY`, `SELECT x FROM ${TWO} LIMIT 1`, 1],
  ],
  'SQLite has no FETCH NEXT: write LIMIT n OFFSET m at the end.': [
    [`SELECT x FROM ${TWO} OFFSET 1 ROWS FETCH NEXT 1 ROWS ONLY`, `SELECT x FROM ${TWO} LIMIT 1 OFFSET 1`, 3],
  ],
  'OFFSET needs a LIMIT before it: write LIMIT n OFFSET m, with LIMIT -1 for all rows.': [
    [`SELECT x FROM ${TWO} ORDER BY x OFFSET 1`, `SELECT x FROM ${TWO} ORDER BY x LIMIT -1 OFFSET 1`, 3],
    [`SELECT x FROM ${TWO} OFFSET 2`, `SELECT x FROM ${TWO} LIMIT 1 OFFSET 2`, 5],
  ],
  'SQLite has no EXTRACT: write CAST(substr(value, 1, 4) AS INTEGER) for the year, CAST(substr(value, 6, 2) AS INTEGER) for the month.':
    [
      [
        `SELECT EXTRACT(YEAR FROM published) FROM ${T}`,
        `SELECT CAST(substr(published, 1, 4) AS INTEGER) FROM ${T}`,
        2016,
      ],
    ],
  [`SQLite has no INTERVAL: write date(value, '+1 day') or '-3 months'. ${PARTIAL_DATES}`]: [
    [`SELECT date(updated) + INTERVAL '1 day' FROM ${T}`, `SELECT date(updated, '+1 day') FROM ${T}`, '2016-05-13'],
  ],
  'SQLite has no WITHIN GROUP: write percentile(x, 0.5) or median(x).': [
    [`SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM ${TWO}`, `SELECT percentile(x, 0.5) FROM ${TWO}`, 3],
  ],
  "SQLite has no SIMILAR TO: write value REGEXP 'pattern', or GLOB.": [
    [`SELECT name FROM ${T} WHERE name SIMILAR TO 'K%'`, `SELECT name FROM ${T} WHERE name REGEXP '^K'`, 'Kepler-22'],
  ],
  "SQLite has no RLIKE: write value REGEXP 'pattern'.": [
    [`SELECT name FROM ${T} WHERE name RLIKE '^K'`, `SELECT name FROM ${T} WHERE name REGEXP '^K'`, 'Kepler-22'],
  ],
  'SQLite has no QUALIFY: filter on the window function in an outer SELECT.': [
    [
      `SELECT x, rank() OVER (ORDER BY x) r FROM ${TWO} QUALIFY r = 1`,
      `SELECT x FROM (SELECT x, rank() OVER (ORDER BY x) r FROM ${TWO}) WHERE r = 1`,
      1,
    ],
  ],
  'SQLite has no LATERAL: write a correlated subquery, or a window function.': [
    [`SELECT * FROM ${TWO} e, LATERAL (SELECT 1) y`, `SELECT (SELECT e.x + 1) AS y FROM ${TWO} e`, 2],
  ],
  'SQLite has no PIVOT: write sum(x) FILTER (WHERE …) for each column.': [
    [`SELECT * FROM ${TWO} PIVOT (sum(x) FOR x IN (1))`, `SELECT sum(x) FILTER (WHERE x > 1) FROM ${TWO}`, 8],
  ],
  'SQLite has no TABLESAMPLE: write ORDER BY random() LIMIT n.': [
    [
      `SELECT x FROM exoplanets TABLESAMPLE (10)`,
      `SELECT count(*) FROM (SELECT x FROM ${TWO} ORDER BY random() LIMIT 2)`,
      2,
    ],
  ],
  'SQLite has no ROLLUP: join several GROUP BY with UNION ALL.': [
    [
      `SELECT x, count(*) FROM ${TWO} GROUP BY ROLLUP(x)`,
      `SELECT count(*) FROM (SELECT x, count(*) FROM ${TWO} GROUP BY x UNION ALL SELECT NULL, count(*) FROM ${TWO})`,
      4,
    ],
  ],
  'SQLite has no CUBE: join several GROUP BY with UNION ALL.': [
    [
      `SELECT x, count(*) FROM ${TWO} GROUP BY CUBE(x)`,
      `SELECT count(*) FROM (SELECT x, count(*) FROM ${TWO} GROUP BY x UNION ALL SELECT NULL, count(*) FROM ${TWO})`,
      4,
    ],
  ],
  'SQLite has no GROUPING SETS: join several GROUP BY with UNION ALL.': [
    [
      `SELECT x, count(*) FROM ${TWO} GROUP BY GROUPING SETS ((x), ())`,
      `SELECT count(*) FROM (SELECT x, count(*) FROM ${TWO} GROUP BY x UNION ALL SELECT NULL, count(*) FROM ${TWO})`,
      4,
    ],
  ],
  'SQLite has no * EXCEPT: name the columns.': [
    [`SELECT * EXCEPT (x) FROM ${T}`, `SELECT name FROM ${T}`, 'Kepler-22'],
  ],
  'SQLite has no * EXCLUDE: name the columns.': [
    [`SELECT * EXCLUDE (x) FROM ${T}`, `SELECT name FROM ${T}`, 'Kepler-22'],
  ],
  'SQLite has no ANY: write IN (SELECT …), or compare with min() or max().': [
    [`SELECT x FROM ${TWO} WHERE x = ANY (SELECT 3)`, `SELECT x FROM ${TWO} WHERE x IN (SELECT 3)`, 3],
  ],
  'SQLite has no ALL (…): compare with min() or max().': [
    [`SELECT x FROM ${TWO} WHERE x >= ALL (SELECT 3)`, `SELECT x FROM ${TWO} WHERE x > (SELECT max(3))`, 5],
  ],
  'SQLite accepts no parentheses around a SELECT of a compound: write SELECT … UNION ALL SELECT …, or SELECT * FROM (…).':
    [
      ['SELECT 1 AS n UNION ALL (SELECT 2)', 'SELECT 1 AS n UNION ALL SELECT 2', 1],
      ['SELECT 2 AS n EXCEPT (SELECT 1)', 'SELECT 2 AS n EXCEPT SELECT * FROM (SELECT 1)', 2],
    ],
  'SQLite has no DIV: "/" between two integers already discards the fraction.': [['SELECT 7 DIV 2', 'SELECT 7 / 2', 3]],
  'The catalog is read-only: leave FOR UPDATE out.': [[`SELECT x FROM ${TWO} FOR UPDATE`, `SELECT x FROM ${TWO}`, 1]],
  "SQLite has no TRY_CAST; CAST does not fail, but CAST('abc' AS REAL) returns 0, not null.": [
    ["SELECT TRY_CAST('abc' AS REAL)", "SELECT CAST('abc' AS REAL)", 0],
  ],
  "SQLite has no AT TIME ZONE: write datetime(value, '+02:00').": [
    ["SELECT '2020-01-01' AT TIME ZONE 'CET'", "SELECT datetime('2020-01-01', '+02:00')", '2020-01-01 02:00:00'],
  ],
  'SQLite has no ISNULL function: write ifnull(a, b).': [['SELECT isnull(NULL, 2)', 'SELECT ifnull(NULL, 2)', 2]],
  'SQLite has no "<=>": write IS.': [['SELECT 1 <=> 1', 'SELECT 1 IS 1', 1]],
  'SQLite has no "&&": write AND.': [['SELECT 1 && 1', 'SELECT 1 AND 1', 1]],
  'SQLite has no "~*": write value REGEXP \'(?i)pattern\'.': [
    [`SELECT name ~* '^k' FROM ${T}`, `SELECT name REGEXP '(?i)^k' FROM ${T}`, 1],
  ],
  'SQLite has no "~" for patterns: write value REGEXP \'pattern\'.': [
    [`SELECT name ~ '^K' FROM ${T}`, `SELECT name REGEXP '^K' FROM ${T}`, 1],
    [`SELECT name FROM ${T} WHERE name !~ '^X'`, `SELECT name FROM ${T} WHERE NOT name REGEXP '^X'`, 'Kepler-22'],
  ],
  "Dates are plain text here: write '2021-01-01' without DATE before it.": [
    [
      `SELECT name FROM ${T} WHERE updated > DATE '2016-01-01'`,
      `SELECT name FROM ${T} WHERE updated > '2016-01-01'`,
      'Kepler-22',
    ],
  ],
  'The catalog is read-only: leave INTO out.': [[`SELECT x INTO mine FROM ${TWO}`, `SELECT x FROM ${TWO}`, 1]],
  'SQLite has no "#" comments: write "-- comment".': [['SELECT 1 # one', 'SELECT 1 -- one', 1]],
  "In SQL, a backslash is not an escape character: double the quote ('it''s').": [
    ["SELECT 'it\\'s'", "SELECT 'it''s'", "it's"],
  ],
}

const ANGLE = 'SELECT round(sky_distance(ra, dec, 350, 0), 9) FROM (SELECT 10 AS ra, 0 AS dec)'
const D = (advised: string): string => `SELECT ${advised} FROM ${T}`

/** A call as a client writes it, the corrected statement, and its value: one for each function that has advice. */
export const FUNCTION_CASES: Readonly<Record<string, AdviceCase>> = {
  year: [D('year(published)'), D('CAST(substr(published, 1, 4) AS INTEGER)'), 2016],
  month: [D('month(published)'), D('CAST(substr(published, 6, 2) AS INTEGER)'), 5],
  day: [D('day(published)'), D('CAST(substr(published, 9, 2) AS INTEGER)'), 0],
  date_trunc: [D('date_trunc(published)'), D('substr(published, 1, 4)'), '2016'],
  date_part: [D("date_part(published, 'year')"), D('CAST(substr(published, 1, 4) AS INTEGER)'), 2016],
  datepart: [D("datepart(published, 'year')"), D('CAST(substr(published, 1, 4) AS INTEGER)'), 2016],
  dateadd: [D('dateadd(updated, 1)'), D("date(updated, '+1 day')"), '2016-05-13'],
  date_add: [D('date_add(published, 1)'), D("date(substr(published || '-01-01', 1, 10), '+1 day')"), '2016-05-02'],
  datediff: [D("datediff(updated, '2016-05-02')"), D("julianday(updated) - julianday('2016-05-02')"), 10],
  date_diff: [
    D('date_diff(updated, published)'),
    D("julianday(updated) - julianday(substr(published || '-01-01', 1, 10))"),
    11,
  ],
  to_char: [D("to_char(published, 'YYYY-MM')"), D('substr(published, 1, 7)'), '2016-05'],
  to_date: [D("to_date('2016-01-01') < updated"), D("'2016-01-01' < updated"), 1],
  now: ['SELECT now() > 0', "SELECT datetime('now') > '2020'", 1],
  getdate: ['SELECT getdate() > 0', "SELECT datetime('now') > '2020'", 1],
  nvl: ['SELECT nvl(NULL, 2)', 'SELECT ifnull(NULL, 2)', 2],
  len: [D('len(name)'), D('length(name)'), 9],
  char_length: [D('char_length(name)'), D('length(name)'), 9],
  left: [D('left(name, 3)'), D('substr(name, 1, 3)'), 'Kep'],
  right: [D('right(name, 2)'), D('substr(name, -2)'), '22'],
  lpad: ["SELECT lpad('ab', 5)", "SELECT format('%5s', 'ab')", '   ab'],
  position: [D("position('p', name)"), D("instr(name, 'p')"), 3],
  strpos: [D("strpos(name, 'p')"), D("instr(name, 'p')"), 3],
  charindex: [D("charindex('p', name)"), D("instr(name, 'p')"), 3],
  locate: [D("locate('p', name)"), D("instr(name, 'p')"), 3],
  split_part: [
    "SELECT split_part('Proxima', '-', 1)",
    "SELECT substr('Proxima', 1, instr('Proxima' || '-', '-') - 1)",
    'Proxima',
  ],
  starts_with: [D("starts_with(name, 'Kep')"), D("name LIKE 'Kep%'"), 1],
  regexp_like: [D("regexp_like(name, '^K')"), D("name REGEXP '^K'"), 1],
  regexp_matches: [D("regexp_matches(name, '^K')"), D("name REGEXP '^K'"), 1],
  rand: ['SELECT rand()', 'SELECT abs(random()) % 100 BETWEEN 0 AND 99', 1],
  array_agg: [`SELECT array_agg(x) FROM ${TWO}`, `SELECT json_group_array(x) FROM ${TWO}`, '[1,3,5]'],
  listagg: [`SELECT listagg(x, ',') FROM ${TWO}`, `SELECT group_concat(x, ', ') FROM ${TWO}`, '1, 3, 5'],
  json_agg: [`SELECT json_agg(x) FROM ${TWO}`, `SELECT json_group_array(x) FROM ${TWO}`, '[1,3,5]'],
  bool_or: [`SELECT bool_or(x > 3) FROM ${TWO}`, `SELECT max(x > 3) FROM ${TWO}`, 1],
  bool_and: [`SELECT bool_and(x > 3) FROM ${TWO}`, `SELECT min(x > 3) FROM ${TWO}`, 0],
  stddev_samp: [`SELECT stddev_samp(x) FROM ${TWO}`, `SELECT stddev(x) FROM ${TWO}`, 2],
  stdev: [`SELECT stdev(x) FROM ${TWO}`, `SELECT stddev(x) FROM ${TWO}`, 2],
  stdevp: [`SELECT stdevp(x) FROM ${TWO}`, `SELECT round(stddev_pop(x), 6) FROM ${TWO}`, 1.632993],
  std: [`SELECT std(x) FROM ${TWO}`, `SELECT round(stddev_pop(x), 6) FROM ${TWO}`, 1.632993],
  var_samp: [`SELECT var_samp(x) FROM ${TWO}`, `SELECT variance(x) FROM ${TWO}`, 4],
  var: [`SELECT var(x) FROM ${TWO}`, `SELECT variance(x) FROM ${TWO}`, 4],
  percentile_cont: [`SELECT percentile_cont(x, 0.5) FROM ${TWO}`, `SELECT percentile(x, 0.5) FROM ${TWO}`, 3],
  quantile: [`SELECT quantile(x, 0.5) FROM ${TWO}`, `SELECT percentile(x, 0.5) FROM ${TWO}`, 3],
  approx_quantile: [`SELECT approx_quantile(x, 0.5) FROM ${TWO}`, `SELECT percentile(x, 0.5) FROM ${TWO}`, 3],
  convert: ["SELECT convert('1.5')", "SELECT CAST('1.5' AS REAL)", 1.5],
  cbrt: ['SELECT cbrt(-8)', 'SELECT round(sign(-8) * power(abs(-8), 1.0 / 3), 12)', -2],
  square: ['SELECT square(3)', 'SELECT 3 * 3', 9],
  contains: ['SELECT contains(1, 2)', ANGLE, 20],
  point: ["SELECT point('ICRS', 350, 0)", ANGLE, 20],
  circle: ["SELECT circle('ICRS', 350, 0, 1)", ANGLE, 20],
  box: ["SELECT box('ICRS', 350, 0, 1, 1)", ANGLE, 20],
  distance: ['SELECT distance(1, 2)', ANGLE, 20],
}

/** The advice on a function of another database, and the functions that it is for. */
export const FUNCTION_ADVICES: readonly (readonly [advice: string, functions: readonly string[]])[] = [
  ['Write CAST(substr(value, 1, 4) AS INTEGER), which works for partial dates too.', ['year', 'date_part', 'datepart']],
  ['Write CAST(substr(value, 6, 2) AS INTEGER), which is 0 for a date without a month.', ['month']],
  ['Write CAST(substr(value, 9, 2) AS INTEGER), which is 0 for a date without a day.', ['day']],
  ['Write substr(value, 1, 4) for the year or substr(value, 1, 7) for the month.', ['date_trunc']],
  [`Write date(value, '+1 day') or '-3 months'. ${PARTIAL_DATES}`, ['dateadd', 'date_add']],
  [`Write julianday(a) - julianday(b) for the days from b to a. ${PARTIAL_DATES}`, ['datediff', 'date_diff']],
  ["Write substr(value, 1, 7) for year and month of a date, or format('%.2f', value) for a number.", ['to_char']],
  ['Dates are text here, as YYYY-MM-DD, YYYY-MM or YYYY; compare them as they are.', ['to_date']],
  ["Write datetime('now').", ['now', 'getdate']],
  ['Write ifnull(a, b).', ['nvl']],
  ['Write length(value).', ['len', 'char_length']],
  ['Write substr(value, 1, n).', ['left']],
  ['Write substr(value, -n).', ['right']],
  ["Write format('%5s', value).", ['lpad']],
  ["Write instr(value, 'part').", ['position', 'strpos', 'charindex', 'locate']],
  ["Write substr(value, 1, instr(value || '-', '-') - 1) for the part before the first hyphen.", ['split_part']],
  ["Write value LIKE 'text%'.", ['starts_with']],
  ["Write value REGEXP 'pattern'.", ['regexp_like', 'regexp_matches']],
  ['Write random(), an integer; abs(random()) % 100 is from 0 to 99.', ['rand']],
  ['Write json_group_array(value).', ['array_agg', 'json_agg']],
  ["Write group_concat(value, ', ').", ['listagg']],
  ['Write max(condition).', ['bool_or']],
  ['Write min(condition).', ['bool_and']],
  ['Write stddev(value).', ['stddev_samp', 'stdev']],
  ['Write stddev_pop(value).', ['stdevp', 'std']],
  ['Write variance(value).', ['var_samp', 'var']],
  ['Write percentile(x, p), with p from 0 to 1.', ['percentile_cont', 'quantile', 'approx_quantile']],
  ['Write CAST(value AS REAL).', ['convert']],
  ['Write sign(value) * power(abs(value), 1.0 / 3).', ['cbrt']],
  ['Write value * value.', ['square']],
  [
    'Write sky_distance(ra, dec, A, D) for the angle in degrees to the position (A, D), for example sky_distance(ra, dec, A, D) <= 0.1. ADQL geometry is not supported.',
    ['contains', 'point', 'circle', 'box', 'distance'],
  ],
]
