import { keyword, type Token } from './tokens.ts'

/** Gives the index of the first token of what it looks for, or -1. */
export type Find = (tokens: readonly Token[]) => number

/** The first place where these words (upper case) or symbols follow one another. */
export function sequence(...wanted: readonly string[]): Find {
  return (tokens) =>
    tokens.findIndex((_, i) =>
      wanted.every((word, k) => keyword(tokens[i + k]) === word || (tokens[i + k]?.text ?? '') === word),
    )
}

/** One of these words where it is no name that the query itself gives or reads: `AS div`, `t.div`, `x div,`. */
export function anyOf(...words: readonly string[]): Find {
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
export function beforeLiteral(words: readonly string[], kinds: readonly Token['kind'][]): Find {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        words.includes(keyword(token)) && kinds.includes(tokens[i + 1]?.kind ?? 'symbol') && !isOwnName(tokens, i),
    )
}

const COMPARISONS: readonly string[] = ['=', '==', '<', '>', '<=', '>=', '<>', '!=']

/** `> ALL (…)`: the word stands between a comparison and what is compared with. */
export function compared(word: string): Find {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        keyword(token) === word && tokens[i + 1]?.text === '(' && COMPARISONS.includes(tokens[i - 1]?.text ?? ''),
    )
}

/** `UNION ALL (SELECT …)`: the bracket before a SELECT of a compound. */
export function bracketedSelect(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      token.text === '(' &&
      keyword(tokens[i + 1]) === 'SELECT' &&
      (['UNION', 'INTERSECT', 'EXCEPT'].includes(keyword(tokens[i - 1])) ||
        (keyword(tokens[i - 1]) === 'ALL' && keyword(tokens[i - 2]) === 'UNION')),
  )
}

/** `'it\'s'`: a text that a backslash before its quote was to go on, so that it ends too soon and another has no end. */
export function escapedQuote(tokens: readonly Token[]): number {
  const isOpen = tokens.some((token) => token.kind === 'illegal' && token.text.startsWith("'"))
  return tokens.findIndex(
    (token, i) =>
      token.kind === 'string' &&
      token.text.endsWith("\\'") &&
      (isOpen || (tokens[i + 1]?.kind === 'word' && tokens[i + 1]!.start === token.end)),
  )
}

/** `TOP 10` or `TOP (10)`, wherever it stands, as long as it is not a name. */
export function top(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      keyword(token) === 'TOP' &&
      tokens[i - 1]?.text !== '.' &&
      keyword(tokens[i - 1]) !== 'AS' &&
      (tokens[i + 1]?.kind === 'number' || (tokens[i + 1]?.text === '(' && tokens[i + 2]?.kind === 'number')),
  )
}

/** A typographic quote, which SQLite takes for a letter of a name. */
export function typographicQuote(tokens: readonly Token[]): number {
  return tokens.findIndex(({ kind, text }) => kind === 'word' && /[\u2018-\u201f\u00ab\u00bb]/.test(text))
}

/** `value ~ 'pattern'`: the sign between two operands, where SQLite knows it only before one. */
export function infixTilde(tokens: readonly Token[]): number {
  return tokens.findIndex((token, i) => {
    const before = tokens[i - 1]
    return (
      token.text === '~' &&
      tokens[i + 1]?.kind === 'string' &&
      before !== undefined &&
      (before.kind === 'word' || before.kind === 'quoted' || before.text === ')' || before.text === '!')
    )
  })
}

/** `OFFSET 5` without a LIMIT before it. */
export function offsetAlone(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      keyword(token) === 'OFFSET' &&
      tokens[i + 1]?.kind === 'number' &&
      !tokens.slice(0, i).some((other) => keyword(other) === 'LIMIT'),
  )
}

/** Most tokens that an unquoted pattern such as `HD 209458%` is made of. */
const MAX_PATTERN_TOKENS = 8

/** `LIKE Kepler%`: a pattern without quotes, known by its percent sign. */
export function barePattern(tokens: readonly Token[]): number {
  return tokens.findIndex((token, i) => {
    if (keyword(token) !== 'LIKE') return false
    const pattern = tokens.slice(i + 1, i + 1 + MAX_PATTERN_TOKENS)
    const end = pattern.findIndex(
      ({ kind, text }) => kind === 'string' || text === '(' || text === '||' || text === '.',
    )
    return (end < 0 ? pattern : pattern.slice(0, end)).some(({ text }) => text === '%')
  })
}

/** Units of time as other databases name them in DATEDIFF and the like. */
const TIME_UNITS = ['YEAR', 'YYYY', 'MONTH', 'QUARTER', 'WEEK', 'DAY', 'DD', 'HOUR', 'MINUTE', 'SECOND']

/** The unit that these functions take first, bare or as a text: `DATEDIFF(day, a, b)`. */
export function unitArgument(...functions: readonly string[]): Find {
  return (tokens) => {
    const at = tokens.findIndex(
      (token, i) =>
        functions.includes(keyword(token)) &&
        tokens[i + 1]?.text === '(' &&
        TIME_UNITS.includes(tokens[i + 2]?.text.replaceAll("'", '').toUpperCase() ?? ''),
    )
    // SQLite stumbles over a bare unit, which it takes for a column, and else over the function.
    return at < 0 || tokens[at + 2]?.kind === 'string' ? at : at + 2
  }
}
