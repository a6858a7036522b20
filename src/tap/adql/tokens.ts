import { Fault } from './fault.ts'

/** `name` is a delimited identifier; `end` follows the last token. */
export type TokenKind = 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end'

export interface Token {
  readonly kind: TokenKind
  /** Value of the token: quotes removed, `< =` joined. */
  readonly value: string
  /** A word in upper case, a symbol unchanged; empty for other kinds. */
  readonly key: string
  /** Offsets in the text, `end` excluded. */
  readonly start: number
  readonly end: number
}

const BLANK = 32
const HYPHEN = 45
const SLASH = 47
const LAST_ASCII = 127

const SPACE = /(?:\s+|--[^\n\r]*)+/y
const WORD = /[\p{L}_][\p{L}\p{N}_$#]*/uy
const ASCII_WORD = /[A-Za-z_][A-Za-z0-9_$#]*/y
/** `2.0AND` is a number and a word: an exponent needs digits. */
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
/** Without this, `0x1F` would be the number 0 with the alias x1F. */
const HEXADECIMAL = /0[xX][\da-fA-F]{1,16}(?![\p{L}\p{N}_])/uy
/** Maximum length of a number, in characters; a double needs 17 digits. */
const MAX_NUMBER_LENGTH = 400
/** Operators; blanks inside them are common in clients' queries. */
const SYMBOL = /<\s*=|>\s*=|<\s*>|[!^]\s*=|\|\||==|[-+*/(),.;<>=]/y

const STRAY: Readonly<Record<string, string>> = {
  '?': '"?" is a placeholder whose value was not filled in',
  ':': '":" begins a placeholder whose value was not filled in',
  $: '"$" begins a placeholder whose value was not filled in',
  '{': '"{" begins a placeholder whose value was not filled in',
  '%': '"%" is outside of a string: write strings in single quotes, and MOD(x, y) for a remainder',
  '&': '"&" is not ADQL: write AND',
  '|': '"|" is not ADQL: write OR, or || to join strings',
  '!': '"!" is not ADQL: write NOT, or <> for "not equal"',
  '[': '"[" is not ADQL: write names in double quotes',
  '#': '"#" is not ADQL: comments begin with --',
  '\\': "a backslash is not an escape character in ADQL: double a quote inside a string ('it''s')",
  '‘': "typographic quotes are not ADQL: write strings in straight single quotes (')",
  '’': "typographic quotes are not ADQL: write strings in straight single quotes (')",
  '“': "typographic quotes are not ADQL: write strings in straight single quotes (')",
  '”': "typographic quotes are not ADQL: write strings in straight single quotes (')",
  '`': 'backticks are not ADQL: write names in double quotes',
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Splits the text into tokens, without comments and white space, in linear time. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const space = mayBeSpace(code) ? match(SPACE, text, at) : -1
    if (space > at) {
      at = space
      continue
    }
    if (code === SLASH && text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) throw new Fault('invalid_sql', 'A comment begins here and is never closed with */.', at)
      at = end + 2
      continue
    }
    const token = readToken(text, at)
    tokens.push(token)
    at = token.end
  }
  tokens.push({ kind: 'end', value: '', key: '', start: text.length, end: text.length })
  return tokens
}

/** True for a character that can begin white space or a comment: a hyphen, a blank, or any character beyond ASCII. */
function mayBeSpace(code: number): boolean {
  return code <= BLANK || code === HYPHEN || code > LAST_ASCII
}

function readToken(text: string, at: number): Token {
  const first = text[at]!
  // Most tokens of a long query are list items.
  if (first === ',' || first === '(' || first === ')')
    return { kind: 'symbol', value: first, key: first, start: at, end: at + 1 }
  if (first >= '0' && first <= '9') return readNumber(text, at)
  if (first === "'" || first === '"') return readQuoted(text, at, first)
  let end = match(ASCII_WORD, text, at)
  if (end < 0 || text.charCodeAt(end) > 127) end = Math.max(end, match(WORD, text, at))
  if (end > at) {
    const value = text.slice(at, end)
    return { kind: 'word', value, key: value.toUpperCase(), start: at, end }
  }
  if (first === '.' && match(NUMBER, text, at) > at) return readNumber(text, at)
  end = match(SYMBOL, text, at)
  if (end > at) {
    const value = text.slice(at, end).replace(/\s+/g, '')
    return { kind: 'symbol', value, key: value, start: at, end }
  }
  throw strayCharacter(text, at)
}

function readNumber(text: string, at: number): Token {
  const hexadecimal = match(HEXADECIMAL, text, at)
  if (hexadecimal > at)
    throw new Fault(
      'invalid_sql',
      `Hexadecimal numbers are not supported: write ${BigInt(text.slice(at, hexadecimal))} for ${text.slice(at, hexadecimal)}.`,
      at,
    )
  const end = match(NUMBER, text, at)
  if (end > at + MAX_NUMBER_LENGTH) throw new Fault('invalid_sql', 'A number has too many digits.', at)
  return { kind: 'number', value: text.slice(at, end), key: '', start: at, end }
}

function strayCharacter(text: string, at: number): Fault {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const known = STRAY[character]
  if (known !== undefined) return new Fault('invalid_sql', `${known[0]!.toUpperCase()}${known.slice(1)}.`, at)
  const shown = /[\p{C}\p{Z}]/u.test(character)
    ? `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
    : `"${character}"`
  return new Fault('invalid_sql', `The character ${shown} has no meaning in ADQL outside of quotes.`, at)
}

function readQuoted(text: string, at: number, quote: string): Token {
  const [kind, what] = quote === "'" ? (['text', 'string'] as const) : (['name', 'name'] as const)
  let end = at + 1
  for (;;) {
    end = text.indexOf(quote, end)
    if (end < 0) throw openQuote(text, at, what, quote)
    if (text[end + 1] !== quote) break
    end += 2
  }
  const value = text.slice(at + 1, end).replaceAll(quote + quote, quote)
  if (value.includes('\0'))
    throw new Fault('invalid_sql', `A ${what} contains a NUL character.`, text.indexOf('\0', at))
  if (kind === 'name' && value.trim() === '')
    throw new Fault('invalid_sql', 'A name in double quotes is empty. Write strings in single quotes.', at)
  return { kind, value, key: '', start: at, end: end + 1 }
}

function openQuote(text: string, at: number, what: string, quote: string): Fault {
  const advice = quote === "'" && text.slice(0, at).includes("'") ? " Double a quote inside a string ('it''s')." : ''
  return new Fault('invalid_sql', `A ${what} begins here and its closing quote (${quote}) is missing.${advice}`, at)
}

/** For the index of every opening parenthesis, the index of the one that closes it; -1 if there is none. */
export function matchBrackets(tokens: readonly Token[]): Int32Array {
  const matches = new Int32Array(tokens.length).fill(-1)
  const open: number[] = []
  for (let i = 0; i < tokens.length; i++) {
    const { key } = tokens[i]!
    if (key === '(') open.push(i)
    else if (key === ')') {
      const opening = open.pop()
      if (opening !== undefined) matches[opening] = i
    }
  }
  return matches
}
