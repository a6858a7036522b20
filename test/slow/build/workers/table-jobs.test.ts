import { expect, test } from 'bun:test'
import { findTables, type TableFile } from '../../../../build/archive/files/find-files.ts'
import { startTableJobs } from '../../../../build/workers/table-jobs.ts'
import { folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const effects = { log: () => {}, progress: () => {}, nowMs: () => 0 }
const SMALL = 'pl_name,hostname,pl_rade\na b,a,1\n'
/** Large enough for a thread. */
const LARGE = `${SMALL}${`${'x'.repeat(998)},y,2\n`.repeat(2_100)}`
const TORN = `${SMALL}only one cell\n`

/** Files with these contents, by the tables that an archive makes of them. */
async function filesOf(contents: Readonly<Record<string, string>>): Promise<readonly TableFile[]> {
  const files = Object.entries({ ps: SMALL, stellarhosts: 'hostname,sy_dist\na,1\n', ...contents })
  const folder = await folderWith(Object.fromEntries(files.map(([table, text]) => [`${table}.csv`, text])))
  const { exoplanets, stellarhosts, further } = await findTables([folder])
  return [exoplanets, stellarhosts, ...further]
}

test('the threads of tables are started for large files only, and have ended when the jobs have', async () => {
  using workers = watchWorkers()
  const dataDir = await temporaryFolder()
  const jobs = startTableJobs(dataDir, effects)
  const files = await filesOf({ ps: LARGE, a: LARGE, b: LARGE, c: LARGE })
  const readings = await Promise.all(files.map((file) => jobs.read(file, new Map())))
  expect(readings.map(({ table }) => table.rows)).toEqual([2_101, 1, 2_101, 2_101, 2_101])
  expect(workers.started).toBe(4)
  for (const { table } of readings) expect((await jobs.writeColumnFiles(table)).pages.path).toContain(table.name)
  // Those of further tables end as soon as their files are written; the other is asked for its files once more.
  await waitFor('the threads of further tables to end', () => workers.running().length === 1 || undefined)
  await jobs.close()
  expect(workers.running()).toEqual([])
})

test('tables that cannot be read take the place of no other, and leave no thread', async () => {
  using workers = watchWorkers()
  const jobs = startTableJobs(await temporaryFolder(), effects)
  const files = await filesOf({ a: TORN, b: TORN, c: TORN, d: `${LARGE}one cell\n`, e: SMALL, f: SMALL })
  const outcomes = await Promise.allSettled(files.map((file) => jobs.read(file, new Map())))
  const failed = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [files[at]!.table] : []))
  expect(failed).toEqual(['a', 'b', 'c', 'd'])
  await jobs.close()
  expect(workers.running()).toEqual([])
})
