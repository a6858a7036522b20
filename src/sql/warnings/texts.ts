import { listed } from '../../core/text/quote-for-message.ts'
import { quotedText } from '../../core/text/sql-quoting.ts'
import { type Comparison, literalText } from './comparisons.ts'
import type { Statement } from './statement.ts'
import type { OtherTexts, QueryWarning, WarningFacts } from './warning.ts'

/** Maximum number of texts looked up for one query; lists can contain thousands. */
const MAX_TEXTS = 20

/** Maximum number of characters of a text that a message shows. */
const MAX_SHOWN = 60

const NAMING: ReadonlySet<string> = new Set(['pl_name', 'hostname'])

function shown(text: string): string {
  return quotedText(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
}

/** What the tables have instead of a text; undefined if one of them has it, or if none has a text column of this name. */
function insteadOf(
  statement: Statement,
  facts: WarningFacts,
  column: string,
  text: string,
  anyCase: boolean,
): OtherTexts | undefined {
  const having = statement.tablesWith(column, facts.tables).map((table) => facts.tables.get(table)!)
  if (having.length === 0 || having.some(({ columns }) => columns.get(column) !== 'text')) return undefined
  let found: OtherTexts | undefined
  for (const table of having) {
    const other = table.textsInsteadOf(column, text, anyCase)
    if (other === undefined) return undefined
    found ??= other
  }
  return found
}

function advice({ nearest, all }: OtherTexts): string {
  if (nearest !== undefined) return ` Did you mean ${shown(nearest)}?`
  return all.length === 0 ? '' : ` Its values are ${listed(all.map(shown))}.`
}

/** Equality with a text that a column has in no row, such as `discoverymethod = 'transit'`. */
export function* missingTexts(
  statement: Statement,
  facts: WarningFacts,
  comparisons: readonly Comparison[],
): Generator<QueryWarning> {
  let left = MAX_TEXTS
  for (const { column, sign, literals } of comparisons) {
    if (!['=', '==', 'IN'].includes(sign) || NAMING.has(column)) continue
    for (const literal of literals.slice(0, left)) {
      left -= 1
      if (literal.kind !== 'string') continue
      const text = literalText(literal)
      const other = insteadOf(statement, facts, column, text, false)
      if (other === undefined) continue
      const message =
        text === ''
          ? `No row has an empty ${column}: missing values are null, so write ${column} IS NULL.`
          : `No row has the ${column} ${shown(text)}.${advice(other)} Text must match exactly, including case.`
      yield { code: 'unmatched_condition', message }
    }
  }
}

/** LIKE with a whole text, without `%` or `_`, that no row has. */
export function* missingPatterns(statement: Statement, facts: WarningFacts): Generator<QueryWarning> {
  const { tokens, words } = statement
  for (let at = 0; at < tokens.length; at++) {
    const column = statement.columnAt(at)
    const literal = tokens[at + 2]
    if (column === undefined || words[at + 1] !== 'LIKE' || literal?.kind !== 'string') continue
    const text = literalText(literal)
    if (/[%_]/.test(text) || words[at + 3] === 'ESCAPE') continue
    const other = NAMING.has(column)
      ? insteadOfName(statement, facts, column as 'pl_name' | 'hostname', text)
      : insteadOf(statement, facts, column, text, true)
    if (other === undefined) continue
    const message = `No row has the ${column} ${shown(text)} in any case.${advice(other)} LIKE finds parts of a text only with %, such as ${shown(`%${text}%`)}.`
    yield { code: 'unmatched_condition', message }
  }
}

/** The most similar name, if no row has a name in any case. */
function insteadOfName(
  statement: Statement,
  facts: WarningFacts,
  column: 'pl_name' | 'hostname',
  name: string,
): OtherTexts | undefined {
  const tables = statement.tablesWith(column, facts.tables)
  if (tables.length === 0 || facts.hasName(column, name, tables)) return undefined
  const nearest = facts.bestName(column, name)
  if (nearest === undefined) return { all: [] }
  return nearest.toLowerCase() === name.toLowerCase() ? undefined : { nearest, all: [] }
}
