import type { Statement } from './statement.ts'
import type { QueryWarning, WarningFacts } from './warning.ts'

/** Date functions, with the number of arguments before the first date. */
const DATE_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ['STRFTIME', 1],
  ...['DATE', 'TIME', 'DATETIME', 'JULIANDAY', 'UNIXEPOCH', 'TIMEDIFF'].map((name) => [name, 0] as const),
])

const DATE_NAMES = [...DATE_FUNCTIONS.keys()].map((name) => name.toLowerCase())

/** True if one of these names, in lower case, is that of a date function. */
export function callsDates(names: ReadonlySet<string>): boolean {
  for (const name of DATE_NAMES) if (names.has(name)) return true
  return false
}

/** The columns that are the whole argument of a date function. */
function* columnsAsDates(statement: Statement): Generator<{ readonly column: string; readonly called: string }> {
  const { tokens, words, depths } = statement
  for (let at = 0; at < tokens.length; at++) {
    const before = DATE_FUNCTIONS.get(words[at]!)
    if (before === undefined || tokens[at + 1]?.text !== '(') continue
    const depth = depths[at + 1]! + 1
    let argument = 0
    for (let next = at + 2; next < tokens.length && depths[next]! >= depth && tokens[next]!.text !== ')'; next++) {
      if (depths[next] === depth && tokens[next]!.text === ',') argument += 1
      const column = statement.columnAt(next)
      const isLast = [',', ')'].includes(tokens[next + 1]?.text ?? '')
      const first = tokens[next - 1]?.text === '.' ? next - 2 : next
      const isFirst = ['(', ','].includes(tokens[first - 1]?.text ?? '')
      if (column !== undefined && isFirst && isLast && depths[next] === depth && argument >= before)
        yield { column, called: words[at]!.toLowerCase() }
    }
  }
}

/** Date functions over a column with partial dates or numbers. */
export function* dateCalls(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  for (const { column, called } of columnsAsDates(statement)) {
    const [table] = statement.tablesWith(column, facts.tables)
    if (table === undefined) continue
    const { columns, partialDates } = facts.tables.get(table)!
    if (columns.get(column) === 'integer')
      yield {
        code: 'partial_dates',
        message: `${column} is an integer, which ${called} interprets as a Julian day, not as a year.`,
      }
    if (columns.get(column) !== 'text') continue
    const { count, of } = partialDates(column)
    if (count === 0) continue
    yield {
      code: 'partial_dates',
      message: `${count} of the ${of} values of ${column} are not complete dates (for example, 2016-05), and ${called} returns null for them: extract the year with CAST(substr(${column}, 1, 4) AS INTEGER).`,
    }
  }
}
