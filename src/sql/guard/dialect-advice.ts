import { keyword, type Token } from './tokens.ts'

/** What other databases write, and how SQLite says it. `find` gives the index of the token at fault, or -1. */
interface Idiom {
  readonly find: (tokens: readonly Token[]) => number
  readonly advice: string
}

/** The first place where these words (upper case) or symbols follow one another. */
function sequence(...wanted: readonly string[]): Idiom['find'] {
  return (tokens) =>
    tokens.findIndex((_, i) =>
      wanted.every((word, k) => keyword(tokens[i + k]) === word || (tokens[i + k]?.text ?? '') === word),
    )
}

/** One of these words where it is no name that the query itself gives or reads: `AS div`, `t.div`, `x div,`. */
function anyOf(...words: readonly string[]): Idiom['find'] {
  return (tokens) => tokens.findIndex((token, i) => words.includes(keyword(token)) && !isOwnName(tokens, i))
}

function isOwnName(tokens: readonly Token[], i: number): boolean {
  const [before, after] = [tokens[i - 1], tokens[i + 1]]
  return (
    before?.text === '.' ||
    keyword(before) === 'AS' ||
    after === undefined ||
    keyword(after) === 'FROM' ||
    [',', ')', ';', '.'].includes(after.text)
  )
}

/** `DATE '2021-01-01'`, `INTERVAL 1 DAY`: one of these words before a text or, where `kinds` has it, a number. */
function beforeLiteral(words: readonly string[], kinds: readonly Token['kind'][]): Idiom['find'] {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        words.includes(keyword(token)) && kinds.includes(tokens[i + 1]?.kind ?? 'symbol') && !isOwnName(tokens, i),
    )
}

const COMPARISONS: readonly string[] = ['=', '==', '<', '>', '<=', '>=', '<>', '!=']

/** `> ALL (…)`: the word stands between a comparison and what is compared with. */
function compared(word: string): Idiom['find'] {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        keyword(token) === word && tokens[i + 1]?.text === '(' && COMPARISONS.includes(tokens[i - 1]?.text ?? ''),
    )
}

/** `UNION ALL (SELECT …)`: the bracket before a SELECT of a compound. */
function bracketedSelect(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      token.text === '(' &&
      keyword(tokens[i + 1]) === 'SELECT' &&
      (['UNION', 'INTERSECT', 'EXCEPT'].includes(keyword(tokens[i - 1])) ||
        (keyword(tokens[i - 1]) === 'ALL' && keyword(tokens[i - 2]) === 'UNION')),
  )
}

/** `'it\'s'`: a text that a backslash before its quote was to go on, so that it ends too soon and another has no end. */
function escapedQuote(tokens: readonly Token[]): number {
  const isOpen = tokens.some((token) => token.kind === 'illegal' && token.text.startsWith("'"))
  return tokens.findIndex(
    (token, i) =>
      token.kind === 'string' &&
      token.text.endsWith("\\'") &&
      (isOpen || (tokens[i + 1]?.kind === 'word' && tokens[i + 1]!.start === token.end)),
  )
}

/** `TOP 10`, also in brackets, right behind SELECT or SELECT DISTINCT. */
function top(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      keyword(token) === 'TOP' &&
      ['SELECT', 'DISTINCT', 'ALL'].includes(keyword(tokens[i - 1])) &&
      (tokens[i + 1]?.kind === 'number' || tokens[i + 1]?.text === '('),
  )
}

const IDIOMS: readonly Idiom[] = [
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
  {
    find: sequence('EXTRACT', '('),
    advice: "SQLite has no EXTRACT: write strftime('%Y', value) for the year, '%m' for the month, '%d' for the day.",
  },
  {
    find: beforeLiteral(['INTERVAL'], ['string', 'number']),
    advice: "SQLite has no INTERVAL: write date(value, '+1 day') or '-3 months'.",
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
      'SQLite takes no brackets around a SELECT of a compound: write SELECT … UNION ALL SELECT …, or SELECT * FROM (…).',
  },
  { find: anyOf('DIV'), advice: 'SQLite has no DIV: "/" between two integers already cuts the fraction.' },
  { find: sequence('FOR', 'UPDATE'), advice: 'The catalogue is read-only: leave FOR UPDATE out.' },
  { find: anyOf('TRY_CAST', 'SAFE_CAST'), advice: 'SQLite has no TRY_CAST: CAST never fails.' },
  { find: sequence('AT', 'TIME', 'ZONE'), advice: "SQLite has no AT TIME ZONE: write datetime(value, '+02:00')." },
  { find: sequence('<=', '>'), advice: 'SQLite has no "<=>": write IS.' },
  { find: sequence('&', '&'), advice: 'SQLite has no "&&": write AND.' },
  { find: sequence('~', '*'), advice: 'SQLite has no "~*": write value REGEXP \'(?i)pattern\'.' },
  {
    find: beforeLiteral(['DATE', 'TIME', 'TIMESTAMP'], ['string']),
    advice: "Dates are plain text here: write '2021-01-01' without DATE before it.",
  },
  { find: anyOf('INTO'), advice: 'The catalogue is read-only: leave INTO out.' },
  {
    find: (tokens) => tokens.findIndex((token) => token.text === '#'),
    advice: 'SQLite has no "#" comments: write "-- comment".',
  },
  { find: escapedQuote, advice: "In SQL a backslash escapes nothing: double the quote ('it''s')." },
]

/**
 * The SQLite way to say what the text says in another dialect, with the place; undefined where nothing is recognised. With
 * `name`, what SQLite took for a name: an idiom that does not begin with it is not what is wrong.
 */
export function dialectAdvice(
  tokens: readonly Token[],
  name?: string,
): { readonly advice: string; readonly position: number } | undefined {
  for (const { find, advice } of IDIOMS) {
    const at = find(tokens)
    if (at < 0 || (name !== undefined && keyword(tokens[at]) !== name.toUpperCase())) continue
    return { advice, position: tokens[at]!.start }
  }
  return undefined
}

/** Functions of other databases and of ADQL, in lower case, and how SQLite says it. */
export const FUNCTION_ADVICE: Readonly<Record<string, string>> = {
  top: 'SQLite has no TOP: write LIMIT n at the end.',
  extract: "Write strftime('%Y', value).",
  year: "Write strftime('%Y', value).",
  month: "Write strftime('%m', value).",
  day: "Write strftime('%d', value).",
  date_trunc: "Write strftime('%Y-01-01', value), or date(value, 'start of month').",
  date_part: "Write strftime('%Y', value).",
  datepart: "Write strftime('%Y', value).",
  dateadd: "Write date(value, '+1 day').",
  date_add: "Write date(value, '+1 day').",
  datediff: 'Write julianday(a) - julianday(b).',
  to_char: "Write strftime('%Y-%m', value), or format('%.2f', value).",
  to_date: 'Dates are plain text here; date(value) brings them to one form.',
  now: "Write datetime('now').",
  getdate: "Write datetime('now').",
  nvl: 'Write ifnull(a, b).',
  isnull: 'Write ifnull(a, b).',
  len: 'Write length(value).',
  char_length: 'Write length(value).',
  left: 'Write substr(value, 1, n).',
  right: 'Write substr(value, -n).',
  lpad: "Write format('%5s', value).",
  position: "Write instr(value, 'part').",
  strpos: "Write instr(value, 'part').",
  charindex: "Write instr(value, 'part').",
  locate: "Write instr(value, 'part').",
  split_part: "Write substr(value, 1, instr(value, '-') - 1).",
  regexp_like: "Write value REGEXP 'pattern'.",
  regexp_matches: "Write value REGEXP 'pattern'.",
  rand: 'Write random(), an integer; abs(random()) % 100 is from 0 to 99.',
  array_agg: 'Write json_group_array(value).',
  listagg: "Write group_concat(value, ', ').",
  json_agg: 'Write json_group_array(value).',
  bool_or: 'Write max(condition).',
  bool_and: 'Write min(condition).',
  stddev_samp: 'Write stddev(value).',
  stdev: 'Write stddev(value).',
  std: 'Write stddev_pop(value).',
  var_samp: 'Write variance(value).',
  percentile_cont: 'Write percentile(x, p), with p from 0 to 1.',
  quantile: 'Write percentile(x, p), with p from 0 to 1.',
  approx_quantile: 'Write percentile(x, p), with p from 0 to 1.',
  convert: 'Write CAST(value AS REAL).',
  to_number: 'Write CAST(value AS REAL).',
  truncate: 'Write trunc(value), or round(value, n).',
  cbrt: 'Write power(value, 1.0 / 3).',
  contains:
    'Areas of the sky are compared with plain trigonometry here: README gives the formula for an angular distance.',
  point: 'Positions are plain columns here (ra, dec, in degrees).',
  circle:
    'Areas of the sky are compared with plain trigonometry here: README gives the formula for an angular distance.',
  distance: 'README gives the formula for an angular distance.',
}
