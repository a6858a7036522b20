import { beforeAll, describe, expect, test } from 'bun:test'
import { warmUp } from '../../../../src/sql/engine/warm-up.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import type { SqliteExports } from '../../../../src/sql/sqlite/sqlite.ts'
import { answerOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

/** What `act` does with the statements: how many of them were run to a row or the end, and how many are left. */
function statementsLeft(act: () => unknown): number {
  const api = database.sqlite.api as { -readonly [name in keyof SqliteExports]: SqliteExports[name] }
  const { _sqlite3_prepare_v2, _sqlite3_finalize } = api
  let left = 0
  api._sqlite3_prepare_v2 = (...args) => {
    left += 1
    return _sqlite3_prepare_v2(...args)
  }
  api._sqlite3_finalize = (statement) => {
    left -= 1
    return _sqlite3_finalize(statement)
  }
  try {
    act()
  } catch {
    // Its error is looked at elsewhere.
  } finally {
    Object.assign(api, { _sqlite3_prepare_v2, _sqlite3_finalize })
  }
  return left
}

test.each([
  ['an answer', 'SELECT 1', 1_000_000],
  ['an error while it runs', 'SELECT abs(-9223372036854775807 - 1)', 1_000_000],
  ['an answer that is too large', "SELECT printf('%1000000s', 'x')", 100_000],
])('no statement is left of %s', (_case, sql, maxBytes) => {
  expect(statementsLeft(() => answerOf(database, { sql, maxBytes }))).toBe(0)
})

/** A clock of which each query reads as often as it says. */
function clock(readsPerQuery: number): () => number {
  let reads = 0
  let calls = 0
  return () => {
    // Looked at before and after a query.
    if (calls % 2 === 1) reads += readsPerQuery
    calls += 1
    return reads
  }
}

test('an answer stays valid if it is neither random nor read a clock', () => {
  expect(answerOf(database, { sql: 'SELECT 1' }, clock(0)).facts.isDeterministic).toBe(true)
  expect(answerOf(database, { sql: 'SELECT 1' }, clock(1)).facts.isDeterministic).toBe(false)
  expect(answerOf(database, { sql: 'SELECT random()' }, clock(0)).facts.isDeterministic).toBe(false)
})

test('a result without facts of its source is described all the same', () => {
  const { text } = answerOf(database, { sql: 'SELECT 1 AS a', format: 'votable' })
  expect(text).toContain('<INFO name="QUERY" value="SELECT 1 AS a"/>')
  expect(text).toContain('<INFO name="SNAPSHOT" value=""/>')
})

describe('before the first query of a client', () => {
  /** A clock that SQLite reads only for the queries that name it. */
  const watched = (isRead: (query: number) => boolean): (() => number) => {
    let reads = 0
    let calls = 0
    return () => {
      const query = calls >> 1
      if (calls % 2 === 1 && isRead(query)) reads += 1
      calls += 1
      return reads
    }
  }

  test('each table is read, and then the clock', () => {
    const sql: string[] = []
    const api = database.sqlite.api as { -readonly [name in keyof SqliteExports]: SqliteExports[name] }
    const { stringToNewUTF8 } = api
    api.stringToNewUTF8 = (text) => {
      if (text.startsWith('SELECT')) sql.push(text)
      return stringToNewUTF8(text)
    }
    try {
      warmUp(
        database,
        watched((query) => query === 2),
      )
    } finally {
      api.stringToNewUTF8 = stringToNewUTF8
    }
    expect(sql).toEqual(
      expect.arrayContaining([
        'SELECT count(*), max("pl_bmasse") FROM exoplanets',
        'SELECT count(*), max("sy_pnum") FROM stellarhosts',
        "SELECT date('now')",
      ]),
    )
  })

  test('a clock that nobody asked for, and one that is not watched, are faults', () => {
    expect(() =>
      warmUp(
        database,
        watched(() => true),
      ),
    ).toThrow('the clock is read without being asked for')
    expect(() =>
      warmUp(
        database,
        watched(() => false),
      ),
    ).toThrow('SQLite reads a clock that is not watched')
  })

  test('a table without columns is read by its row numbers', () => {
    const bare = { ...database, columns: new Map([['exoplanets', []]]) }
    expect(() =>
      warmUp(
        bare,
        watched((query) => query === 1),
      ),
    ).not.toThrow()
  })
})
