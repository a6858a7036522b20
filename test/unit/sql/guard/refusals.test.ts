import { describe, expect, test } from 'bun:test'
import type { CatalogError, ErrorHelp } from '../../../../src/core/errors.ts'
import {
  columnNotInScope,
  refusalOf,
  reservedTable,
  runtimeRefusal,
  seeColumns,
  tablesWith,
  theTables,
  UnknownColumn,
} from '../../../../src/sql/guard/refusals.ts'
import { tokenize } from '../../../../src/sql/guard/tokens.ts'
import { SqliteError } from '../../../../src/sql/sqlite/sqlite.ts'

const COLUMNS = new Map([
  ['exoplanets', ['pl_name', 'hostname', 'pl_rade', 'pl_radj', 'disc_year']],
  ['stellarhosts', ['hostname', 'st_teff']],
  ['toi', ['toi', 'tid', 'Pscale']],
])
const TABLES = 'The tables are exoplanets, stellarhosts and toi.'
const NOWHERE = { kind: 'schema' } as const

/** The refusal of a text in which SQLite reports `message` at the first place of `at`. */
function refused(sql: string, message: string, at?: string): CatalogError {
  const offset = at === undefined ? undefined : Buffer.byteLength(sql.slice(0, sql.indexOf(at)))
  return refusalOf(new SqliteError(message, offset), sql, tokenize(sql), COLUMNS)
}

const partsOf = ({ code, message, help }: CatalogError) => ({ code, message, help })

describe('an unknown table', () => {
  test.each<[sql: string, table: string, message: string, help: ErrorHelp]>([
    [
      'SELECT * FROM main.PS',
      'main.PS',
      `Unknown table "main.PS". The archive's table ps is exoplanets here. ${TABLES}`,
      { suggestions: ['exoplanets'], position: 19 },
    ],
    [
      'SELECT * FROM "pscomppars"',
      'pscomppars',
      `Unknown table "pscomppars". The archive's table of planets is exoplanets here. ${TABLES}`,
      { suggestions: ['exoplanets'], position: 14 },
    ],
    [
      'SELECT * FROM planets',
      'planets',
      `Unknown table "planets". The planets are in exoplanets. ${TABLES}`,
      { suggestions: ['exoplanets'], position: 14 },
    ],
    [
      'SELECT * FROM stars',
      'stars',
      `Unknown table "stars". The host stars are in stellarhosts. ${TABLES}`,
      { suggestions: ['stellarhosts'], position: 14 },
    ],
    [
      'SELECT 1 FROM toi, hosts',
      'hosts',
      `Unknown table "hosts". The host stars are in stellarhosts. ${TABLES}`,
      { suggestions: ['stellarhosts'], position: 19 },
    ],
    [
      'SELECT * FROM stellarhost',
      'stellarhost',
      `Unknown table "stellarhost". ${TABLES}`,
      { suggestions: ['stellarhosts'], position: 14 },
    ],
    [
      'SELECT * FROM zzz',
      'zzz',
      `Unknown table "zzz". ${TABLES}`,
      { suggestions: ['exoplanets', 'stellarhosts', 'toi'], position: 14 },
    ],
    ['SELECT 1', 'zzz', `Unknown table "zzz". ${TABLES}`, { suggestions: ['exoplanets', 'stellarhosts', 'toi'] }],
    [
      'SELECT * FROM "a.\n.zzz"',
      'a.\n.zzz',
      `Unknown table "a.\ufffd.zzz". ${TABLES}`,
      { suggestions: ['exoplanets', 'stellarhosts', 'toi'] },
    ],
  ])('%s', (sql, table, message, help) => {
    expect(partsOf(refused(sql, `no such table: ${table}`))).toEqual({ code: 'unknown_table', message, help })
  })

  test.each([
    'sqlite_master',
    'SQLITE_STAT1',
    'pragma_table_info',
    'dbstat',
    'fts3tokenize',
    'fts5vocab',
    'bytecode',
    'tables_used',
    'generate_series',
    'csv',
    'rtree',
    'rtree_i32',
  ])('%s is SQLite’s own, and cannot be read', (table) => {
    expect(partsOf(refused(`SELECT 1 FROM ${table}`, `no such table: temp.${table}`))).toEqual({
      code: 'forbidden_sql',
      message: `"${table}" cannot be read here. ${TABLES}`,
      help: { suggestions: ['exoplanets', 'stellarhosts', 'toi'], position: 14 },
    })
  })

  test.each(['my_sqlite_x', 'dbstats', 'ftse', 'bytecodes', 'csvs', 'generate_series2', 'tables_used2', 'xrtree'])(
    '%s is not SQLite’s own',
    (table) => {
      expect(refused(`SELECT 1 FROM ${table}`, `no such table: ${table}`).code).toBe('unknown_table')
    },
  )

  test('a table-valued function of SQLite is refused as its tables are', () => {
    const message = 'too many arguments on pragma_table_list() - max 1'
    expect(refused('SELECT 1 FROM pragma_table_list(1, 2)', message).code).toBe('forbidden_sql')
    expect(refused('SELECT 1 FROM json_each(1, 2, 3)', 'too many arguments on json_each() - max 2')).toMatchObject({
      code: 'invalid_sql',
      message: 'SQLite cannot run this: too many arguments on json_each() - max 2.',
    })
  })

  test('is refused also where the text does not name it', () => {
    const { message, help } = reservedTable(tokenize("SELECT 'sqlite_master'"), COLUMNS)
    expect(message).toBe(`This table cannot be read here. ${TABLES}`)
    expect(help).toEqual({ suggestions: ['exoplanets', 'stellarhosts', 'toi'] })
  })
})

describe('an unknown column', () => {
  test.each<[sql: string, column: string, message: string, help: ErrorHelp]>([
    [
      'SELECT pl_rad FROM exoplanets',
      'pl_rad',
      'Unknown column "pl_rad". Did you mean pl_rade or pl_radj?',
      { position: 7, suggestions: ['pl_rade', 'pl_radj'], see: NOWHERE },
    ],
    [
      "SELECT 'ä€𝄞', e.st_tef FROM exoplanets e",
      'e.st_tef',
      'Unknown column "e.st_tef". Did you mean st_teff?',
      { position: 15, suggestions: ['st_teff'], see: NOWHERE },
    ],
    [
      'SELECT "pl_radee" FROM exoplanets',
      '"pl_radee" - should this be a string literal in single-quotes?',
      'Unknown column "pl_radee". Did you mean pl_rade? Use single quotes for strings and double quotes for names.',
      { position: 7, suggestions: ['pl_rade'], see: NOWHERE },
    ],
    [
      'SELECT tip FROM toi WHERE tip = 1',
      'tip',
      'Unknown column "tip". Did you mean tid?',
      { position: 7, suggestions: ['tid'], see: { kind: 'schema', table: 'toi' } },
    ],
    ['SELECT 1 WHERE x', 'x', 'Unknown column "x".', { position: 15, see: NOWHERE }],
    [
      'SELECT St_Teff',
      'St_Teff',
      '"St_Teff" is a column of stellarhosts, but the SELECT that names it does not read it from there: a subquery or common table expression returns only the columns that it selects.',
      { position: 7, see: NOWHERE },
    ],
    [
      'SELECT 1 WHERE 1 = hostname',
      'hostname',
      '"hostname" is a column of exoplanets and stellarhosts, but the SELECT that names it does not read it from there: a subquery or common table expression returns only the columns that it selects.',
      { position: 19, see: NOWHERE },
    ],
  ])('%s', (sql, column, message, help) => {
    const error = refused(sql, `no such column: ${column}`, column.split(' - ')[0])
    expect(error).toBeInstanceOf(UnknownColumn)
    expect(partsOf(error)).toEqual({ code: 'unknown_column', message, help })
  })

  test.each(['=', '==', '<>', '!=', '<', '>', '<=', '>=', 'LIKE', 'like'])(
    'that %s compares with is probably a string',
    (operator) => {
      const { message } = refused(`SELECT 1 FROM toi WHERE tid ${operator} Zorba`, 'no such column: Zorba')
      expect(message).toBe('Unknown column "Zorba". If it is a string, write it in single quotes, as in \'Zorba\'.')
    },
  )

  test.each(['Zorba = tid', 'tid + Zorba', 'tid || Zorba', 'tid IS Zorba', "'Zorba' = tid OR Zorba"])(
    'in %s it is probably none',
    (condition) => {
      expect(refused(`SELECT 1 WHERE ${condition}`, 'no such column: Zorba').message).toBe('Unknown column "Zorba".')
    },
  )

  test('is quoted if it has quotes at both ends', () => {
    expect(refused('SELECT 1', 'no such column: a"').message).toBe('Unknown column "a"".')
    expect(refused('SELECT 1', 'no such column: "a').message).toBe('Unknown column ""a".')
  })

  test('that resembles one is not a string, and a long string is shortened', () => {
    expect(refused('SELECT 1 WHERE 1 = pl_radee', 'no such column: pl_radee').message).not.toContain('string')
    const long = 'Q'.repeat(41)
    expect(refused(`SELECT 1 WHERE 1 = ${long}`, `no such column: ${long}`).message).toEndWith(
      ` as in '${'Q'.repeat(40)}…'.`,
    )
    expect(refused(`SELECT 1 WHERE 1 = ${long.slice(1)}`, `no such column: ${long.slice(1)}`).message).toEndWith(
      ` as in '${'Q'.repeat(40)}'.`,
    )
  })

  test('that begins another dialect is met with its equivalent, which an explanation keeps', () => {
    const error = refused("SELECT 1 > DATE '2020-01-01'", 'no such column: DATE', 'DATE')
    expect(error.message).toBe(
      "Unknown column \"DATE\". If it is a string, write it in single quotes, as in 'DATE'. Dates are plain text here: write '2021-01-01' without DATE before it.",
    )
    expect((error as UnknownColumn).written).toBe('DATE')
    expect((error as UnknownColumn).advice).toBe(error.message.slice('Unknown column "DATE".'.length))
  })
})

describe('an unknown function', () => {
  test.each<[sql: string, name: string, message: string, help: ErrorHelp]>([
    [
      'SELECT 1, Uper(2)',
      'Uper',
      'Unknown function Uper(). Did you mean upper?',
      { position: 10, suggestions: ['upper'], see: { kind: 'functions' } },
    ],
    [
      'SELECT NVL(1, 2)',
      'NVL',
      'Unknown function NVL(). Write ifnull(a, b).',
      { position: 7, suggestions: ['ifnull'], see: { kind: 'functions' } },
    ],
    [
      'SELECT cbrt(8)',
      'cbrt',
      'Unknown function cbrt(). Write sign(value) * power(abs(value), 1.0 / 3).',
      { position: 7, suggestions: ['sign', 'power', 'abs'], see: { kind: 'functions' } },
    ],
    [
      'SELECT square(8)',
      'square',
      'Unknown function square(). Write value * value.',
      { position: 7, see: { kind: 'functions' } },
    ],
    [
      "SELECT DATEADD('day', 1, x)",
      'DATEADD',
      "Unknown function DATEADD(). SQLite has no DATEADD: write date(value, '+1 day') or '-3 months'. For partial dates such as 2016-05, write substr(value || '-01-01', 1, 10) in place of the value.",
      { position: 7, suggestions: ['date', 'substr'], see: { kind: 'functions' } },
    ],
    ['SELECT toString(1)', 'toString', 'Unknown function toString().', { position: 7, see: { kind: 'functions' } }],
    ['SELECT 1', 'zzz', 'Unknown function zzz().', { see: { kind: 'functions' } }],
    [
      `SELECT ${'z'.repeat(81)}(1)`,
      'z'.repeat(81),
      `Unknown function ${'z'.repeat(80)}…().`,
      { position: 7, see: { kind: 'functions' } },
    ],
  ])('%s', (sql, name, message, help) => {
    expect(partsOf(refused(sql, `no such function: ${name}`))).toEqual({ code: 'unknown_function', message, help })
  })

  test('the place that SQLite reports counts more than the first of the name', () => {
    expect(refused('SELECT zzz, zzz(1)', 'no such function: zzz', 'zzz(').help.position).toBe(12)
  })

  test('a function whose name is merely contained in it is suggested only if it is long', () => {
    expect(refused('SELECT absolute(1)', 'no such function: absolute').help.suggestions).toBeUndefined()
    expect(refused('SELECT rounded(1)', 'no such function: rounded').help.suggestions).toEqual(['round'])
  })
})

describe('any other error', () => {
  test.each<[sql: string, message: string, at: string | undefined, expected: string, position: number | undefined]>([
    ['SELECT FROM t', 'near "FROM": syntax error', 'FROM', 'SQLite cannot run this: near "FROM": syntax error.', 7],
    ['SELECT 1', 'something.', undefined, 'SQLite cannot run this: something.', undefined],
    [
      'SELECT 1 FORM t',
      'near "t": syntax error',
      't',
      'SQLite cannot run this: near "t": syntax error. Did you mean FROM in place of "FORM"?',
      14,
    ],
    [
      "SELECT 1 FROM t WHERE a ILIKE 'x'",
      'near "ILIKE": syntax error',
      'ILIKE',
      'SQLite cannot run this: near "ILIKE": syntax error. SQLite has no ILIKE: its LIKE already ignores the case of ASCII letters.',
      24,
    ],
    [
      'SELECT TOP 5 x FROM t',
      'incomplete input',
      undefined,
      'SQLite cannot run this: incomplete input. SQLite has no TOP: write LIMIT n at the end.',
      7,
    ],
  ])('%s: %s', (sql, message, at, expected, position) => {
    expect(partsOf(refused(sql, message, at))).toEqual({
      code: 'invalid_sql',
      message: expected,
      help: position === undefined ? {} : { position },
    })
  })

  test('is told in 300 characters at most, from both ends', () => {
    expect(refused('SELECT 1', 'x'.repeat(300)).message).toBe(`SQLite cannot run this: ${'x'.repeat(300)}.`)
    const { message } = refused('SELECT 1', `a${'x'.repeat(299)}b`)
    expect(message).toBe(`SQLite cannot run this: a${'x'.repeat(199)}…${'x'.repeat(99)}b.`)
  })

  test.each(['out of memory', 'string or blob too big', 'sqlite3: failed memory resize 8 to 16 bytes'])(
    'a lack of memory is one of the size of the query: %s',
    (message) => {
      expect(partsOf(refused('SELECT TOP 5 x', message))).toEqual({
        code: 'query_too_large',
        message: 'The statement is too large for one query.',
        help: {},
      })
      const error = runtimeRefusal(new SqliteError(message, undefined))
      expect(error.code).toBe('query_too_large')
      expect(error.message).toStartWith('The query exceeds the memory limit')
    },
  )

  test('while the query runs is told as it is', () => {
    expect(partsOf(runtimeRefusal(new SqliteError('integer overflow', undefined)))).toEqual({
      code: 'invalid_sql',
      message: 'The query failed: integer overflow.',
      help: {},
    })
    expect(runtimeRefusal(new SqliteError('it is out of memory', undefined)).code).toBe('invalid_sql')
  })
})

test('columns are listed by the table that is the only one named, if it is a further one', () => {
  const see = (sql: string) => seeColumns(tokenize(sql), COLUMNS)
  expect(see('SELECT x FROM TOI')).toEqual({ kind: 'schema', table: 'toi' })
  expect(see('SELECT x FROM "toi"')).toEqual({ kind: 'schema', table: 'toi' })
  expect(see('SELECT x FROM toi, exoplanets')).toEqual(NOWHERE)
  expect(see('SELECT x FROM exoplanets')).toEqual(NOWHERE)
  expect(see("SELECT 'toi'")).toEqual(NOWHERE)
})

test('the tables of a column are found in any case', () => {
  expect(tablesWith('HostName', COLUMNS)).toEqual(['exoplanets', 'stellarhosts'])
  expect(tablesWith('pscale', COLUMNS)).toEqual(['toi'])
  expect(tablesWith('hostnam', COLUMNS)).toEqual([])
  expect(columnNotInScope('a', ['b'])).toStartWith('"a" is a column of b, but the SELECT that names it')
  expect(theTables(['a', 'b'])).toBe('The tables are a and b.')
})
