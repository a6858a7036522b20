import { expect, test } from 'bun:test'
import { createSqlPool } from '../../../../src/sql/pool/pool.ts'
import { writeTinyCatalog } from '../../../fixtures/snapshots/tiny-catalog.ts'

const VALUES: readonly (readonly [sql: string, value: string, type: string])[] = [
  ["to_number('9223372036854775807')", '9223372036854775807', 'integer'],
  ["to_number('9223372036854775808')", '9223372036854775808', 'real'],
  ["to_number('-9223372036854775808')", '-9223372036854775808', 'integer'],
  ["to_number('-9223372036854775809')", '-9223372036854775808', 'real'],
  ["to_number(' +7 ')", '7', 'integer'],
  ["to_number('7 b')", '', 'null'],
  ['to_text(-0.0)', '0', 'text'],
  ['to_text(2.50)', '2.5', 'text'],
  ['round_to(-2.5, 0)', '-3', 'real'],
  ['truncate(-2.55, 1)', '-2.5', 'real'],
  ['truncate(1250, -2)', '1200', 'real'],
]

test('numbers become texts, texts numbers, and both keep their bounds', async () => {
  const pool = createSqlPool({
    catalogPath: await writeTinyCatalog(),
    processes: 1,
    queue: 1,
    timeoutMs: 60_000,
    memoryMb: 64,
  })
  try {
    const cells = VALUES.map(([sql], i) => `${sql} AS v${i}, typeof(${sql}) AS t${i}`)
    const { json } = await pool.run({ sql: `SELECT ${cells.join(', ')}`, maxRows: 1 })
    const [row] = JSON.parse(Buffer.concat([...json]).toString()).data
    expect(VALUES.map(([sql], i) => [sql, row[`t${i}`]])).toEqual(VALUES.map(([sql, , type]) => [sql, type]))
    for (const [i, [sql, value, type]] of VALUES.entries())
      if (type === 'text') expect([sql, row[`v${i}`]]).toEqual([sql, value])
      else if (type !== 'null') expect([sql, Number(row[`v${i}`])]).toEqual([sql, Number(value)])
  } finally {
    await pool.close()
  }
})
