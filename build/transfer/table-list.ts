import { columnInfo } from '../../src/format/column.ts'
import { type FileRef, type Manifest, snapshotFacts } from '../../src/format/manifest.ts'
import { TABLE_NAMES, type TableName } from '../../src/format/table.ts'
import { tableKey } from './layout.ts'

/** The Parquet file of a table in a data folder; undefined for a snapshot without. */
export function parquetOf({ files }: Manifest, table: TableName): FileRef | undefined {
  return files.data[`${table}.parquet`]
}

/** The text of TABLES_FILE: the Parquet tables of a snapshot, described for whoever reads them without this service. */
export function tableListText(manifest: Manifest): string {
  const tables = TABLE_NAMES.flatMap((name) => {
    const file = parquetOf(manifest, name)
    if (file === undefined) return []
    const { rows, date, columns } = manifest.tables[name]
    const { bytes, sha256 } = file
    return [
      { name, path: tableKey(name, manifest.snapshotId), bytes, sha256, rows, date, columns: columns.map(columnInfo) },
    ]
  })
  return `${JSON.stringify({ snapshot: snapshotFacts(manifest), tables }, null, 2)}\n`
}
