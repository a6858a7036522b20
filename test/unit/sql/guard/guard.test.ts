import { beforeAll, describe, expect, test } from 'bun:test'
import { CatalogError, type ErrorCode, type ErrorHelp } from '../../../../src/core/errors.ts'
import { guard } from '../../../../src/sql/guard/guard.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { guardOutcome, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

const SCHEMA = { see: { kind: 'schema' } } as const
const TABLES = 'The tables are exoplanets and stellarhosts.'
const READ_ONLY = 'The catalog is read-only.'
const ONE = 'Only one statement is allowed, but more text follows the first ";".'

test.each<[sql: string, code: ErrorCode, message: string, help: ErrorHelp]>([
  ['', 'invalid_sql', 'The SQL is empty: send one SELECT statement.', {}],
  [' ;; -- nothing', 'invalid_sql', 'The SQL is empty: send one SELECT statement.', {}],
  ['SELECT 1\0', 'invalid_sql', 'The SQL contains a NUL character, at which SQLite stops reading.', { position: 8 }],
  [
    'SELECT 1 + ?2',
    'invalid_sql',
    'Bind parameters such as "?2" are not supported; write the value in the SQL.',
    { position: 11 },
  ],
  [
    'SELECT :a, @b',
    'invalid_sql',
    'Bind parameters such as ":a" are not supported; write the value in the SQL.',
    { position: 7 },
  ],
  [' DELETE FROM exoplanets', 'not_a_select', `Only SELECT is allowed, not "DELETE". ${READ_ONLY}`, { position: 1 }],
  ['; drop table exoplanets', 'not_a_select', `Only SELECT is allowed, not "drop". ${READ_ONLY}`, { position: 2 }],
  [
    'WITH a AS (SELECT 1) delete from exoplanets',
    'not_a_select',
    `Only SELECT is allowed, not "WITH … DELETE". ${READ_ONLY}`,
    { position: 0 },
  ],
  [
    'with a AS (SELECT (1)), b(x) AS (SELECT 2) VALUES (1)',
    'not_a_select',
    'Only SELECT is allowed, not "WITH … VALUES". Write SELECT … UNION ALL SELECT …, or put VALUES inside a common table expression.',
    { position: 0 },
  ],
  ['WITH a AS (SELECT 1)', 'invalid_sql', 'SQLite cannot run this: incomplete input.', {}],
  [
    'VALUES (1)',
    'not_a_select',
    'Only SELECT is allowed, not "VALUES". Write SELECT … UNION ALL SELECT …, or put VALUES inside a common table expression.',
    { position: 0 },
  ],
  [
    'EXPLAIN SELECT 1',
    'not_a_select',
    'Only SELECT is allowed, not "EXPLAIN". Query plans are not available.',
    { position: 0 },
  ],
  [
    'PRAGMA table_list',
    'not_a_select',
    'Only SELECT is allowed, not "PRAGMA". Settings cannot be read or changed.',
    { position: 0, ...SCHEMA },
  ],
  [
    "ATTACH 'x' AS y",
    'not_a_select',
    'Only SELECT is allowed, not "ATTACH". Other databases cannot be attached.',
    { position: 0 },
  ],
  [
    'DETACH main',
    'not_a_select',
    'Only SELECT is allowed, not "DETACH". The database cannot be detached.',
    { position: 0 },
  ],
  ['show tables', 'not_a_select', `Only SELECT is allowed, not "show". ${TABLES}`, { position: 0, ...SCHEMA }],
  [
    'DESCRIBE exoplanets',
    'not_a_select',
    `Only SELECT is allowed, not "DESCRIBE". ${TABLES}`,
    { position: 0, ...SCHEMA },
  ],
  ['DESC exoplanets', 'not_a_select', `Only SELECT is allowed, not "DESC". ${READ_ONLY}`, { position: 0, ...SCHEMA }],
  ['SELCT 1', 'not_a_select', 'Only SELECT is allowed, not "SELCT". Did you mean SELECT?', { position: 0 }],
  [
    '```SELECT 1```',
    'not_a_select',
    'Only SELECT is allowed, not "```SELECT 1```". Leave out the Markdown fence (```) around the SQL.',
    { position: 0 },
  ],
  [
    '“SELECT 1”',
    'not_a_select',
    'Only SELECT is allowed, not "“SELECT". Leave out the quotes around the SQL, and write strings in straight single quotes, as in \'Kepler-22\'.',
    { position: 0 },
  ],
  [
    '«SELECT 1»',
    'not_a_select',
    'Only SELECT is allowed, not "«SELECT". Leave out the quotes around the SQL, and write strings in straight single quotes, as in \'Kepler-22\'.',
    { position: 0 },
  ],
  ['constructor', 'not_a_select', `Only SELECT is allowed, not "constructor". ${READ_ONLY}`, { position: 0 }],
  ['x'.repeat(40), 'not_a_select', `Only SELECT is allowed, not "${'x'.repeat(40)}". ${READ_ONLY}`, { position: 0 }],
  ['x'.repeat(41), 'not_a_select', `Only SELECT is allowed, not "${'x'.repeat(40)}…". ${READ_ONLY}`, { position: 0 }],
  [
    `WITH a AS (SELECT 1) ${'x'.repeat(40)}`,
    'not_a_select',
    `Only SELECT is allowed, not "WITH … ${'X'.repeat(40)}". ${READ_ONLY}`,
    { position: 0 },
  ],
  [
    `WITH a AS (SELECT 1) ${'x'.repeat(41)}`,
    'not_a_select',
    `Only SELECT is allowed, not "WITH … ${'X'.repeat(40)}…". ${READ_ONLY}`,
    { position: 0 },
  ],
  ['SELECT 1; SELECT 2', 'several_statements', ONE, { position: 8 }],
  [';SELECT 1 ;; DROP TABLE exoplanets', 'several_statements', ONE, { position: 10 }],
  ['SELECT nowhere', 'unknown_column', 'Unknown column "nowhere".', { position: 7, ...SCHEMA }],
  [
    'SELECT 1 FROM sqlite_master',
    'forbidden_sql',
    `"sqlite_master" cannot be read here. ${TABLES}`,
    { position: 14, suggestions: ['exoplanets', 'stellarhosts'] },
  ],
  [
    'SELECT 1, SQLITE_VERSION()',
    'forbidden_sql',
    'The function sqlite_version() is not available here.',
    { position: 10, see: { kind: 'functions' } },
  ],
  [
    'SELECT 1 FROM exoplanets WHERE pl_name MATCH 1',
    'forbidden_sql',
    'There is no full-text search: write LIKE, GLOB or REGEXP in place of MATCH.',
    { position: 39, see: { kind: 'functions' } },
  ],
])('%s is refused: %s', (sql, code, message, help) => {
  const refusal = guardOutcome(database, sql)
  expect(refusal).toBeInstanceOf(CatalogError)
  expect(refusal).toMatchObject({ code, message })
  expect((refusal as CatalogError).help).toEqual(help)
})

test.each([
  'SELECT 1',
  '; ;SELECT 1 FROM exoplanets; ; /* end */',
  'with a(x) as (SELECT (1)), b AS MATERIALIZED (SELECT 2) SELECT * FROM a, b',
  'WITH a AS (SELECT 1) SELECT count(*) FROM a JOIN stellarhosts',
  "SELECT a.key FROM json_each('[1]') a JOIN json_tree('{}')",
  'SELECT pl_name FROM exoplanets INDEXED BY exoplanets_pl_name ORDER BY pl_name',
  "SELECT ';', '?', ':x', 'a ; b'",
])('%s passes', (sql) => {
  expect(guardOutcome(database, sql)).toBe('accepted')
})

describe('whether the result is random', () => {
  test.each([
    ['SELECT RANDOM()', true],
    ['SELECT 1 FROM exoplanets ORDER BY random()', true],
    ['SELECT hex(randomblob(2))', true],
    ['SELECT median(pl_rade), abs(1) FROM exoplanets', false],
    ["SELECT 'random()'", false],
  ])('%s: %p', (sql, usesRandom) => {
    const guarded = guard(database, sql)
    database.sqlite.api._sqlite3_finalize(guarded.statement)
    expect(guarded.usesRandom).toBe(usesRandom)
    expect(guarded.statement).toBeGreaterThan(0)
  })
})

test('what is neither a refusal nor an error of SQLite is thrown as it is, and the statement is finalized', () => {
  const broken = new Error('broken')
  const finalized: number[] = []
  const failing = (part: Partial<CatalogDatabase['sqlite']>): CatalogDatabase => {
    const api = {
      ...database.sqlite.api,
      stringToNewUTF8: () => 0,
      _free: () => {},
      _sqlite3_finalize: (statement: number) => finalized.push(statement),
    }
    return { ...database, sqlite: { ...database.sqlite, api, text: () => '', ...part } }
  }
  const breaks = () => {
    throw broken
  }
  expect(() => guard(failing({ prepare: breaks }), 'SELECT 1')).toThrow(broken)
  expect(finalized).toEqual([])
  expect(() => guard(failing({ prepare: () => ({ statement: 7, tail: 0 }), text: breaks }), 'SELECT 1')).toThrow(broken)
  expect(finalized).toEqual([7])
  const read = failing({ prepare: () => ({ statement: 8, tail: 0 }), eachRow: breaks })
  expect(() => guard(read, 'SELECT 1')).toThrow(broken)
  expect(finalized).toEqual([7, 8])
})
