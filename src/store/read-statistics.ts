import type { TableStatistics } from '../format/column-statistics.ts'
import { parseExactJson } from '../format/exact-json.ts'
import { SnapshotError } from './snapshot-error.ts'

/** Members of statistics that can be integers of any size. */
const EXACT_MEMBERS = new Set(['min', 'max', 'value'])

/** Parses the statistics in a file, which must be those of `table` and its columns; `path` is for messages. */
export function readStatistics(text: string, table: string, columns: readonly string[], path: string): TableStatistics {
  let content: Partial<TableStatistics> | null
  try {
    content = parseExactJson(text, EXACT_MEMBERS) as Partial<TableStatistics> | null
  } catch (cause) {
    throw new SnapshotError(`The statistics file ${path} is not JSON.`, { cause })
  }
  const names = content?.columns?.map(({ name }) => name)
  if (content?.table !== table || JSON.stringify(names) !== JSON.stringify(columns))
    throw new SnapshotError(`Statistics file ${path} does not describe the columns of ${table} in the manifest.`)
  return content as TableStatistics
}
