import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { LockedError } from '../../../../build/data-folder/lock.ts'
import { recordRun } from '../../../../build/data-folder/record-run.ts'
import { readRunRecords } from '../../../../src/store/read-run-records.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const run = (folder: string, kind: 'published' | 'unchanged') =>
  recordRun(folder, 'refresh', () => Promise.resolve({ kind }))
const fail = (folder: string, error: Error) => recordRun(folder, 'refresh', () => Promise.reject(error))

test('how a command last ended is kept, with the time of each result', async () => {
  const folder = await temporaryFolder()
  expect(readRunRecords(folder)).toEqual({})
  await run(folder, 'published')
  const published = readRunRecords(folder).refresh!.at.published!
  expect(Math.abs(Date.parse(published) - Date.now())).toBeLessThan(10_000)
  await Bun.sleep(5)
  await run(folder, 'unchanged')
  await expect(fail(folder, new Error('The service is away.'))).rejects.toThrow('The service is away.')
  const { result, detail, at } = readRunRecords(folder).refresh!
  expect({ result, detail }).toEqual({ result: 'failed', detail: 'The service is away.' })
  expect(at.published).toBe(published)
  expect(Object.keys(at)).toEqual(['published', 'unchanged', 'failed'])
  expect(at.unchanged! > published).toBe(true)
  await run(folder, 'unchanged')
  expect(readRunRecords(folder).refresh).not.toHaveProperty('detail')
})

test('a run that another one was in the way of leaves the record as it is', async () => {
  const folder = await temporaryFolder()
  await run(folder, 'published')
  const before = readRunRecords(folder)
  await expect(fail(folder, new LockedError('refresh', ''))).rejects.toThrow(LockedError)
  expect(readRunRecords(folder)).toEqual(before)
})

test('a folder that cannot be written hides no failure, and a file that is no record counts as none', async () => {
  await expect(fail('/nonexistent/folder', new Error('The service is away.'))).rejects.toThrow('The service is away.')
  const folder = await temporaryFolder()
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"result":"failed"}',
    '{"result":"x","at":{}}',
    '{"result":"failed","at":{"failed":"x"}}',
  ]) {
    await Bun.write(join(folder, 'refresh.last.json'), text)
    expect(readRunRecords(folder)).toEqual({})
  }
})
