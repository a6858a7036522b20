import type { ErrorHelp } from '../../core/errors.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { nearestColumns } from '../../core/text/nearest-columns.ts'
import { alternatives, didYouMean, noSuchColumn, quoteForMessage } from '../../core/text/quote-for-message.ts'
import { columnNotInScope, type TableColumns, tablesWith, type UnknownColumn } from './refusals.ts'

/** A better message for a rejection; absent members stay unchanged. */
export interface Explanation {
  readonly message: string
  readonly help: ErrorHelp
}

/** Maximum number of a query's own names that are listed. */
const MAX_NAMES_TOLD = 8

/** Maximum length of a suggestion, in UTF-16 units; it contains a name from the query in full. */
const MAX_SUGGESTION_LENGTH = 160

/** Tables that a statement reads: real tables and common tables by the name that the statement uses for them, in lower case. */
interface Sources {
  readonly byAlias: ReadonlyMap<string, string>
}

/**
 * Names the table in which an unknown column was looked up. node-sql-parser is used only for this explanation: it rejects much
 * that SQLite accepts, and then there is no explanation.
 */
export async function explainUnknownColumn(
  error: UnknownColumn,
  sql: string,
  columns: TableColumns,
): Promise<Explanation | undefined> {
  const sources = await readSources(sql)
  if (sources === undefined || sources.byAlias.size === 0) return undefined
  const { written, advice, help } = error
  const dot = written.lastIndexOf('.')
  const explained =
    dot < 0
      ? explainBare(written, sources, columns)
      : explainQualified(written.slice(0, dot), written.slice(dot + 1), sources, columns)
  if (explained === undefined) return undefined
  return { message: `${explained.message}${advice}`, help: { ...help, suggestions: explained.suggestions } }
}

interface Explained {
  readonly message: string
  readonly suggestions: readonly string[]
}

function explainQualified(
  qualifier: string,
  column: string,
  { byAlias }: Sources,
  columns: TableColumns,
): Explained | undefined {
  const table = byAlias.get(qualifier.toLowerCase())
  if (table === undefined) {
    const names = [...byAlias.keys()]
    const told = [
      ...names.slice(0, MAX_NAMES_TOLD).map(quoteForMessage),
      ...(names.length > MAX_NAMES_TOLD ? ['…'] : []),
    ]
    return {
      message: `Unknown table or alias ${quoteForMessage(qualifier)}: this query reads ${told.join(', ')}.`,
      suggestions: offered(nearestNames(qualifier, names).map((name) => `${name}.${column}`)),
    }
  }
  const own = columns.get(table)
  if (own === undefined) {
    return {
      message: `${quoteForMessage(qualifier)} in this query has no column ${quoteForMessage(column)}: it has only the columns that its own SELECT names.`,
      suggestions: [],
    }
  }
  if (hasColumn(own, column)) {
    return {
      message: `${quoteForMessage(qualifier)} is read by another SELECT of this query than the one that names ${quoteForMessage(`${qualifier}.${column}`)}.`,
      suggestions: [],
    }
  }
  const suggestions = offered(nearestColumns(column, own).map((name) => `${qualifier}.${name}`))
  const alias = qualifier.toLowerCase() === table ? undefined : qualifier
  return {
    message: noSuchColumn(table, column, suggestions, alias),
    suggestions,
  }
}

function explainBare(column: string, { byAlias }: Sources, columns: TableColumns): Explained | undefined {
  const read = [...new Set(byAlias.values())]
  const tables = read.filter((table) => columns.has(table))
  if (tables.length === 0) return undefined
  const owners = tablesWith(column, columns)
  const owner = tables.find((table) => owners.includes(table))
  if (owner !== undefined) return { message: columnNotInScope(column, [owner]), suggestions: [] }
  const [other] = owners
  if (other !== undefined) {
    const isJoinable = [other, ...tables].every((table) => hasColumn(columns.get(table)!, 'hostname'))
    return {
      message: `"${column}" is a column of ${other}, which this query does not read${isJoinable ? ': join it on hostname' : ''}.`,
      suggestions: [],
    }
  }
  // A common table can have columns of any name, so the catalog's columns alone would be incomplete.
  if (tables.length < read.length) return undefined
  const suggestions = nearestColumns(column, [...new Set(tables.flatMap((table) => columns.get(table)!))])
  if (suggestions.length === 0) return undefined
  return {
    message: `Unknown column ${quoteForMessage(column)} in ${alternatives(tables)}.${didYouMean(suggestions)}`,
    suggestions,
  }
}

function hasColumn(names: readonly string[], column: string): boolean {
  return names.some((name) => name.toLowerCase() === column.toLowerCase())
}

function offered(suggestions: readonly string[]): readonly string[] {
  return suggestions.filter(({ length }) => length <= MAX_SUGGESTION_LENGTH)
}

async function readSources(sql: string): Promise<Sources | undefined> {
  // Loaded by the first query that needs it, because most processes never do and it uses 20 MB.
  const { Parser } = await import('node-sql-parser/build/sqlite')
  try {
    const byAlias = new Map<string, string>()
    collect(new Parser().astify(sql, { database: 'sqlite' }), byAlias)
    return { byAlias }
  } catch {
    return undefined
  }
}

/** Finds every `FROM` entry of a syntax tree, at any depth. */
function collect(node: unknown, byAlias: Map<string, string>): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, byAlias)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, table, as, db } = node as Readonly<Record<string, unknown>>
  if (type !== 'column_ref' && typeof table === 'string' && db !== undefined) {
    byAlias.set((typeof as === 'string' ? as : table).toLowerCase(), table.toLowerCase())
  } else if (table === undefined && typeof as === 'string' && 'expr' in node && 'ast' in Object(node.expr)) {
    byAlias.set(as.toLowerCase(), '')
  }
  for (const value of Object.values(node)) collect(value, byAlias)
}
