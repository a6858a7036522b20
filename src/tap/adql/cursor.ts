import { quoteForMessage } from '../../core/text/quote-for-message.ts'
import type { Name, Query } from './ast.ts'
import { Fault } from './fault.ts'
import { matchBrackets, type Token, tokenize } from './tokens.ts'

/** Maximum nesting depth of parentheses, calls and subqueries. */
export const MAX_NESTING = 64

/** Maximum number of operands of one chain of `+`, `||` or UNION. */
export const MAX_CHAIN = 400

/** Words that begin or join the parts of a query, which are never names without double quotes. */
const RESERVED: ReadonlySet<string> = new Set(
  `SELECT FROM WHERE GROUP ORDER HAVING UNION EXCEPT INTERSECT MINUS JOIN INNER LEFT RIGHT FULL CROSS NATURAL ON USING AND OR
  NOT IN IS LIKE ILIKE BETWEEN NULL CASE WHEN THEN ELSE END EXISTS DISTINCT AS BY LIMIT OFFSET WITH ALL`.split(/\s+/),
)

/** The tokens of a query and the current position. */
export class Cursor {
  readonly tokens: readonly Token[]
  readonly #brackets: Int32Array
  #at = 0
  #depth = 0

  constructor(
    readonly text: string,
    /** Reads a query, which an expression can contain. */
    readonly readQuery: (cursor: Cursor) => Query,
  ) {
    this.tokens = tokenize(text)
    this.#brackets = matchBrackets(this.tokens)
  }

  get index(): number {
    return this.#at
  }

  get token(): Token {
    return this.tokens[this.#at]!
  }

  peek(ahead = 1): Token {
    return this.tokens[Math.min(this.#at + ahead, this.tokens.length - 1)]!
  }

  next(): Token {
    const token = this.token
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  /** True if the next tokens are these words and symbols. */
  is(...keys: readonly string[]): boolean {
    for (let i = 0; i < keys.length; i++) if (this.peek(i).key !== keys[i]) return false
    return true
  }

  /** Skips these words and symbols if they are the next tokens. */
  accept(...keys: readonly string[]): boolean {
    if (!this.is(...keys)) return false
    this.#at += keys.length
    return true
  }

  expect(key: string, purpose: string): Token {
    if (this.token.key !== key) throw this.unexpected(`${key} ${purpose}`)
    return this.next()
  }

  /** A name: a word that is not reserved, or anything in double quotes. */
  acceptName(): Name | undefined {
    if (!this.isName()) return undefined
    const token = this.next()
    return { value: token.value, isQuoted: token.kind === 'name', position: token.start }
  }

  isName(ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'name' || (token.kind === 'word' && !RESERVED.has(token.key))
  }

  expectName(purpose: string): Name {
    const name = this.acceptName()
    if (name === undefined) throw this.unexpected(purpose)
    return name
  }

  /** An integer without a sign. */
  acceptCount(): number | undefined {
    if (this.token.kind !== 'number' || !/^\d+$/.test(this.token.value)) return undefined
    return Math.min(Number(this.next().value), Number.MAX_SAFE_INTEGER)
  }

  expectCount(after: string): number {
    const count = this.acceptCount()
    if (count === undefined) throw this.unexpected(`an integer after ${after}`)
    return count
  }

  /** The token after the parenthesis that closes the one `ahead` tokens from here; undefined if it is not closed. */
  afterBracket(ahead: number): Token | undefined {
    const closing = this.#brackets[this.#at + ahead] ?? -1
    return closing < 0 ? undefined : this.tokens[closing + 1]
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (this.#depth === MAX_NESTING) {
      throw new Fault(
        'query_too_large',
        `The query is nested more than ${MAX_NESTING} levels deep: use fewer parentheses, or name parts of it with WITH.`,
        this.token.start,
      )
    }
    this.#depth += 1
    const result = read()
    this.#depth -= 1
    return result
  }

  tooLong(what: string, position: number): Fault {
    return new Fault('query_too_large', `More than ${MAX_CHAIN} ${what} in a row are not supported.`, position)
  }

  /** The tokens from index `from` up to here as text, with blanks only between words. */
  textFrom(from: number): string {
    let text = ''
    for (let i = from; i < this.#at; i++) {
      const token = this.tokens[i]!
      const written = token.kind === 'symbol' ? token.value : this.text.slice(token.start, token.end)
      const isWord = token.kind !== 'symbol'
      text += i > from && isWord && this.tokens[i - 1]!.kind !== 'symbol' ? ` ${written}` : written
    }
    return text
  }

  /** The error that `wanted` was expected here. */
  unexpected(wanted: string): Fault {
    const { kind, value, start, end } = this.token
    if (kind === 'end') return new Fault('invalid_sql', `The query ends too early: ${wanted} is missing.`, start)
    const shown = kind === 'text' ? quoteForMessage(this.text.slice(start, end)) : quoteForMessage(value)
    return new Fault('invalid_sql', `${shown} was not expected: ${wanted} is missing.${this.#hint(wanted)}`, start)
  }

  #hint(wanted: string): string {
    const { kind, key, start } = this.token
    const before = this.tokens[this.#at - 1]
    if (before === undefined) return ''
    const touches = before.end === start
    if (kind === 'text' && before.kind === 'text' && touches) return " Double a quote inside a string ('it''s')."
    if (before.kind === 'text' && (kind === 'word' || kind === 'number'))
      return touches ? " Double a quote inside a string ('it''s')." : ''
    if (before.kind === 'number' && kind === 'word' && touches) return " Write strings in single quotes ('55 Cnc')."
    if (before.key === ',' && (kind === 'word' || key === ')')) return ' Is there an extra comma?'
    if (key === ',' && before.kind === 'number' && this.peek().kind === 'number')
      return ' Write decimals with a point (1.5).'
    if (RESERVED.has(key) && wanted.startsWith('a column')) {
      return ` ${key} is a reserved word: write a column of this name in double quotes.`
    }
    if (key === ')' && before.key === '(') return ''
    if (kind === 'word' || kind === 'number') {
      if (before.kind === 'word' || before.kind === 'number')
        return " Write strings in single quotes ('Kepler-22 b'), and separate columns with commas."
    }
    return ''
  }
}
