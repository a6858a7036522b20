import { COMPARISON_SIGNS, type Token } from '../guard/tokens.ts'
import type { Statement } from './statement.ts'

/** A column that the text compares with literals: `a = 1`, `1 < a`, `a IN (1, 2)`, `a BETWEEN 1 AND 2`. */
export interface Comparison {
  /** In lower case. */
  readonly column: string
  readonly sign: string
  readonly literals: readonly Token[]
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

/** True if an operand ends before `at`, so that a column there is not part of an expression. */
function isWholeOperand({ tokens }: Statement, first: number, next: number): boolean {
  const before = tokens[first - 1]?.text ?? ''
  const after = tokens[next]?.text ?? ''
  return !/^[-+*/%|]+$/.test(before) && !/^[-+*/%|]+$/.test(after)
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

/** True if a column is next to a comparison, in an ORDER BY, or alone in an aggregate function. */
export function isEvaluated(statement: Statement, column: string, aggregates: ReadonlySet<string>): boolean {
  const { tokens, words, depths } = statement
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
    const isAggregated = tokens[first - 1]?.text === '(' && aggregates.has((words[first - 2] ?? '').toLowerCase())
    if (isCompared || isAggregated || orderDepth === depths[at]) return true
  }
  return false
}

/** True if the statement selects rows by a planet's or host's name. */
export function namesRows(statement: Statement): boolean {
  const { tokens, words } = statement
  return tokens.some((_, at) => {
    const column = statement.columnAt(at)
    if (column !== 'pl_name' && column !== 'hostname') return false
    const next = tokens[at + 1]
    if (['LIKE', 'IN', 'GLOB', 'REGEXP'].includes(words[at + 1] ?? '')) return true
    return (next?.text === '=' || next?.text === '==') && tokens[at + 2]?.kind === 'string'
  })
}
