import { noSuchName } from '../../core/pages/row-names.ts'
import { isDecimal } from '../../core/text/decimal.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import type { ColumnType } from '../../format/column.ts'
import { COMPARISON_SIGNS, type Token } from '../guard/tokens.ts'
import { type Comparison, comparisonsOf, isEvaluated, literalText, namesRows } from './comparisons.ts'
import { callsDates, dateCalls } from './dates.ts'
import { joins } from './joins.ts'
import { negativeErrors, nullsLeftOut } from './left-out.ts'
import { reversedRanges } from './ranges.ts'
import { Statement } from './statement.ts'
import { missingPatterns, missingTexts } from './texts.ts'
import type { QueryWarning, WarningFacts } from './warning.ts'

/** Minimum share of limits among a column's values at which a query that ignores them gets a warning. */
const MIN_LIMIT_SHARE = 0.01

/** Maximum number of names looked up for one query; lists can contain thousands. */
const MAX_NAMES = 20

/** Functions whose result depends on the number of rows per planet; `min` and `max` do not. */
const COUNTING: ReadonlySet<string> = new Set(
  'count sum total avg median percentile stddev stddev_pop variance var_pop corr group_concat string_agg'.split(' '),
)
const AGGREGATES: ReadonlySet<string> = new Set([...COUNTING, 'min', 'max'])

/** Columns that distinguish references: a query that names one is about the references. */
const REFERENCE_COLUMNS = ['pl_refname', 'st_refname', 'sy_refname', 'pl_pubdate', 'rowupdate', 'releasedate', 'rowid']

const DATE_TYPES: ReadonlySet<string> = new Set(['DATE', 'DATETIME', 'TIMESTAMP'])

/** Type of a column of the tables that the statement reads; undefined for others and if tables disagree. */
function typeOf(statement: Statement, facts: WarningFacts, column: string): ColumnType | undefined {
  let found: ColumnType | undefined
  for (const table of statement.tablesWith(column, facts.tables)) {
    const type = facts.tables.get(table)!.columns.get(column)
    if (found !== undefined && type !== found) return undefined
    found = type
  }
  return found
}

function* nullComparisons({ tokens, words }: Statement): Generator<QueryWarning> {
  const isEquality = (token: Token | undefined): boolean => ['=', '==', '<>', '!='].includes(token?.text ?? '')
  const found = words.some(
    (word, at) =>
      word === 'NULL' &&
      (isEquality(tokens[at - 1]) ||
        (isEquality(tokens[at + 1]) && !['IS', 'NOT', 'ELSE', 'THEN'].includes(words[at - 1] ?? ''))),
  )
  if (found)
    yield {
      code: 'null_comparison',
      message: 'A comparison with NULL using = or <> is never true: write IS NULL or IS NOT NULL.',
    }
}

function* typeMismatches(
  statement: Statement,
  facts: WarningFacts,
  comparisons: readonly Comparison[],
): Generator<QueryWarning> {
  for (const { column, literals } of comparisons) {
    const type = typeOf(statement, facts, column)
    if (type === undefined) continue
    const wrong = literals.find((literal) =>
      type === 'text'
        ? literal.kind === 'number'
        : literal.kind === 'string' && !isDecimal(literalText(literal).trim()),
    )
    if (wrong === undefined) continue
    const message =
      type === 'text'
        ? `${column} is text, but it is compared with the number ${wrong.text}: write '${wrong.text}'. Text is compared character by character.`
        : `${column} is numeric, but it is compared with the text ${wrong.text.slice(0, 60)}: in SQLite, every number is less than every text.`
    yield { code: 'type_mismatch', message }
  }
}

function groupsByPlanet(statement: Statement): boolean {
  const { tokens, words } = statement
  let isInGroup = false
  for (let at = 0; at < tokens.length; at++) {
    const word = words[at]!
    const before = words[at - 1]
    if (word === 'BY') isInGroup = before === 'GROUP' || before === 'PARTITION'
    else if (isInGroup && ['HAVING', 'ORDER', 'LIMIT', 'SELECT'].includes(word)) isInGroup = false
    if (!isInGroup) continue
    if (tokens[at]!.text.toLowerCase().includes('pl_name')) return true
    // `GROUP BY 1`, or the name of a result column.
    const isWhole = before === 'BY' || tokens[at - 1]?.text === ','
    if (isWhole && statement.resultColumn(at) === 'pl_name') return true
  }
  return false
}

/** `a > 1 || b > 2`, where `||` joins 1 and b to a text instead of two conditions. */
function* joinedConditions(statement: Statement): Generator<QueryWarning> {
  const { tokens, words } = statement
  const isCondition = (at: number): boolean =>
    COMPARISON_SIGNS.has(tokens[at]?.text ?? '') || ['IS', 'IN', 'LIKE', 'BETWEEN'].includes(words[at] ?? '')
  const afterName = (at: number): number => (tokens[at]?.text === '.' ? at + 2 : at)
  const beforeName = (at: number): number => (tokens[at]?.text === '.' ? at - 2 : at)
  const found = tokens.some(
    ({ text }, at) => text === '||' && isCondition(beforeName(at - 2)) && isCondition(afterName(at + 2)),
  )
  if (found)
    yield {
      code: 'type_mismatch',
      message: '"||" joins two values to a text, and here it is between two comparisons: write OR between conditions.',
    }
}

/** True for UNION, INTERSECT and EXCEPT, which return each row once, unlike UNION ALL. */
function isSet({ words }: Statement): boolean {
  return words.some(
    (word, at) => word === 'INTERSECT' || word === 'EXCEPT' || (word === 'UNION' && words[at + 1] !== 'ALL'),
  )
}

function* repeatedPlanets(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  const { names, tokens } = statement
  const repeating = statement.tables.find(
    ({ table, isTest }) => !isTest && facts.tables.get(table)!.hasSeveralRowsPerPlanet,
  )
  if (repeating === undefined) return
  if (names.has('default_flag') || names.has('distinct') || (names.has('by') && groupsByPlanet(statement))) return
  if (names.has('pl_name') && namesRows(statement, ['pl_name'])) return
  if (REFERENCE_COLUMNS.some((column) => names.has(column))) return
  const calls = tokens.filter((token, at) => token.kind === 'word' && tokens[at + 1]?.text === '(')
  const called = new Set(calls.map(({ text }) => text.toLowerCase()))
  const counts = [...called].some((name) => COUNTING.has(name))
  // The rows of one host are its planets, and a count or mean of them takes each planet several times.
  if (!counts && namesRows(statement)) return
  if (!counts && (called.has('min') || called.has('max') || statement.has('GROUP', 'BY') || isSet(statement))) return
  yield {
    code: 'several_rows_per_planet',
    message: `${repeating.table} has one row per planet and reference, so planets occur several times here: add default_flag = 1, or use DISTINCT pl_name or GROUP BY pl_name.`,
  }
}

function* limits(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  const seen = new Set<string>()
  for (const { table } of statement.tables) {
    const { limitedColumns, limitShare } = facts.tables.get(table)!
    for (const name of statement.names) {
      if (!limitedColumns.has(name)) continue
      if (seen.has(name) || statement.names.has(`${name}lim`) || statement.aliases.has(name)) continue
      seen.add(name)
      const share = limitShare(name)
      if (share < MIN_LIMIT_SHARE || !isEvaluated(statement, name, AGGREGATES)) continue
      yield {
        code: 'limits_as_values',
        message: `${Math.round(share * 100)} % of the values of ${name} are upper or lower limits: add coalesce(${name}lim, 0) = 0 to use only the others.`,
      }
    }
  }
}

function* unknownNames(
  statement: Statement,
  facts: WarningFacts,
  comparisons: readonly Comparison[],
): Generator<QueryWarning> {
  let left = MAX_NAMES
  for (const { column, sign, literals } of comparisons) {
    if (!['=', '==', 'IN'].includes(sign) || (column !== 'pl_name' && column !== 'hostname')) continue
    const tables = statement.tablesWith(column, facts.tables)
    if (tables.length === 0) continue
    for (const literal of literals.slice(0, left)) {
      left -= 1
      if (literal.kind !== 'string') continue
      const name = literalText(literal)
      if (facts.hasName(column, name, tables)) continue
      const best = facts.bestName(column, name)
      const shownBest = best === undefined ? undefined : quotedText(best)
      yield { code: 'unknown_name', message: noSuchName(column, literal.text.slice(0, 80), shownBest) }
    }
  }
}

function* dateCasts({ tokens, words }: Statement): Generator<QueryWarning> {
  const found = words.some(
    (word, at) => word === 'AS' && DATE_TYPES.has(words[at + 1] ?? '') && tokens[at + 2]?.text === ')',
  )
  if (found)
    yield {
      code: 'cast_as_date',
      message:
        "CAST(… AS DATE) returns the number at the beginning of the text, not a date: dates are text here and compare as text, such as rowupdate > '2018-01-01'.",
    }
}

/** Finds warnings of one kind; `comparisons` are those of the statement if it reads a table. */
type Check = (statement: Statement, facts: WarningFacts, comparisons: readonly Comparison[]) => Generator<QueryWarning>

/** Tests quickly whether a check can find anything. */
type CanFind = (statement: Statement, comparisons: readonly Comparison[]) => boolean

/** Every query waits for these checks, and most have few warnings: a query by a name takes half of the time with the tests. */
const CHECKS: readonly (readonly [check: Check, canFind: CanFind])[] = [
  [nullComparisons, ({ names }) => names.has('null')],
  [typeMismatches, compares],
  [joinedConditions, ({ signs, tables }) => tables.length > 0 && signs.has('||')],
  [repeatedPlanets, ({ tables }) => tables.length > 0],
  [joins, ({ tables }) => tables.length > 1],
  [limits, ({ tables }) => tables.length > 0],
  [unknownNames, compares],
  [dateCasts, ({ aliases }) => aliases.size > 0],
  [dateCalls, ({ names, tables }) => tables.length > 0 && callsDates(names)],
  [nullsLeftOut, ({ names, signs, tables }) => tables.length > 0 && (names.has('not') || isUnequal(signs))],
  [negativeErrors, compares],
  [reversedRanges, ({ names, tables }) => tables.length > 0 && names.has('between')],
  [missingTexts, compares],
  [missingPatterns, ({ names }) => names.has('like')],
]

function compares(_: Statement, comparisons: readonly Comparison[]): boolean {
  return comparisons.length > 0
}

function isUnequal(signs: ReadonlySet<string>): boolean {
  return signs.has('<>') || signs.has('!=')
}

const NO_WARNINGS: readonly QueryWarning[] = []

/** A text without any of these reads no table and contains nothing else to warn of. */
const MAY_WARN = /from|join|null|cast/i

/** The warnings of a statement that runs, each code and message once. */
export function queryWarnings(sql: string, facts: WarningFacts): readonly QueryWarning[] {
  if (!MAY_WARN.test(sql)) return NO_WARNINGS
  const statement = new Statement(sql, facts.tables)
  const comparisons = statement.tables.length > 0 ? comparisonsOf(statement) : []
  const warnings = new Map<string, QueryWarning>()
  for (const [check, canFind] of CHECKS) {
    if (!canFind(statement, comparisons)) continue
    for (const warning of check(statement, facts, comparisons))
      warnings.set(`${warning.code}|${warning.message}`, warning)
  }
  return warnings.size === 0 ? NO_WARNINGS : [...warnings.values()]
}
