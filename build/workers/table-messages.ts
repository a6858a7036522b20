import type { ColumnMetadata } from '../archive/cells/table-sink.ts'
import type { TableFile } from '../archive/files/find-files.ts'
import type { TableReading } from '../archive/read-table.ts'
import type { SharedTable } from '../table/shared-table.ts'
import type { ColumnFiles } from './column-files.ts'
import type { ThreadFailure } from './thread-failure.ts'

/** Requests to a table thread. */
export type TableRequest =
  | { readonly kind: 'read'; readonly file: TableFile; readonly metadata: ColumnMetadata }
  | { readonly kind: 'columns'; readonly dataDir: string }

/** Replies of a table thread: any number of `progress`, then the result or the failure. */
export type TableReply =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'read'; readonly reading: Omit<TableReading, 'table'>; readonly table: SharedTable }
  | { readonly kind: 'columns'; readonly files: ColumnFiles }
  | ThreadFailure
