import { COMPARISON_SIGNS, keyword, type Token } from './tokens.ts'

/** Returns the index of the first token of the idiom, or -1. */
export type Find = (tokens: readonly Token[]) => number

/** Finds the first place where these words (upper case) or symbols follow one another. */
export function sequence(...wanted: readonly string[]): Find {
  return (tokens) =>
    tokens.findIndex((_, i) =>
      wanted.every((word, k) => keyword(tokens[i + k]) === word || (tokens[i + k]?.text ?? '') === word),
    )
}

/** Finds one of these words, unless it is a name that the query defines or reads: `AS div`, `t.div`, `x div,`. */
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

/** `DATE '2021-01-01'`, `INTERVAL 1 DAY`: finds one of these words before a literal of one of `kinds`. */
export function beforeLiteral(words: readonly string[], kinds: readonly Token['kind'][]): Find {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        words.includes(keyword(token)) && kinds.includes(tokens[i + 1]?.kind ?? 'symbol') && !isOwnName(tokens, i),
    )
}

/** `> ALL (…)`: finds the word between a comparison operator and a parenthesis. */
export function compared(word: string): Find {
  return (tokens) =>
    tokens.findIndex(
      (token, i) =>
        keyword(token) === word && tokens[i + 1]?.text === '(' && COMPARISON_SIGNS.has(tokens[i - 1]?.text ?? ''),
    )
}

/** `UNION ALL (SELECT …)`: finds the parenthesis before a SELECT of a compound. */
export function bracketedSelect(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      token.text === '(' &&
      keyword(tokens[i + 1]) === 'SELECT' &&
      (['UNION', 'INTERSECT', 'EXCEPT'].includes(keyword(tokens[i - 1])) ||
        (keyword(tokens[i - 1]) === 'ALL' && keyword(tokens[i - 2]) === 'UNION')),
  )
}

/** `'it\'s'`: finds a string that ends at a quote meant to be escaped by a backslash, so that another string is not closed. */
export function escapedQuote(tokens: readonly Token[]): number {
  const isOpen = tokens.some((token) => token.kind === 'illegal' && token.text.startsWith("'"))
  return tokens.findIndex(
    (token, i) =>
      token.kind === 'string' &&
      token.text.endsWith("\\'") &&
      (isOpen || (tokens[i + 1]?.kind === 'word' && tokens[i + 1]!.start === token.end)),
  )
}

/** Finds `TOP 10` or `TOP (10)` anywhere, unless `TOP` is a name. */
export function top(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      keyword(token) === 'TOP' &&
      tokens[i - 1]?.text !== '.' &&
      keyword(tokens[i - 1]) !== 'AS' &&
      (tokens[i + 1]?.kind === 'number' || (tokens[i + 1]?.text === '(' && tokens[i + 2]?.kind === 'number')),
  )
}

/** Finds a typographic quote, which SQLite treats as a letter of a name. */
export function typographicQuote(tokens: readonly Token[]): number {
  return tokens.findIndex(({ kind, text }) => kind === 'word' && /[\u2018-\u201f\u00ab\u00bb]/.test(text))
}

/** `value ~ 'pattern'`: finds the operator between two operands; SQLite only has it as a prefix. */
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

/** Finds `OFFSET 5` without a LIMIT before it. */
export function offsetAlone(tokens: readonly Token[]): number {
  return tokens.findIndex(
    (token, i) =>
      keyword(token) === 'OFFSET' &&
      tokens[i + 1]?.kind === 'number' &&
      !tokens.slice(0, i).some((other) => keyword(other) === 'LIMIT'),
  )
}

/** Maximum number of tokens of an unquoted pattern such as `HD 209458%`. */
const MAX_PATTERN_TOKENS = 8

/** `LIKE Kepler%`: finds a pattern without quotes, recognized by its percent sign. */
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

/** Units of time as other databases name them in functions such as DATEDIFF. */
const TIME_UNITS = ['YEAR', 'YYYY', 'MONTH', 'QUARTER', 'WEEK', 'DAY', 'DD', 'HOUR', 'MINUTE', 'SECOND']

/** Finds the unit that is the first argument of these functions, bare or as a string: `DATEDIFF(day, a, b)`. */
export function unitArgument(...functions: readonly string[]): Find {
  return (tokens) => {
    const at = tokens.findIndex(
      (token, i) =>
        functions.includes(keyword(token)) &&
        tokens[i + 1]?.text === '(' &&
        TIME_UNITS.includes(tokens[i + 2]?.text.replaceAll("'", '').toUpperCase() ?? ''),
    )
    // SQLite reports a bare unit, which it treats as a column, and otherwise the function.
    return at < 0 || tokens[at + 2]?.kind === 'string' ? at : at + 2
  }
}
