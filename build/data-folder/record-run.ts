import { join } from 'node:path'
import {
  nextRunRecord,
  type RecordedCommand,
  RUN_RECORD_FILES,
  type RunResult,
  readRunRecord,
} from '../../src/format/run-record.ts'
import { LockedError } from './lock.ts'
import { replaceFile } from './replace-file.ts'

async function record(dataDir: string, command: RecordedCommand, result: RunResult, detail?: string): Promise<void> {
  const path = join(dataDir, RUN_RECORD_FILES[command])
  const former = await Bun.file(path)
    .text()
    .catch(() => undefined)
  await replaceFile(
    path,
    `${JSON.stringify(nextRunRecord(readRunRecord(former), result, new Date(), detail), null, 2)}\n`,
  )
}

/**
 * Runs a command on a data folder and records its result there, for the metrics of servers. A run that was prevented by another
 * process's lock is not recorded.
 */
export async function recordRun<T extends { readonly kind: RunResult }>(
  dataDir: string,
  command: RecordedCommand,
  run: () => Promise<T>,
): Promise<T> {
  let outcome: T
  try {
    outcome = await run()
  } catch (error) {
    // The result of the command takes precedence; on a full disk, nothing is recorded.
    if (!(error instanceof LockedError))
      await record(dataDir, command, 'failed', error instanceof Error ? error.message : String(error)).catch(() => {})
    throw error
  }
  await record(dataDir, command, outcome.kind)
  return outcome
}
