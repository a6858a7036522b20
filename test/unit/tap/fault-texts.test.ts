import { describe, expect, test } from 'bun:test'
import { placeInWords } from '../../../src/tap/adql/fault.ts'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../fixtures/thrown.ts'

/** What is said of a query, without the place. */
function textOf(adql: string): string {
  const { message } = catalogError(() => translateAdql(adql, SKY_TABLES))
  return message.replace(/ \(line \d+, column \d+\)$/, '')
}

const where = (condition: string) => `select pl_name from ps where ${condition}`
const item = (expression: string) => `select ${expression} from ps`

const WORDS = " Write strings in single quotes ('Kepler-22 b'), and separate columns with commas."
const REPEATED_QUOTE = "Double a quote inside a string ('it''s')."

describe('the words of what is wrong', () => {
  test.each([
    // the text
    ['', 'The query is empty: send one SELECT statement.'],
    ['insert into ps values (1)', 'Only SELECT is allowed, not "insert". The catalog is read-only.'],
    ['values (1)', 'Only SELECT is allowed, not "values". The catalog is read-only.'],
    ['select 1; select 2', 'Only one statement is allowed, but more text follows the ";".'],
    [item('0x1F'), 'Hexadecimal numbers are not supported: write 31 for 0x1F.'],
    [item('9'.repeat(401)), 'A number has too many digits.'],
    [item('1 /* x'), 'A comment begins here and is never closed with */.'],
    [item('1 /*/'), 'A comment begins here and is never closed with */.'],
    [item("'a\0'"), 'A string contains a NUL character.'],
    [item('"a\0"'), 'A name contains a NUL character.'],
    [item('""'), 'A name in double quotes is empty. Write strings in single quotes.'],
    [item('" "'), 'A name in double quotes is empty. Write strings in single quotes.'],
    ["select 'a", "A string begins here and its closing quote (') is missing."],
    ["'", "A string begins here and its closing quote (') is missing."],
    ["'' '", `A string begins here and its closing quote (') is missing. ${REPEATED_QUOTE}`],
    ['select "a', 'A name begins here and its closing quote (") is missing.'],
    [item('pl_name \u{1F30D}'), 'The character "\u{1F30D}" has no meaning in ADQL outside of quotes.'],
    [item('pl_name \u0007'), 'The character U+0007 has no meaning in ADQL outside of quotes.'],
    ['select \ud800', 'The query contains half of a surrogate pair, which is not valid Unicode.'],
    [item('?'), '"?" is a placeholder whose value was not filled in.'],
    [item('$x'), '"$" begins a placeholder whose value was not filled in.'],
    [where('a % 2'), '"%" is outside of a string: write strings in single quotes, and MOD(x, y) for a remainder.'],
    [where('ra & 2'), '"&" is not ADQL: write AND.'],
    [where('ra | 2'), '"|" is not ADQL: write OR, or || to join strings.'],
    [where('!ra'), '"!" is not ADQL: write NOT, or <> for "not equal".'],
    [item('[ra]'), '"[" is not ADQL: write names in double quotes.'],
    ['# x', '"#" is not ADQL: comments begin with --.'],
    [item('\\ra'), "A backslash is not an escape character in ADQL: double a quote inside a string ('it''s')."],
    [where('hostname = “A”'), "Typographic quotes are not ADQL: write strings in straight single quotes (')."],
    [item('`ra`'), 'Backticks are not ADQL: write names in double quotes.'],
    // grammar
    ['select pl_name', 'Unknown column "pl_name": the query reads no table, because FROM is missing.'],
    ['select from ps', 'The list of columns after SELECT is empty.'],
    ['select 1 where ra > 1', 'Unknown column "ra": the query reads no table, because FROM is missing.'],
    ['select ra where ra > 1', 'FROM and a table are missing before WHERE.'],
    ['select *', '* has no columns to select: FROM is missing.'],
    ['select pl_name from', 'The query ends too early: a table is missing.'],
    ["select pl_name from 'ps'", "'ps' is a string, not a table: write the table's name without quotes."],
    ['select pl_name from ps order pl_name', `"pl_name" was not expected: BY after order is missing.${WORDS}`],
    ['select pl_name from ps group pl_name', `"pl_name" was not expected: BY after group is missing.${WORDS}`],
    ['select pl_name from ps order by 1 order by 1', 'ORDER BY is repeated.'],
    ['select top -1 ra from ps', '"-" was not expected: an integer after TOP is missing.'],
    ['select top 1.5 ra from ps', `"1.5" was not expected: an integer after TOP is missing.${WORDS}`],
    ['select ra from ps limit x', `"x" was not expected: an integer after LIMIT is missing.${WORDS}`],
    ['select ra from ps offset x', `"x" was not expected: an integer after OFFSET is missing.${WORDS}`],
    [
      'select ra from ps limit 1, x',
      '"x" was not expected: an integer after LIMIT is missing. Is there an extra comma?',
    ],
    ['select ra from ps fetch first 2 rows', 'The query ends too early: ONLY after FETCH FIRST is missing.'],
    ['with recursive a as (select 1) select * from a', 'WITH RECURSIVE is not supported.'],
    [
      'with a (select 1) select * from a',
      '"select" was not expected: a column name is missing. SELECT is a reserved word: write a column of this name in double quotes.',
    ],
    [
      'with a as select 1',
      `"select" was not expected: ( before the query of the common table expression is missing.${WORDS}`,
    ],
    ['with a as (select 1), a as (select 2) select 3', 'Two common table expressions are called "a".'],
    [
      'select ra from ps inner stellarhosts',
      '"stellarhosts" was not expected: JOIN after INNER is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    [
      'select ra from ps natural stellarhosts',
      '"stellarhosts" was not expected: JOIN after NATURAL is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    ['select 1 from ps join stellarhosts', 'The query ends too early: ON or USING after a join is missing.'],
    [where('hostname in ()'), 'The list after IN is empty.'],
    [where("hostname in 'A'"), '"\'A\'" was not expected: a list in parentheses after IN is missing.'],
    [where('(ra, dec) = (1, 2)'), 'A list in parentheses is not supported here: ADQL has no row values.'],
    [
      where('ra > all (select 1)'),
      'all (…) is not supported after a comparison: write IN (SELECT …), or compare with MIN() or MAX() of the subquery.',
    ],
    [
      where('ra = any (select 1)'),
      'any (…) is not supported after a comparison: write IN (SELECT …), or compare with MIN() or MAX() of the subquery.',
    ],
    [
      where('ra is 5'),
      '"5" was not expected: NULL after IS is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    [where('ra between 1'), 'The query ends too early: AND between the two bounds of BETWEEN is missing.'],
    [where('ra > 1)'), '")" was not expected: the end of the query, or AND, OR, a comma or another clause is missing.'],
    [where('(ra > 1'), 'The query ends too early: ) after this expression is missing.'],
    [
      where('hostname = 55Cnc'),
      '"Cnc" was not expected: the end of the query, or AND, OR, a comma or another clause is missing. Write strings in single quotes (\'55 Cnc\').',
    ],
    [
      where("hostname = 'O'Brien"),
      `"Brien" was not expected: the end of the query, or AND, OR, a comma or another clause is missing. ${REPEATED_QUOTE}`,
    ],
    [
      where('ra = 1,5'),
      '"," was not expected: the end of the query, or AND, OR, a comma or another clause is missing. Write decimals with a point (1.5).',
    ],
    [
      'select pl_name, from ps',
      '"from" was not expected: a column, value or function is missing. Is there an extra comma?',
    ],
    [
      item('order'),
      '"order" was not expected: a column, value or function is missing. ORDER is a reserved word: write a column of this name in double quotes.',
    ],
    [
      item('case when ra > 1 then 2'),
      '"from" was not expected: END at the end of CASE is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    [
      item('case ra end'),
      '"end" was not expected: WHEN after CASE is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    [
      item('case when ra > 1 end'),
      '"end" was not expected: THEN after the condition of WHEN is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    [item('a.b.c.d.e'), 'A name has too many parts.'],
    [
      where('exists select 1'),
      '"select" was not expected: ( after EXISTS is missing. Write strings in single quotes (\'Kepler-22 b\'), and separate columns with commas.',
    ],
    // casts, dates
    [
      item('cast(ra as blob)'),
      'CAST to BLOB is not supported: write CHAR(n), VARCHAR(n), SMALLINT, INTEGER, BIGINT, REAL, DOUBLE PRECISION or TIMESTAMP.',
    ],
    [item('cast(ra as )'), '")" was not expected: a type after AS is missing.'],
    [item('cast(ra)'), '")" was not expected: AS between value and type in CAST is missing.'],
    [
      item("rowupdate + interval '3' fortnight"),
      "An interval must be a number and one of YEAR, MONTH, WEEK, DAY, HOUR, MINUTE, SECOND, for example INTERVAL '30' DAY.",
    ],
    [item("interval '3' day"), "An interval must follow a date and + or -: CURRENT_DATE - INTERVAL '30' DAY."],
    [item("ra + interval '3' day"), 'An interval can be added only to a date.'],
    [item("date 'soon'"), "'soon' is not a date in the form 2020-01-31."],
    [item('extract(era from rowupdate)'), 'The syntax of EXTRACT is EXTRACT(YEAR FROM date).'],
    [item("to_char(ra, 'YYYY')"), "The syntax of TO_CHAR is TO_CHAR(number) or TO_CHAR(date, 'YYYY-MM-DD')."],
    [item('to_char(rowupdate, hostname)'), "The syntax of TO_CHAR is TO_CHAR(number) or TO_CHAR(date, 'YYYY-MM-DD')."],
    [item("to_char(rowupdate, 'Day')"), "The syntax of TO_CHAR is TO_CHAR(number) or TO_CHAR(date, 'YYYY-MM-DD')."],
    // values
    [where('default_flag'), 'A condition is expected here, for example default_flag = 1.'],
    [where('hostname'), 'A condition is expected here, for example x = 1.'],
    [where("disc_year = 'abc'"), "'abc' is not a number, but a number is expected in the comparison =."],
    [
      where("disc_year <> ' '"),
      "' ' is not a number, but a number is expected in the comparison <>. Empty values are null in this catalog: write IS NULL or IS NOT NULL.",
    ],
    [where("ra between 'x' and 2"), "'x' is not a number, but a number is expected in BETWEEN."],
    [
      where('point(1, 2) = point(1, 3)'),
      'Shapes cannot be compared: write CONTAINS(a, b) = 1, INTERSECTS(a, b) = 1 or DISTANCE(a, b).',
    ],
    [where('ra in (select ra, dec from ps)'), 'A subquery here returns one column, not 2.'],
    [where("hostname like ra escape '!'"), 'ESCAPE is supported only after a literal pattern.'],
    ['select ra from ps union select pl_name from ps', undefined],
    // groups
    [where('count(*) > 1'), 'COUNT cannot be used in WHERE: write HAVING.'],
    ['select 1 from ps a join ps b on count(*) = 1', 'COUNT cannot be used in ON.'],
    ['select 1 from ps group by count(*)', 'COUNT cannot be used in GROUP BY.'],
    [item('max(min(ra))'), 'MIN cannot be nested in another aggregate.'],
    [item('max(ra, dec)'), 'MAX needs one argument: write GREATEST(a, b).'],
    [item('min()'), 'MIN needs one argument: write LEAST(a, b).'],
    [item('avg(ra, dec)'), 'AVG needs one argument.'],
    [item('corr(ra)'), 'CORR needs 2 arguments.'],
    [item('sum(*)'), 'SUM(*) is not supported: name a column.'],
    [item('count(distinct *)'), undefined],
    [item('upper(*)'), 'UPPER is not an aggregate function and cannot have *.'],
    [item('upper(hostname) over ()'), 'UPPER is not an aggregate function and cannot have OVER.'],
    [item('upper(distinct hostname)'), 'UPPER is not an aggregate function and cannot have DISTINCT.'],
    [item('rank()'), 'The syntax of RANK is RANK() OVER (ORDER BY …).'],
    [item('rank(ra) over (order by ra)'), 'The syntax of RANK is RANK() OVER (ORDER BY …).'],
    [item('median(ra) over ()'), 'MEDIAN cannot have OVER.'],
    [item('max(point(ra, dec))'), 'MAX cannot compare shapes.'],
    [where('rank() over (order by ra) = 1'), 'OVER can be used only in the select list and in ORDER BY.'],
    [
      item('pl_name, count(*)'),
      'The column "pl_name" is used with an aggregate but without GROUP BY: add GROUP BY pl_name, or write MIN(pl_name) or MAX(pl_name).',
    ],
    [
      'select pl_name from ps group by ra',
      'The column "pl_name" is not in GROUP BY: add GROUP BY pl_name, or write MIN(pl_name) or MAX(pl_name).',
    ],
    [item('*, count(*)'), '* cannot be combined with an aggregate such as COUNT: name the columns and group by them.'],
    ['select ra from ps group by 5', 'GROUP BY 5: the select list has no item of this number.'],
    ['select ra from ps order by 5', 'ORDER BY 5: the number of columns is 1.'],
    ['select ra from ps order by 0', 'ORDER BY 0: the number of columns is 1.'],
    ['select distinct ra from ps order by dec', 'With DISTINCT, ORDER BY can only use what the select list contains.'],
    [
      where('rownum > 5'),
      'ROWNUM can be used as ROWNUM <= n and in the select list. To skip rows, write OFFSET n at the end.',
    ],
    [
      'select count(*) from ps where rownum < 5',
      'ROWNUM cannot limit rows that are grouped: limit them in a subquery, SELECT … FROM (SELECT … WHERE ROWNUM <= n).',
    ],
    [
      'select 1 from ps p where ra > (select max(p.ra) from stellarhosts)',
      "MAX in a subquery needs a column of the subquery's own tables, not only columns of the outer query.",
    ],
    // names
    [
      'select ra as b from ps where b > 1',
      '"b" is an alias in the select list, which WHERE cannot use: write the expression itself.',
    ],
    [
      'select ra from ps, stellarhosts',
      'The column "ra" is ambiguous. ps, stellarhosts have it: write ps.ra or stellarhosts.ra.',
    ],
    [
      'select x from (select ra x, dec x from ps) t',
      'The column "x" is ambiguous. Two columns have this name: give each an alias.',
    ],
    ['select 1 from ps, ps', 'Two tables are called "ps" here: give each an alias, for example ps AS a.'],
    ['select q.ra from ps', 'Unknown table or alias "q": the query reads ps.'],
    ['select q.ra', 'Unknown table or alias "q": the query reads no table.'],
    ['select pl_radee from ps', 'Unknown column "pl_radee" in ps. Did you mean pl_rade?'],
    ['select sy_name from ps', 'Unknown column "sy_name" in ps. It is a column of stellarhosts. Did you mean pl_name?'],
    [where('hostname = Q'), 'Unknown column "Q" in ps. If it is a string, write it in single quotes.'],
    [where('hostname = "Q"'), 'Unknown column "Q" in ps. Use single quotes for strings and double quotes for names.'],
    [
      'select 1 from ps a join (select ra, ra from ps) b using (ra)',
      'The column "ra" to join on is ambiguous on one side.',
    ],
    // geometry
    [item('point(1)'), "The syntax of POINT is POINT('ICRS', longitude, latitude)."],
    [item('circle(1, 2)'), "The syntax of CIRCLE is CIRCLE('ICRS', longitude, latitude, radius)."],
    [item('box(1, 2, 3)'), "The syntax of BOX is BOX('ICRS', longitude, latitude, width, height)."],
    [
      item('polygon(1, 2, 3, 4)'),
      "The syntax of POLYGON is POLYGON('ICRS', longitude, latitude, longitude, latitude, longitude, latitude, …).",
    ],
    [
      item('polygon(1, 2, 3, 4, 5, 6, 7)'),
      "The syntax of POLYGON is POLYGON('ICRS', longitude, latitude, longitude, latitude, longitude, latitude, …).",
    ],
    [
      item('distance(1, 2, 3)'),
      'The syntax of DISTANCE is DISTANCE(point, point) or DISTANCE(longitude, latitude, longitude, latitude).',
    ],
    [item('area(1, 2)'), 'The syntax of AREA is AREA(shape).'],
    [item('contains(point(1, 2))'), 'The syntax of CONTAINS is CONTAINS(shape, shape).'],
    [item('area(ra)'), 'AREA expects a POINT, CIRCLE, BOX or POLYGON here.'],
    [item('coord1(circle(1, 2, 3))'), 'COORD1 expects a POINT here.'],
    [
      where('contains(circle(1, 2, 3), point(ra, dec)) = 1'),
      'The syntax of CONTAINS is CONTAINS(inner, outer): a point cannot contain a region.',
    ],
    [
      item("point('GALACTIC', ra, dec)"),
      'The coordinate system "GALACTIC" is not supported: positions are ICRS; FK5 and \'\' are treated as ICRS.',
    ],
    [
      item('point(hostname, ra, dec)'),
      "A computed coordinate system is not supported: positions are ICRS; FK5 and '' are treated as ICRS.",
    ],
    // functions
    [item('sqr(ra)'), 'Unknown function SQR(). Did you mean SQRT?'],
    [item('power(1)'), 'POWER needs 2 arguments, not 1.'],
    [item('round(1, 2, 3)'), 'ROUND needs 1 to 2 arguments, not 3.'],
    [item('sqrt()'), 'SQRT needs 1 argument, not 0.'],
    [item('coalesce(1)'), 'COALESCE needs 2 or more arguments, not 1.'],
    [item("regexp_like(hostname, 'a', 'i', 'c')"), 'REGEXP_LIKE needs 2 to 3 arguments, not 4.'],
    [item("regexp_like(hostname, 'a', 'x')"), "The third argument of REGEXP_LIKE is 'i', which ignores case, or 'c'."],
    [item('left(hostname)'), 'LEFT needs 2 arguments, not 1.'],
    [item('isnull(1, 2, 3)'), 'ISNULL needs 2 arguments, not 3.'],
    [item('nvl(1, 2, 3)'), 'NVL needs 2 arguments, not 3.'],
    [item('ifnull(1)'), 'IFNULL needs 2 arguments, not 1.'],
    [item('decode(1, 2)'), 'DECODE needs 3 or more arguments, not 2.'],
    // A group of another text of the same length is another group.
    [
      'select dec from ps group by toi',
      'The column "dec" is not in GROUP BY: add GROUP BY dec, or write MIN(dec) or MAX(dec).',
    ],
  ])('%j', (adql, text) => {
    if (text === undefined) expect(textOf(adql)).toEndWith('.')
    else expect(textOf(adql)).toBe(text)
  })

  test('name a table with all that was written before it', () => {
    expect(textOf('select 1 from a.b.c.ps')).toStartWith('Unknown table "a.b.c.ps".')
    expect(textOf('select 1 from nowhere.ps')).toStartWith('Unknown table "nowhere.ps".')
  })

  test('have a place, by lines of any system', () => {
    expect(placeInWords('abc', 0)).toBe('line 1, column 1')
    expect(placeInWords('a\nb\r\nc\rdef', 8)).toBe('line 4, column 2')
    expect(placeInWords('a\n', 2)).toBe('line 2, column 1')
  })
})

describe('systems of coordinates', () => {
  test.each(["''", "'ICRS'", "'icrs'", "' FK5 '", "'ICRS GEOCENTER'", "'FK5 BARYCENTER SPHERICAL2'"])(
    '%s is ICRS',
    (system) => {
      expect(translateAdql(item(`point(${system}, 1, 2)`), SKY_TABLES).sql).toContain("'Position ICRS 1 2'")
    },
  )
  test.each(["'ICRSX'", "'FK4'", "'J2000'", "'ICRS FK5'", "'GALACTIC GEOCENTER'"])('%s is none', (system) => {
    expect(textOf(item(`point(${system}, 1, 2)`))).toContain('is not supported: positions are ICRS')
  })
})
