import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CatalogError } from '../../../../src/core/errors.ts'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { catalogOf } from '../../../fixtures/snapshots/sql-catalogs.ts'
import { REFUSED } from './refused-statements.ts'

let pool: SqlRunner
let catalogPath: string

async function fileHash(): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(catalogPath).arrayBuffer()).digest('hex')
}

beforeAll(async () => {
  catalogPath = await catalogOf(undefined)
  // The first explanation loads the parser, which takes its time where two cores run all tests.
  pool = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 128, explainMs: 10_000 })
})
afterAll(() => pool.close())

async function refusalOf(sql: string): Promise<CatalogError> {
  try {
    await pool.run({ sql, maxRows: 10 })
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
  throw new Error(`accepted: ${sql}`)
}

test('the corpus has at least 80 different texts', () => {
  expect(new Set(Object.values(REFUSED).flatMap((cases) => cases.map(([sql]) => sql))).size).toBeGreaterThanOrEqual(80)
})

for (const [group, cases] of Object.entries(REFUSED)) {
  test(`${group}: refused with a code and a sentence that helps`, async () => {
    for (const [sql, code, ...words] of cases) {
      const error = await refusalOf(sql)
      const shown = `${sql.slice(0, 80)} -> ${error.message}`
      expect([shown, error.code, error.kind]).toEqual([shown, code, 'invalid'])
      for (const word of words) expect(shown.slice(sql.slice(0, 80).length)).toContain(word)
      expect(error.message).toMatch(/[.)?]$/)
      expect(error.message.length).toBeLessThan(500)
      expect((error.help.suggestions ?? []).join().length).toBeLessThan(500)
    }
  })
}

test('a refusal names the place, counted in characters', async () => {
  const places: readonly (readonly [string, number])[] = [
    ['SELECT "ä€𝄞" AS a, pl_radius FROM exoplanets', 7],
    ["SELECT 'ä€𝄞' AS a, pl_radius FROM exoplanets", 20],
    ['SELECT 1 FROM\n  planets', 16],
    ['SELECT 1, foo(2)', 10],
    ['SELECT 1; SELECT 2', 8],
    ['SELECT 1 + ?', 11],
    ['SELECT 1 FROM exoplanets WHRE 1', 30],
    ['/* c */ DELETE FROM exoplanets', 8],
    ['SELECT name FROM sqlite_master', 17],
  ]
  for (const [sql, position] of places) {
    expect([sql, (await refusalOf(sql)).help.position]).toEqual([sql, position])
  }
})

test('a refusal suggests the nearest real names, best first', async () => {
  const suggestions: readonly (readonly [string, readonly string[]])[] = [
    ['SELECT pl_radius FROM exoplanets', ['pl_rade', 'pl_radj']],
    ['SELECT e.pl_orbperr FROM exoplanets e', ['e.pl_orbper']],
    ['SELECT * FROM stellarhost', ['stellarhosts']],
    ['SELECT mediann(pl_rade) FROM exoplanets', ['median']],
    ['SELECT E.pl_name FROM exoplanets EE', ['ee.pl_name']],
  ]
  for (const [sql, expected] of suggestions) {
    expect([sql, (await refusalOf(sql)).help.suggestions]).toEqual([sql, expected])
  }
})

test('another dialect is blamed only where it is what is wrong', async () => {
  const faults: readonly (readonly [string, string])[] = [
    [
      'SELECT pl_rad AS interval FROM exoplanets',
      'Unknown column "pl_rad" in exoplanets. Did you mean pl_rade, pl_radj or pl_radelim?',
    ],
    [
      'SELECT pl_rad AS div, 1 pivot FROM exoplanets',
      'Unknown column "pl_rad" in exoplanets. Did you mean pl_rade, pl_radj or pl_radelim?',
    ],
    [
      "SELECT pl_rad, 'C:\\' AS p FROM exoplanets",
      'Unknown column "pl_rad" in exoplanets. Did you mean pl_rade, pl_radj or pl_radelim?',
    ],
    [
      "SELECT pl_rad, date('2021-01-01') AS d FROM exoplanets",
      'Unknown column "pl_rad" in exoplanets. Did you mean pl_rade, pl_radj or pl_radelim?',
    ],
    ["SELECT foo(1), 'C:\\' AS p", 'Unknown function foo().'],
    ["SELECT 'C:\\' AS p, 1 AS interval, FROM exoplanets", 'SQLite cannot run this: near "FROM": syntax error.'],
    [
      'SELECT 1 AS div, 2 AS interval, 3 AS lateral, FROM exoplanets',
      'SQLite cannot run this: near "FROM": syntax error.',
    ],
    ['SELECT 1 UNION ALL SELECT (2', 'SQLite cannot run this: incomplete input.'],
  ]
  for (const [sql, message] of faults) expect([sql, (await refusalOf(sql)).message]).toEqual([sql, message])
})

test('a real column that is out of reach is not suggested instead of itself', async () => {
  for (const sql of ['SELECT pl_rade', 'SELECT hostname FROM (SELECT pl_name FROM exoplanets)'])
    expect([sql, (await refusalOf(sql)).help.suggestions ?? []]).toEqual([sql, []])
})

test('nothing that was refused has changed the file, or what the process answers', async () => {
  const before = await fileHash()
  for (const sql of [
    'SELECT 1; PRAGMA query_only = OFF',
    'DELETE FROM exoplanets',
    'SELECT 1; PRAGMA hard_heap_limit = 0',
  ])
    await refusalOf(sql)
  expect((await refusalOf("SELECT length(printf('%400000000d', 1))")).code).toBe('query_too_large')
  const { json } = await pool.run({ sql: 'SELECT count(*) > 100 AS many FROM exoplanets', maxRows: 1 })
  expect(JSON.parse(Buffer.concat(json).toString()).data).toEqual([{ many: 1 }])
  expect(await fileHash()).toBe(before)
})

test('a parser that takes too long costs the explanation, not the refusal', async () => {
  const hurried = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 128, explainMs: 0 })
  try {
    const error = await hurried
      .run({ sql: 'SELECT e.pl_radius FROM exoplanets e', maxRows: 1 })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(CatalogError)
    expect(error.code).toBe('unknown_column')
    expect(error.message).toBe('Unknown column "e.pl_radius". Did you mean pl_rade or pl_radj?')
    expect((await hurried.run({ sql: 'SELECT 1', maxRows: 1 })).rows).toBe(1)
  } finally {
    await hurried.close()
  }
})
