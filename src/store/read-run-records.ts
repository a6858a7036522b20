import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecordedCommand, RUN_RECORD_FILES, type RunRecord, readRunRecord } from '../format/run-record.ts'

/** The last outcome of each command that renews a data folder; commands that have not run there are absent. */
export type RunRecords = { readonly [command in RecordedCommand]?: RunRecord }

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Reads the records in a data folder: at most two small files. */
export function readRunRecords(dataDir: string): RunRecords {
  const records: { [command in RecordedCommand]?: RunRecord } = {}
  for (const command of ['refresh', 'pull'] as const) {
    const record = readRunRecord(textOf(join(dataDir, RUN_RECORD_FILES[command])))
    if (record !== undefined) records[command] = record
  }
  return records
}
