import { CATALOG_FILE } from '../../src/format/data-file.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import type { SharedTable } from '../table/shared-table.ts'
import type { TableFacts } from '../whole-tables/table-facts.ts'
import { packCatalog } from '../whole-tables/write-data-files.ts'
import { writeWholeTable } from '../whole-tables/write-whole-table.ts'

/** A table to be written in full, its page file, and the facts stated in its files. */
export interface WholeTable {
  readonly table: SharedTable
  readonly pages: FileRef
  readonly facts: TableFacts
}

/** Tables to be downloaded in full, and the database if it is given. */
export interface DataFilesInput {
  readonly tables: readonly WholeTable[]
  readonly catalog?: FileRef
  readonly dataDir: string
}

/** Reports that `done` of `total` files of a table have been written. */
export type OnDataFile = (table: string, done: number, total: number) => void

/** Files by the names under which they are served. */
export type DataFiles = Readonly<Record<string, FileRef>>

/** Writes the files of all tables and the compressed database, one after the other, to limit memory to the needs of one. */
export async function writeDataFiles(
  { tables, catalog, dataDir }: DataFilesInput,
  onFile: OnDataFile,
): Promise<DataFiles> {
  const files: Record<string, FileRef> = {}
  for (const { table, pages, facts } of tables) {
    const onForm = (done: number, total: number) => onFile(table.name, done, total)
    Object.assign(files, await writeWholeTable(table, pages, facts, dataDir, onForm))
  }
  if (catalog !== undefined) files[CATALOG_FILE] = await packCatalog(catalog, dataDir)
  return files
}
