import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SqlRunner } from '../../../../src/core/ports.ts'
import { uniqueNames } from '../../../../src/sql/engine/encode-rows.ts'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { catalogOf, SQL_ARCHIVES } from '../../../fixtures/snapshots/sql-catalogs.ts'
import { ACCEPTED } from './accepted-statements.ts'

const MAX_ROWS = 200

/** A cell of the oracle as the answer writes it, big integers rounded as JSON.parse rounds them. */
function jsonCell(cell: unknown): unknown {
  if (typeof cell === 'bigint') return Number(cell)
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell + 0 : null
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString('hex')
  return cell
}

interface SqlResponse {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly rows: number
  readonly columns: readonly string[]
  readonly query: string
  readonly truncated: boolean
}

test('the corpus has at least 150 different statements', () => {
  expect(new Set(Object.values(ACCEPTED).flat()).size).toBeGreaterThanOrEqual(150)
})

describe.each(SQL_ARCHIVES)('on %s', (_name, archiveDir) => {
  let pool: SqlRunner
  let oracle: Database

  beforeAll(async () => {
    const catalogPath = await catalogOf(archiveDir)
    pool = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 20_000, memoryMb: 256 })
    oracle = new Database(catalogPath, { readonly: true, safeIntegers: true })
  })
  afterAll(async () => {
    oracle.close()
    await pool.close()
  })

  for (const [group, statements] of Object.entries(ACCEPTED)) {
    test(`${group}: rows equal those of native SQLite`, async () => {
      for (const sql of statements) {
        const statement = oracle.prepare(sql)
        const expected = statement.values().map((row) => row.map(jsonCell))
        const result = await pool.run({ sql, maxRows: MAX_ROWS })
        const answer: SqlResponse = JSON.parse(Buffer.concat(result.json).toString())
        const rows = answer.data.map((row) => answer.columns.map((column) => row[column]))
        expect([sql, rows]).toEqual([sql, expected.slice(0, MAX_ROWS)])
        expect(answer.columns).toEqual(uniqueNames(statement.columnNames))
        expect(answer).toMatchObject({ query: sql, rows: rows.length, truncated: expected.length > MAX_ROWS })
        expect(result).toMatchObject({
          rows: rows.length,
          truncated: expected.length > MAX_ROWS,
          isDeterministic: true,
        })
        statement.finalize()
      }
    })
  }
})
