import { columnInfo } from '../../src/format/column.ts'
import { allTables, type FileRef, type Manifest, originOf, snapshotFacts } from '../../src/format/manifest.ts'
import { tableKey } from './layout.ts'

/** Returns the Parquet file of each table of a snapshot that has one. */
export function parquetFiles(manifest: Manifest): ReadonlyMap<string, FileRef> {
  const names = [...allTables(manifest).keys()]
  return new Map(
    names.flatMap((name) => {
      const file = manifest.files.data[`${name}.parquet`]
      return file === undefined ? [] : [[name, file] as const]
    }),
  )
}

/** The text of TABLES_FILE: a description of a snapshot's Parquet tables for clients that read them without this service. */
export function tableListText(manifest: Manifest): string {
  const described = allTables(manifest)
  const tables = Array.from(parquetFiles(manifest), ([name, { bytes, sha256 }]) => {
    const { rows, columns } = described.get(name)!
    const path = tableKey(name, manifest.snapshotId)
    return { name, path, bytes, sha256, rows, ...originOf(manifest, name), columns: columns.map(columnInfo) }
  })
  return `${JSON.stringify({ snapshot: snapshotFacts(manifest), tables }, null, 2)}\n`
}
