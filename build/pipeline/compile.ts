import { join } from 'node:path'
import type { FileRef, Manifest, TableManifest } from '../../src/format/manifest.ts'
import { FORMAT_VERSION, originOf } from '../../src/format/manifest.ts'
import type { TableName } from '../../src/format/table.ts'
import { eachTable, NAME_COLUMN } from '../../src/format/table.ts'
import { newestDate } from '../../src/format/table-dates.ts'
import type { ChangeReport } from '../../src/history/change-report.ts'
import type { Archive } from '../archive/archive.ts'
import type { ReadTable } from '../archive/read-archive.ts'
import { encodeCatalog } from '../catalog/write-catalog.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import { historyAfter } from '../data-folder/change-history.ts'
import { lockDataDir } from '../data-folder/lock.ts'
import { publish, publishedManifest, sweep, syncSnapshot } from '../data-folder/publish.ts'
import { syncToDisk } from '../data-folder/replace-file.ts'
import { writeExports } from '../exports/write-exports.ts'
import { writeNames } from '../names/write-names.ts'
import { openPages } from '../pages/open-pages.ts'
import { defaultColumnsOf } from '../pages/write-pages.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { keyColumnsOf } from '../table/key-columns.ts'
import { orderRows } from '../table/order-rows.ts'
import { cellsOf, rankCells } from '../table/rank-cells.ts'
import { packTable } from '../table/shared-table.ts'
import type { BuildEffects } from '../terminal/effects.ts'
import { timeStage } from '../terminal/effects.ts'
import { runDataFilesJob } from '../workers/data-files-job.ts'
import { settleAll } from '../workers/settle-all.ts'
import { startTableJobs, type TableJobs } from '../workers/table-jobs.ts'
import { countHosts, type HostCounts } from './host-counts.ts'
import { runQueryJob } from './query-job.ts'

/** A snapshot whose files are all written and on disk, but which no manifest names yet. */
export interface PreparedSnapshot extends AsyncDisposable {
  readonly manifest: Manifest
  /** Both tables, rows in snapshot order. */
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
  /** The other tables, by name, rows in snapshot order as well. */
  readonly further: readonly ArchiveTable[]
  /** Remarks for the user on how the archive was read, one line each. */
  readonly remarks: readonly string[]
  /**
   * Makes it the current snapshot in one step; if this throws, the former one remains current. `report` describes the changes of
   * a refresh and is added to the history that the snapshot keeps.
   */
  publish(report?: ChangeReport): Promise<void>
  /**
   * Removes every file that neither the current nor the previous snapshot needs, and so all files of this one unless it was
   * published.
   */
  discard(): Promise<void>
}

/** The parts of a snapshot that the summary describes. */
export type CompiledSnapshot = Pick<PreparedSnapshot, 'manifest' | 'tables' | 'further' | 'remarks'>

/** An estimate, rather too high: if it is too low, filling takes longer. Measured on the full-size archive: 1.16. */
const CATALOG_BYTES_PER_INPUT_BYTE = 1.5

/** Size from which collecting the garbage of a catalog is worth its time. */
const LARGE_CATALOG_BYTES = 20_000_000

/** Returns an archive, either from another source or with tables read by the given function. */
type ReadArchive = (readTable: ReadTable) => Promise<Archive>

/** Compiles an archive into `dataDir` under a lock and publishes it. If anything fails, the former snapshot remains current. */
export async function buildSnapshot(
  readArchive: ReadArchive,
  dataDir: string,
  effects: BuildEffects,
): Promise<CompiledSnapshot> {
  await using _lock = await lockDataDir(dataDir)
  await using snapshot = await prepareSnapshot(readArchive, dataDir, effects)
  await snapshot.publish()
  const { manifest, tables, further, remarks } = snapshot
  return { manifest, tables, further, remarks }
}

/**
 * Compiles an archive into `dataDir`, which the caller has locked until the snapshot is published or discarded. If this throws,
 * no file of the new snapshot is left.
 */
export async function prepareSnapshot(
  readArchive: ReadArchive,
  dataDir: string,
  effects: BuildEffects,
): Promise<PreparedSnapshot> {
  const jobs = startTableJobs(dataDir, effects)
  const discard = () => removeUnreferenced(dataDir, effects)
  try {
    const compiled = await compile(readArchive, dataDir, jobs, effects)
    await jobs.close()
    await syncSnapshot(dataDir, compiled.manifest)
    return {
      ...compiled,
      publish: (report) => publishWithHistory(dataDir, compiled.manifest, report),
      discard,
      [Symbol.asyncDispose]: discard,
    }
  } catch (error) {
    // Jobs in progress would otherwise keep writing alongside the next build.
    await jobs.close()
    await discard()
    throw error
  }
}

/** Reads the archive and writes every file of its snapshot. */
async function compile(
  readArchive: ReadArchive,
  dataDir: string,
  jobs: TableJobs,
  effects: BuildEffects,
): Promise<CompiledSnapshot> {
  await sweep(dataDir)
  const [archive, filled] = await timeStage(effects, 'read tables and fill catalog', () => {
    const reading = readArchive(jobs.read)
    return settleAll([
      reading,
      fillCatalog(reading, jobs, effects).then((bytes): { bytes?: Uint8Array } => ({ bytes })),
    ])
  })
  const tables = eachTable((name) => orderRows(archive.tables[name]))
  const additions = archive.further ?? []
  const further = additions.map(({ table }) => orderRows(table))
  const all = [tables.exoplanets, tables.stellarhosts, ...further]
  const [columnFiles, catalog, [{ list: insightList, insights }, { list: plotList, plots }], names] = await timeStage(
    effects,
    'write pages and insights',
    () => {
      const queries = runQueryJob(tables, archive.tableDates, dataDir, effects)
      const written = writeCatalog(filled, dataDir)
      const named = { tables: { ...byName(further), ...tables }, aliases: archive.aliases, dataDir, effects }
      return settleAll([
        settleAll(all.map((table) => jobs.writeColumnFiles(table))),
        written,
        queries,
        // Not before the memory of the catalog is free: names need theirs, and two threads are at work.
        written.then(() => writeNames(named)),
      ])
    },
  )
  const hosts = countHosts(tables)
  const content = {
    formatVersion: FORMAT_VERSION,
    archiveDate: newestDate(Object.values(archive.tableDates)),
    source: archive.source,
    tables: eachTable((name) => describeTable(name, tables[name], hosts[name], archive.tableDates[name])),
    furtherTables: Object.fromEntries(
      additions.map(({ date, source }, index) => {
        const { name, rows, columns } = further[index]!
        return [name, { rows, date, columns, source, keyColumns: keyColumnsOf(columns) }]
      }),
    ),
    files: {
      catalog,
      pages: Object.fromEntries(
        all.map(({ name }, index) => [name, columnFiles[index]!.pages]),
      ) as Manifest['files']['pages'],
      statistics: Object.fromEntries(all.map(({ name }, index) => [name, columnFiles[index]!.statistics])),
      names,
      insightList,
      insights,
      plotList,
      plots,
    },
  }
  const identified = { ...content, snapshotId: snapshotIdOf(content) }
  // Free the memory for the next steps: the threads hold the tables as they were read.
  await jobs.close()
  if (catalog.bytes > LARGE_CATALOG_BYTES) Bun.gc(true)
  const whole = all.map((table, index) => {
    const { source, date } = originOf(content, table.name)
    const { pages } = columnFiles[index]!
    return { table: packTable(table), pages, facts: { snapshotId: identified.snapshotId, source, date } }
  })
  const [exports, data] = await timeStage(effects, 'write exports and whole tables', () =>
    settleAll([
      writeExports({
        tables,
        pages: eachTable((name) => openPages(name, content.files.pages[name], dataDir)),
        snapshot: identified,
        dataDir,
        effects,
      }),
      runDataFilesJob({ tables: whole, catalog, dataDir }, (name, done, total) =>
        effects.progress(`files of ${name}`, done, total),
      ),
    ]),
  )
  const manifest: Manifest = {
    formatVersion: content.formatVersion,
    snapshotId: identified.snapshotId,
    archiveDate: content.archiveDate,
    source: content.source,
    inputs: archive.inputs,
    tables: content.tables,
    furtherTables: content.furtherTables,
    files: { ...content.files, exports, data },
  }
  return { manifest, tables, further, remarks: archive.remarks }
}

/** Writes the catalog and frees its bytes, 250 MB at full size, which would remain until garbage happens to be collected. */
async function writeCatalog(filled: { bytes?: Uint8Array }, dataDir: string): Promise<FileRef> {
  const written = await writeArtifact(dataDir, 'catalog', 'sqlite', filled.bytes!)
  const isLarge = written.bytes > LARGE_CATALOG_BYTES
  delete filled.bytes
  if (isLarge) Bun.gc(true)
  return written
}

/** Publishes a snapshot with the history of the one before. */
async function publishWithHistory(dataDir: string, manifest: Manifest, report?: ChangeReport): Promise<void> {
  const before = await publishedManifest(dataDir, () => {})
  const history = await historyAfter(dataDir, before, manifest.source, report)
  if (history === undefined) return publish(dataDir, manifest)
  await syncToDisk(join(dataDir, history.path))
  return publish(dataDir, { ...manifest, files: { ...manifest.files, history } })
}

/** Removes, after a publication, the snapshot before the previous one; after a failure, the files of the new one. */
async function removeUnreferenced(dataDir: string, effects: BuildEffects): Promise<void> {
  await sweep(dataDir).catch((error: Error) =>
    effects.log(`Some files that are no longer needed remain until the next build: ${error.message}`),
  )
}

/** Fills the catalog while the archive is being read: each table once it has been read, the last one at the end. */
function fillCatalog(reading: Promise<Archive>, jobs: TableJobs, effects: BuildEffects): Promise<Uint8Array> {
  const tables = eachTable((name) =>
    Promise.race([jobs.tableRead(name), reading.then((archive) => orderRows(archive.tables[name]))]),
  )
  const filled = encodeCatalog(
    tables,
    () => jobs.inputBytes() * CATALOG_BYTES_PER_INPUT_BYTE,
    (name, done, rows) => effects.progress(`catalog of ${name}`, done, rows),
    async () => ((await reading).further ?? []).map(({ table }) => orderRows(table)),
  )
  // Reading reports a failure; if the catalog never gets to wait for a table, its failure must not be reported as unhandled.
  for (const table of Object.values(tables)) table.catch(() => {})
  return filled
}

function byName(tables: readonly ArchiveTable[]): Readonly<Record<string, ArchiveTable>> {
  return Object.fromEntries(tables.map((table) => [table.name, table]))
}

function describeTable(name: TableName, table: ArchiveTable, hosts: HostCounts, date: string | null): TableManifest {
  const names = cellsOf(table, NAME_COLUMN[name])
  return {
    rows: table.rows,
    names: names === undefined ? 0 : rankCells(names).distinct,
    ...hosts,
    date,
    columns: table.columns,
    defaultColumns: defaultColumnsOf(table),
  }
}

/** Hashes everything that determines a response, by content: the exports follow from it and contain the ID. */
function snapshotIdOf(content: unknown): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}
