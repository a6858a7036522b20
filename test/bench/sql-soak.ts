/**
 * Runs many small queries in a row and prints the memory of the processes as it goes; the last line says whether it
 * stayed flat. Usage: bun test/bench/sql-soak.ts <data folder> [queries, 500000]
 */
import { join } from 'node:path'
import type { Manifest } from '../../src/format/manifest.ts'
import { createSqlPool } from '../../src/sql/pool/pool.ts'
import { descendants, privateBytes } from '../fixtures/processes/process-tree.ts'

const [dataDir = 'dist-data', countText = '500000'] = process.argv.slice(2)
const count = Number(countText)
const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
const pool = createSqlPool({
  catalogPath: join(dataDir, manifest.files.catalog.path),
  processes: 2,
  queue: 64,
  timeoutMs: 30_000,
  memoryMb: 256,
})
const IN_FLIGHT = 8
const MIB = 1024 * 1024

/** A mix of what small queries are: look-ups, aggregates, own functions, refusals. */
function sqlOf(i: number): string {
  const kinds = [
    `SELECT pl_name, disc_year FROM exoplanets WHERE rowid = ${1 + (i % 5000)}`,
    `SELECT ${i} AS n, '${i}' || 'x' AS text`,
    `SELECT count(*), avg(pl_rade) FROM exoplanets WHERE hostname = 'Kepler-${i % 2000}'`,
    `SELECT median(value), stddev(value) FROM json_each('[1, ${i}, 3]')`,
    `SELECT 'x${i}' REGEXP '^x[0-9]+$', greatest(${i}, 5)`,
    `SELECT no_such_function_${i % 7}(1)`,
  ]
  return kinds[i % kinds.length]!
}

const memory = (): number => privateBytes(descendants(process.pid)) / MIB
let next = 0
let refused = 0
const samples: number[] = []
const start = performance.now()
await pool.run({ sql: 'SELECT 1', maxRows: 1 })

async function client(): Promise<void> {
  for (let i = next++; i < count; i = next++) {
    try {
      await pool.run({ sql: sqlOf(i), maxRows: 100 })
    } catch {
      refused += 1
    }
    if (i % Math.ceil(count / 20) === 0) {
      samples.push(memory())
      const seconds = (performance.now() - start) / 1000
      process.stdout.write(
        `${i} queries, ${seconds.toFixed(0)} s: engines ${samples.at(-1)!.toFixed(1)} MiB, server ${(privateBytes([process.pid]) / MIB).toFixed(1)} MiB\n`,
      )
    }
  }
}

await Promise.all(Array.from({ length: IN_FLIGHT }, client))
const rate = count / ((performance.now() - start) / 1000)
const [early, late] = [samples[Math.floor(samples.length / 4)]!, memory()]
process.stdout.write(
  `${count} queries, ${refused} rejected as expected, ${rate.toFixed(0)} per second; engines ${early.toFixed(1)} MiB after a quarter, ${late.toFixed(1)} MiB at the end\n`,
)
await pool.close()
const isFlat = late < early * 1.25 + 10
const isComplete = Math.abs(refused - count / 6) <= 1
if (!isFlat || !isComplete) process.exitCode = 1
