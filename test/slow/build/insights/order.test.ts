import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Database } from 'sql.js'
import { loadCatalog } from '../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { reasonsToOmit } from '../../../../build/insights/parts/archive-columns.ts'
import type { ArchiveTable, Cells } from '../../../../build/table/archive-table.ts'
import { TABLE_NAMES } from '../../../../src/format/table.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import type { Tables } from '../../../fixtures/archives/plain-archive.ts'
import { readTables } from '../../../fixtures/archives/read-tables.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import { askedColumns, catalogOf, rowsOf } from '../../../fixtures/insights/check-insight.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'

const WANTED = new Set(INSIGHTS.flatMap((insight) => TABLE_NAMES.flatMap((table) => askedColumns(insight, table))))
const isWanted = (column: string): boolean => WANTED.has(column)

async function openForWriting(tables: Tables): Promise<Database> {
  return loadCatalog(await encodeCatalog(tables))
}

function reverseCells(cells: Cells): Cells {
  if (cells.kind === 'text') return { ...cells, codes: cells.codes.toReversed() }
  return { ...cells, values: cells.values.toReversed() }
}

function reverseRows(table: ArchiveTable): ArchiveTable {
  return { ...table, cells: table.cells.map(reverseCells) }
}

/** The rows of every insight as JSON, by slug. */
function allRows(database: Database, tables: Tables): Record<string, string> {
  const possible = INSIGHTS.filter(
    (definition) => reasonsToOmit(definition, catalogOf(tables), () => false).length === 0,
  )
  return Object.fromEntries(
    possible.map((definition) => [
      definition.slug,
      JSON.stringify(rowsOf(database, definition, catalogOf(tables)), null, 1),
    ]),
  )
}

async function expectTotalOrders(tables: Tables): Promise<void> {
  const database = await openForWriting(tables)
  const expected = allRows(database, tables)
  database.exec('PRAGMA reverse_unordered_selects = ON')
  expect(allRows(database, tables)).toEqual(expected)
  for (const [name] of database.exec("SELECT name FROM sqlite_master WHERE type = 'index'")[0]!.values)
    database.exec(`DROP INDEX "${name}"`)
  expect(allRows(database, tables)).toEqual(expected)
  database.close()
}

/** With one chosen row per planet, no two rows of a result tie: even rows that were stored the other way round keep their order. */
async function expectOrdersBySense(tables: Tables): Promise<void> {
  const reversed = { exoplanets: reverseRows(tables.exoplanets), stellarhosts: reverseRows(tables.stellarhosts) }
  const [forwards, backwards] = [await openForWriting(tables), await openForWriting(reversed)]
  expect(allRows(backwards, reversed)).toEqual(allRows(forwards, tables))
  for (const database of [forwards, backwards]) database.close()
}

describe('the order of every insight is total', () => {
  test('whichever way SQLite walks the tables, on a generated archive', async () => {
    await expectTotalOrders(insightArchive(21))
    await expectOrdersBySense(insightArchive(21))
  })

  test('also where rows of one planet tie because the archive chooses none', async () => {
    const { exoplanets, stellarhosts } = insightArchive(23)
    const columns = exoplanets.columns.map((column) =>
      column.name === 'default_flag' ? { ...column, name: 'renamed' } : column,
    )
    await expectTotalOrders({ exoplanets: { ...exoplanets, columns }, stellarhosts })
  })

  test('on the sample archive', async () => {
    const tables = await readTables(SAMPLE_ARCHIVE, isWanted)
    await expectTotalOrders(tables)
    await expectOrdersBySense(tables)
  })

  skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE).test('on the real archive', async () => {
    const tables = await readTables(join(realArchive!, 'volume'), isWanted)
    await expectTotalOrders(tables)
    await expectOrdersBySense(tables)
  })
})
