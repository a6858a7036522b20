import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeReport } from '../../src/history/change-report.ts'
import { replaceFile } from '../data-folder/replace-file.ts'

/** The file beside the manifest that tells what the last refresh changed. It is about the snapshot of its `to.id`. */
export const CHANGES_FILE = 'changes.json'
/** Where the reports of all refreshes stay, one file each. */
const HISTORY_FOLDER = 'changes'
/** The report of a snapshot that is about to be published, or that a refresh published that ended before it could say so. */
const PENDING_FILE = 'changes.next.json'

/** Writes a report before its snapshot is published, so that no published snapshot is without one. */
export async function prepareReport(dataDir: string, report: ChangeReport): Promise<void> {
  await mkdir(join(dataDir, HISTORY_FOLDER), { recursive: true })
  await replaceFile(join(dataDir, PENDING_FILE), `${JSON.stringify(report, null, 2)}\n`)
}

/** What a file of a killed process holds; undefined where it is no report. */
function parseReport(text: string): ChangeReport | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Makes the prepared report the latest one, and keeps it among all by date and id, if its snapshot is the published one;
 * drops it if it is not. False where none is prepared for that snapshot.
 */
export async function publishReport(dataDir: string, publishedId: string | undefined): Promise<boolean> {
  const pending = join(dataDir, PENDING_FILE)
  const file = Bun.file(pending)
  if (!(await file.exists())) return false
  const text = await file.text()
  const to = parseReport(text)?.to
  if (to === undefined || to.id !== publishedId) {
    await rm(pending)
    return false
  }
  await replaceFile(join(dataDir, HISTORY_FOLDER, `${to.archive_date ?? 'undated'}-${to.id}.json`), text)
  await rename(pending, join(dataDir, CHANGES_FILE))
  return true
}
