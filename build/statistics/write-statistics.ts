import type { ColumnStatistics, TableStatistics } from '../../src/format/column-statistics.ts'
import { exactJson } from '../../src/format/exact-json.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'

/** Writes the statistics file of one table; `columns` in the order of the table. */
export function writeStatistics(
  table: string,
  columns: readonly ColumnStatistics[],
  dataDir: string,
): Promise<FileRef> {
  const content: TableStatistics = { table, columns }
  return writeArtifact(dataDir, `statistics/${table}`, 'json', new TextEncoder().encode(exactJson(content)))
}
