import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecordedCommand, RUN_RECORD_FILES, type RunRecord, readRunRecord } from '../format/run-record.ts'

/** How the commands that renew a data folder last ended; one that has not been run there is absent. */
export type RunRecords = { readonly [command in RecordedCommand]?: RunRecord }

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Reads the records in a data folder: two small files at most. */
export function readRunRecords(dataDir: string): RunRecords {
  const records: { [command in RecordedCommand]?: RunRecord } = {}
  for (const command of ['refresh', 'pull'] as const) {
    const record = readRunRecord(textOf(join(dataDir, RUN_RECORD_FILES[command])))
    if (record !== undefined) records[command] = record
  }
  return records
}
