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
} from './find-idiom.ts'
import { keyword, type Token } from './tokens.ts'

/** An expression of another SQL dialect, or a common mistake, and its SQLite equivalent. */
export interface Idiom {
  readonly find: Find
  /** How to write it, in one or two sentences. The suggested SQL runs unchanged, with the client's own values. */
  readonly advice: string
  /** True if the idiom is wrong whichever name SQLite reports. */
  readonly always?: true
}

/** Completes a partial date, such as 2016-05, for which SQLite's date functions return null. */
const PARTIAL_DATES = "For partial dates such as 2016-05, write substr(value || '-01-01', 1, 10) in place of the value."

export const IDIOMS: readonly Idiom[] = [
  {
    find: typographicQuote,
    advice: "Typographic quotes are not quotes in SQL: write strings in straight single quotes, as in 'Kepler-22'.",
    always: true,
  },
  {
    find: barePattern,
    advice: "Write the pattern of LIKE in single quotes, as in LIKE 'Kepler%'.",
    always: true,
  },
  {
    find: unitArgument('DATEDIFF', 'DATE_DIFF', 'TIMESTAMPDIFF'),
    advice: `SQLite has no DATEDIFF: write julianday(b) - julianday(a) for the days from a to b. ${PARTIAL_DATES}`,
  },
  {
    find: unitArgument('DATEADD', 'DATE_ADD', 'TIMESTAMPADD'),
    advice: `SQLite has no DATEADD: write date(value, '+1 day') or '-3 months'. ${PARTIAL_DATES}`,
  },
  {
    find: unitArgument('DATE_TRUNC'),
    advice: 'SQLite has no DATE_TRUNC: write substr(value, 1, 4) for the year or substr(value, 1, 7) for the month.',
  },
  {
    find: unitArgument('DATEPART', 'DATE_PART', 'DATENAME'),
    advice:
      'SQLite has no DATEPART: write CAST(substr(value, 1, 4) AS INTEGER) for the year, CAST(substr(value, 6, 2) AS INTEGER) for the month.',
  },
  { find: anyOf('ILIKE'), advice: 'SQLite has no ILIKE: its LIKE already ignores the case of ASCII letters.' },
  { find: sequence('::'), advice: 'SQLite has no "::": write CAST(value AS REAL), INTEGER or TEXT.' },
  { find: top, advice: 'SQLite has no TOP: write LIMIT n at the end.' },
  {
    find: sequence('DISTINCT', 'ON'),
    advice:
      'SQLite has no DISTINCT ON: number the rows with row_number() OVER (PARTITION BY … ORDER BY …) in a subquery and keep number 1.',
  },
  { find: sequence('FETCH', 'FIRST'), advice: 'SQLite has no FETCH FIRST: write LIMIT n at the end.' },
  { find: sequence('FETCH', 'NEXT'), advice: 'SQLite has no FETCH NEXT: write LIMIT n OFFSET m at the end.' },
  { find: offsetAlone, advice: 'OFFSET needs a LIMIT before it: write LIMIT n OFFSET m, with LIMIT -1 for all rows.' },
  {
    find: sequence('EXTRACT', '('),
    advice:
      'SQLite has no EXTRACT: write CAST(substr(value, 1, 4) AS INTEGER) for the year, CAST(substr(value, 6, 2) AS INTEGER) for the month.',
  },
  {
    find: beforeLiteral(['INTERVAL'], ['string', 'number']),
    advice: `SQLite has no INTERVAL: write date(value, '+1 day') or '-3 months'. ${PARTIAL_DATES}`,
  },
  { find: sequence('WITHIN', 'GROUP'), advice: 'SQLite has no WITHIN GROUP: write percentile(x, 0.5) or median(x).' },
  { find: sequence('SIMILAR', 'TO'), advice: "SQLite has no SIMILAR TO: write value REGEXP 'pattern', or GLOB." },
  { find: anyOf('RLIKE'), advice: "SQLite has no RLIKE: write value REGEXP 'pattern'." },
  { find: anyOf('QUALIFY'), advice: 'SQLite has no QUALIFY: filter on the window function in an outer SELECT.' },
  { find: anyOf('LATERAL'), advice: 'SQLite has no LATERAL: write a correlated subquery, or a window function.' },
  { find: anyOf('PIVOT', 'UNPIVOT'), advice: 'SQLite has no PIVOT: write sum(x) FILTER (WHERE …) for each column.' },
  { find: anyOf('TABLESAMPLE'), advice: 'SQLite has no TABLESAMPLE: write ORDER BY random() LIMIT n.' },
  { find: sequence('ROLLUP', '('), advice: 'SQLite has no ROLLUP: join several GROUP BY with UNION ALL.' },
  { find: sequence('CUBE', '('), advice: 'SQLite has no CUBE: join several GROUP BY with UNION ALL.' },
  { find: sequence('GROUPING', 'SETS'), advice: 'SQLite has no GROUPING SETS: join several GROUP BY with UNION ALL.' },
  { find: sequence('*', 'EXCEPT', '('), advice: 'SQLite has no * EXCEPT: name the columns.' },
  { find: sequence('*', 'EXCLUDE'), advice: 'SQLite has no * EXCLUDE: name the columns.' },
  { find: compared('ANY'), advice: 'SQLite has no ANY: write IN (SELECT …), or compare with min() or max().' },
  { find: compared('ALL'), advice: 'SQLite has no ALL (…): compare with min() or max().' },
  {
    find: bracketedSelect,
    advice:
      'SQLite accepts no parentheses around a SELECT of a compound: write SELECT … UNION ALL SELECT …, or SELECT * FROM (…).',
  },
  { find: anyOf('DIV'), advice: 'SQLite has no DIV: "/" between two integers already discards the fraction.' },
  { find: sequence('FOR', 'UPDATE'), advice: 'The catalog is read-only: leave FOR UPDATE out.' },
  {
    find: anyOf('TRY_CAST', 'SAFE_CAST'),
    advice: "SQLite has no TRY_CAST; CAST does not fail, but CAST('abc' AS REAL) returns 0, not null.",
  },
  { find: sequence('AT', 'TIME', 'ZONE'), advice: "SQLite has no AT TIME ZONE: write datetime(value, '+02:00')." },
  { find: sequence('ISNULL', '('), advice: 'SQLite has no ISNULL function: write ifnull(a, b).' },
  { find: sequence('<=', '>'), advice: 'SQLite has no "<=>": write IS.' },
  { find: sequence('&', '&'), advice: 'SQLite has no "&&": write AND.' },
  { find: sequence('~', '*'), advice: 'SQLite has no "~*": write value REGEXP \'(?i)pattern\'.' },
  { find: infixTilde, advice: 'SQLite has no "~" for patterns: write value REGEXP \'pattern\'.' },
  {
    find: beforeLiteral(['DATE', 'TIME', 'TIMESTAMP'], ['string']),
    advice: "Dates are plain text here: write '2021-01-01' without DATE before it.",
  },
  { find: anyOf('INTO'), advice: 'The catalog is read-only: leave INTO out.' },
  {
    find: (tokens) => tokens.findIndex((token) => token.text === '#'),
    advice: 'SQLite has no "#" comments: write "-- comment".',
  },
  { find: escapedQuote, advice: "In SQL, a backslash is not an escape character: double the quote ('it''s')." },
]

/**
 * The SQLite equivalent of an idiom of another dialect in the text, and its position; undefined if none is recognized. If `name`,
 * which SQLite took for a name, is given, idioms that do not begin with it are skipped.
 */
export function dialectAdvice(
  tokens: readonly Token[],
  name?: string,
): { readonly advice: string; readonly position: number } | undefined {
  for (const { find, advice, always = false } of IDIOMS) {
    const at = find(tokens)
    if (at < 0 || (name !== undefined && !always && keyword(tokens[at]) !== name.toUpperCase())) continue
    return { advice, position: tokens[at]!.start }
  }
  return undefined
}
