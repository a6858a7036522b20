import { join, resolve } from 'node:path'
import type { PageTable, Snapshot } from '../core/ports.ts'
import { EXPORT_TABLE } from '../format/export-pack.ts'
import { type FileRef, filesOf, type Manifest } from '../format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../format/table.ts'
import { pageTable } from './page-table.ts'
import { type ExportPack, openExportPack } from './read-export.ts'
import { readManifest } from './read-manifest.ts'
import { SnapshotError } from './snapshot-error.ts'
import { verifyFile } from './verify-file.ts'

/** Maps the page file of a table; its pages are read from disk when they are first touched, and shared by all processes. */
function openPages(dataDir: string, name: TableName, manifest: Manifest): PageTable {
  const { path } = manifest.files.pages[name]
  // A private mapping: nothing that this process does can reach the file.
  const table = pageTable(name, Bun.mmap(join(dataDir, path), { shared: false }), path)
  const { rows, columns, defaultColumns } = manifest.tables[name]
  const described = JSON.stringify([rows, columns.map((column) => column.name), defaultColumns])
  if (JSON.stringify([table.rows, [...table.columns.keys()], table.defaultRows.columns]) !== described)
    throw new SnapshotError(`Page file ${path} does not have the rows and columns that the manifest describes.`)
  return table
}

function openExports(dataDir: string, name: TableName, manifest: Manifest): ExportPack {
  try {
    return openExportPack(join(dataDir, manifest.files.exports[name].path))
  } catch (cause) {
    throw new SnapshotError(cause instanceof Error ? cause.message : `The exports of ${name} cannot be opened.`, {
      cause,
    })
  }
}

/** Opens the snapshot of a data folder, every file of it verified. Throws a SnapshotError that names what is wrong. */
export async function openSnapshot(folder: string): Promise<Snapshot> {
  const dataDir = resolve(folder)
  const manifest = await readManifest(dataDir)
  for (const file of filesOf(manifest)) await verifyFile(dataDir, file)

  const bytesOf = ({ path }: FileRef): Promise<Uint8Array> => Bun.file(join(dataDir, path)).bytes()
  const tables = new Map(TABLE_NAMES.map((name) => [name, openPages(dataDir, name, manifest)]))
  const packs = new Map(TABLE_NAMES.map((name) => [name, openExports(dataDir, name, manifest)]))
  const insights = new Map<string, Uint8Array>()
  for (const [slug, file] of Object.entries(manifest.files.insights)) insights.set(slug, await bytesOf(file))
  return {
    manifest,
    catalogPath: join(dataDir, manifest.files.catalog.path),
    pageTable: (name) => tables.get(name)!,
    insightList: await bytesOf(manifest.files.insightList),
    insights,
    findExport: (entity, name, format) => packs.get(EXPORT_TABLE[entity])!.find(name, format),
    exportNames: (entity) => packs.get(EXPORT_TABLE[entity])!.names,
  }
}
