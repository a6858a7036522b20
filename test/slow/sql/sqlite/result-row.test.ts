import { expect, test } from 'bun:test'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'

test('memory that grows while a row is read moves nothing of the row', async () => {
  // SQLite makes room for the bytes of a computed zeroblob only when they are asked for. The memory of a new process is small.
  const catalogPath = await writeTinyCatalog()
  const pool = createSqlPool({ catalogPath, processes: 1, queue: 4, timeoutMs: 30_000, memoryMb: 256 })
  try {
    const sql = `SELECT 'before' AS a, zeroblob(3e7 + length(pl_name)) AS b, 'after' AS c, 1.5 AS d, 1 << 40 AS e
      FROM exoplanets WHERE pl_name = '51 Peg b'`
    const json = Buffer.concat((await pool.run({ sql, maxRows: 1 })).json)
    const begin = '{"data":[{"a":"before","b":"0'
    expect(json.subarray(0, begin.length).toString()).toBe(begin)
    expect(json.subarray(60_000_000).toString()).toContain('0","c":"after","d":1.5,"e":1099511627776}],')
  } finally {
    await pool.close()
  }
})
