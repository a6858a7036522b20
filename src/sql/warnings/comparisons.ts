import { COMPARISON_SIGNS, type Token } from '../guard/tokens.ts'
import type { Statement } from './statement.ts'

/** A column that the text compares with literals: `a = 1`, `1 < a`, `a IN (1, 2)`, `a BETWEEN 1 AND 2`. */
export interface Comparison {
  /** In lower case. */
  readonly column: string
  readonly sign: string
  readonly literals: readonly Token[]
}

/** The value of a literal. */
export function literalText(token: Token): string {
  return token.kind === 'string' ? token.text.slice(1, -1).replaceAll("''", "'") : token.text
}

function isLiteral(token: Token | undefined): token is Token {
  return token?.kind === 'string' || token?.kind === 'number'
}

/** Literals of a list in parentheses that contains nothing else. */
function listAt({ tokens }: Statement, open: number): readonly Token[] {
  const literals: Token[] = []
  for (let at = open + 1; at < tokens.length; at += 2) {
    const token = tokens[at]
    if (!isLiteral(token)) return []
    literals.push(token)
    if (tokens[at + 1]?.text === ')') return literals
    if (tokens[at + 1]?.text !== ',') return []
  }
  return []
}

/** True if an operand ends before `next`, so that it is not part of an expression and compared as it is written. */
function isWholeOperand({ tokens, words }: Statement, first: number, next: number): boolean {
  const before = tokens[first - 1]?.text ?? ''
  const after = tokens[next]?.text ?? ''
  return words[next] !== 'COLLATE' && !/^[-+*/%|]+$/.test(before) && !/^[-+*/%|]+$/.test(after)
}

/** Start of the operand that ends at `at`, including its qualifier. */
function startOf({ tokens }: Statement, at: number): number {
  return tokens[at - 1]?.text === '.' ? at - 2 : at
}

/** All comparisons of a column with literals. */
export function comparisonsOf(statement: Statement): readonly Comparison[] {
  const { tokens, words } = statement
  const found: Comparison[] = []
  for (let at = 0; at < tokens.length; at++) {
    const column = statement.columnAt(at)
    if (column === undefined) continue
    const next = tokens[at + 1]
    const operator = words[at + 1] === 'NOT' ? at + 2 : at + 1
    const word = words[operator]
    const first = startOf(statement, at)
    if (next !== undefined && COMPARISON_SIGNS.has(next.text)) {
      if (isLiteral(tokens[at + 2]) && isWholeOperand(statement, first, at + 3))
        found.push({ column, sign: next.text, literals: [tokens[at + 2]!] })
    } else if (word === 'IN' && tokens[operator + 1]?.text === '(') {
      const literals = listAt(statement, operator + 1)
      if (literals.length > 0) found.push({ column, sign: 'IN', literals })
    } else if (
      word === 'BETWEEN' &&
      isLiteral(tokens[operator + 1]) &&
      words[operator + 2] === 'AND' &&
      isLiteral(tokens[operator + 3]) &&
      isWholeOperand(statement, first, operator + 4)
    )
      found.push({ column, sign: 'BETWEEN', literals: [tokens[operator + 1]!, tokens[operator + 3]!] })
    const literal = tokens[first - 2]
    if (!isLiteral(literal)) continue
    const sign = tokens[first - 1]!
    if (COMPARISON_SIGNS.has(sign.text) && isWholeOperand(statement, first - 2, at + 1))
      found.push({ column, sign: sign.text, literals: [literal] })
  }
  return found
}

/** For each token, whether it is inside the parentheses of one of these functions. */
function insideCalls({ tokens, words }: Statement, functions: ReadonlySet<string>): readonly boolean[] {
  const opened: boolean[] = []
  return tokens.map(({ text }, at) => {
    if (text === '(') opened.push((opened.at(-1) ?? false) || functions.has((words[at - 1] ?? '').toLowerCase()))
    else if (text === ')') opened.pop()
    return opened.at(-1) ?? false
  })
}

/** True if a column is next to a comparison, or anywhere in an ORDER BY or an aggregate function. */
export function isEvaluated(statement: Statement, column: string, aggregates: ReadonlySet<string>): boolean {
  const { tokens, words, depths } = statement
  const isAggregated = insideCalls(statement, aggregates)
  let orderDepth: number | undefined
  for (let at = 0; at < tokens.length; at++) {
    const word = words[at]!
    if (word === 'BY' && words[at - 1] === 'ORDER') orderDepth = depths[at]
    else if (orderDepth !== undefined && (depths[at]! < orderDepth || word === 'LIMIT' || word === 'OFFSET'))
      orderDepth = undefined
    if (statement.columnAt(at) !== column) continue
    const first = startOf(statement, at)
    const next = tokens[at + 1]
    const isCompared =
      COMPARISON_SIGNS.has(next?.text ?? '') ||
      COMPARISON_SIGNS.has(tokens[first - 1]?.text ?? '') ||
      words[at + 1] === 'BETWEEN'
    const isNullTest = ['IS', 'ISNULL', 'NOTNULL'].includes(words[at + 1] ?? '')
    if (isCompared || (isAggregated[at] && !isNullTest) || orderDepth !== undefined) return true
  }
  return false
}

const NAMING_COLUMNS: readonly string[] = ['pl_name', 'hostname']

/** Functions that change only the spelling of a name. */
const SPELLING: ReadonlySet<string> = new Set(['LOWER', 'UPPER', 'TRIM'])

/** True if the statement selects rows by a planet's or host's name, in any spelling; or by one of these columns. */
export function namesRows(statement: Statement, columns = NAMING_COLUMNS): boolean {
  const { tokens, words } = statement
  const isEquality = (at: number): boolean => tokens[at]?.text === '=' || tokens[at]?.text === '=='
  return tokens.some((_, at) => {
    const column = statement.columnAt(at)
    if (column === undefined || !columns.includes(column)) return false
    const first = startOf(statement, at)
    const isSpelled = tokens[first - 1]?.text === '(' && tokens[at + 1]?.text === ')' && SPELLING.has(words[first - 2]!)
    const from = isSpelled ? first - 2 : first
    let next = isSpelled ? at + 2 : at + 1
    if (words[next] === 'COLLATE') next += 2
    if (['LIKE', 'IN', 'GLOB', 'REGEXP'].includes(words[next] ?? '')) return true
    return (
      (isEquality(next) && tokens[next + 1]?.kind === 'string') ||
      (isEquality(from - 1) && tokens[from - 2]?.kind === 'string')
    )
  })
}
