import type { ChangeHistory, ChangeReport } from '../history/change-report.ts'
import { SnapshotError } from './snapshot-error.ts'

/** Parses the reports in a history file; `path` is for messages. */
export function readHistory(text: string, path: string): readonly ChangeReport[] {
  let content: Partial<ChangeHistory> | null
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw new SnapshotError(`The history file ${path} is not JSON.`, { cause })
  }
  if (!Array.isArray(content?.reports)) throw new SnapshotError(`The history file ${path} contains no reports.`)
  return content.reports
}
