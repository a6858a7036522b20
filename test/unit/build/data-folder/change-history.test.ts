import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { historyAfter } from '../../../../build/data-folder/change-history.ts'
import type { FileRef, Manifest } from '../../../../src/format/manifest.ts'
import { type ChangeReport, MAX_REPORTS } from '../../../../src/history/change-report.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const { manifest } = await builtSnapshot()
const SOURCE = manifest.source

function report(id: number): ChangeReport {
  const facts = { id: String(id), archive_date: null, table_dates: {}, source: SOURCE }
  return { from: facts, to: facts, tables: null }
}

function withHistory(history: FileRef | undefined): Manifest {
  return { ...manifest, files: { ...manifest.files, ...(history === undefined ? {} : { history }) } }
}

async function idsIn(folder: string, history: FileRef | undefined): Promise<readonly string[]> {
  const { reports } = await Bun.file(join(folder, history!.path)).json()
  return reports.map(({ to }: ChangeReport) => to.id)
}

test('a report comes first, and the oldest one goes when there are too many', async () => {
  const folder = await temporaryFolder()
  let history: FileRef | undefined
  for (let id = 0; id < MAX_REPORTS + 2; id++)
    history = await historyAfter(folder, withHistory(history), SOURCE, report(id))
  const ids = await idsIn(folder, history)
  expect(ids).toHaveLength(MAX_REPORTS)
  expect([ids[0], ids.at(-1)]).toEqual([String(MAX_REPORTS + 1), '2'])
  expect(history!.path).toMatch(/^history-[0-9a-f]{16}\.json$/)
})

test('without a report the history stays, and nothing is made of nothing', async () => {
  const folder = await temporaryFolder()
  expect(await historyAfter(folder, undefined, SOURCE, undefined)).toBeUndefined()
  expect(await historyAfter(folder, withHistory(undefined), SOURCE, undefined)).toBeUndefined()
  const history = await historyAfter(folder, undefined, SOURCE, report(1))
  expect(await historyAfter(folder, withHistory(history), SOURCE, undefined)).toEqual(history)
})

test('another source begins anew, and so does a history that cannot be read', async () => {
  const folder = await temporaryFolder()
  const history = await historyAfter(folder, undefined, SOURCE, report(1))
  expect(await historyAfter(folder, withHistory(history), 'elsewhere', undefined)).toBeUndefined()
  expect(await idsIn(folder, await historyAfter(folder, withHistory(history), 'elsewhere', report(2)))).toEqual(['2'])
  for (const text of ['{"reports":3', '{"reports":3}', '{"reports":{}}', '{}', 'null', '']) {
    await writeFile(join(folder, history!.path), text)
    expect(await idsIn(folder, await historyAfter(folder, withHistory(history), SOURCE, report(3)))).toEqual(['3'])
  }
})
