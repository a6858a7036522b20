import { join } from 'node:path'
import type { Manifest } from '../../src/format/manifest.ts'
import { eachTable, type TableName } from '../../src/format/table.ts'
import { readArchive } from '../archive/read-archive.ts'
import { lockDataDir, takeLock } from '../data-folder/lock.ts'
import { publishedManifest } from '../data-folder/publish.ts'
import type { FetchEffects } from '../fetch/effects.ts'
import { type FetchedArchive, fetchArchive } from '../fetch/fetch-archive.ts'
import type { FetchConfig } from '../fetch/fetch-settings.ts'
import type { FetchedFile } from '../fetch/fetch-table.ts'
import { buildLocked } from '../pipeline/compile.ts'
import { isBuiltFrom } from '../pipeline/is-current.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { type ChangeReport, changeReport, compareColumns, type TableChanges } from './change-report.ts'
import { compareRows } from './compare-rows.ts'
import { CHANGES_FILE, prepareReport, publishReport } from './report-file.ts'

export interface RefreshConfig extends FetchConfig {
  /** Where the snapshot is published, absolute. */
  readonly dataDir: string
  /** Percent of its rows that a table may lose before the archive is taken for broken. */
  readonly maxLossPercent: number
}

/** What arrived is a whole archive, but not one that should replace what is served. */
export class RefusedArchiveError extends Error {
  override readonly name = 'RefusedArchiveError'
}

/** What a refresh came to. */
export type RefreshOutcome =
  | { readonly kind: 'unchanged'; readonly manifest: Manifest }
  | { readonly kind: 'published'; readonly manifest: Manifest; readonly report: ChangeReport }

const TABLE_OF_FILE: readonly (readonly [RegExp, TableName])[] = [
  [/^(?:ps|pscomppars|exoplanets)\./, 'exoplanets'],
  [/^stellarhosts\./, 'stellarhosts'],
]

/** An archive that lost many rows overnight is more likely broken than smaller. */
function checkLoss(files: readonly FetchedFile[], before: Manifest, { tapUrl, maxLossPercent }: RefreshConfig): void {
  // A snapshot of something else, such as the sample, says nothing of how many rows there ought to be.
  if (before.source !== tapUrl) return
  for (const { name, rows } of files) {
    const table = TABLE_OF_FILE.find(([pattern]) => pattern.test(name))?.[1]
    if (table === undefined) continue
    const had = before.tables[table].rows
    if (rows < had * (1 - maxLossPercent / 100))
      throw new RefusedArchiveError(
        `${name} has ${rows.toLocaleString('en')} rows where the snapshot has ${had.toLocaleString('en')}. If the archive did lose that many, raise REFRESH_MAX_LOSS_PERCENT.`,
      )
  }
}

function compareTable(table: TableName, before: Manifest, after: Manifest, dataDir: string): TableChanges {
  const [old, current] = [before.tables[table].columns, after.tables[table].columns]
  const kept = new Set(old.map(({ name }) => name))
  const shared = current.map(({ name }) => name).filter((name) => kept.has(name))
  const [oldPath, path] = [before, after].map(({ files }) => join(dataDir, files.catalog.path))
  return { ...compareRows(table, oldPath!, path!, shared), ...compareColumns(old, current) }
}

/**
 * Builds a snapshot of the archive, puts the archive in the place of the old one and publishes the snapshot and, unless the id
 * is the same, the report of what changed.
 */
async function publishArchive(
  { folder, replaceOld }: FetchedArchive,
  dataDir: string,
  before: Manifest | undefined,
  effects: BuildEffects,
): Promise<RefreshOutcome> {
  let report: ChangeReport | undefined
  const { manifest } = await buildLocked(
    (read) => readArchive(folder, effects, read),
    dataDir,
    effects,
    async (after, publish) => {
      if (after.snapshotId !== before?.snapshotId) {
        report = changeReport(
          before,
          after,
          before === undefined ? null : eachTable((table) => compareTable(table, before, after, dataDir)),
        )
        await prepareReport(dataDir, report)
      }
      // The archive first: killed in between, a start finds a newer archive and builds it. The other way round it would go back.
      await replaceOld(publish)
    },
  )
  if (report === undefined) return { kind: 'unchanged', manifest }
  try {
    await publishReport(dataDir, manifest.snapshotId)
  } catch (error) {
    // The snapshot is out; the next refresh finds the report where it was prepared.
    effects.log(
      `${CHANGES_FILE} cannot be written (${error instanceof Error ? error.message : error}); the next refresh tries again.`,
    )
  }
  return { kind: 'published', manifest, report }
}

/**
 * Fetches the archive and, where it is not what the published snapshot was built from, builds and publishes a new snapshot and
 * reports what changed. Whatever fails leaves the archive folder and the snapshot as they were.
 */
export async function refresh(
  config: RefreshConfig,
  userAgent: string,
  effects: { readonly fetch: FetchEffects; readonly build: BuildEffects },
): Promise<RefreshOutcome> {
  const { dataDir } = config
  const unlock = await takeLock(join(dataDir, 'refresh.lock'), 'refresh')
  try {
    const published = await publishedManifest(dataDir, effects.build.log)
    if (await publishReport(dataDir, published?.snapshotId))
      effects.build.log(
        `The refresh that published snapshot ${published?.snapshotId} ended before ${CHANGES_FILE} told what it changed; now it does.`,
      )
    return await fetchArchive(config, userAgent, effects.fetch, (archive) => takeOver(archive, config, effects.build))
  } finally {
    await unlock()
  }
}

/** What comes of a fetched archive. No build comes in between: a fetch takes long, and another snapshot may be there by now. */
async function takeOver(
  archive: FetchedArchive,
  config: RefreshConfig,
  effects: BuildEffects,
): Promise<RefreshOutcome> {
  const { dataDir } = config
  const unlock = await lockDataDir(dataDir)
  try {
    const before = await publishedManifest(dataDir, effects.log)
    if (before !== undefined) checkLoss(archive.files, before, config)
    if (before === undefined || !(await isBuiltFrom(before, archive.folder)))
      return await publishArchive(archive, dataDir, before, effects)
    await archive.replaceOld()
    return { kind: 'unchanged', manifest: before }
  } finally {
    await unlock()
  }
}
