import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import { checkRowLayout } from '../../../../src/sql/sqlite/result-row.ts'
import { SQLITE, type Sqlite, type SqliteExports } from '../../../../src/sql/sqlite/sqlite.ts'
import { seededRandom } from '../../../bench/load/seeded-random.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { answerOf, tinyDatabase } from '../../../fixtures/sql/query-engine.ts'

let database: CatalogDatabase
let native: Database

beforeAll(async () => {
  database = await tinyDatabase()
  native = new Database(await writeTinyCatalog(), { readonly: true, safeIntegers: true })
})
afterAll(() => native.close())

/** A cell of native SQLite as an answer writes it. */
function jsonOf(cell: unknown): string {
  if (cell instanceof Uint8Array) return JSON.stringify(Buffer.from(cell).toString('hex'))
  return typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)
}

/** What makes cells of every kind, also of kinds that SQLite holds in two forms at once. */
const CELLS = [
  ...'NULL 0 -1 7 255 2147483647 2147483648 -2147483649 4294967296 9007199254740991 9007199254740992'.split(' '),
  ...'-9007199254740993 9223372036854775807 0.0 -0.0 0.1 -2.5 1e-9 1e300 1e999 -1e999 5e-324 123456.789'.split(' '),
  ...["''", "'plain'", `'"'`, "'\\'", "'ä€𝄞'", "'12'", "'1.5'", 'char(10, 9, 1)', "char(0) || 'x'", "x''", "x'00ff'"],
  ...[
    'zeroblob(3)',
    "CAST(x'ff41' AS TEXT)",
    "CAST('t' AS BLOB)",
    'CAST(1.5 AS TEXT)',
    "1 || ''",
    '2 || 3',
    'CAST(3 AS REAL)',
  ],
  ...[
    "json('[1]')",
    "json_extract('[1.0]', '$[0]')",
    'max(1, 2.0)',
    "min(2, 'a')",
    "substr('abcdef', 2, 3)",
    'abs(-4)',
  ],
  ...["replace('aaa', 'a', 'bc')", 'round(2.567, 1)', "printf('%d', 8)", "upper('a')", "hex(x'0a')", 'nullif(1, 1)'],
  ...['-9223372036854775807 - 1', '1 = 1', 'sum(3) OVER ()', 'avg(2) OVER ()', 'CAST(2 AS NUMERIC)', "typeof('a')"],
]

test('cells of every kind, in any order and above any other, are those of native SQLite', () => {
  const random = seededRandom(1)
  for (let round = 0; round < 20; round++) {
    const row = (): string =>
      `SELECT ${['a', 'b', 'c', 'd'].map((name) => `${CELLS[Math.floor(random() * CELLS.length)]} AS ${name}`).join(', ')}`
    const sql = Array.from({ length: 40 }, row).join(' UNION ALL ')
    const expected = native
      .prepare(sql)
      .values()
      .map((row) => `{${row.map((cell, i) => `"${'abcd'[i]}":${jsonOf(cell)}`).join(',')}}`)
    const answer = answerOf(database, { sql }).text
    expect(answer).toStartWith(`{"data":[${expected.join(',')}],"rows":40,`)
  }
})

test('every column of the tables is read as native SQLite reads it', () => {
  for (const table of ['exoplanets', 'stellarhosts']) {
    const sql = `SELECT * FROM ${table}`
    const statement = native.prepare(sql)
    const expected = statement
      .values()
      .map((row) => `{${row.map((cell, i) => `"${statement.columnNames[i]}":${jsonOf(cell)}`).join(',')}}`)
    const answer = answerOf(database, { sql }).text
    expect(answer).toStartWith(`{"data":[${expected.join(',')}],`)
  }
})

test('a layout that is not the known one is refused', () => {
  const api: Partial<SqliteExports> = {
    stringToNewUTF8: () => 8,
    _free: () => {},
    _sqlite3_step: () => SQLITE.row,
    _sqlite3_finalize: () => SQLITE.ok,
  }
  const heap = new Uint8Array(1024)
  const sqlite = { api, heap: () => heap, text: () => '', prepare: () => ({ statement: 16, tail: 0 }) }
  expect(() => checkRowLayout(sqlite as unknown as Sqlite)).toThrow('unknown row layout')
})
