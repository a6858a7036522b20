import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareReport, publishReport } from '../../../../build/refresh/report-file.ts'
import type { ChangeReport } from '../../../../src/history/change-report.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const report = (id: string, date: string | null): ChangeReport =>
  ({ to: { id, archive_date: date }, words: 'made up' }) as unknown as ChangeReport

const textIn = (folder: string, name: string): Promise<string> => Bun.file(join(folder, name)).text()

test('a report becomes the latest one and part of the history when its snapshot is published', async () => {
  const folder = await temporaryFolder()
  await prepareReport(folder, report('aaaa', '2026-01-02'))
  expect((await readdir(folder)).sort()).toEqual(['changes', 'changes.next.json'])
  expect(await publishReport(folder, 'aaaa')).toBe(true)
  expect((await readdir(folder)).sort()).toEqual(['changes', 'changes.json'])
  expect(await readdir(join(folder, 'changes'))).toEqual(['2026-01-02-aaaa.json'])
  const text = await textIn(folder, 'changes.json')
  expect(JSON.parse(text)).toEqual({ to: { id: 'aaaa', archive_date: '2026-01-02' }, words: 'made up' })
  expect(text).toEndWith('}\n')
  expect(await textIn(folder, 'changes/2026-01-02-aaaa.json')).toBe(text)

  await prepareReport(folder, report('bbbb', null))
  expect(await publishReport(folder, 'bbbb')).toBe(true)
  expect((await readdir(join(folder, 'changes'))).sort()).toEqual(['2026-01-02-aaaa.json', 'undated-bbbb.json'])
  expect(JSON.parse(await textIn(folder, 'changes.json')).to.id).toBe('bbbb')
})

test.each(['bbbb', undefined])(
  'a report of a snapshot that was not published is dropped (published: %p)',
  async (id) => {
    const folder = await temporaryFolder()
    await prepareReport(folder, report('aaaa', '2026-01-02'))
    expect(await publishReport(folder, id)).toBe(false)
    expect(await readdir(folder)).toEqual(['changes'])
    expect(await readdir(join(folder, 'changes'))).toEqual([])
  },
)

test.each(['', '{"to":', 'null', '{}'])('a file that is no report, %j, is dropped', async (text) => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'changes'))
  await Bun.write(join(folder, 'changes.next.json'), text)
  expect(await publishReport(folder, undefined)).toBe(false)
  expect(await readdir(folder)).toEqual(['changes'])
})

test('nothing happens without a prepared report', async () => {
  const folder = await temporaryFolder()
  expect(await publishReport(folder, 'aaaa')).toBe(false)
  expect(await readdir(folder)).toEqual([])
})
