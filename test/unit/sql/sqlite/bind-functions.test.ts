import { beforeAll, describe, expect, test } from 'bun:test'
import { addFunctions } from '../../../../src/sql/sqlite/functions.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { SQLITE, type Sqlite, type SqliteExports } from '../../../../src/sql/sqlite/sqlite.ts'
import { rowsOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
beforeAll(async () => {
  database = await tinyDatabase()
})

test.each([
  ['9223372036854775807', '9223372036854775807', 'integer'],
  ['-9223372036854775807 - 1', '-9223372036854775808', 'integer'],
  ['1.5', '1.5', 'real'],
  ["'ä€𝄞'", 'ä€𝄞', 'text'],
  ["''", '', 'text'],
  ["'a' || char(0) || 'b'", 'a\0b', 'text'],
])('%s is given back as it was taken', (value, text, type) => {
  const sql = `SELECT CAST(v AS TEXT) AS v, typeof(v) AS t FROM (SELECT greatest(${value}) AS v)`
  expect(rowsOf(database, sql)).toEqual([{ v: text, t: type }])
})

test.each([
  ["x'00ff41'", '00ff41'],
  ["x''", ''],
  ['zeroblob(3)', '000000'],
])('the bytes %s are given back as they were taken', (value, hex) => {
  const sql = `SELECT hex(v) AS v, typeof(v) AS t FROM (SELECT least(${value}) AS v)`
  expect(rowsOf(database, sql)).toEqual([{ v: hex.toUpperCase(), t: 'blob' }])
})

test.each([
  ['greatest(zeroblob(2), zeroblob(3))', '000000'],
  ["least(x'0001', zeroblob(2))", '0000'],
])('%s compares bytes that SQLite has not made yet', (call, hex) => {
  expect(rowsOf(database, `SELECT hex(${call}) AS v`)).toEqual([{ v: hex }])
})

test('a text of 16 MiB is read, a longer one is refused by its length', () => {
  const matches = (tail: string) => rowsOf(database, `SELECT (hex(zeroblob(8388608))${tail}) REGEXP '^00' AS v`)
  expect(matches('')).toEqual([{ v: 1 }])
  expect(() => matches(" || 'a'")).toThrow('a text of 16777217 bytes is too long for this function')
})

test('many aggregations run side by side', () => {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)'
  const groups = `SELECT i % 100 AS g, median(i) AS m, percentile(i, 1) AS p FROM n GROUP BY i % 100`
  expect(rowsOf(database, `${numbers} SELECT g, m, p FROM (${groups}) ORDER BY g`)).toEqual(
    Array.from({ length: 100 }, (_, g) => ({ g, m: g + 100, p: g + 200 })),
  )
})

test('an error names a function that exists with other numbers of values', () => {
  for (const [name, count] of [
    ['variance', 2],
    ['corr', 1],
    ['median', 2],
    ['percentile', 1],
    ['regexp', 1],
    ['to_text', 2],
    ['to_number', 2],
    ['truncate', 3],
    ['round_to', 1],
  ] as const) {
    const values = Array.from({ length: count }, () => '1').join(', ')
    expect(() => rowsOf(database, `SELECT ${name}(${values})`)).toThrow(
      `wrong number of arguments to function ${name}()`,
    )
  }
})

describe('the memory that medians hold', () => {
  const BEYOND = 384
  /** SQLite with as little memory as an aggregation needs; every value is 1. */
  function medianInLittleMemory() {
    const heap = new Uint8Array(65_536)
    const errors: string[] = []
    const results: (number | null)[] = []
    const callbacks: ((...args: number[]) => void)[] = [() => {}]
    const functions = new Map<string, readonly [step: number, final: number]>()
    let text = ''
    const api: Partial<SqliteExports> = {
      stringToNewUTF8: (written) => {
        text = written
        return 8
      },
      _free: () => {},
      addFunction: (callback) => callbacks.push(callback) - 1,
      _sqlite3_create_function_v2: (_db, _name, _count, _flags, _data, _call, step, final) => {
        functions.set(text, [step, final])
        return SQLITE.ok
      },
      _sqlite3_aggregate_context: (context) => context,
      _sqlite3_value_type: () => SQLITE.real,
      _sqlite3_value_double: () => 1,
      _sqlite3_result_double: (_context, value) => void results.push(value),
      _sqlite3_result_null: () => void results.push(null),
      _sqlite3_result_error: () => void errors.push(text),
    }
    addFunctions({ api, db: 0, heap: () => heap } as unknown as Sqlite, heap.length + BEYOND)
    const [step, final] = functions.get('median')!
    return {
      errors,
      results,
      /** Adds so many values to the aggregation of a group. */
      add(group: number, count: number) {
        for (let i = 0; i < count; i += 1) callbacks[step]!(64 * group, 1, 32)
      },
      end: (group: number) => callbacks[final]!(64 * group),
    }
  }

  test('counts all groups together, and is free again once a group has its result', () => {
    const median = medianInLittleMemory()
    // Sixteen values have room from the beginning; 64 values have grown by 48 values of 8 bytes.
    median.add(1, 64)
    median.add(2, 16)
    expect(median.errors).toEqual([])
    median.add(1, 1)
    median.add(2, 1)
    expect(median.errors).toEqual(['out of memory', 'out of memory'])
    median.end(1)
    median.add(2, 48)
    expect(median.errors).toHaveLength(2)
    median.add(2, 1)
    expect(median.errors).toHaveLength(3)
    median.end(2)
    expect(median.results).toEqual([1, 1])
  })

  test('fails where SQLite has none for the group itself, which then has no result', () => {
    const median = medianInLittleMemory()
    // The group at address 0 is one for which there is no memory.
    median.add(0, 1)
    median.end(0)
    expect([median.errors, median.results]).toEqual([['out of memory'], [null]])
  })
})
