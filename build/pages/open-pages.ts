import { join } from 'node:path'
import type { PageTable } from '../../src/core/ports.ts'
import { mapFile } from '../../src/files/map-file.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { pageTable } from '../../src/store/page-table.ts'

/** Maps the page file of a table that this build has written. */
export function openPages(table: string, { path }: FileRef, dataDir: string): PageTable {
  return pageTable(table, mapFile(join(dataDir, path)).bytes, path)
}
