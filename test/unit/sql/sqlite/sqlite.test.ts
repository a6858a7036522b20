import { beforeAll, expect, test } from 'bun:test'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import type { SqliteExports } from '../../../../src/sql/sqlite/sqlite.ts'
import { tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

/** Calls of `_free` and `_sqlite3_finalize` while `act` runs. */
function released(act: () => unknown): { readonly texts: number; readonly statements: number } {
  const api = database.sqlite.api as { -readonly [name in keyof SqliteExports]: SqliteExports[name] }
  const { _free, _sqlite3_finalize } = api
  let [texts, statements] = [0, 0]
  api._free = (pointer) => {
    texts += 1
    _free(pointer)
  }
  api._sqlite3_finalize = (statement) => {
    statements += 1
    return _sqlite3_finalize(statement)
  }
  try {
    act()
  } catch {
    // The error is looked at elsewhere.
  } finally {
    Object.assign(api, { _free, _sqlite3_finalize })
  }
  return { texts, statements }
}

test.each(['SELECT 1', 'SELECT nowhere', 'SELECT abs(-9223372036854775807 - 1)'])(
  'the text and the statement of %s are released',
  (sql) => {
    expect(released(() => database.sqlite.rows(sql))).toEqual({ texts: 1, statements: 1 })
  },
)

test('and are so if the visitor of a row throws', () => {
  const visit = (): never => {
    throw new Error('enough')
  }
  expect(released(() => database.sqlite.eachRow('SELECT 1', visit))).toEqual({ texts: 1, statements: 1 })
})

test('of a message longer than 64 KiB both ends are read', () => {
  const half = 32 * 1024
  const messageOf = (table: string): string => {
    try {
      database.sqlite.rows(`SELECT 1 FROM "${table}"`)
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const begin = 'no such table: '
  const short = 'x'.repeat(2 * half - begin.length)
  expect(messageOf(short) === `${begin}${short}`).toBe(true)
  const long = `${'a'.repeat(half)}${'b'.repeat(half)}`
  const message = messageOf(long)
  expect(message).toHaveLength(2 * half + 1)
  expect(message === `${`${begin}${long}`.slice(0, half)}…${long.slice(-half)}`).toBe(true)
})

test('memory grows up to its limit, and a failure to grow is an error of SQLite', () => {
  expect(() => database.sqlite.rows('SELECT length(hex(zeroblob(100000000)))')).toThrow('out of memory')
  expect(database.sqlite.rows('SELECT length(hex(zeroblob(1000000)))')).toEqual([['2000000']])
})
