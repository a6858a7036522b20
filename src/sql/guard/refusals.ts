import { CatalogError, type ErrorCode, type ErrorHelp } from '../../core/errors.ts'
import { ALLOWED_FUNCTIONS } from '../../core/sql-functions.ts'
import { nearestNames } from '../../core/text/nearest.ts'
import { shortened, shownValue, withoutMiddle } from '../../core/text/shown-value.ts'
import { TABLE_NAMES, type TableName } from '../../format/table.ts'
import type { SqliteError } from '../sqlite/sqlite.ts'
import { dialectAdvice, FUNCTION_ADVICE } from './dialect-advice.ts'
import { nameOf, type Token } from './tokens.ts'

/** Column names of each table. */
export type TableColumns = Readonly<Record<TableName, readonly string[]>>

/** Names of SQLite's own tables and table-valued functions. */
const RESERVED = /^(?:sqlite_|pragma_|dbstat$|fts\d|bytecode$|tables_used$|generate_series$|csv$|rtree)/i

const THE_TABLES = `The tables are ${TABLE_NAMES.join(' and ')}.`

/** Longest message of SQLite's that a refusal repeats, in UTF-16 units. */
const MESSAGE_LENGTH = 300

/** SQLite's out-of-memory and too-big messages: the query's size, not its wording, is the fault. */
const TOO_LARGE = /^(?:out of memory|string or blob too big|.*failed memory resize.*)$/

/** The public error for a fault that SQLite found while it compiled the text. */
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
  if (table) return unknownTable(table[1]!, tokens)
  const column = /^no such column: (.*?)(?: - should this be a string literal in single-quotes\?)?$/s.exec(message)
  if (column) return unknownColumn(column[1]!, tokens, columns, place)
  const called = /^no such function: (.*)$/s.exec(message)
  if (called) return unknownFunction(called[1]!, tokens, place)
  if (message.startsWith('too many arguments on ') && tokens.some(isReserved)) return reservedTable(tokens)
  return withDialect('invalid_sql', message, tokens, place)
}

/** The public error for a fault that SQLite met while the query ran. */
export function runtimeRefusal(error: SqliteError): CatalogError {
  if (TOO_LARGE.test(error.message)) {
    return new CatalogError(
      'query_too_large',
      'The query needs more memory than one query may use: select fewer rows or shorter texts, or aggregate before you join.',
    )
  }
  return new CatalogError('invalid_sql', `The query failed: ${sentence(error.message)}`)
}

/** The error for a table that exists but is nobody's business, or that is none at all. */
export function reservedTable(tokens: readonly Token[]): CatalogError {
  const token = tokens.find(isReserved)
  const name = token ? shownValue(nameOf(token)) : 'This table'
  return new CatalogError('forbidden_sql', `${name} cannot be read here. ${THE_TABLES}`, {
    suggestions: TABLE_NAMES,
    ...(token ? { position: token.start } : {}),
  })
}

/** A column that the statement has not; `written` is how SQLite names it, for example `e.pl_radius`. */
export class UnknownColumn extends CatalogError {
  constructor(
    readonly written: string,
    message: string,
    /** Advice that holds whatever is said of the column; empty or beginning with a space. */
    readonly advice: string,
    help: ErrorHelp,
  ) {
    super('unknown_column', `${message}${advice}`, help)
  }
}

function unknownTable(name: string, tokens: readonly Token[]): CatalogError {
  const bare = name.replace(/^.*\./s, '')
  if (RESERVED.test(bare)) return reservedTable(tokens)
  const token = tokens.find((candidate) => isName(candidate) && nameOf(candidate).toLowerCase() === bare.toLowerCase())
  const near = nearestNames(bare, TABLE_NAMES)
  return new CatalogError('unknown_table', `There is no table ${shownValue(name)}. ${THE_TABLES}`, {
    suggestions: near.length > 0 ? near : TABLE_NAMES,
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
  const known = [...new Set(TABLE_NAMES.flatMap((table) => columns[table]))]
  const owners = TABLE_NAMES.filter((table) => columns[table].includes(name.toLowerCase()))
  const suggestions = owners.length > 0 ? [] : nearestNames(bare, known)
  const advice =
    suggestions.length > 0 ? `Nearest: ${suggestions.join(', ')}.` : 'The schema endpoints list the columns.'
  const quotes = isQuoted ? ' Texts stand in single quotes, names in double quotes.' : ''
  const dialect = dialectAdvice(tokens, name)
  return new UnknownColumn(
    name,
    owners.length > 0 ? outOfReach(name, owners) : `There is no column ${shownValue(name)}. ${advice}`,
    `${quotes}${dialect ? ` ${dialect.advice}` : ''}`,
    { ...place, ...(suggestions.length > 0 ? { suggestions } : {}) },
  )
}

/** What is wrong where a real column is named by a SELECT that cannot see it. */
export function outOfReach(column: string, owners: readonly TableName[]): string {
  return `"${column}" is a column of ${owners.join(' and ')}, but the SELECT that names it does not get it from there: a subquery or common table passes on only what it selects.`
}

function unknownFunction(name: string, tokens: readonly Token[], place: ErrorHelp): CatalogError {
  const folded = name.toLowerCase()
  const suggestions = nearestNames(folded, [...ALLOWED_FUNCTIONS])
  const advice =
    FUNCTION_ADVICE[folded] ??
    dialectAdvice(tokens, name)?.advice ??
    (suggestions.length > 0 ? `Nearest: ${suggestions.join(', ')}.` : 'README lists the functions.')
  const found = place.position ?? tokens.find((token) => token.text.toLowerCase() === folded)?.start
  return new CatalogError('unknown_function', `There is no function ${shortened(name)}(). ${advice}`, {
    ...(found === undefined ? {} : { position: found }),
    ...(suggestions.length > 0 ? { suggestions } : {}),
  })
}

/** SQLite's message as a sentence, with the SQLite way to say it where the text speaks another dialect. */
function withDialect(code: ErrorCode, message: string, tokens: readonly Token[], place: ErrorHelp): CatalogError {
  if (TOO_LARGE.test(message)) return new CatalogError('query_too_large', 'The statement is too large for one query.')
  const dialect = dialectAdvice(tokens)
  const text = `SQLite cannot run this: ${sentence(message)}`
  if (!dialect) return new CatalogError(code, text, place)
  return new CatalogError(code, `${text} ${dialect.advice}`, { position: dialect.position, ...place })
}

function isReserved(token: Token): boolean {
  return isName(token) && RESERVED.test(nameOf(token))
}

function isName(token: Token): boolean {
  return token.kind === 'word' || token.kind === 'quoted'
}

/** SQLite repeats what it stumbles over, however long that is. */
function sentence(message: string): string {
  const shown = withoutMiddle(message, MESSAGE_LENGTH)
  return shown.endsWith('.') ? shown : `${shown}.`
}

/** SQLite counts bytes of UTF-8, a client counts characters. */
function characterOffset(sql: string, byteOffset: number): number {
  return Buffer.from(sql, 'utf8').subarray(0, byteOffset).toString('utf8').length
}
