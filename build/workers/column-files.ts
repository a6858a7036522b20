import type { ColumnStatistics } from '../../src/format/column-statistics.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import { encodePageFile } from '../pages/write-pages.ts'
import { columnStatistics } from '../statistics/column-statistics.ts'
import { writeStatistics } from '../statistics/write-statistics.ts'
import type { ArchiveTable } from '../table/archive-table.ts'
import { settleAll } from './settle-all.ts'

/** The files that are made from a table column by column. */
export interface ColumnFiles {
  readonly pages: FileRef
  readonly statistics: FileRef
}

/** Writes the page file and the statistics of one table in snapshot order; each column is ranked once for both. */
export async function writeColumnFiles(
  table: ArchiveTable,
  dataDir: string,
  onProgress: (done: number, total: number) => void,
): Promise<ColumnFiles> {
  const statistics: ColumnStatistics[] = []
  const parts = encodePageFile(table, (index, ranked) => {
    statistics.push(columnStatistics(table.columns[index]!, ranked))
    onProgress(index + 1, table.columns.length)
  })
  const [pages, described] = await settleAll([
    writeArtifact(dataDir, `pages/${table.name}`, 'bin', parts),
    writeStatistics(table.name, statistics, dataDir),
  ])
  return { pages, statistics: described }
}
