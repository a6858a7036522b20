/**
 * Times SQL through the pool beside the same text in-process: sql.js with `getAsObject`, sql.js with prepared `get`, and
 * `bun:sqlite` with JSON.stringify. Usage: bun test/bench/sql-bench.ts <data folder> [repetitions]
 */
import { Database } from 'bun:sqlite'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import initSqlJs from 'sql.js'
import { readThrough } from '../../src/cache/sql-cache.ts'
import type { SqlQuery } from '../../src/core/ports.ts'
import type { Manifest } from '../../src/format/manifest.ts'
import { createSqlPool } from '../../src/sql/pool/pool.ts'

const [dataDir = 'dist-data', repetitionsText = '15'] = process.argv.slice(2)
const repetitions = Number(repetitionsText)
const manifest: Manifest = await Bun.file(join(dataDir, 'manifest.json')).json()
const catalogPath = join(dataDir, manifest.files.catalog.path)

/** Calls functions that only the pool has; nothing else can be timed beside it. */
const STATISTICS = 'statistics of a full scan'

const QUERIES: Readonly<Record<string, SqlQuery>> = {
  'smallest answer': { sql: 'SELECT 1 AS one', maxRows: 1000 },
  'point look-up': { sql: "SELECT pl_name, disc_year FROM exoplanets WHERE pl_name = 'Kepler-22 b'", maxRows: 1000 },
  'GROUP BY': {
    sql: 'SELECT discoverymethod, COUNT(*) AS count, AVG(pl_rade) FROM exoplanets GROUP BY discoverymethod ORDER BY count DESC',
    maxRows: 1000,
  },
  'join, ORDER BY, LIMIT 10': {
    sql: 'SELECT e.pl_name, s.sy_dist FROM exoplanets e JOIN stellarhosts s ON s.hostname = e.hostname WHERE e.default_flag = 1 ORDER BY s.sy_dist LIMIT 10',
    maxRows: 1000,
  },
  'aggregates of a full scan': {
    sql: 'SELECT COUNT(*), AVG(pl_rade), MAX(pl_bmasse), MIN(pl_orbper), SUM(st_teff) FROM exoplanets',
    maxRows: 1000,
  },
  uncertainties: {
    sql: 'SELECT COUNT(*), AVG(pl_radeerr1), MIN(pl_radeerr2), AVG(pl_bmasseerr1), SUM(pl_orbperlim) FROM exoplanets WHERE default_flag = 1',
    maxRows: 1000,
  },
  [STATISTICS]: {
    sql: 'SELECT stddev(pl_rade), median(pl_rade), corr(pl_rade, pl_bmasse) FROM exoplanets',
    maxRows: 1000,
  },
  '10,000 rows x 7 columns': {
    sql: 'SELECT pl_name, hostname, discoverymethod, disc_year, pl_orbper, pl_rade, pl_bmasse FROM exoplanets',
    maxRows: 10_000,
  },
  '1000 rows x all columns': { sql: 'SELECT * FROM exoplanets', maxRows: 1000 },
}

/** Median of the times in milliseconds, after a warm-up. */
async function timed(run: () => unknown): Promise<number> {
  for (let i = 0; i < 5; i++) await run()
  const times: number[] = []
  for (let i = 0; i < repetitions; i++) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)[repetitions >> 1]!
}

const pool = createSqlPool({ catalogPath, processes: 1, queue: 8, timeoutMs: 30_000, memoryMb: 512 })
const cached = readThrough(pool, 256 * 1024 * 1024)
const SQL = await initSqlJs()
const mapped = Bun.mmap(catalogPath, { shared: false })
const inProcess = new SQL.Database(Buffer.from(mapped.buffer, mapped.byteOffset, mapped.byteLength))
const native = new Database(catalogPath, { readonly: true })
native.run('PRAGMA mmap_size = 1000000000')

function sqlJsObjects({ sql, maxRows }: SqlQuery): string {
  const statement = inProcess.prepare(sql)
  const data = []
  while (data.length < maxRows && statement.step()) data.push(statement.getAsObject())
  statement.free()
  return JSON.stringify({ data })
}

function sqlJsArrays({ sql, maxRows }: SqlQuery): string {
  const statement = inProcess.prepare(sql)
  const names = statement.getColumnNames()
  const data = []
  while (data.length < maxRows && statement.step()) {
    const cells = statement.get()
    data.push(Object.fromEntries(names.map((name, i) => [name, cells[i]])))
  }
  statement.free()
  return JSON.stringify({ data })
}

function nativeObjects({ sql, maxRows }: SqlQuery): string {
  const statement = native.prepare(`SELECT * FROM (${sql}) LIMIT ${maxRows}`)
  const data = statement.all()
  statement.finalize()
  return JSON.stringify({ data })
}

const out = (line: string): boolean => process.stdout.write(`${line}\n`)
out(`${repetitions} runs each, median ms; ${catalogPath}`)
out(
  `${'query'.padEnd(28)}${['pool', 'sql.js objects', 'sql.js arrays', 'bun:sqlite', 'pool/native', 'cached'].map((name) => name.padStart(16)).join('')}`,
)
for (const [name, query] of Object.entries(QUERIES)) {
  const viaPool = await timed(() => pool.run(query))
  const isComparable = name !== STATISTICS
  const beside = async (run: (query: SqlQuery) => string) => (isComparable ? timed(() => run(query)) : Number.NaN)
  const objects = await beside(sqlJsObjects)
  const arrays = await beside(sqlJsArrays)
  const viaNative = await beside(nativeObjects)
  const fromCache = await timed(() => cached.run(query))
  const figures = [viaPool, objects, arrays, viaNative, viaPool / viaNative, fromCache]
  const cells = figures.map((figure) => (Number.isNaN(figure) ? '-' : figure.toFixed(3)).padStart(16))
  out(`${name.padEnd(28)}${cells.join('')}`)
}
await pool.close()

// The same query where the index of uncertainties is not there, as in 1.0.0: on a copy, with one library for both.
const folder = await mkdtemp(join(tmpdir(), 'sql-bench-'))
try {
  const copy = join(folder, 'catalog.sqlite')
  await copyFile(catalogPath, copy)
  const without = new Database(copy)
  without.run('DROP INDEX exoplanets_uncertainties')
  without.run('PRAGMA mmap_size = 1000000000')
  const { sql } = QUERIES.uncertainties!
  const [after, before] = [native, without].map((database) => database.prepare(sql))
  const [fast, slow] = [await timed(() => after!.all()), await timed(() => before!.all())]
  out(
    `uncertainties with their index: ${(fast / slow).toFixed(2)} of the time without (${fast.toFixed(2)} and ${slow.toFixed(2)} ms)`,
  )
  before!.finalize()
  after!.finalize()
  without.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
native.close()
