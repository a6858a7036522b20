import { afterAll, beforeAll, expect, test } from 'bun:test'
import { CatalogError } from '../../../src/core/errors.ts'
import type { SqlRunner } from '../../../src/core/ports.ts'
import { createSqlPool } from '../../../src/sql/pool.ts'
import { writeTinyCatalog } from '../../fixtures/tiny-catalog.ts'

let pool: SqlRunner

beforeAll(async () => {
  pool = createSqlPool({
    catalogPath: await writeTinyCatalog(),
    processes: 2,
    queue: 8,
    timeoutMs: 1000,
    memoryMb: 128,
  })
  await pool.run({ sql: 'SELECT 1', maxRows: 1 })
})
afterAll(() => pool.close())

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

async function faultOf(sql: string): Promise<CatalogError> {
  try {
    await pool.run({ sql, maxRows: 10 })
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
  throw new Error(`accepted: ${sql}`)
}

test('a query is answered with finished JSON', async () => {
  const result = await pool.run({ sql: 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 1', maxRows: 10 })
  expect(JSON.parse(Buffer.from(result.json).toString())).toEqual({
    data: [{ pl_name: '51 Peg b' }],
    rows: 1,
    columns: ['pl_name'],
    query: 'SELECT pl_name FROM exoplanets ORDER BY pl_name LIMIT 1',
    truncated: false,
  })
  expect(result).toMatchObject({ rows: 1, truncated: false, isDeterministic: true })
})

test('a query past its deadline ends as a timeout, and the next one is answered at once', async () => {
  const error = await faultOf(ENDLESS)
  expect(error.code).toBe('query_timeout')
  expect(error.message).toStartWith('The query ran longer than 1 second and was ended.')
  const before = performance.now()
  expect((await pool.run({ sql: 'SELECT 1', maxRows: 1 })).rows).toBe(1)
  expect(performance.now() - before).toBeLessThan(500)
})
