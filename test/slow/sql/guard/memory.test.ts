import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { CatalogError } from '../../../../src/core/errors.ts'
import { readProgram } from '../../../../src/sql/guard/guard.ts'
import type { CatalogDatabase } from '../../../../src/sql/sqlite/open-database.ts'
import type { Sqlite } from '../../../../src/sql/sqlite/sqlite.ts'
import type { SqliteMemory } from '../../../fixtures/processes/count-sqlite-memory.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { REFUSED } from './refused-statements.ts'

const PROGRAM = join(import.meta.dir, '../../../fixtures/processes/count-sqlite-memory.ts')

const ANSWERED = [
  'SELECT * FROM exoplanets',
  'SELECT count(*) FROM stellarhosts;',
  "WITH t(n) AS (SELECT 1) SELECT n, 'é' FROM t; ; -- end",
  "SELECT value FROM json_each('[1, 2, 3, 4]')",
  'SELECT random()',
]
/** Faults that SQLite meets, or the writer of the answer, while the query runs. */
const FAILING = [
  'SELECT abs(-9223372036854775807 - 1)',
  'SELECT hex(zeroblob(1000000))',
  "SELECT pl_name FROM exoplanets WHERE pl_name REGEXP '['",
]
const REFUSALS = Object.values(REFUSED).flatMap((cases) => cases.map(([sql]) => sql))

let memory: SqliteMemory
beforeAll(async () => {
  const queries = join(await temporaryFolder(), 'queries.json')
  await Bun.write(queries, JSON.stringify([...ANSWERED, ...FAILING, ...REFUSALS]))
  const child = Bun.spawn([process.execPath, PROGRAM, await writeTinyCatalog(), queries], { stdout: 'pipe' })
  memory = (await child.stdout.json()) as SqliteMemory
})

test('no query leaves a text or a statement in the memory of its process, whatever comes of it', () => {
  expect(memory.queries.filter(({ texts, statements }) => texts + statements > 0)).toEqual([])
  const outcomes = memory.queries.map(({ outcome }) => outcome)
  expect(outcomes.slice(0, ANSWERED.length)).toEqual(ANSWERED.map(() => 'answered'))
  expect(outcomes.slice(ANSWERED.length, ANSWERED.length + FAILING.length)).toEqual([
    'invalid_sql',
    'result_too_large',
    'invalid_sql',
  ])
  const codes = ['not_a_select', 'several_statements', 'forbidden_sql', 'unknown_table', 'unknown_column']
  expect(outcomes).toEqual(expect.arrayContaining(codes))
})

test('no aggregation is left, however many groups there were and however they ended', () => {
  expect(memory.aggregations).toBeLessThan(100)
})

test('of a thousand patterns few stay compiled', () => {
  expect(memory.patterns).toBeLessThan(100)
})

test('the memory of SQLite as a whole never grows beyond its bound', () => {
  // 64 MiB for queries, and 48 MiB for what SQLite does not count.
  expect(memory.fullBytes).toBeGreaterThan(80 * 1_048_576)
  expect(memory.fullBytes).toBeLessThanOrEqual(112 * 1_048_576)
})

test('tables of other databases are not read, though they may lie in pages as those of the catalog', () => {
  const { exoplanets, ...others } = memory.otherTables
  expect(exoplanets).toBe('answered')
  expect(new Set(Object.values(others))).toEqual(new Set(['forbidden_sql']))
})

describe('a compiled program is refused by what it does, whatever its text says', () => {
  /** The outcome for a statement that SQLite compiles to these instructions; readable pages are 2 and 3. */
  const outcomeOf = (...program: readonly (readonly [opcode: string, p2?: string, p3?: string, p4?: string])[]) => {
    const rows = (sql: string) =>
      sql.startsWith('EXPLAIN SELECT key')
        ? [['0', 'VOpen', '0', '0', '0', 'vtab:json', '0']]
        : program.map(([opcode, p2 = '0', p3 = '0', p4 = ''], at) => [`${at}`, opcode, '0', p2, p3, p4, '0'])
    const columns = new Map([['exoplanets', ['pl_name']]])
    const eachRow: Sqlite['eachRow'] = (sql, visit) => {
      for (const row of rows(sql)) visit((column) => row[column]!, row.length)
    }
    const database = {
      sqlite: { rows, eachRow },
      columns,
      readablePages: new Set([2, 3]),
    } as unknown as CatalogDatabase
    try {
      return readProgram(database, 'SELECT 1', [])
    } catch (error) {
      return error instanceof CatalogError ? error.code : error
    }
  }
  test.each([
    [
      'reads its tables',
      [
        ['Transaction', '0'],
        ['OpenRead', '2'],
        ['ReopenIdx', '3'],
      ],
      [],
    ],
    [
      'calls functions',
      [
        ['Function', '0', '0', 'abs(1)'],
        ['AggStep', '0', '0', 'count(0)'],
      ],
      ['abs', 'count'],
    ],
    ['reads JSON', [['VOpen', '0', '0', 'vtab:json']], []],
    ['begins to write', [['Transaction', '1']], 'forbidden_sql'],
    ['opens a table for writing', [['OpenWrite', '2']], 'forbidden_sql'],
    ['ends a transaction', [['AutoCommit']], 'forbidden_sql'],
    ['reads the schema', [['OpenRead', '1']], 'forbidden_sql'],
    ['reads a page of a temporary table', [['OpenRead', '2', '1']], 'forbidden_sql'],
    ['reads an index of another database', [['ReopenIdx', '3', '2']], 'forbidden_sql'],
    ['reads another virtual table', [['VOpen', '0', '0', 'vtab:other']], 'forbidden_sql'],
    ['calls what is not allowed', [['PureFunc', '0', '0', 'load_extension(1)']], 'forbidden_sql'],
  ] as const)('one that %s', (_case, program, expected) => {
    expect<unknown>(outcomeOf(...program)).toEqual(expected)
  })
})
