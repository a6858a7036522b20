import type { Comparison } from './comparisons.ts'
import type { Statement } from './statement.ts'
import type { QueryWarning, WarningFacts } from './warning.ts'

/** A condition that excludes nulls although they are not equal to the value. */
interface Exclusion {
  readonly column: string
  readonly sign: string
  /** The condition that includes nulls as well. */
  readonly better: string
}

/** True inside `CASE … END`, where a null falls through to ELSE. */
function casesOf({ words }: Statement): readonly boolean[] {
  let open = 0
  return words.map((word) => {
    if (word === 'CASE') open += 1
    else if (word === 'END' && open > 0) open -= 1
    return open > 0
  })
}

function* exclusions(statement: Statement): Generator<Exclusion> {
  const { tokens, words } = statement
  const inCase = casesOf(statement)
  for (let at = 0; at < tokens.length; at++) {
    const sign = tokens[at + 1]
    const isNot = words[at + 1] === 'NOT'
    if (!isNot && sign?.text !== '<>' && sign?.text !== '!=') continue
    const column = statement.columnAt(at)
    if (column === undefined || inCase[at]) continue
    const literal = tokens[at + 2]
    // 0 and '' mean that a value is absent, as null does.
    const isEmpty = literal !== undefined && (Number(literal.text) === 0 || literal.text === "''")
    if (!isNot && ['number', 'string'].includes(literal?.kind ?? '') && !isEmpty)
      yield { column, sign: sign!.text, better: `${column} IS NOT ${literal!.text}` }
    const word = words[at + 2]
    const hasList = tokens[at + 3]?.text === '(' && !['SELECT', 'WITH', 'VALUES'].includes(words[at + 4] ?? '')
    if (isNot && (word === 'LIKE' || (word === 'IN' && hasList)))
      yield { column, sign: `NOT ${word}`, better: `(${column} NOT ${word} … OR ${column} IS NULL)` }
  }
}

/** True if the statement handles nulls of a column. */
function looksAtNulls({ tokens, words }: Statement, column: string): boolean {
  return tokens.some((token, at) => {
    if (token.text.replaceAll(/["`[\]]/g, '').toLowerCase() !== column) return false
    const isTested = ['IS', 'ISNULL', 'NOTNULL'].includes(words[at + 1] ?? '')
    return isTested || (tokens[at - 1]?.text === '(' && ['COALESCE', 'IFNULL'].includes(words[at - 2] ?? ''))
  })
}

/** Conditions that exclude rows without a value, about which the condition says nothing. */
export function* nullsLeftOut(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  for (const { column, sign, better } of exclusions(statement)) {
    const [table] = statement.tablesWith(column, facts.tables)
    if (table === undefined || looksAtNulls(statement, column)) continue
    const isOfDefaults = statement.names.has('default_flag')
    const { count, of } = facts.tables.get(table)!.nulls(column, isOfDefaults)
    if (count === 0) continue
    yield {
      code: 'nulls_left_out',
      message: `${column} is null in ${count} of ${of} ${isOfDefaults ? 'default rows' : 'rows'}, which ${sign} leaves out: write ${better} to keep them, or add ${column} IS NOT NULL to leave them out without this warning.`,
    }
  }
}

/** A lower uncertainty, which is negative, compared with a number above 0. */
export function* negativeErrors(
  statement: Statement,
  facts: WarningFacts,
  comparisons: readonly Comparison[],
): Generator<QueryWarning> {
  for (const { column, sign, literals } of comparisons) {
    if (!column.endsWith('err2')) continue
    const isAbove = literals.every(({ kind, text }) => kind === 'number' && Number(text) > 0)
    const [table] = isAbove ? statement.tablesWith(column, facts.tables) : []
    if (table === undefined || !facts.tables.get(table)!.isNeverPositive(column)) continue
    yield {
      code: 'negative_error',
      message: `${column}, a lower uncertainty, is negative, so ${sign} ${literals[0]!.text} does not test its size: compare abs(${column}).`,
    }
  }
}
