import { CatalogError, type ErrorCode, type ErrorHelp, type See } from '../../core/errors.ts'
import { ALLOWED_FUNCTIONS } from '../../core/functions/sql-functions.ts'
import { queryNeedsMemory } from '../../core/query-too-large.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { nearestColumns } from '../../core/text/nearest-columns.ts'
import { didYouMean, listed, quoteForMessage, truncate, truncateMiddle } from '../../core/text/quote-for-message.ts'
import { isTableName } from '../../format/table.ts'
import type { SqliteError } from '../sqlite/sqlite.ts'
import { dialectAdvice } from './dialect-advice.ts'
import { FUNCTION_ADVICE } from './function-advice.ts'
import { misspelledKeyword } from './misspelled-keyword.ts'
import { keyword, nameOf, type Token } from './tokens.ts'

/** Column names of each table. */
export type TableColumns = ReadonlyMap<string, readonly string[]>

/** Names of SQLite's own tables and table-valued functions. */
const RESERVED = /^(?:sqlite_|pragma_|dbstat$|fts\d|bytecode$|tables_used$|generate_series$|csv$|rtree)/i

/** A sentence that names all tables. */
export function theTables(tables: Iterable<string>): string {
  return `The tables are ${listed([...tables])}.`
}

/** Maximum length of an SQLite message in an error, in UTF-16 units. */
const MESSAGE_LENGTH = 300

/** Names of NASA Exoplanet Archive tables, and where to find their rows here. */
const ARCHIVE_TABLES: ReadonlyMap<string, { readonly advice: string; readonly suggestions: readonly string[] }> =
  new Map([
    ['ps', { advice: "The archive's table ps is exoplanets here.", suggestions: ['exoplanets'] }],
    ['pscomppars', { advice: "The archive's table of planets is exoplanets here.", suggestions: ['exoplanets'] }],
    ['planets', { advice: 'The planets are in exoplanets.', suggestions: ['exoplanets'] }],
    ['stars', { advice: 'The host stars are in stellarhosts.', suggestions: ['stellarhosts'] }],
    ['hosts', { advice: 'The host stars are in stellarhosts.', suggestions: ['stellarhosts'] }],
  ])

/** SQLite's out-of-memory and too-big messages: the size of the query is the problem, not its wording. */
const TOO_LARGE = /^(?:out of memory|string or blob too big|.*failed memory resize.*)$/

/** The public error for an error that SQLite reported while compiling the text. */
export function refusalOf(
  error: SqliteError,
  sql: string,
  tokens: readonly Token[],
  columns: TableColumns,
): CatalogError {
  const position = error.offset === undefined ? undefined : characterOffset(sql, error.offset)
  const place: ErrorHelp = position === undefined ? {} : { position }
  const message = error.message
  const table = /^no such table: (.*)$/s.exec(message)
  if (table) return unknownTable(table[1]!, tokens, columns)
  const column = /^no such column: (.*?)(?: - should this be a string literal in single-quotes\?)?$/s.exec(message)
  if (column) return unknownColumn(column[1]!, tokens, columns, place)
  const called = /^no such function: (.*)$/s.exec(message)
  if (called) return unknownFunction(called[1]!, tokens, place)
  if (message.startsWith('too many arguments on ') && tokens.some(isReserved)) return reservedTable(tokens, columns)
  return withDialect('invalid_sql', message, tokens, place)
}

/** The public error for an error that SQLite reported while the query ran. */
export function runtimeRefusal(error: SqliteError): CatalogError {
  if (TOO_LARGE.test(error.message)) return queryNeedsMemory()
  return new CatalogError('invalid_sql', `The query failed: ${sentence(error.message)}`)
}

/** The error for a table that exists but is not public, or that does not exist. */
export function reservedTable(tokens: readonly Token[], columns: TableColumns): CatalogError {
  const token = tokens.find(isReserved)
  const name = token ? quoteForMessage(nameOf(token)) : 'This table'
  return new CatalogError('forbidden_sql', `${name} cannot be read here. ${theTables(columns.keys())}`, {
    suggestions: [...columns.keys()],
    ...(token ? { position: token.start } : {}),
  })
}

/** A column that the statement does not have; `written` is SQLite's name for it, for example `e.pl_radius`. */
export class UnknownColumn extends CatalogError {
  constructor(
    readonly written: string,
    message: string,
    /** Advice that is valid with any message about the column; empty or beginning with a space. */
    readonly advice: string,
    help: ErrorHelp,
  ) {
    super('unknown_column', `${message}${advice}`, help)
  }
}

function unknownTable(name: string, tokens: readonly Token[], columns: TableColumns): CatalogError {
  const bare = name.replace(/^.*\./s, '')
  if (RESERVED.test(bare)) return reservedTable(tokens, columns)
  const tables = [...columns.keys()]
  const token = tokens.find((candidate) => isName(candidate) && nameOf(candidate).toLowerCase() === bare.toLowerCase())
  const here = ARCHIVE_TABLES.get(bare.toLowerCase())
  const near = here === undefined ? nearestNames(bare, tables) : here.suggestions
  const advice = here === undefined ? '' : ` ${here.advice}`
  return new CatalogError('unknown_table', `Unknown table ${quoteForMessage(name)}.${advice} ${theTables(tables)}`, {
    suggestions: near.length > 0 ? near : tables,
    ...(token ? { position: token.start } : {}),
  })
}

function unknownColumn(
  written: string,
  tokens: readonly Token[],
  columns: TableColumns,
  place: ErrorHelp,
): CatalogError {
  const isQuoted = written.startsWith('"') && written.endsWith('"')
  const name = isQuoted ? written.slice(1, -1) : written
  const bare = name.replace(/^.*\./s, '')
  const known = [...new Set([...columns.values()].flat())]
  const owners = tablesWith(name, columns)
  const suggestions = owners.length > 0 ? [] : nearestColumns(bare, known)
  const quotes = isQuoted
    ? ' Use single quotes for strings and double quotes for names.'
    : suggestions.length === 0 && owners.length === 0 && isCompared(name, tokens)
      ? ` If it is a string, write it in single quotes, as in '${truncate(name, 40)}'.`
      : ''
  const dialect = dialectAdvice(tokens, name)
  return new UnknownColumn(
    name,
    owners.length > 0
      ? columnNotInScope(name, owners)
      : `Unknown column ${quoteForMessage(name)}.${didYouMean(suggestions)}`,
    `${quotes}${dialect ? ` ${dialect.advice}` : ''}`,
    { ...place, ...(suggestions.length > 0 ? { suggestions } : {}), see: seeColumns(tokens, columns) },
  )
}

/** Where the columns are listed: those of a further table if it is the only table that the text names. */
export function seeColumns(tokens: readonly Token[], columns: TableColumns): See {
  const named = new Set(tokens.filter(isName).map((token) => nameOf(token).toLowerCase()))
  const [table, ...others] = [...columns.keys()].filter((name) => named.has(name))
  return table === undefined || others.length > 0 || isTableName(table) ? { kind: 'schema' } : { kind: 'schema', table }
}

/** The tables that have a column of this name, ignoring case. */
export function tablesWith(column: string, columns: TableColumns): readonly string[] {
  const folded = column.toLowerCase()
  return [...columns].filter(([, names]) => names.some((name) => name.toLowerCase() === folded)).map(([table]) => table)
}

/** The message if an existing column is named by a SELECT in which it is not in scope. */
export function columnNotInScope(column: string, owners: readonly string[]): string {
  return `"${column}" is a column of ${listed(owners)}, but the SELECT that names it does not read it from there: a subquery or common table expression returns only the columns that it selects.`
}

function unknownFunction(name: string, tokens: readonly Token[], place: ErrorHelp): CatalogError {
  const folded = name.toLowerCase()
  const advice =
    dialectAdvice(tokens, name)?.advice ??
    (Object.hasOwn(FUNCTION_ADVICE, folded) ? FUNCTION_ADVICE[folded] : undefined)
  const suggestions = advice === undefined ? nearestFunctions(folded) : calledIn(advice)
  const found = place.position ?? tokens.find((token) => token.text.toLowerCase() === folded)?.start
  return new CatalogError(
    'unknown_function',
    `Unknown function ${truncate(name)}().${advice === undefined ? didYouMean(suggestions) : ` ${advice}`}`,
    {
      ...(found === undefined ? {} : { position: found }),
      ...(suggestions.length > 0 ? { suggestions } : {}),
      see: { kind: 'functions' },
    },
  )
}

/** SQLite's message as a sentence, with the SQLite equivalent if the text uses another dialect. */
function withDialect(code: ErrorCode, message: string, tokens: readonly Token[], place: ErrorHelp): CatalogError {
  if (TOO_LARGE.test(message)) return new CatalogError('query_too_large', 'The statement is too large for one query.')
  const dialect = dialectAdvice(tokens) ?? misspelledKeyword(tokens, place.position)
  const text = `SQLite cannot run this: ${sentence(message)}`
  if (!dialect) return new CatalogError(code, text, place)
  return new CatalogError(code, `${text} ${dialect.advice}`, { position: dialect.position, ...place })
}

/** Allowed functions with names similar to `name`; a function whose name is merely contained in it is not suggested. */
function nearestFunctions(name: string): readonly string[] {
  return nearestNames(name, [...ALLOWED_FUNCTIONS], (wanted, known) => !wanted.includes(known) || known.length > 3)
}

/** The allowed functions that an advice calls, so that suggestions and message agree; none for a whole formula. */
function calledIn(advice: string): readonly string[] {
  const called = new Set([...advice.matchAll(/([a-z_0-9]+)\(/g)].map(([, name]) => name!))
  return called.size > 3 ? [] : [...called].filter((name) => ALLOWED_FUNCTIONS.has(name))
}

/** True if a name is the right side of a comparison, as a string without quotes would be. */
function isCompared(name: string, tokens: readonly Token[]): boolean {
  const at = tokens.findIndex((token) => isName(token) && nameOf(token) === name)
  const before = tokens[at - 1]
  return before !== undefined && (/^(?:=|==|<>|!=|<|>|<=|>=)$/.test(before.text) || keyword(before) === 'LIKE')
}

function isReserved(token: Token): boolean {
  return isName(token) && RESERVED.test(nameOf(token))
}

function isName(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'quoted'
}

/** SQLite's messages quote the offending text in full, so they are shortened. */
function sentence(message: string): string {
  const shown = truncateMiddle(message, MESSAGE_LENGTH)
  return shown.endsWith('.') ? shown : `${shown}.`
}

/** Converts SQLite's offset in UTF-8 bytes to an offset in characters. */
function characterOffset(sql: string, byteOffset: number): number {
  return Buffer.from(sql, 'utf8').subarray(0, byteOffset).toString('utf8').length
}
