import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { queriedTables } from '../../../../build/insights/query-tables.ts'
import { runQueryJob } from '../../../../build/pipeline/query-job.ts'
import { writeQueryResults } from '../../../../build/pipeline/write-query-results.ts'
import { PLOTS } from '../../../../build/plots/definitions/index.ts'
import { makeTable } from '../../../fixtures/archives/make-table.ts'
import { DATES } from '../../../fixtures/insights/check-insight.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const COLUMNS = { pl_name: 'text', unused: 'real', hostname: 'text', disc_year: 'integer', default_flag: 'integer', discoverymethod: 'text', disc_facility: 'text' } as const // biome-ignore format: columns

function tablesOf(rows: number) {
  const planets = Array.from({ length: rows - 1 }, (_, row) => [
    `planet é ${row >> 1}`,
    row / 7,
    `host ${row % 99}`,
    row % 5 === 0 ? null : 1990 + (row % 30),
    row % 2,
    row % 3 === 0 ? 'Transit' : 'Imaging',
    'somewhere',
  ])
  return {
    exoplanets: makeTable('exoplanets', COLUMNS, planets),
    stellarhosts: makeTable('stellarhosts', { hostname: 'text' }, [['host 1']]),
  }
}

async function run(rows: number, dataDir: string) {
  const lines: string[] = []
  const stages = new Set<string>()
  const effects = { log: (line: string) => void lines.push(line), progress: (stage: string) => void stages.add(stage), nowMs: () => 0 } // biome-ignore format: effects
  using workers = watchWorkers()
  const results = await runQueryJob(tablesOf(rows), DATES, dataDir, effects)
  return { results, lines, stages: [...stages], threads: workers.started, left: workers.running() }
}

test('large tables are queried on a thread, with the results, lines and progress of the calling one', async () => {
  const dataDir = await temporaryFolder()
  const { results, lines, stages, threads, left } = await run(20_000, dataDir)
  expect([threads, left]).toEqual([1, []])
  const tables = tablesOf(20_000)
  const expectedLines: string[] = []
  const expected = await writeQueryResults(
    {
      tables: queriedTables(tables, [...INSIGHTS, ...PLOTS]),
      columns: { exoplanets: tables.exoplanets.columns, stellarhosts: tables.stellarhosts.columns },
      dates: DATES,
      dataDir: await temporaryFolder(),
    },
    { log: (line) => void expectedLines.push(line), progress: () => {} },
  )
  expect(results).toEqual(expected)
  expect(Object.keys(results[0].insights)).toContain('discovery-methods')
  expect(lines).toEqual(expectedLines)
  expect(lines.length).toBeGreaterThan(10)
  expect(stages.toSorted()).toEqual(['insights', 'plots'])
  expect(await Bun.file(join(dataDir, results[0].list.path)).json()).toBeArray()
})

test('small tables are queried without a thread', async () => {
  const { threads, results } = await run(100, await temporaryFolder())
  expect(threads).toBe(0)
  expect(Object.keys(results[0].insights)).toContain('discovery-methods')
})

test('a failure on the thread is that of the system, and the thread ends', async () => {
  const file = join(await temporaryFolder(), 'a file')
  await Bun.write(file, '')
  using workers = watchWorkers()
  const effects = { log: () => {}, progress: () => {}, nowMs: () => 0 }
  await expect(runQueryJob(tablesOf(20_000), DATES, file, effects)).rejects.toMatchObject({ code: 'ENOTDIR' })
  expect(workers.running()).toEqual([])
})
