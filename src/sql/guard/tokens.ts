/** Token types of SQLite's tokenizer. `quoted` is a name in `"`, `[]` or back-ticks. */
export type TokenKind = 'word' | 'quoted' | 'string' | 'blob' | 'number' | 'variable' | 'symbol' | 'illegal'

/** One token with its position: character offsets in the SQL text, `end` excluded. */
export interface Token {
  readonly kind: TokenKind
  /** As written, quotes included. */
  readonly text: string
  readonly start: number
  readonly end: number
}

/** White space as defined by SQLite, including a byte order mark. */
const SPACE = /[ \t\n\f\r\uFEFF]+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y

/** Characters of a name: letters, digits, `_`, `$` and everything beyond ASCII. Each form begins with one of the first characters. */
const FORMS: readonly (readonly [kind: TokenKind, first: RegExp, whole: RegExp])[] = [
  ['blob', /[xX]/, /[xX]'[0-9a-fA-F]*'/y],
  ['word', /[A-Za-z_]/, /[A-Za-z_\u0080-\uFFFF][A-Za-z0-9_$\u0080-\uFFFF]*/y],
  ['string', /'/, /'(?:[^']|'')*'/y],
  ['quoted', /["`[]/, /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]/y],
  ['number', /[0-9.]/, /0[xX][0-9a-fA-F]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y],
  ['illegal', /:/, /::/y],
  ['variable', /[?:@#$]/, /\?\d*|[:@#$][A-Za-z0-9_$\u0080-\uFFFF]+/y],
  ['symbol', /[-+*/%(),.;<>=&|~!]/, /->>|->|<=|>=|<>|<<|>>|==|!=|\|\||[-+*/%(),.;<>=&|~]/y],
]

/** The forms that can begin with a character of ASCII, by its code; further characters begin words. */
const FORMS_BY_FIRST = Array.from({ length: 128 }, (_, code) =>
  FORMS.filter(([, first]) => first.test(String.fromCharCode(code))),
)
const WORD = FORMS.filter(([kind]) => kind === 'word')

const BLANK = ' '.charCodeAt(0)
/** Characters of ASCII that can begin white space or a comment, by their code; of the others, only the byte order mark can. */
const MAY_BE_SPACE = Array.from({ length: 128 }, (_, code) => /[ \t\n\f\r/-]/.test(String.fromCharCode(code)))
/** Symbols that are a token whatever follows, by their code. */
const ALONE = Array.from({ length: 128 }, (_, code) => /[()+*,;%&~]/.exec(String.fromCharCode(code))?.[0])

/**
 * Splits SQL text as SQLite does, without comments and white space. Only used for explanations and positions: the compiled
 * statement determines what a statement may do.
 */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < sql.length) {
    const code = sql.charCodeAt(at)
    if (code === BLANK) {
      at += 1
      continue
    }
    const alone = ALONE[code]
    if (alone !== undefined) {
      tokens.push({ kind: 'symbol', text: alone, start: at, end: at + 1 })
      at += 1
      continue
    }
    SPACE.lastIndex = at
    if ((MAY_BE_SPACE[code] ?? true) && SPACE.test(sql)) {
      at = SPACE.lastIndex
      continue
    }
    let kind: TokenKind | undefined
    let end = at + 1
    for (const [form, , pattern] of FORMS_BY_FIRST[code] ?? WORD) {
      pattern.lastIndex = at
      if (!pattern.test(sql)) continue
      kind = form
      end = pattern.lastIndex
      break
    }
    // A quote that is never closed extends to the end of the text.
    if (kind === undefined && `'"\`[`.includes(sql[at]!)) end = sql.length
    tokens.push({ kind: kind ?? 'illegal', text: sql.slice(at, end), start: at, end })
    at = end
  }
  return tokens
}

/** The comparison operators. */
export const COMPARISON_SIGNS: ReadonlySet<string> = new Set(['=', '==', '<>', '!=', '<', '<=', '>', '>='])

/** A word in upper case, for comparing keywords; an empty string for other tokens. */
export function keyword(token: Token | undefined): string {
  return token?.kind === 'word' ? token.text.toUpperCase() : ''
}

/** The name that a word or a quoted name denotes. */
export function nameOf(token: Token): string {
  if (token.kind !== 'quoted') return token.text
  const quote = token.text[0]!
  const inner = token.text.slice(1, -1)
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote)
}
