import { join } from 'node:path'
import type { FileRef, Manifest } from '../../src/format/manifest.ts'
import { type ChangeHistory, type ChangeReport, MAX_REPORTS } from '../../src/history/change-report.ts'
import { writeArtifact } from './artifact-file.ts'

/** The reports of the history that a manifest names; none where the file is no history. */
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
 * The history of a snapshot that takes the place of `before`: with a report, that one first; else the history as it was. A
 * snapshot of another source begins a new one. Undefined where there is nothing to tell.
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
