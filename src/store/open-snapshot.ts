import { join, resolve } from 'node:path'
import type { PageTable, Resolver, Snapshot, StoredPlot } from '../core/ports.ts'
import { mapFile } from '../files/map-file.ts'
import type { TableStatistics } from '../format/column-statistics.ts'
import { EXPORT_TABLE } from '../format/export-pack.ts'
import { allTables, defaultColumnsIn, type FileRef, filesOf, type Manifest } from '../format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../format/table.ts'
import { NameIndex, NameIndexFault } from '../names/name-index.ts'
import { createResolver } from '../names/resolver.ts'
import { dataFiles } from './data-files.ts'
import { pageTable } from './page-table.ts'
import { type ExportPack, openExportPack } from './read-export.ts'
import { readHistory } from './read-history.ts'
import { publicationMoment, readManifest } from './read-manifest.ts'
import { readStatistics } from './read-statistics.ts'
import { SnapshotError } from './snapshot-error.ts'
import { verifyFile, verifyLength } from './verify-file.ts'

type Read = (file: FileRef) => Uint8Array<ArrayBuffer>

function openPages(map: Read, name: string, manifest: Manifest): PageTable {
  const file = manifest.files.pages[name]
  const described = allTables(manifest).get(name)
  if (file === undefined || described === undefined)
    throw new SnapshotError(`The manifest has no page file of the table ${name}. Run the build again.`)
  const { path } = file
  const table = pageTable(name, map(file), path)
  const { rows, columns } = described
  const expected = JSON.stringify([rows, columns.map((column) => column.name), defaultColumnsIn(described)])
  if (JSON.stringify([table.rows, [...table.columns.keys()], table.defaultRows.columns]) !== expected)
    throw new SnapshotError(`Page file ${path} does not have the rows and columns that the manifest describes.`)
  return table
}

function openExports(map: Read, name: TableName, manifest: Manifest): ExportPack {
  const file = manifest.files.exports[name]
  try {
    return openExportPack(map(file), file.path)
  } catch (cause) {
    throw new SnapshotError(cause instanceof Error ? cause.message : `The exports of ${name} cannot be opened.`, {
      cause,
    })
  }
}

function openNames(map: Read, { files: { names } }: Manifest): Resolver {
  try {
    return createResolver(new NameIndex(map(names)))
  } catch (cause) {
    if (!(cause instanceof NameIndexFault)) throw cause
    throw new SnapshotError(`The index of names ${names.path} ${cause.message}. Run the build again.`, { cause })
  }
}

/**
 * Opens the snapshot of a data folder. Every file is verified; of files of whole tables only the length. Throws a
 * SnapshotError that describes the problem.
 */
export async function openSnapshot(folder: string): Promise<Snapshot> {
  const dataDir = resolve(folder)
  const manifest = await readManifest(dataDir)
  const whole = new Set(Object.values(manifest.files.data))
  for (const file of filesOf(manifest)) await (whole.has(file) ? verifyLength : verifyFile)(dataDir, file)

  const bytesOf = ({ path }: FileRef): Promise<Uint8Array> => Bun.file(join(dataDir, path)).bytes()
  let copiedBytes = 0
  const map: Read = ({ path }) => {
    const { bytes, isCopy } = mapFile(join(dataDir, path))
    if (isCopy) copiedBytes += bytes.byteLength
    return bytes
  }
  const tables = new Map([...allTables(manifest).keys()].map((name) => [name, openPages(map, name, manifest)]))
  const packs = new Map(TABLE_NAMES.map((name) => [name, openExports(map, name, manifest)]))
  const statistics = new Map<string, TableStatistics>()
  for (const [name, file] of Object.entries(manifest.files.statistics)) {
    const columns = (allTables(manifest).get(name)?.columns ?? []).map((column) => column.name)
    statistics.set(name, readStatistics(new TextDecoder().decode(await bytesOf(file)), name, columns, file.path))
  }
  const insights = new Map<string, Uint8Array>()
  for (const [slug, file] of Object.entries(manifest.files.insights)) insights.set(slug, await bytesOf(file))
  const plots = new Map<string, StoredPlot>()
  for (const [slug, { rows, chart }] of Object.entries(manifest.files.plots))
    plots.set(slug, { rows: map(rows), chart: map(chart) })
  const names = openNames(map, manifest)
  const { history } = manifest.files
  return {
    manifest,
    publishedAt: await publicationMoment(dataDir, manifest),
    copiedBytes,
    catalogPath: join(dataDir, manifest.files.catalog.path),
    pageTable: (name) => tables.get(name)!,
    dataFile: dataFiles(dataDir, manifest.files.data),
    names,
    statistics: (name) => statistics.get(name)!,
    insightList: await bytesOf(manifest.files.insightList),
    insights,
    plotList: await bytesOf(manifest.files.plotList),
    plots,
    changes: history === undefined ? [] : readHistory(new TextDecoder().decode(await bytesOf(history)), history.path),
    findExport: (entity, name, format) => packs.get(EXPORT_TABLE[entity])!.find(name, format),
    exportNames: (entity) => packs.get(EXPORT_TABLE[entity])!.names,
  }
}
