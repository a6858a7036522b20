import type { ArchiveError } from '../archive/archive.ts'
import type { ColumnMetadata } from '../archive/cells/table-sink.ts'
import type { TableFile } from '../archive/files/find-files.ts'
import type { TableReading } from '../archive/read-table.ts'
import type { SharedTable } from '../table/shared-table.ts'
import type { TableFacts } from '../whole-tables/table-facts.ts'
import type { WholeTableFiles } from '../whole-tables/write-whole-table.ts'
import type { ColumnFiles } from './column-files.ts'

/** What a table thread is asked to do. */
export type TableRequest =
  | { readonly kind: 'read'; readonly file: TableFile; readonly metadata: ColumnMetadata }
  | { readonly kind: 'columns'; readonly dataDir: string }
  | { readonly kind: 'whole'; readonly dataDir: string; readonly facts: TableFacts }

/** What a table thread answers: any number of `progress`, then the result or the failure. */
export type TableReply =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'read'; readonly reading: Omit<TableReading, 'table'>; readonly table: SharedTable }
  | { readonly kind: 'columns'; readonly files: ColumnFiles }
  | { readonly kind: 'whole'; readonly files: WholeTableFiles }
  | {
      readonly kind: 'failed'
      readonly message: string
      readonly stack: string | undefined
      /** Present on a fault of the archive: a message keeps no error's class or fields. */
      readonly place?: ArchiveError['place']
      /** Present on an error of the operating system. */
      readonly system?: { readonly code: string | undefined; readonly syscall: string | undefined }
    }
