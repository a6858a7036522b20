import { afterAll, beforeEach, expect, spyOn, test } from 'bun:test'
import * as reading from '../../../../build/catalog/open-catalog.ts'
import * as writing from '../../../../build/catalog/sqlite-insert.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { writeQueryResults } from '../../../../build/pipeline/write-query-results.ts'
import type { ArchiveTable } from '../../../../build/table/archive-table.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import { keepColumns } from '../../../fixtures/archives/plain-archive.ts'
import { DATES } from '../../../fixtures/insights/check-insight.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** Databases that were opened, and those of them that are open. */
let opened = 0
let open = 0
function followed<Database extends { close(): void }>(database: Database): Database {
  opened += 1
  open += 1
  const close = database.close.bind(database)
  return Object.assign(database, {
    close() {
      open -= 1
      close()
    },
  })
}
const { openCatalog } = reading
const { openSqliteWriter } = writing
const spies = [
  spyOn(reading, 'openCatalog').mockImplementation(async (bytes) => followed(await openCatalog(bytes))),
  spyOn(writing, 'openSqliteWriter').mockImplementation(async (...args) => {
    const { database, ...rest } = await openSqliteWriter(...args)
    return { database: followed(database), ...rest }
  }),
]
beforeEach(() => {
  opened = 0
})
afterAll(() => {
  for (const spy of spies) spy.mockRestore()
})

/** Few columns, so that few insights and plots are made: each takes its time. */
const KEPT = ['pl_name', 'hostname', 'disc_year', 'discoverymethod', 'default_flag']
const keepFew = (table: ArchiveTable) => keepColumns(table, (column) => KEPT.includes(column))
const { exoplanets, stellarhosts } = insightArchive(5)
const tables = { exoplanets: keepFew(exoplanets), stellarhosts: keepFew(stellarhosts) }
const fail = () => {
  throw new Error('the end')
}
const effects = { log: () => {}, progress: fail, nowMs: () => 0 }

test('the database that a catalog is filled in is closed, also after a failure', async () => {
  await encodeCatalog(tables)
  expect([opened, open]).toEqual([1, 0])
  await expect(encodeCatalog(tables, () => 0, fail)).rejects.toThrow('the end')
  expect([opened, open]).toEqual([2, 0])
})

test('the databases that insights and plots are taken from are closed, also after a failure', async () => {
  const columns = { exoplanets: tables.exoplanets.columns, stellarhosts: tables.stellarhosts.columns }
  const input = { tables, columns, dates: DATES, dataDir: await temporaryFolder() }
  await expect(writeQueryResults(input, effects)).rejects.toThrow('the end')
  expect([opened, open]).toEqual([2, 0])
  await writeQueryResults(input, { ...effects, progress: () => {} })
  expect([opened, open]).toEqual([4, 0])
})
