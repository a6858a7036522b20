import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { INSIGHTS } from '../../../../build/insights/definitions/index.ts'
import { neededColumns, reasonsToOmit } from '../../../../build/insights/parts/archive-columns.ts'
import type { InsightDefinition } from '../../../../build/insights/parts/definition.ts'
import { eachTable, TABLE_NAMES } from '../../../../src/format/table.ts'
import { insightArchive } from '../../../fixtures/archives/insight-archive.ts'
import { plainArchive, type Tables } from '../../../fixtures/archives/plain-archive.ts'
import { readTables } from '../../../fixtures/archives/read-tables.ts'
import { NO_REAL_ARCHIVE, realArchive } from '../../../fixtures/archives/real-archive.ts'
import {
  askedColumns,
  catalogOf,
  countsOf,
  differenceOf,
  openTables,
  recompute,
  recomputeCounts,
  run,
} from '../../../fixtures/insights/check-insight.ts'
import { RECOMPUTATIONS } from '../../../fixtures/insights/recompute/index.ts'
import { skipUnless } from '../../../fixtures/skip-unless.ts'
import { SAMPLE_ARCHIVE } from '../../../fixtures/snapshots/built-snapshot.ts'

const WANTED = new Set(INSIGHTS.flatMap((insight) => TABLE_NAMES.flatMap((table) => askedColumns(insight, table))))
const isWanted = (column: string): boolean => WANTED.has(column)

/** The insights of which the tables have every column that is shown or needed, by slug. */
function supportedBy(tables: Tables): readonly string[] {
  const names = eachTable((table) => new Set(tables[table].columns.map(({ name }) => name)))
  const isSupported = (definition: InsightDefinition) =>
    TABLE_NAMES.every((table) => neededColumns(definition, table).every((name) => names[table].has(name)))
  return INSIGHTS.filter(isSupported).map(({ slug }) => slug)
}

/** Compares every insight the archive supports; gives how many rows each had. */
async function compareAll(tables: Tables): Promise<Record<string, number>> {
  const archive = plainArchive(tables)
  const catalog = catalogOf(tables)
  const database = await openTables(tables)
  const rows: Record<string, number> = {}
  try {
    for (const definition of INSIGHTS) {
      if (reasonsToOmit(definition, catalog, () => false).length > 0) continue
      const result = run(database, definition, catalog)
      const difference = differenceOf(result.data, recompute(definition.slug, archive))
      if (difference !== undefined) throw new Error(`${definition.slug}: ${difference}`)
      expect({ slug: definition.slug, ...countsOf(result) }).toEqual({
        slug: definition.slug,
        ...recomputeCounts(definition.slug, archive),
      })
      rows[definition.slug] = result.rows
    }
  } finally {
    database.close()
  }
  return rows
}

test('every insight has a recomputation, with the row limit it is published with', () => {
  const limits = Object.fromEntries(INSIGHTS.map(({ slug, limit }) => [slug, limit]))
  expect(limits).toEqual(Object.fromEntries(Object.entries(RECOMPUTATIONS).map(([slug, { limit }]) => [slug, limit])))
})

describe('every insight gives the rows and counts that plain code gives', () => {
  test.each([1, 2])('on a generated archive with every column (seed %d)', async (seed) => {
    const rows = await compareAll(insightArchive(seed))
    expect(Object.keys(rows)).toHaveLength(INSIGHTS.length)
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
  })

  test('where an archive without metadata has whole numbers only, in columns of integers', async () => {
    expect(Object.keys(await compareAll(insightArchive(5, { wholeNumbers: true })))).toHaveLength(INSIGHTS.length)
  })

  test('on the sample archive, which supports at least 20 of them with rows', async () => {
    const rows = await compareAll(await readTables(SAMPLE_ARCHIVE, isWanted))
    expect(Object.values(rows).filter((count) => count > 0).length).toBeGreaterThanOrEqual(20)
  })

  const real = skipUnless(realArchive !== undefined, NO_REAL_ARCHIVE)
  real.test.each([
    ['by volume', ['volume']],
    ['with all columns', ['all-columns']],
    ['as a web download', ['web-download', 'all-columns']],
    ['that chooses no reference', ['tap-quoted', 'volume']],
  ])('on the real archive %s', async (_, folders) => {
    const tables = await readTables(folders.map((folder) => join(realArchive!, folder)).join(':'), isWanted)
    const supported = supportedBy(tables)
    expect(supported.length).toBeGreaterThan(0)
    expect(Object.keys(await compareAll(tables))).toEqual([...supported])
  })
})
