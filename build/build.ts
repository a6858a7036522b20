import type { Manifest, SnapshotFacts, TableManifest } from '../src/format/manifest.ts'
import { FORMAT_VERSION, snapshotFacts } from '../src/format/manifest.ts'
import type { TableName } from '../src/format/table.ts'
import { NAME_COLUMN, TABLE_NAMES } from '../src/format/table.ts'
import type { Archive } from './archive.ts'
import type { ArchiveTable } from './archive-table.ts'
import type { BuildEffects } from './effects.ts'
import { lockDataDir } from './lock.ts'
import { orderRows } from './order-rows.ts'
import { publish, sweep } from './publish.ts'
import { cellsOf, rankCells } from './rank-cells.ts'
import type { ReadTable } from './read/archive.ts'
import { timeStage } from './stage.ts'
import { startTableJobs } from './table-jobs.ts'
import { writeExports } from './write-exports.ts'
import { writeInsights } from './write-insights.ts'
import { defaultColumnsOf } from './write-pages.ts'
import { writeSnapshot } from './write-snapshot.ts'

/** What a build produced; `tables` are in snapshot order. */
export interface BuildResult {
  readonly manifest: Manifest
  readonly tables: Readonly<Record<TableName, ArchiveTable>>
}

type Tables = Readonly<Record<TableName, ArchiveTable>>

/**
 * Compiles an archive into `dataDir`. `readArchive` gives it, its tables read with the function it is handed or come by
 * otherwise. Whatever fails, the snapshot that was there stays the current one.
 */
export async function buildSnapshot(
  readArchive: (readTable: ReadTable) => Promise<Archive>,
  dataDir: string,
  effects: BuildEffects,
): Promise<BuildResult> {
  const unlock = await lockDataDir(dataDir)
  const jobs = startTableJobs(effects)
  try {
    await sweep(dataDir)
    const archive = await timeStage(effects, 'read', () => readArchive(jobs.read))
    const tables = eachTable((name) => orderRows(archive.tables[name]))
    const [pages, { file: catalog, catalog: bytes }] = await timeStage(effects, 'pages and catalog', () =>
      Promise.all([jobs.writePages(tables, dataDir), writeCatalog(tables, dataDir, effects)]),
    )
    const columns = eachTable((name) => tables[name].columns)
    const { list: insightList, insights } = await timeStage(effects, 'insights', () =>
      writeInsights({ catalog: bytes, columns, dataDir, effects }),
    )
    const content = {
      formatVersion: FORMAT_VERSION,
      archiveDate: archive.archiveDate,
      source: archive.source,
      tables: eachTable((name) => describeTable(tables[name])),
      files: { catalog, pages, insightList, insights },
    }
    const facts: SnapshotFacts = snapshotFacts({ ...content, snapshotId: snapshotIdOf(content) })
    const exports = await timeStage(effects, 'exports', () => writeExports({ tables, facts, dataDir, effects }))
    const manifest: Manifest = {
      formatVersion: content.formatVersion,
      snapshotId: facts.id,
      archiveDate: content.archiveDate,
      source: content.source,
      inputs: archive.inputs,
      tables: content.tables,
      files: { ...content.files, exports },
    }
    await publish(dataDir, manifest)
    await sweep(dataDir)
    return { manifest, tables }
  } finally {
    jobs.close()
    await unlock()
  }
}

function eachTable<T>(make: (name: TableName) => T): Record<TableName, T> {
  return { exoplanets: make('exoplanets'), stellarhosts: make('stellarhosts') }
}

function writeCatalog(tables: Tables, dataDir: string, effects: BuildEffects) {
  const rows = TABLE_NAMES.reduce((sum, name) => sum + tables[name].rows, 0)
  return writeSnapshot(tables, dataDir, (done) => effects.progress('catalog rows', done, rows))
}

function describeTable(table: ArchiveTable): TableManifest {
  const names = cellsOf(table, NAME_COLUMN[table.name])
  return {
    rows: table.rows,
    names: names === undefined ? 0 : rankCells(names).distinct,
    columns: table.columns,
    defaultColumns: defaultColumnsOf(table),
  }
}

/** Everything that determines an answer, by content: the exports follow from it and carry the id inside. */
function snapshotIdOf(content: unknown): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}
