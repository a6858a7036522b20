import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ADDED_FUNCTIONS } from '../../../src/core/functions/sql-functions.ts'
import type { SqlRunner } from '../../../src/core/ports.ts'
import { createSqlPool } from '../../../src/sql/pool/pool.ts'
import { blocksOf, DOCS, section, tableRows } from '../../fixtures/docs/docs.ts'
import { catalogOf } from '../../fixtures/snapshots/sql-catalogs.ts'

let pool: SqlRunner

beforeAll(async () => {
  pool = createSqlPool({
    catalogPath: await catalogOf(undefined),
    processes: 1,
    queue: 4,
    timeoutMs: 20_000,
    memoryMb: 128,
  })
})
afterAll(() => pool.close())

async function rowsOf(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return JSON.parse(Buffer.concat((await pool.run({ sql, maxRows: 100 })).json).toString()).data
}

test('every SQL text of the documentation runs and gives rows', async () => {
  const blocks = blocksOf()
    .filter(({ language }) => language === 'sql')
    .map(({ text }) => text)
  const inCommands = DOCS.flatMap(({ text }) => Array.from(text.matchAll(/'sql=([^']+)'/g), ([, sql]) => sql!))
  expect(blocks.length).toBeGreaterThanOrEqual(4)
  expect(inCommands.length).toBeGreaterThanOrEqual(1)
  for (const sql of [...blocks, ...inCommands]) expect([sql, (await rowsOf(sql.trim())).length]).not.toEqual([sql, 0])
})

test('every example of a function gives the result that is shown', async () => {
  const rows = tableRows(section('Functions'))
  expect(rows.length).toBeGreaterThanOrEqual(17)
  for (const [, , expression, result] of rows) {
    const [row] = await rowsOf(`SELECT ${expression!.replaceAll('`', '')} AS result`)
    expect([expression, row!.result]).toEqual([expression, result === 'null' ? null : Number(result)])
  }
})

test('the documentation names every function that is added to those of SQLite', () => {
  for (const { name } of ADDED_FUNCTIONS) expect(section('Functions')).toContain(`\`${name}(`)
})
