import type { ColumnStatistics, TableStatistics } from '../../src/format/column-statistics.ts'
import { exactJson } from '../../src/format/exact-json.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtefact } from '../data-folder/artefact-file.ts'

/** Writes the statistics file of one table; `columns` in the order of the table. */
export function writeStatistics(
  table: string,
  columns: readonly ColumnStatistics[],
  dataDir: string,
): Promise<FileRef> {
  const content: TableStatistics = { table, columns }
  return writeArtefact(dataDir, `statistics/${table}`, 'json', new TextEncoder().encode(exactJson(content)))
}
