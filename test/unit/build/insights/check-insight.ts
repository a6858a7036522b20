import type { Database } from 'sql.js'
import { openCatalog } from '../../../../build/catalog/open-catalog.ts'
import { encodeCatalog } from '../../../../build/catalog/write-catalog.ts'
import { describeInsight } from '../../../../build/insights/describe.ts'
import { type ColumnCatalogue, neededColumns } from '../../../../build/insights/parts/archive-columns.ts'
import type { InsightDefinition } from '../../../../build/insights/parts/definition.ts'
import { runInsight } from '../../../../build/insights/run.ts'
import type { InsightCell, InsightResult } from '../../../../src/core/answers/insight.ts'
import type { TableName } from '../../../../src/format/table.ts'
import type { PlainArchive, Tables } from '../../../fixtures/archives/plain-archive.ts'
import { RECOMPUTATIONS } from './recompute/index.ts'

/** The rows of an insight, recomputed and cut at its limit. */
export function recompute(slug: string, archive: PlainArchive): InsightResult['data'] {
  const recomputation = RECOMPUTATIONS[slug]
  if (recomputation === undefined) throw new Error(`Nothing recomputes "${slug}".`)
  return recomputation.rows(archive).slice(0, recomputation.limit)
}

/** Where two results differ first, in words; undefined where they agree. Numbers may differ by the noise of a few operations. */
export function differenceOf(actual: InsightResult['data'], expected: InsightResult['data']): string | undefined {
  if (actual.length !== expected.length) return `${actual.length} rows instead of ${expected.length}`
  for (const [index, row] of actual.entries()) {
    const other = expected[index]!
    if (Object.keys(row).join() !== Object.keys(other).join())
      return `row ${index} has ${Object.keys(row).join()} instead of ${Object.keys(other).join()}`
    for (const [column, value] of Object.entries(row)) {
      if (!isSame(value, other[column]!))
        return `row ${index}, ${column}: ${value} instead of ${other[column]}\n${Bun.inspect(row)}\n${Bun.inspect(other)}`
    }
  }
  return undefined
}

function isSame(a: InsightCell, b: InsightCell): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b))
}

/** The columns of a table that an insight's SQL may name. */
export function askedColumns(definition: InsightDefinition, table: TableName): readonly string[] {
  return [...neededColumns(definition, table), ...(definition.uses[table] ?? [])]
}

export function catalogueOf(tables: Tables): ColumnCatalogue {
  return { exoplanets: tables.exoplanets.columns, stellarhosts: tables.stellarhosts.columns }
}

export async function openTables(tables: Tables): Promise<Database> {
  return openCatalog(await encodeCatalog(tables))
}

export function run(database: Database, definition: InsightDefinition, catalogue: ColumnCatalogue): InsightResult {
  return runInsight(database, describeInsight(definition, catalogue, { namesRepeat: true }))
}
