import type { Database } from 'sql.js'
import { exactJson } from '../../src/format/exact-json.ts'
import type { FileRef, InsightListRef, OmittedInsight } from '../../src/format/manifest.ts'
import type { TableDates } from '../../src/format/table-dates.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { settleAll } from '../workers/settle-all.ts'
import { INSIGHTS } from './definitions/index.ts'
import { planInsight } from './describe.ts'
import { knownArchive } from './known-archive.ts'
import type { ColumnCatalog } from './parts/archive-columns.ts'
import { reasonsToOmit } from './parts/archive-columns.ts'
import type { InsightDefinition } from './parts/definition.ts'
import { runInsight } from './run.ts'

export interface WrittenInsights {
  readonly list: InsightListRef
  /** One file per insight, by slug, in display order. */
  readonly insights: Readonly<Record<string, FileRef>>
}

export interface InsightsInput {
  /** The tables that the queries read, for example those of `openQueryTables`. */
  readonly database: Database
  readonly columns: ColumnCatalog
  readonly dates: TableDates
  readonly dataDir: string
  readonly effects: Pick<BuildEffects, 'log' | 'progress'>
}

/**
 * Runs every insight on the snapshot and writes each result as JSON. If the archive lacks a column of an insight, or has it as
 * text, the insight is omitted and logged.
 */
export async function writeInsights({
  database,
  columns,
  dates,
  dataDir,
  effects,
}: InsightsInput): Promise<WrittenInsights> {
  const { known, facts, isEmpty, isComposite } = knownArchive(database, columns, dates)
  const omitted: OmittedInsight[] = []
  const possible: InsightDefinition[] = []
  for (const definition of INSIGHTS) {
    const reasons = reasonsToOmit(definition, known, isEmpty)
    if (reasons.length === 0) {
      possible.push(definition)
      continue
    }
    omitted.push({ slug: definition.slug, reasons })
    effects.log(`insight ${definition.slug} omitted: ${reasons.join(', ')}`)
  }
  const results = possible.map((definition, index) => {
    effects.progress('insights', index + 1, possible.length)
    return runInsight(database, planInsight(definition, known, isComposite), facts)
  })
  const metas = results.map(({ meta }) => meta)
  // Each write waits for the disk; running the writes concurrently overlaps the waits.
  const files = await settleAll(results.map((result) => writeJson(dataDir, `insights/${result.meta.slug}`, result)))
  return {
    list: { ...(await writeJson(dataDir, 'insights/list', metas)), omitted },
    insights: Object.fromEntries(metas.map(({ slug }, index) => [slug, files[index]!])),
  }
}

function writeJson(dataDir: string, stem: string, value: unknown): Promise<FileRef> {
  return writeArtifact(dataDir, stem, 'json', new TextEncoder().encode(exactJson(value)))
}
