import { keyword, type Token } from '../guard/tokens.ts'
import { namesRows } from './comparisons.ts'
import type { Statement, TableUse } from './statement.ts'
import type { QueryWarning, WarningFacts } from './warning.ts'

/** Tables of one FROM clause that are read together. */
function joinedTables({ tables, tokens, depths }: Statement): readonly TableUse[][] {
  const groups: TableUse[][] = []
  for (const use of tables) {
    const last = groups.at(-1)
    const previous = last?.at(-1)
    const isSameClause =
      previous !== undefined &&
      previous.depth === use.depth &&
      !tokens.slice(previous.at, use.at).some((token, i) => {
        const depth = depths[previous.at + i]!
        return depth < use.depth || (depth === use.depth && ['SELECT', 'WHERE', 'UNION'].includes(keyword(token)))
      })
    if (isSameClause) last!.push(use)
    else groups.push([use])
  }
  return groups.filter((group) => group.length > 1)
}

/** Functions whose result grows with every row that a join repeats; means and extremes do not change. */
const ADDING: ReadonlySet<string> = new Set(['COUNT', 'SUM', 'TOTAL', 'GROUP_CONCAT', 'STRING_AGG'])

/** True if the SELECT that reads a table adds up the rows of its FROM. */
function countsRows({ tokens, depths }: Statement, { at, depth }: TableUse): boolean {
  let select = at
  while (select > 0 && !(depths[select] === depth && keyword(tokens[select]) === 'SELECT')) select -= 1
  return tokens.slice(select, at).some((token, i) => ADDING.has(keyword(token)) && tokens[select + i + 1]?.text === '(')
}

/** True for a join that lists pairs of different rows of one table, or the rows without a match. */
function isMeant(group: readonly TableUse[], clause: readonly Token[]): boolean {
  const isPairing =
    new Set(group.map(({ table }) => table)).size === 1 &&
    clause.some(
      ({ text }, at) =>
        ['<', '>', '<>', '!=', '<=', '>='].includes(text) &&
        clause[at - 2]?.text === '.' &&
        clause[at + 2]?.text === '.',
    )
  const where = clause.findIndex((token) => keyword(token) === 'WHERE')
  const seeksPartnerless =
    where >= 0 &&
    clause.some(
      (token, at) =>
        at > where &&
        keyword(token) === 'IS' &&
        keyword(clause[at + 1]) === 'NULL' &&
        clause[at - 1]?.text.toLowerCase() === 'hostname',
    )
  return isPairing || seeksPartnerless
}

/** Joins that pair every row with every other, or that multiply the rows of both sides. */
export function* joins(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  const { tokens, depths } = statement
  for (const group of joinedTables(statement)) {
    const [first, last] = [group[0]!, group.at(-1)!]
    let end = last.at + 1
    while (end < tokens.length && depths[end]! >= last.depth) end += 1
    const clause = tokens.slice(first.at, end)
    const words = new Set(clause.map(keyword))
    const relates = clause.some(
      ({ text }, at) =>
        (text === '=' || text === '==') &&
        clause[at - 2]?.text === '.' &&
        clause[at + 2]?.text === '.' &&
        clause[at - 3]?.text.toLowerCase() !== clause[at + 1]?.text.toLowerCase(),
    )
    const hasCondition = words.has('ON') || words.has('USING') || words.has('NATURAL') || words.has('CROSS') || relates
    if (!hasCondition) {
      yield {
        code: 'join_without_condition',
        message: `${first.table} and ${last.table} are joined without a condition, so every row is paired with every other: add ON or USING (hostname).`,
      }
      continue
    }
    const isOnHost = clause.some(({ text }) => text.toLowerCase() === 'hostname') && !words.has('CROSS')
    const isGrouped = words.has('GROUP') || statement.has('GROUP', 'BY')
    const isReduced = statement.names.has('distinct') || (isGrouped && !countsRows(statement, first))
    const multiplies = group.every(({ table }) => facts.tables.get(table)!.hasSeveralRowsPerHost)
    if (isOnHost && multiplies && !isReduced && !isMeant(group, clause) && !namesRows(statement))
      yield {
        code: 'join_multiplies_rows',
        message: `${first.table} and ${last.table} both have several rows per hostname, so the join multiplies them: reduce one side first, with DISTINCT or GROUP BY hostname.`,
      }
  }
}
