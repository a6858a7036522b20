import type { FileRef } from '../../src/format/manifest.ts'
import type { ColumnMetadata } from '../archive/cells/table-sink.ts'
import type { TableFile } from '../archive/files/find-files.ts'
import { readTable, type TableReading } from '../archive/read-table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { orderRows } from '../table/order-rows.ts'
import type { TableFacts } from '../whole-tables/table-facts.ts'
import { type WholeTableFiles, writeWholeTable } from '../whole-tables/write-whole-table.ts'
import { type ColumnFiles, writeColumnFiles } from './column-files.ts'

/** Progress within a job's current step, 0 to `total`. */
export type OnProgress = (done: number, total: number) => void

/** The work on one table that needs no other table: read it, put it in snapshot order, write what is made column by column. */
export interface TableJob {
  /** Reads the file; the table that comes back is in snapshot order. Called once. */
  read(file: TableFile, metadata: ColumnMetadata, onProgress: OnProgress): Promise<TableReading>
  /** Writes the page file and the statistics of the table that was read. */
  writeColumnFiles(dataDir: string, onProgress: OnProgress): Promise<ColumnFiles>
  /** Writes the files in which the table can be had whole; its column files must have been written. */
  writeWholeTable(dataDir: string, facts: TableFacts, onProgress: OnProgress): Promise<WholeTableFiles>
  /** Ends the job, whatever it is at. */
  close(): void
}

/** A job in the calling thread; `place` may put the ordered table elsewhere in memory. */
export function inlineTableJob(place: (table: ArchiveTable) => ArchiveTable = (table) => table): TableJob {
  let table: ArchiveTable | undefined
  let pages: FileRef | undefined
  return {
    async read(file, metadata, onProgress) {
      const reading = await readTable(file, metadata, onProgress)
      table = place(orderRows(reading.table))
      return { ...reading, table }
    },
    async writeColumnFiles(dataDir, onProgress) {
      if (table === undefined) throw new Error('A table must be read before its pages are written.')
      const files = await writeColumnFiles(table, dataDir, onProgress)
      pages = files.pages
      return files
    },
    async writeWholeTable(dataDir, facts, onProgress) {
      if (table === undefined || pages === undefined)
        throw new Error('The column files of a table must be written before it is written whole.')
      // The page file in memory, and the table as it was read, are garbage by now that nobody else makes room for.
      Bun.gc(true)
      return writeWholeTable(table, pages, facts, dataDir, onProgress)
    },
    close() {},
  }
}
