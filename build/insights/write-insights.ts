import type { Database } from 'sql.js'
import { exactJson } from '../../src/format/exact-json.ts'
import type { FileRef, InsightListRef, OmittedInsight } from '../../src/format/manifest.ts'
import type { TableName } from '../../src/format/table.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { openCatalog } from '../catalog/open-catalog.ts'
import { quoteName } from '../catalog/write-catalog.ts'
import { writeArtefact } from '../data-folder/artefact-file.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { settleAll } from '../workers/settle-all.ts'
import { INSIGHTS } from './definitions/index.ts'
import { planInsight } from './describe.ts'
import type { ColumnCatalogue } from './parts/archive-columns.ts'
import { reasonsToOmit } from './parts/archive-columns.ts'
import type { InsightDefinition } from './parts/definition.ts'
import { type ArchiveFacts, runInsight } from './run.ts'

export interface WrittenInsights {
  readonly list: InsightListRef
  /** One file per insight, by slug, in the order of the list. */
  readonly insights: Readonly<Record<string, FileRef>>
}

export interface InsightsInput {
  /** Bytes of `catalog.sqlite`. */
  readonly catalog: Uint8Array
  readonly columns: ColumnCatalogue
  readonly dates: TableDates
  readonly dataDir: string
  readonly effects: BuildEffects
}

/**
 * Runs every insight on the snapshot and writes each as finished JSON. One for which the archive lacks a column, or has text
 * in its place, is left out and logged.
 */
export async function writeInsights({
  catalog,
  columns,
  dates,
  dataDir,
  effects,
}: InsightsInput): Promise<WrittenInsights> {
  const database = await openCatalog(catalog)
  try {
    const known = withoutIdleChoice(database, columns)
    const omitted: OmittedInsight[] = []
    const possible: InsightDefinition[] = []
    for (const definition of INSIGHTS) {
      const reasons = reasonsToOmit(definition, known, (table, column) => isEmpty(database, table, column))
      if (reasons.length === 0) {
        possible.push(definition)
        continue
      }
      omitted.push({ slug: definition.slug, reasons })
      effects.log(`insight ${definition.slug} left out: ${reasons.join(', ')}`)
    }
    const facts: ArchiveFacts = { namesRepeat: doNamesRepeat(database), dates }
    const results = possible.map((definition, index) => {
      effects.progress('insights', index + 1, possible.length)
      return runInsight(database, planInsight(definition, known), facts)
    })
    const metas = results.map(({ meta }) => meta)
    // Each write waits for the disk: together they wait once.
    const files = await settleAll(results.map((result) => writeJson(dataDir, `insights/${result.meta.slug}`, result)))
    return {
      list: { ...(await writeJson(dataDir, 'insights/list', metas)), omitted },
      insights: Object.fromEntries(metas.map(({ slug }, index) => [slug, files[index]!])),
    }
  } finally {
    database.close()
  }
}

/** The columns but for a `default_flag` without values, by which no planet would have a chosen row: it is as good as absent. */
function withoutIdleChoice(database: Database, columns: ColumnCatalogue): ColumnCatalogue {
  const isIdle = (name: string) => name === 'default_flag' && isEmpty(database, 'exoplanets', name)
  return { ...columns, exoplanets: columns.exoplanets.filter(({ name }) => !isIdle(name)) }
}

function isEmpty(database: Database, table: TableName, column: string): boolean {
  const name = quoteName(column)
  return database.exec(`SELECT 1 FROM ${table} WHERE ${name} IS NOT NULL LIMIT 1`).length === 0
}

function doNamesRepeat(database: Database): boolean {
  const [result] = database.exec('SELECT COUNT(pl_name) > COUNT(DISTINCT pl_name) FROM exoplanets')
  return result?.values[0]?.[0] === 1
}

function writeJson(dataDir: string, stem: string, value: unknown): Promise<FileRef> {
  return writeArtefact(dataDir, stem, 'json', new TextEncoder().encode(exactJson(value)))
}
