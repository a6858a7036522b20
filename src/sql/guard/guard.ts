import { CatalogError } from '../../core/errors.ts'
import { ALLOWED_FUNCTIONS, RANDOM_FUNCTIONS } from '../../core/functions/sql-functions.ts'
import { quoteForMessage, truncate } from '../../core/text/quote-for-message.ts'
import type { CatalogDatabase } from '../sqlite/open-database.ts'
import { type Sqlite, SqliteError } from '../sqlite/sqlite.ts'
import { intendedKeyword } from './misspelled-keyword.ts'
import { refusalOf, reservedTable, seeColumns, type TableColumns, theTables } from './refusals.ts'
import { keyword, type Token, tokenize } from './tokens.ts'

/** A statement that may run. The caller finalizes it. */
export interface GuardedStatement {
  /** Pointer of the compiled statement. */
  readonly statement: number
  /** True if the result is random, whatever the data. */
  readonly usesRandom: boolean
}

/** Opcodes that only occur in statements other than a SELECT of plain tables. */
const FORBIDDEN_OPCODES: ReadonlySet<string> = new Set(
  `AutoCommit Savepoint OpenWrite Clear Destroy CreateBtree ParseSchema LoadAnalysis DropTable DropIndex DropTrigger
  IntegrityCk SetCookie ReadCookie JournalMode Vacuum IncrVacuum Checkpoint Pagecount MaxPgcnt Expire SqlExec Program
  ResetCount VBegin VCreate VDestroy VUpdate VRename VCheck TableLock`.split(/\s+/),
)

/**
 * Compiles the one SELECT in `sql`, or throws a CatalogError with the reason for the rejection. SQLite itself decides: it counts
 * the statements, compiles the text, and lists by EXPLAIN what the compiled program would open and call.
 */
export function guard(database: CatalogDatabase, sql: string): GuardedStatement {
  const all = tokenize(sql)
  const begin = all.findIndex((token) => !isSemicolon(token))
  const tokens = begin < 0 ? [] : all.slice(begin)
  refuseOtherStatements(sql, tokens, database.columns)
  const { sqlite } = database
  const statement = compileOne(database, sql, tokens)
  try {
    const functions = readProgram(database, sql.slice(tokens[0]!.start), tokens)
    return { statement, usesRandom: functions.some((name) => RANDOM_FUNCTIONS.has(name)) }
  } catch (error) {
    sqlite.api._sqlite3_finalize(statement)
    throw error
  }
}

const isSemicolon = (token: Token): boolean => token.text === ';'

/** The verb of a statement: the first word, or after WITH the word that follows the last common table. */
function mainVerb(tokens: readonly Token[]): string {
  if (keyword(tokens[0]) !== 'WITH') return keyword(tokens[0])
  let depth = 0
  for (const [i, token] of tokens.entries()) {
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    const next = tokens[i + 1]
    if (token.text === ')' && depth === 0 && !['AS', ''].includes(keyword(next))) return keyword(next)
  }
  return 'WITH'
}

function refuseOtherStatements(sql: string, tokens: readonly Token[], columns: TableColumns): void {
  const first = tokens[0]
  if (first === undefined) throw new CatalogError('invalid_sql', 'The SQL is empty: send one SELECT statement.')
  if (sql.includes('\0')) {
    const position = sql.indexOf('\0')
    throw new CatalogError('invalid_sql', 'The SQL contains a NUL character, at which SQLite stops reading.', {
      position,
    })
  }
  const verb = mainVerb(tokens)
  if (verb !== 'SELECT' && verb !== 'WITH') {
    const begins = keyword(first) === 'WITH' ? `WITH … ${truncate(verb, 40)}` : truncate(first.text, 40)
    throw notASelect(begins, verb, tokens, columns)
  }
  const variable = tokens.find((token) => token.kind === 'variable')
  if (variable) {
    throw new CatalogError(
      'invalid_sql',
      `Bind parameters such as ${quoteForMessage(variable.text)} are not supported; write the value in the SQL.`,
      { position: variable.start },
    )
  }
}

const OTHER_STATEMENTS: Readonly<Record<string, string>> = {
  VALUES: 'Write SELECT … UNION ALL SELECT …, or put VALUES inside a common table expression.',
  EXPLAIN: 'Query plans are not available.',
  PRAGMA: 'Settings cannot be read or changed.',
  ATTACH: 'Other databases cannot be attached.',
  DETACH: 'The database cannot be detached.',
}
const READ_ONLY = 'The catalog is read-only.'

/** Statements with which people look for tables or columns. */
const LOOKING_FOR_TABLES: readonly string[] = ['SHOW', 'DESCRIBE']
const LOOKING_FOR_COLUMNS: readonly string[] = ['PRAGMA', 'SHOW', 'DESCRIBE', 'DESC']

function notASelect(begins: string, verb: string, tokens: readonly Token[], columns: TableColumns): CatalogError {
  const see = LOOKING_FOR_COLUMNS.includes(verb) ? { see: seeColumns(tokens, columns) } : {}
  const help = { position: tokens[0]!.start, ...see }
  return new CatalogError(
    'not_a_select',
    `Only SELECT is allowed, not "${begins}". ${adviceFor(begins, verb, [...columns.keys()])}`,
    help,
  )
}

function adviceFor(begins: string, verb: string, tables: readonly string[]): string {
  if (begins.startsWith('```')) return 'Leave out the Markdown fence (```) around the SQL.'
  if (/[\u2018-\u201f\u00ab\u00bb]/.test(begins))
    return "Leave out the quotes around the SQL, and write strings in straight single quotes, as in 'Kepler-22'."
  const intended = intendedKeyword(verb)
  if (intended !== undefined) return `Did you mean ${intended}?`
  if (LOOKING_FOR_TABLES.includes(verb)) return theTables(tables)
  return OTHER_STATEMENTS[verb] ?? READ_ONLY
}

/** Compiles the first statement of the text, provided that only white space, comments and `;` follow it. */
function compileOne(database: CatalogDatabase, sql: string, tokens: readonly Token[]): number {
  const { sqlite } = database
  const { api } = sqlite
  const text = api.stringToNewUTF8(sql)
  let first = 0
  try {
    const compiled = prepare(database, text, sql, tokens)
    first = compiled.statement
    // The rest is only tokenized: compiling a PRAGMA would run it.
    if (tokenize(sqlite.text(compiled.tail)).some((token) => !isSemicolon(token))) {
      const semicolon = tokens.find(isSemicolon)
      throw new CatalogError(
        'several_statements',
        'Only one statement is allowed, but more text follows the first ";".',
        {
          ...(semicolon ? { position: semicolon.start } : {}),
        },
      )
    }
    return first
  } catch (error) {
    if (first !== 0) api._sqlite3_finalize(first)
    throw error
  } finally {
    api._free(text)
  }
}

function prepare(database: CatalogDatabase, pointer: number, sql: string, tokens: readonly Token[]) {
  try {
    return database.sqlite.prepare(pointer)
  } catch (error) {
    throw error instanceof SqliteError ? refusalOf(error, sql, tokens, database.columns) : error
  }
}

/** Columns of EXPLAIN. */
const PROGRAM = { opcode: 1, p2: 3, p3: 4, p4: 5 } as const

/**
 * Reads the program that the statement compiles to, rejects everything that a SELECT of the tables does not need, and returns the
 * functions that it calls. With EXPLAIN, a text is compiled and listed but not run.
 */
export function readProgram(database: CatalogDatabase, text: string, tokens: readonly Token[]): string[] {
  const functions = new Set<string>()
  let jsonTables: ReadonlySet<string> | undefined
  // Only the cells that matter are read: most of the time of a short query was spent on reading all of them.
  database.sqlite.eachRow(`EXPLAIN ${text}`, (cell) => {
    const opcode = cell(PROGRAM.opcode)!
    if (FORBIDDEN_OPCODES.has(opcode) || (opcode === 'Transaction' && cell(PROGRAM.p2) !== '0')) {
      throw new CatalogError('forbidden_sql', `Only SELECT is allowed. ${READ_ONLY}`)
    }
    if (opcode === 'OpenRead' || opcode === 'ReopenIdx') {
      const isReadable = cell(PROGRAM.p3) === '0' && database.readablePages.has(Number(cell(PROGRAM.p2)))
      if (!isReadable) throw reservedTable(tokens, database.columns)
    } else if (opcode === 'VOpen') {
      jsonTables ??= jsonTablePointers(database.sqlite)
      if (!jsonTables.has(cell(PROGRAM.p4)!)) throw reservedTable(tokens, database.columns)
    } else if (/^(Function|PureFunc|Agg)/.test(opcode)) {
      const called = /^(\S+)\(-?\d+\)$/.exec(cell(PROGRAM.p4) ?? '')
      if (called) functions.add(called[1]!.toLowerCase())
    }
  })
  for (const name of functions) if (!ALLOWED_FUNCTIONS.has(name)) throw forbiddenFunction(name, tokens)
  return [...functions]
}

function forbiddenFunction(name: string, tokens: readonly Token[]): CatalogError {
  const place = tokens.find((token) => token.text.toLowerCase() === name)
  const fault =
    name === 'match'
      ? 'There is no full-text search: write LIKE, GLOB or REGEXP in place of MATCH.'
      : `The function ${name}() is not available here.`
  return new CatalogError('forbidden_sql', fault, {
    ...(place ? { position: place.start } : {}),
    see: { kind: 'functions' },
  })
}

/** EXPLAIN shows json_each and json_tree as pointers, which do not change while the connection is open. */
function jsonTablePointers(sqlite: Sqlite): ReadonlySet<string> {
  return new Set(
    ['json_each', 'json_tree'].flatMap((table) =>
      sqlite
        .rows(`EXPLAIN SELECT key FROM ${table}('[]')`)
        .flatMap((row) => (row[PROGRAM.opcode] === 'VOpen' ? [row[PROGRAM.p4]!] : [])),
    ),
  )
}
