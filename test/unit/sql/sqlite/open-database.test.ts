import { beforeAll, expect, test } from 'bun:test'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { SqliteError } from '../../../../src/sql/sqlite/sqlite.ts'
import { tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

const one = (sql: string): string | null | undefined => database.sqlite.rows(sql)[0]?.[0]

test('the connection keeps to memory, writes nothing, and has the memory limit of its queries', () => {
  expect(one('PRAGMA temp_store')).toBe('2')
  expect(one('PRAGMA query_only')).toBe('1')
  expect(one('PRAGMA trusted_schema')).toBe('0')
  expect(one('PRAGMA hard_heap_limit')).toBe(String(64 * 1024 * 1024))
  expect(() => database.sqlite.rows('CREATE TABLE mine (x)')).toThrow('readonly')
})

test('a median has room beside what SQLite holds', () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)'
  expect(one(`${numbers} SELECT median(i) FROM n`)).toBe('500.0')
})

test('its columns are those of the two tables, in their order', () => {
  expect([...database.columns]).toEqual([
    ['exoplanets', ['pl_name', 'hostname', 'discoverymethod', 'disc_year', 'pl_orbper', 'pl_rade', 'pl_bmasse']],
    ['stellarhosts', ['hostname', 'sy_dist', 'st_teff', 'st_mass', 'sy_pnum']],
  ])
})

test('the pages of its tables and their indexes can be read, those of SQLite’s own tables cannot', () => {
  const roots = (condition: string): number[] =>
    database.sqlite.rows(`SELECT rootpage FROM sqlite_schema WHERE ${condition}`).map(([page]) => Number(page))
  expect([...database.readablePages].sort()).toEqual(roots("name NOT LIKE 'sqlite%'").sort())
  expect(database.readablePages.size).toBe(5)
  for (const page of roots("name LIKE 'sqlite%'")) expect(database.readablePages.has(page)).toBe(false)
  expect(database.readablePages.has(1)).toBe(false)
})

test.each(['fts3_tokenizer(1)', 'matchinfo(1)', 'matchinfo(1, 2)', 'offsets(1)', 'optimize(1)', 'snippet(1)'])(
  'the function of full-text search %s does not exist',
  (call) => {
    expect(() => database.sqlite.rows(`SELECT ${call}`)).toThrow('no such function')
  },
)

test.each([
  ['SELECT 1, nowhere', 'no such column: nowhere', 10],
  ['SELECT abs(-9223372036854775807 - 1)', 'integer overflow', undefined],
])('the error of %s has its place in the text, if SQLite reports one', (sql, message, offset) => {
  let error: unknown
  try {
    database.sqlite.rows(sql)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(SqliteError)
  expect(error).toMatchObject({ message, offset })
})

test('a text in double quotes is a name, never a string', () => {
  expect(() => database.sqlite.rows('SELECT "nowhere"')).toThrow('no such column: "nowhere"')
})

test('rows are read with their nulls, and with the mark at the beginning of a text', () => {
  expect(database.sqlite.rows("SELECT NULL, '', 1.5, char(0xfeff) || 'é' UNION ALL SELECT 2, 3, 4, 5")).toEqual([
    [null, '', '1.5', '\ufeffé'],
    ['2', '3', '4', '5'],
  ])
})
