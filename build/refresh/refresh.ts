import { join } from 'node:path'
import { allTables, type Manifest } from '../../src/format/manifest.ts'
import { eachTable } from '../../src/format/table.ts'
import type { ChangeReport, TableChanges } from '../../src/history/change-report.ts'
import { type ReadTable, readArchive } from '../archive/read-archive.ts'
import { lockDataDir, takeLock } from '../data-folder/lock.ts'
import { publishedManifest } from '../data-folder/publish.ts'
import type { FetchEffects } from '../fetch/effects.ts'
import { type FetchedArchive, fetchArchive } from '../fetch/fetch-archive.ts'
import type { FetchConfig } from '../fetch/fetch-settings.ts'
import { prepareSnapshot } from '../pipeline/compile.ts'
import { isBuiltFrom } from '../pipeline/is-current.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { changeReport, compareColumns } from './change-report.ts'
import { checkRows, checkValues, type LossLimits } from './check-loss.ts'
import { compareRows, identityOf } from './compare-rows.ts'
import { CHANGES_FILE, prepareReport, publishReport } from './report-file.ts'

export interface RefreshConfig extends FetchConfig, LossLimits {
  /** Where the snapshot is published, absolute. */
  readonly dataDir: string
  /** True to reject columns that are text only because of cells such as `nan`. */
  readonly isStrict: boolean
}

/** Result of a refresh. */
export type RefreshOutcome =
  | { readonly kind: 'unchanged'; readonly manifest: Manifest }
  | { readonly kind: 'published'; readonly manifest: Manifest; readonly report: ChangeReport }

function compareTable(table: string, before: Manifest, after: Manifest, dataDir: string): TableChanges {
  const [old = [], current = []] = [before, after].map((manifest) => allTables(manifest).get(table)?.columns)
  const kept = new Set(old.map(({ name }) => name))
  const shared = current.map(({ name }) => name).filter((name) => kept.has(name))
  const [oldPath, path] = [before, after].map(({ files }) => join(dataDir, files.catalog.path))
  const rows = compareRows(table, oldPath!, path!, shared, identityOf(after, table))
  return { ...rows, ...compareColumns(old, current) }
}

/** Reports the changes in the new snapshot; undefined if it is identical to the former one. */
function reportOf(before: Manifest | undefined, after: Manifest, dataDir: string): ChangeReport | undefined {
  if (after.snapshotId === before?.snapshotId) return undefined
  if (before === undefined) return changeReport(before, after, null)
  const compare = (table: string) => compareTable(table, before, after, dataDir)
  const further = Object.keys(after.furtherTables).filter((table) => Object.hasOwn(before.furtherTables, table))
  return changeReport(before, after, {
    ...Object.fromEntries(further.map((table) => [table, compare(table)])),
    ...eachTable(compare),
  })
}

/**
 * Builds a snapshot of the archive, replaces the old archive, and publishes the snapshot and, unless the ID is the same, the
 * report of the changes.
 */
async function publishArchive(
  archive: FetchedArchive,
  config: RefreshConfig,
  before: Manifest | undefined,
  effects: BuildEffects,
): Promise<RefreshOutcome> {
  const { dataDir, isStrict } = config
  const read = (readTable: ReadTable) => readArchive(archive.path, effects, readTable, { isStrict })
  await using snapshot = await prepareSnapshot(read, dataDir, effects)
  const { manifest } = snapshot
  for (const line of snapshot.remarks) effects.log(line)
  checkValues(before, manifest, dataDir, config)
  const report = reportOf(before, manifest, dataDir)
  if (report !== undefined) await prepareReport(dataDir, report)
  // Replace the archive first: if the process is killed in between, the next start builds the newer archive. In the other order,
  // it would go back to the old one.
  await using replacement = await archive.replaceOld()
  await snapshot.publish(report)
  await replacement.keep()
  if (report === undefined) return { kind: 'unchanged', manifest }
  try {
    await publishReport(dataDir, manifest.snapshotId)
  } catch (error) {
    // The snapshot is published; the next refresh finds the prepared report.
    effects.log(
      `${CHANGES_FILE} cannot be written (${error instanceof Error ? error.message : error}); the next refresh tries again.`,
    )
  }
  return { kind: 'published', manifest, report }
}

/**
 * Fetches the archive. If it differs from the one that the published snapshot was built from, builds and publishes a new
 * snapshot and reports the changes. If anything fails, the archive folder and the snapshot are unchanged.
 */
export async function refresh(
  config: RefreshConfig,
  userAgent: string,
  effects: { readonly fetch: FetchEffects; readonly build: BuildEffects },
): Promise<RefreshOutcome> {
  const { dataDir } = config
  await using _refreshLock = await takeLock(join(dataDir, 'refresh.lock'), 'refresh')
  await reportFormerRefresh(dataDir, effects.build)
  await using archive = await fetchArchive(config, userAgent, effects.fetch)
  await using _buildLock = await lockDataDir(dataDir)
  // A fetch takes long, so another snapshot might have been published; until the lock is released, no build can run in between.
  const before = await publishedManifest(dataDir, effects.build.log)
  if (before !== undefined) checkRows(archive.files, before, config)
  if (before === undefined || !(await isBuiltFrom(before, archive.path)))
    return await publishArchive(archive, config, before, effects.build)
  await using replacement = await archive.replaceOld()
  await replacement.keep()
  return { kind: 'unchanged', manifest: before }
}

/** Publishes the report of a refresh that was killed after it had published its snapshot. */
async function reportFormerRefresh(dataDir: string, effects: BuildEffects): Promise<void> {
  const published = await publishedManifest(dataDir, effects.log)
  if (await publishReport(dataDir, published?.snapshotId))
    effects.log(
      `The refresh that published snapshot ${published?.snapshotId} ended before it wrote ${CHANGES_FILE}; its changes are listed there now.`,
    )
}
