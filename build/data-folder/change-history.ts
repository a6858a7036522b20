import { join } from 'node:path'
import type { FileRef, Manifest } from '../../src/format/manifest.ts'
import { type ChangeHistory, type ChangeReport, MAX_REPORTS } from '../../src/history/change-report.ts'
import { writeArtifact } from './artifact-file.ts'

/** Returns the change reports in a manifest's history file; none if the file is not a history. */
async function reportsOf(dataDir: string, { files }: Manifest): Promise<readonly ChangeReport[]> {
  if (files.history === undefined) return []
  try {
    const { reports } = (await Bun.file(join(dataDir, files.history.path)).json()) as ChangeHistory
    return Array.isArray(reports) ? reports : []
  } catch {
    return []
  }
}

/**
 * Returns the history of the snapshot that replaces `before`: the previous history, with `report` (if given) first. A snapshot
 * from another source starts a new history. Undefined if there are no reports.
 */
export async function historyAfter(
  dataDir: string,
  before: Manifest | undefined,
  source: string,
  report: ChangeReport | undefined,
): Promise<FileRef | undefined> {
  const former = before?.source === source ? before : undefined
  if (report === undefined) return former?.files.history
  const reports = [report, ...(former === undefined ? [] : await reportsOf(dataDir, former))].slice(0, MAX_REPORTS)
  const text = JSON.stringify({ reports } satisfies ChangeHistory)
  return writeArtifact(dataDir, 'history', 'json', new TextEncoder().encode(text))
}
