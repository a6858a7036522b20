import { createCatalog } from '../core/catalog/create-catalog.ts'
import type { SqlRunner } from '../core/ports.ts'
import { counted } from '../core/text/counts.ts'
import { EXPORT_ENTITIES, EXPORT_TABLE } from '../format/export-pack.ts'
import { allTables, filesOf, type Manifest } from '../format/manifest.ts'
import { openSnapshot } from '../store/open-snapshot.ts'
import { checkCatalog } from './check-catalog.ts'
import { checkColumns } from './check-columns.ts'
import { checkExports } from './check-exports.ts'
import { checkInsights, checkPlots } from './check-insights.ts'
import { checkPages } from './check-pages.ts'
import { type CheckResult, Comparison } from './check-result.ts'
import { checkStatistics } from './check-statistics.ts'
import { SqlCatalog } from './sql-catalog.ts'

export interface VerifyOptions {
  readonly dataDir: string
  /** Number of random pages to compare per table. */
  readonly pages: number
  /** Called after each check. */
  readonly onFinding: (finding: CheckResult) => void
  readonly onProgress: (check: string, done: number, total: number) => void
}

/** Pages are rendered without SQL, so no check here runs any. */
const NO_SQL: SqlRunner = {
  run: () => Promise.reject(new Error('A page asked for SQL.')),
  close: async () => {},
}

function filesFinding(manifest: Manifest): CheckResult {
  const files = filesOf(manifest)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  // Opening the snapshot has hashed every file and rejects any that differs.
  return new Comparison('Files against the manifest').done(
    `${counted(files.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, each of the size and SHA-256 that the manifest says`,
  )
}

/** Runs a check; if it throws, the error is its result. */
function attempt(check: string, run: () => CheckResult): CheckResult {
  try {
    return run()
  } catch (error) {
    const comparison = new Comparison(check)
    comparison.differ(`It cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
    return comparison.done('not finished')
  }
}

/**
 * Checks a snapshot independently of the code that built it: every file by its hash, and everything served without SQL by
 * comparison with SQL over the catalog. Returns the manifest; throws a SnapshotError if a file is damaged.
 */
export async function verifySnapshot({ dataDir, pages, onFinding, onProgress }: VerifyOptions): Promise<Manifest> {
  const snapshot = await openSnapshot(dataDir)
  for (const name of Object.keys(snapshot.manifest.files.data)) await snapshot.dataFile(name)!.verified()
  const { manifest } = snapshot
  onFinding(filesFinding(manifest))
  const sql = new SqlCatalog(snapshot.catalogPath)
  try {
    const progressOf = (check: string) => (done: number, total: number) => onProgress(check, done, total)
    const tables = [...allTables(manifest).keys()]
    onFinding(attempt('SQL catalog against the manifest', () => checkCatalog(sql, manifest)))
    for (const table of tables)
      onFinding(
        attempt(`Orders and values of ${table} against SQL`, () =>
          checkColumns(sql, snapshot.pageTable(table), progressOf(`columns of ${table}`)),
        ),
      )
    for (const table of tables)
      onFinding(
        attempt(`Column statistics of ${table} against SQL`, () =>
          checkStatistics(sql, snapshot.statistics(table), progressOf(`statistics of ${table}`)),
        ),
      )
    onFinding(
      attempt('Bodies of pages against SQL', () =>
        checkPages(sql, createCatalog(snapshot, NO_SQL), pages, progressOf('pages')),
      ),
    )
    for (const entity of EXPORT_ENTITIES)
      onFinding(
        attempt(`Exports of ${EXPORT_TABLE[entity]} against SQL`, () =>
          checkExports(sql, snapshot, entity, progressOf(`exports of ${entity}s`)),
        ),
      )
    onFinding(attempt('Insights against their SQL', () => checkInsights(sql, snapshot)))
    onFinding(attempt('Rows of plots against their SQL', () => checkPlots(sql, snapshot)))
  } finally {
    sql.close()
  }
  return manifest
}
