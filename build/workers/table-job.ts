import type { ColumnMetadata } from '../archive/cells/table-sink.ts'
import type { TableFile } from '../archive/files/find-files.ts'
import { readTable, type TableReading } from '../archive/read-table.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { orderRows } from '../table/order-rows.ts'
import { type ColumnFiles, writeColumnFiles } from './column-files.ts'

/** Progress within a job's current step, 0 to `total`. */
export type OnProgress = (done: number, total: number) => void

/** The work on one table that needs no other table: read it, put it in snapshot order, write the files made column by column. */
export interface TableJob {
  /** Reads the file; the returned table is in snapshot order. Called once. */
  read(file: TableFile, metadata: ColumnMetadata, onProgress: OnProgress): Promise<TableReading>
  /** Writes the page file and the statistics of the table that was read. */
  writeColumnFiles(dataDir: string, onProgress: OnProgress): Promise<ColumnFiles>
  /** Ends the job, whatever its state. */
  close(): void
}

/** Creates a job in the calling thread; `place` can move the ordered table to other memory. */
export function inlineTableJob(place: (table: ArchiveTable) => ArchiveTable = (table) => table): TableJob {
  let table: ArchiveTable | undefined
  return {
    async read(file, metadata, onProgress) {
      const reading = await readTable(file, metadata, onProgress)
      table = place(orderRows(reading.table))
      return { ...reading, table }
    },
    async writeColumnFiles(dataDir, onProgress) {
      if (table === undefined) throw new Error('A table must be read before its pages are written.')
      return writeColumnFiles(table, dataDir, onProgress)
    },
    close() {},
  }
}
