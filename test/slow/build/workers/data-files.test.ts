import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { writeArtifact } from '../../../../build/data-folder/artifact-file.ts'
import { encodePageFile } from '../../../../build/pages/write-pages.ts'
import { packTable, shareTable } from '../../../../build/table/shared-table.ts'
import { type AllDataFilesInput, runDataFilesJob } from '../../../../build/workers/data-files-job.ts'
import { type WholeTable, writeDataFiles } from '../../../../build/workers/write-data-files.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const FACTS = { snapshotId: '0123456789abcdef', source: 'made up', date: null }

/** A table of more cells than are written in the calling thread, and what else its files are made of. */
async function largeInput(): Promise<AllDataFilesInput> {
  const dataDir = await temporaryFolder()
  const rows = Array.from({ length: 101_000 }, (_, row) => [
    `planet ${row % 999} é`,
    row % 7 === 0 ? null : row / 3,
    row % 5 === 0 ? null : row === 1 ? 2n ** 62n + 1n : row,
  ])
  const table = shareTable(makeTable('exoplanets', { pl_name: 'text', pl_rade: 'real', disc_year: 'integer' }, rows))
  const pages = await writeArtifact(dataDir, 'pages/exoplanets', 'bin', encodePageFile(table))
  using database = new Database(':memory:')
  database.run('CREATE TABLE exoplanets (pl_name TEXT, noise BLOB) STRICT')
  database.run('CREATE INDEX by_name ON exoplanets (pl_name)')
  database.run('CREATE INDEX wide ON exoplanets (pl_name, noise)')
  const insert = database.prepare('INSERT INTO exoplanets VALUES (?, ?)')
  for (let row = 0; row < 50; row += 1) insert.run(`planet ${row}`, new Uint8Array(100_000).fill(row))
  const catalog = await writeArtifact(dataDir, 'catalog', 'sqlite', database.serialize())
  return { tables: [{ table: packTable(table), pages, facts: FACTS }], catalog, dataDir }
}

async function otherTable(dataDir: string, name: string): Promise<WholeTable> {
  const table = { ...makeTable('stellarhosts', { hostname: 'text' }, [['a'], [null]]), name }
  const pages = await writeArtifact(dataDir, `pages/${name}`, 'bin', encodePageFile(table))
  return { table: packTable(shareTable(table)), pages, facts: FACTS }
}

test('large tables are written on two threads, with the same bytes and in the same order as in the calling one', async () => {
  const large = await largeInput()
  const small = await otherTable(large.dataDir, 'a_small_one')
  const input = { ...large, tables: [small, ...large.tables, await otherTable(large.dataDir, 'toi')] }
  const seen: string[] = []
  using workers = watchWorkers()
  const threaded = await runDataFilesJob(input, (table, done, total) => seen.push(`${table} ${done}/${total}`))
  expect([workers.started, workers.running()]).toEqual([2, []])
  const lines = ['a_small_one', 'exoplanets', 'toi'].flatMap((table) => [1, 2, 3].map((done) => `${table} ${done}/3`))
  expect(seen.toSorted()).toEqual(lines)
  const { SHA256SUMS: sums, ...files } = threaded
  const expected = await writeDataFiles(input, () => {})
  expect(files).toEqual(expected)
  expect(Object.keys(files)).toEqual(Object.keys(expected))
  const listed = (await Bun.file(join(input.dataDir, sums!.path)).text()).trim().split('\n')
  expect(listed).toEqual(Object.entries(expected).map(([name, { sha256 }]) => `${sha256}  ${name}`))
  const packed = await Bun.file(join(input.dataDir, threaded['catalog.sqlite.gz']!.path)).bytes()
  using database = Database.deserialize(Bun.gunzipSync(new Uint8Array(packed)))
  expect(database.query('SELECT count(*) AS rows, sum(length(noise)) AS bytes FROM exoplanets').get()).toEqual({
    rows: 50,
    bytes: 5_000_000,
  })
  expect(database.query("SELECT name FROM sqlite_schema WHERE type = 'index'").values()).toEqual([['by_name']])
})

test('a failure on the thread is the error that it would be in the calling one', async () => {
  const input = await largeInput()
  const missing = { ...input, catalog: { ...input.catalog, path: 'not-there.sqlite' } }
  using workers = watchWorkers()
  const failure = await runDataFilesJob(missing, () => {}).catch((error: unknown) => error)
  expect([workers.started, workers.running()]).toEqual([2, []])
  expect(failure).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('not-there.sqlite') })
})
