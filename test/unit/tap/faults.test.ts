import { describe, expect, test } from 'bun:test'
import { translateAdql } from '../../../src/tap/translate/translate-adql.ts'
import { SKY_TABLES } from '../../fixtures/tap/sky-archive.ts'
import { catalogError } from '../../fixtures/thrown.ts'

/** `^` marks the place that the error names; the last entry must stand in the message. */
const FAULTS: readonly (readonly [code: string, marked: string, ...parts: string[]])[] = [
  // names
  ['unknown_column', 'select ^pl_radius from ps', '"pl_radius" in ps', 'pl_rade', 'line 1, column 8'],
  ['unknown_column', 'select\n  pl_name,\n  ^st_dist from ps', 'sy_dist', 'line 3, column 3'],
  ['unknown_column', 'select ^pl_hostname from ps', 'Did you mean hostname'],
  ['unknown_column', 'select ^radius from ps', 'pl_rade'],
  ['unknown_column', 'select hostname from stellarhosts where ^default_flag = 1', 'It is a column of ps'],
  ['unknown_column', 'select pl_name from ps where hostname = ^Keppler', 'single quotes'],
  ['unknown_column', 'select pl_name from ps where hostname = ^"TRAPPIST-1"', 'single quotes'],
  ['unknown_column', 'select ^p.pl_radius from ps p', 'in p', 'pl_rade'],
  ['unknown_table', 'select ^q.pl_name from ps p', '"q"', 'reads p'],
  ['unknown_table', 'select ^x.* from ps', '"x"'],
  ['unknown_table', 'select ^x.ra from ps a, ps b, ps c, ps d, ps e', 'the query reads a, b, c, d.'],
  ['unknown_table', 'select pl_name from ^exoplanet', 'Unknown table "exoplanet"', 'exoplanets', 'The tables are ps, '],
  ['unknown_table', 'select pl_name from ^spectra', 'spectra', 'The tables are ps, stellarhosts'],
  ['unknown_table', 'select pl_name from ^other.ps', 'other.ps'],
  ['unknown_table', 'select * from ^sqlite_schema', 'sqlite_schema'],
  ['unknown_table', 'select * from ^main.sqlite_master', 'sqlite_master'],
  ['unknown_column', 'select ^rowid from ps', 'rowid'],
  ['unknown_column', 'select ^pl_name', 'FROM is missing'],
  ['unknown_function', 'select ^sqr(pl_rade) from ps', 'SQRT'],
  ['unknown_function', 'select ^load_extension(pl_name) from ps', 'LOAD_EXTENSION'],
  ['unknown_function', 'select ^strftime(pl_name) from ps', 'EXTRACT'],
  ['invalid_sql', 'select ^hostname from ps, stellarhosts', 'ambiguous', 'ps.hostname or stellarhosts.hostname'],
  ['invalid_sql', 'select ^x from (select pl_name x, hostname X from ps)', 'ambiguous'],
  ['invalid_sql', 'select 1 from ^ps, ps', 'Two tables are called "ps"'],
  ['unknown_column', 'select 1 from ps join stellarhosts using (^pl_name)', 'pl_name'],
  ['invalid_sql', 'select pl_rade * 2 as b from ps where ^b > 1', 'select list', 'WHERE cannot use'],
  [
    'invalid_sql',
    'with a as (select 1 from ps), ^a as (select 2 from ps) select * from a',
    'Two common table expressions',
  ],
  ['unknown_table', 'with a as (select * from ^a) select * from a', 'Unknown table "a"'],
  // texts and characters
  ['invalid_sql', "select pl_name from ps where hostname = ^'TRAPPIST-1", 'closing quote'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^"TRAPPIST-1', 'closing quote'],
  ['invalid_sql', "select pl_name from ps where hostname = 'it's^'", 'closing quote', 'Double a quote'],
  ['invalid_sql', "select pl_name from ps where hostname = 'O'^Brien 1", 'Double a quote'],
  ['invalid_sql', 'select pl_name from ps where hostname = 55^Cnc', 'single quotes'],
  ['invalid_sql', 'select pl_name from ps where hostname = GJ ^1', 'single quotes'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^?', 'placeholder'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^:name', 'placeholder'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^%s', 'single quotes'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^{name}', 'placeholder'],
  ['invalid_sql', 'select pl_name from ps where hostname = ^‘GJ 1’', 'Typographic'],
  ['invalid_sql', 'select pl_name from ps where a ^& b', 'AND'],
  ['invalid_sql', 'select ^`pl_name` from ps', 'double quotes'],
  ['invalid_sql', 'select pl_name ^\0 from ps', 'U+0000'],
  ['invalid_sql', 'select pl_name from ps ^/* never closed', '*/'],
  ['invalid_sql', "select '^\0' from ps", 'NUL'],
  ['invalid_sql', 'select ^0x1F from ps', 'Hexadecimal', 'write 31 for 0x1F'],
  ['invalid_sql', 'select pl_name from ps where ra = -^0XffFF', 'write 65535'],
  // grammar
  ['invalid_sql', 'select top ^-1 pl_name from ps', 'an integer after TOP'],
  ['invalid_sql', '^', 'empty'],
  ['invalid_sql', '^  -- nothing', 'empty'],
  ['not_a_select', '^delete from ps', 'SELECT', '"delete"'],
  ['not_a_select', '^drop table ps', 'read-only'],
  ['invalid_sql', '^selct pl_name from ps', 'SELECT'],
  ['several_statements', 'select 1 from ps; ^select 2 from ps', 'Only one statement'],
  ['invalid_sql', 'select pl_name ^where default_flag = 1', 'FROM'],
  ['invalid_sql', 'select pl_name, ^from ps', 'comma'],
  ['invalid_sql', 'select ^from ps', 'empty'],
  ['invalid_sql', 'select pl_name hostname ^ra from ps', 'commas'],
  ['invalid_sql', 'select pl_name from^', 'ends too early', 'a table'],
  ['invalid_sql', 'select pl_name from ps where^', 'ends too early'],
  ['invalid_sql', 'select pl_name from ps where ^where default_flag = 1', '"where"'],
  ['invalid_sql', 'select pl_name from ps where (ra > 1^', ')'],
  ['invalid_sql', 'select pl_name from ps where ra > 1^)', '")"'],
  ['invalid_sql', 'select pl_name from ps where hostname in (^)', 'empty'],
  ['invalid_sql', "select pl_name from ps where hostname in ^'a'", 'parentheses'],
  ['invalid_sql', 'select pl_name from ps where ^(ra, dec) = (1, 2)', 'row values'],
  ['invalid_sql', 'select pl_name from ps where pl_rade is ^5', 'NULL'],
  ['invalid_sql', 'select pl_name from ps where pl_rade > ^all (select 1 from ps)', 'IN (SELECT'],
  ['invalid_sql', 'select pl_name from ps order ^pl_name', '"pl_name"'],
  ['invalid_sql', 'select pl_name from ps limit ^x', 'LIMIT'],
  ['invalid_sql', 'select pl_name from ps order by ra ^order by dec', 'is repeated'],
  ['invalid_sql', "select pl_name from ^'ps'", 'without quotes'],
  ['invalid_sql', 'select pl_name from ps a join stellarhosts b^', 'ON or USING'],
  ['invalid_sql', 'select pl_name from ps inner ^stellarhosts', 'JOIN after INNER'],
  ['invalid_sql', 'select pl_name from ps where pl_rade = 1^,5', 'Write decimals with a point'],
  ['invalid_sql', 'select ^order from ps', 'ORDER is a reserved word', 'double quotes'],
  ['invalid_sql', 'with ^recursive a as (select 1) select * from a', 'RECURSIVE'],
  ['invalid_sql', 'select ^cast(pl_name as blob) from ps', 'CAST to BLOB'],
  ['invalid_sql', "select rowupdate - ^interval 'x' day from ps", "INTERVAL '30' DAY"],
  // types
  ['invalid_sql', "select pl_name from ps where disc_year = ^'abc'", "'abc' is not a number"],
  ['invalid_sql', "select pl_name from ps where pl_rade <> ^''", 'IS NOT NULL'],
  ['invalid_sql', 'select pl_name from ps where ^default_flag', 'default_flag = 1'],
  ['invalid_sql', "select pl_name from ps where ^'x'", 'condition'],
  ['invalid_sql', "select ^'a' + 1 from ps", 'not a number'],
  ['invalid_sql', 'select pl_name from ps ^union select ra from ps', 'CAST'],
  ['invalid_sql', 'select pl_name from ps ^union select pl_name, ra from ps', '1 and 2'],
  ['invalid_sql', 'select pl_name from ps where ra in (^select ra, dec from ps)', 'one column'],
  ['invalid_sql', 'select ^power(1) from ps', '2 arguments, not 1'],
  ['invalid_sql', 'select ^max(ra, dec) from ps', 'GREATEST'],
  ['invalid_sql', 'select ^upper(*) from ps', 'aggregate'],
  ['invalid_sql', "select ^to_char(ra, 'x') from ps", 'TO_CHAR'],
  ['invalid_sql', "select ^in_unit(pl_name, 'd') from ps", 'IN_UNIT'],
  ['invalid_sql', "select in_unit(ra, ^'kg') from ps", '"deg"', '"kg"'],
  // groups
  ['invalid_sql', 'select count(*) from ps order by ^pl_name', 'GROUP BY pl_name'],
  ['invalid_sql', 'select ^pl_name, count(*) from ps', 'GROUP BY pl_name'],
  ['invalid_sql', 'select hostname, ^pl_name from ps group by hostname', 'not in GROUP BY'],
  ['invalid_sql', 'select ^*, count(*) from ps', 'COUNT'],
  ['invalid_sql', 'select ^* from ps group by hostname', 'pl_name'],
  ['invalid_sql', 'select hostname from ps group by hostname having ^ra > 1', 'ra'],
  ['invalid_sql', 'select pl_name from ps where ^count(*) > 1', 'HAVING'],
  ['invalid_sql', 'select max(^min(ra)) from ps', 'nested in another aggregate'],
  ['invalid_sql', 'select count(*) from ps group by ^count(*)', 'GROUP BY'],
  ['invalid_sql', 'select hostname from ps group by ^5', 'no item of this number'],
  ['invalid_sql', 'select hostname from ps order by ^5', 'columns is 1'],
  ['invalid_sql', 'select distinct hostname from ps order by ^ra', 'DISTINCT'],
  ['invalid_sql', '^select count(*) from ps where rownum < 5', 'subquery'],
  ['invalid_sql', 'select pl_name from ps where ^rownum > 5', 'OFFSET'],
  ['invalid_sql', 'select pl_name from ps where ra > 1 or ^rownum < 5', 'OFFSET'],
  ['invalid_sql', 'select pl_name from ps p where ra > (select ^max(p.ra) from stellarhosts)', 'own tables'],
  // geometry
  [
    'invalid_sql',
    "select 1 from ps where contains(point(^'GALACTIC', ra, dec), circle('ICRS', 1, 2, 3)) = 1",
    '"GALACTIC"',
    'ICRS',
  ],
  ['invalid_sql', "select 1 from ps where contains(point('icrs', ra, dec), circle(^'J2000', 1, 2, 3)) = 1", '"J2000"'],
  ['invalid_sql', 'select 1 from ps where contains(point(ra, dec), ^circle(1, 2)) = 1', 'CIRCLE('],
  ['invalid_sql', 'select 1 from ps where contains(point(ra, dec), ^circle(1, 92, 3)) = 1', 'latitude 92'],
  ['invalid_sql', 'select 1 from ps where contains(point(ra, dec), ^circle(1, 2, -3)) = 1', 'radius -3'],
  ['invalid_sql', 'select 1 from ps where contains(point(ra, dec), circle(1, 2, 3 ^parsec)) = 1', 'parsec', 'degree'],
  ['invalid_sql', 'select 1 from ps where ^contains(circle(1, 2, 3), point(ra, dec)) = 1', 'CONTAINS(inner, outer)'],
  ['invalid_sql', 'select 1 from ps where contains(^ra, circle(1, 2, 3)) = 1', 'POINT, CIRCLE'],
  ['invalid_sql', 'select 1 from ps where point(1, 2) ^= point(ra, dec)', 'Shapes cannot be compared'],
  ['unknown_function', "select ^region('circle 1 2 3') from ps", 'CIRCLE'],
  ['invalid_sql', 'select ^polygon(1, 2, 3, 4) from ps', 'POLYGON('],
  ['invalid_sql', 'select distance(^circle(1, 2, 3), point(1, 2)) from ps', 'POINT'],
  ['invalid_sql', 'select ^box(1, 2, 200, 3) from ps', 'width 200'],
]

describe('what is wrong in a query is said with its place', () => {
  for (const [code, marked, ...parts] of FAULTS) {
    test(JSON.stringify(marked), () => {
      const position = marked.indexOf('^')
      const error = catalogError(() => translateAdql(marked.replace('^', ''), SKY_TABLES))
      expect([error.message, error.code, error.help.position]).toEqual([error.message, code as never, position])
      for (const part of parts) expect(error.message).toContain(part)
      expect(error.message).toMatch(/\(line \d+, column \d+\)$/)
    })
  }

  test('a suggestion is offered as data too', () => {
    const error = catalogError(() => translateAdql('select pl_radee from ps', SKY_TABLES))
    expect(error.help).toEqual({ position: 7, suggestions: ['pl_rade'] })
  })
})
