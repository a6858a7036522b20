import { expect, test } from 'bun:test'
import {
  anyOf,
  barePattern,
  beforeLiteral,
  bracketedSelect,
  compared,
  escapedQuote,
  type Find,
  infixTilde,
  offsetAlone,
  sequence,
  top,
  typographicQuote,
  unitArgument,
} from '../../../../src/sql/guard/find-idiom.ts'
import { tokenize } from '../../../../src/sql/guard/tokens.ts'

/** A text in which ‸ stands before the token that is found; a text without it has none. */
function expectFound(find: Find, marked: string): void {
  const sql = marked.replace('‸', '')
  const at = find(tokenize(sql))
  const start = at < 0 ? -1 : tokenize(sql)[at]!.start
  expect([marked, start]).toEqual([marked, marked.indexOf('‸')])
}

const CASES: readonly (readonly [title: string, find: Find, marked: readonly string[]])[] = [
  [
    'words and symbols that follow one another',
    sequence('FETCH', 'FIRST'),
    ['a fetch, ‸Fetch first 1', 'FETCH NEXT FIRST', 'FIRST FETCH', '"FETCH" FIRST', '1 FETCH'],
  ],
  ['a symbol in a sequence', sequence('*', 'EXCEPT', '('), ['SELECT ‸* EXCEPT (a)', '* EXCEPT SELECT', "'*' EXCEPT ("]],
  [
    'a word that is no name',
    anyOf('DIV', 'PIVOT'),
    [
      '7 ‸div 2',
      'a ‸PIVOT b',
      't.div + 1',
      'x AS div y',
      'SELECT a div',
      'SELECT div FROM t',
      'SELECT div, x',
      '(SELECT div)',
      'SELECT div;',
      'div.x',
      '"div" 2',
      'x AS div, 7 ‸div 2',
    ],
  ],
  [
    'a word before a literal',
    beforeLiteral(['DATE', 'TIME'], ['string']),
    ["x > ‸date '2021'", "‸TIME '1'", 'DATE 5', "date('now')", "AS date '1'", "t.date 'x'", 'SELECT date'],
  ],
  [
    'one of several kinds of literal',
    beforeLiteral(['INTERVAL'], ['string', 'number']),
    ['+ ‸interval 1 day', 'interval x'],
  ],
  [
    'a word between a comparison and a parenthesis',
    compared('ANY'),
    [
      'x = ‸any (SELECT 1)',
      'x <> ‸ANY (1)',
      'x == ‸ANY (1)',
      'x >= ‸ANY (1)',
      'any(x)',
      'x + ANY (1)',
      'x = ANY 1',
      '= ALL (1)',
    ],
  ],
  [
    'a SELECT in parentheses after a set operator',
    bracketedSelect,
    [
      'SELECT 1 UNION ‸(SELECT 2)',
      'SELECT 1 UNION ALL ‸(select 2)',
      'SELECT 1 INTERSECT ‸(SELECT 2)',
      'SELECT 1 EXCEPT ‸(SELECT 2)',
      'SELECT 1 UNION SELECT (SELECT 2)',
      'SELECT x > ALL (SELECT 2)',
      'SELECT 1 UNION (VALUES (2))',
      '(SELECT 1)',
    ],
  ],
  [
    'a string that ends at an escaped quote',
    escapedQuote,
    [
      "SELECT ‸'it\\'s'",
      "SELECT ‸'it\\' s'",
      "SELECT 'C:\\' AS p",
      "SELECT 'a', ‸'b\\'c",
      "SELECT 'a' 'b'",
      "SELECT 'it''s'",
    ],
  ],
  [
    'TOP with a number',
    top,
    [
      'SELECT ‸TOP 5 x',
      'SELECT ‸top (5) x',
      'SELECT top, x',
      'SELECT t.top 5',
      'SELECT x AS top 5',
      'SELECT top(x)',
      'TOP x',
    ],
  ],
  [
    'typographic quotes outside of strings',
    typographicQuote,
    ['x = ‸‘a’', 'x = ‸“a”', 'x = ‸«a»', 'x = ‸‟a', "x = '“a”'", 'x = "‘a’"', 'x = ‸’y’', 'x = \u2017a\u2020'],
  ],
  [
    'a tilde between a value and a pattern',
    infixTilde,
    [
      "name ‸~ 'a'",
      '"name" ‸~ \'a\'',
      "lower(name) ‸~ 'a'",
      "name !‸~ 'a'",
      "~ 'a'",
      "1 + ~ 'a'",
      'name ~ 5',
      "name | ~ 'a'",
    ],
  ],
  [
    'OFFSET without LIMIT',
    offsetAlone,
    [
      'SELECT 1 ‸OFFSET 5',
      'SELECT 1 LIMIT 5 OFFSET 5',
      'SELECT 1 ‸OFFSET 5 LIMIT 1',
      'SELECT offset',
      '(SELECT 1) limit 1 offset 5',
    ],
  ],
  [
    'a pattern without quotes',
    barePattern,
    [
      'name ‸LIKE Kepler%',
      'name ‸like %22',
      'name ‸LIKE a b c d e f g%',
      'name LIKE a b c d e f g h%',
      "name LIKE 'a' AND x % 2",
      'name LIKE lower(x) % 2',
      "name LIKE x || '%'",
      'name LIKE t.x % 2',
      "'LIKE' x % 2",
      "name LIKE 'a' OR name ‸LIKE b%",
    ],
  ],
  [
    'a unit as a bare word',
    unitArgument('DATEDIFF', 'DATE_DIFF'),
    [
      'SELECT datediff(‸day, a, b)',
      'SELECT DATE_DIFF(‸Quarter, a, b)',
      'datediff(a, day)',
      'day(datediff, a)',
      'DATEDIFF day',
    ],
  ],
  ['a unit as a string', unitArgument('DATE_TRUNC'), ["SELECT ‸date_trunc('month', a)", "date_trunc('century', a)"]],
]

test.each(CASES)('%s', (_title, find, marked) => {
  for (const text of marked) expectFound(find, text)
})

test('every unit of time is known', () => {
  for (const unit of ['year', 'yyyy', 'month', 'quarter', 'week', 'day', 'dd', 'hour', 'minute', 'second'])
    expectFound(unitArgument('DATEADD'), `SELECT DATEADD(‸${unit}, 1, x)`)
})
