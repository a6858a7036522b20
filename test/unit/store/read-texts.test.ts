import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { RUN_RECORD_FILES } from '../../../src/format/run-record.ts'
import { readHistory } from '../../../src/store/read-history.ts'
import { readRunRecords } from '../../../src/store/read-run-records.ts'
import { readStatistics } from '../../../src/store/read-statistics.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

/** The words of the SnapshotError that reading throws. */
function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return error instanceof SnapshotError ? error.message : String(error)
  }
  return ''
}

test('a history is its reports, and anything else is refused under the name of its file', () => {
  expect(readHistory('{"reports":[{"from":null}]}', 'history.json')).toEqual([{ from: null }] as never)
  for (const [text, words] of [
    ['{"reports"', 'is not JSON'],
    ['null', 'contains no reports'],
    ['{}', 'contains no reports'],
    ['{"reports":{}}', 'contains no reports'],
  ] as const)
    expect(refusalOf(() => readHistory(text, 'history.json'))).toBe(`The history file history.json ${words}.`)
})

test('statistics are those of a table and its columns, in order, with all digits of their values', () => {
  const columns = [
    { name: 'a', min: 9_007_199_254_740_993n, count: 9_007_199_254_740_992 },
    { name: 'b', min: null },
  ]
  const text =
    '{"table":"t","columns":[{"name":"a","min":9007199254740993,"count":9007199254740993},{"name":"b","min":null}]}'
  expect(readStatistics(text, 't', ['a', 'b'], 'file')).toEqual({ table: 't', columns } as never)
  for (const [table, names] of [
    ['u', ['a', 'b']],
    ['t', ['b', 'a']],
    ['t', ['a']],
  ] as const)
    expect(refusalOf(() => readStatistics(text, table, names, 'file'))).toContain('file does not describe the columns')
  expect(refusalOf(() => readStatistics('null', 't', [], 'file'))).toContain('file does not describe the columns')
  expect(refusalOf(() => readStatistics('{', 't', [], 'file'))).toBe('The statistics file file is not JSON.')
})

test('what a refresh and a pull recorded is read apart, and what is damaged is as if it were not there', async () => {
  const dataDir = await temporaryFolder()
  const put = (command: keyof typeof RUN_RECORD_FILES, text: string) =>
    Bun.write(join(dataDir, RUN_RECORD_FILES[command]), text)
  expect(readRunRecords(dataDir)).toEqual({})
  const pull = { result: 'failed', detail: 'd', at: { failed: '2026-01-02T03:04:05.000Z' } }
  await put('pull', JSON.stringify(pull))
  expect(readRunRecords(dataDir)).toEqual({ pull } as never)
  const refresh = {
    result: 'published',
    at: { published: '2026-01-02T03:04:05.000Z', failed: '2026-01-01T00:00:00.000Z' },
  }
  await put('refresh', JSON.stringify(refresh))
  expect(readRunRecords(dataDir)).toEqual({ pull, refresh } as never)
  for (const text of [
    '{',
    '{"result":"other","at":{}}',
    '{"result":"failed","at":{"failed":"noon"}}',
    '{"result":"failed"}',
  ]) {
    await put('pull', text)
    expect([text, readRunRecords(dataDir)]).toEqual([text, { refresh }] as never)
  }
})
