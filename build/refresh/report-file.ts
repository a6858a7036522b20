import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeReport } from '../../src/history/change-report.ts'
import { replaceFile } from '../data-folder/replace-file.ts'

/** The file next to the manifest that describes the changes of the last refresh. It refers to the snapshot of its `to.id`. */
export const CHANGES_FILE = 'changes.json'
/** The folder in which the reports of all refreshes are kept, one file each. */
const HISTORY_FOLDER = 'changes'
/** The report of a snapshot that is about to be published, or whose refresh ended before it could publish the report. */
const PENDING_FILE = 'changes.next.json'

/** Writes a report before its snapshot is published, so that every published snapshot has one. */
export async function prepareReport(dataDir: string, report: ChangeReport): Promise<void> {
  await mkdir(join(dataDir, HISTORY_FOLDER), { recursive: true })
  await replaceFile(join(dataDir, PENDING_FILE), `${JSON.stringify(report, null, 2)}\n`)
}

/** Parses the file of a killed process; undefined if it is not a report. */
function parseReport(text: string): ChangeReport | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * If the snapshot of the prepared report is the published one, makes the report the latest one and adds it to the history by
 * date and ID; otherwise removes it. False if no report is prepared for that snapshot.
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
