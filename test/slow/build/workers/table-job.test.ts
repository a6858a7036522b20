import { describe, expect, test } from 'bun:test'
import { ArchiveError } from '../../../../build/archive/archive.ts'
import { findTables } from '../../../../build/archive/files/find-files.ts'
import { inlineTableJob, type TableJob } from '../../../../build/workers/table-job.ts'
import { threadedTableJob } from '../../../../build/workers/threaded-table-job.ts'
import { archiveError, folderWith } from '../../../fixtures/archives/archive-folder.ts'
import { cellAt } from '../../../fixtures/archives/make-table.ts'
import { watchWorkers } from '../../../fixtures/processes/watch-workers.ts'
import { publishArchive } from '../../../fixtures/snapshots/publish-archive.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const HOSTS = 'hostname,sy_dist\na,1\n'
const PLANETS = `pl_name,hostname,pl_rade,note
c b,c,2.5,"two
lines"
a b,a,,Å
b b,b,0.1,
`

async function planetFile(text: string) {
  return (await findTables([await folderWith({ 'ps.csv': text, 'stellarhosts.csv': HOSTS })])).exoplanets
}

/** What a job makes of the planets: cells in snapshot order, and the files of their columns. */
async function resultOf(job: TableJob, text: string) {
  try {
    const steps: (readonly [number, number])[] = []
    const onProgress = (done: number, total: number) => void steps.push([done, total])
    const { table } = await job.read(await planetFile(text), new Map(), onProgress)
    const files = await job.writeColumnFiles(await temporaryFolder(), onProgress)
    const cells = Array.from({ length: table.rows }, (_, row) => table.cells.map((column) => cellAt(column, row)))
    return { columns: table.columns, cells, files, told: steps.length > 0 }
  } finally {
    job.close()
  }
}

test('a table is the same whether a thread reads it or not', async () => {
  const inline = await resultOf(inlineTableJob(), PLANETS)
  expect(inline.cells.map(([name]) => name)).toEqual(['a b', 'b b', 'c b'])
  expect(await resultOf(threadedTableJob(), PLANETS)).toEqual(inline)
})

describe('a thread', () => {
  test('tells a fault of the archive with its place and its words', async () => {
    const bad = PLANETS.replace('0.1,', '0.1')
    const job = threadedTableJob()
    try {
      const file = await planetFile(bad)
      const failure = await archiveError(() => job.read(file, new Map(), () => {}))
      const expected = await archiveError(() => inlineTableJob().read(file, new Map(), () => {}))
      expect(failure).toBeInstanceOf(ArchiveError)
      expect(failure.message).toBe(expected.message)
      expect(failure.message).toStartWith('ps.csv, line 5: ')
      expect(failure.place).toEqual(expected.place)
    } finally {
      job.close()
    }
  })

  test('tells an error of the system with its code', async () => {
    const dataDir = await folderWith({ pages: 'in the place of the folder' })
    const job = threadedTableJob()
    try {
      await job.read(await planetFile(PLANETS), new Map(), () => {})
      const failure = await job.writeColumnFiles(dataDir, () => {}).catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: 'EEXIST', syscall: 'mkdir' })
    } finally {
      job.close()
    }
  })

  test('that ends while it is asked fails what was asked', async () => {
    const job = threadedTableJob()
    const reading = job.read(await planetFile(PLANETS), new Map(), () => {})
    job.close()
    await expect(reading).rejects.toThrow('A table thread stopped: it ended')
  })
})

test('an archive that is read by threads makes the snapshot of one that is not', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, row) => `P${row % 300} b,H${row % 999},${row / 8},${'a long note '.repeat(10)}${row % 7}`,
  )
  const text = `pl_name,hostname,pl_rade,note\n${rows.join('\n')}\n`
  expect(text.length).toBeGreaterThan(2_000_000)
  const packed = Bun.gzipSync(Buffer.from(text))
  expect(packed.byteLength).toBeLessThan(2_000_000)
  const build = async (files: Readonly<Record<string, string | Uint8Array>>) =>
    publishArchive(await folderWith({ ...files, 'stellarhosts.csv': HOSTS }), await temporaryFolder())
  using workers = watchWorkers()
  const threaded = await build({ 'ps.csv': text })
  expect(workers.started).toBeGreaterThan(0)
  expect(workers.running()).toEqual([])
  const inline = await build({ 'ps.csv.gz': packed })
  expect(threaded.tables.exoplanets.rows).toBe(20_000)
  expect(threaded.tables).toEqual(inline.tables)
  const { catalog, ...others } = threaded.files
  expect(others.pages).toEqual(inline.files.pages)
  expect(others.statistics).toEqual(inline.files.statistics)
  expect(catalog).toEqual(inline.files.catalog)
})
