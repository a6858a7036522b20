import { describe, expect, test } from 'bun:test'
import {
  currentFile,
  immutableFile,
  snapshotKey,
  snapshotOfKey,
  snapshotOfTableKey,
  tableKey,
} from '../../../../build/transfer/layout.ts'
import { parquetFiles, tableListText } from '../../../../build/transfer/table-list.ts'
import type { Manifest } from '../../../../src/format/manifest.ts'
import { FAKE_MANIFEST } from '../../../fixtures/servers/fake-catalog.ts'

const ID = '0123456789abcdef'

describe('the snapshot that a key is of', () => {
  test('is the one that the key was made for', () => {
    expect(snapshotOfKey(snapshotKey(ID))).toBe(ID)
    expect(snapshotOfTableKey(tableKey('ps', ID))).toBe(ID)
    expect(tableKey('ps', ID)).toBe(`tables/ps/${ID}/ps.parquet`)
  })

  test.each([
    `snapshots/${ID}0.json`,
    `snapshots/${ID.slice(1)}.json`,
    `snapshots/${ID}.json.tmp`,
    `x/snapshots/${ID}.json`,
    `snapshots/${ID.toUpperCase()}.json`,
  ])('is none in %s', (key) => {
    expect(snapshotOfKey(key)).toBeUndefined()
  })

  test.each([
    `tables/ps/${ID}0/ps.parquet`,
    `tables/ps/${ID}/ps.csv`,
    `tables/${ID}/ps.parquet`,
    `x/tables/ps/${ID}/ps.parquet`,
    `tables/ps/${ID}/a/ps.parquet`,
  ])('is none of a table in %s', (key) => {
    expect(snapshotOfTableKey(key)).toBeUndefined()
  })
})

test('what can be replaced is asked for again, what cannot is kept for ever', () => {
  expect(currentFile('manifest.json')).toEqual({ mediaType: 'application/json', cacheControl: 'no-cache' })
  expect(immutableFile('catalog-1.sqlite').cacheControl).toContain('immutable')
  expect(
    ['a.sqlite', 'a.parquet', 'a.csv.gz', 'a.txt', 'a.bin', 'a'].map((key) => immutableFile(key).mediaType),
  ).toEqual([
    'application/vnd.sqlite3',
    'application/vnd.apache.parquet',
    'application/gzip',
    'text/plain; charset=utf-8',
    'application/octet-stream',
    'application/octet-stream',
  ])
})

test('the list of tables has those that have a file, each with its own origin and size', () => {
  const file = (path: string, bytes: number) => ({ path, bytes, sha256: `sum of ${path}` })
  const columns = [{ name: 'x', type: 'real', unit: 'm' }] as const
  const further = { rows: 7, date: '2025-12-31', columns, source: 'elsewhere', keyColumns: ['x'] }
  const manifest: Manifest = {
    ...FAKE_MANIFEST,
    furtherTables: { toi: further, none: further },
    files: {
      ...FAKE_MANIFEST.files,
      data: { 'exoplanets.parquet': file('a', 1), 'toi.parquet': file('b', 2), 'none.csv.gz': file('c', 3) },
    },
  }
  expect([...parquetFiles(manifest).keys()]).toEqual(['exoplanets', 'toi'])
  const { snapshot, tables } = JSON.parse(tableListText(manifest))
  expect(snapshot.id).toBe(manifest.snapshotId)
  expect(tables).toEqual([
    {
      name: 'exoplanets',
      path: tableKey('exoplanets', manifest.snapshotId),
      bytes: 1,
      sha256: 'sum of a',
      rows: 3,
      date: '2026-01-02',
      source: 'made up for tests',
      columns: [],
    },
    {
      name: 'toi',
      path: tableKey('toi', manifest.snapshotId),
      bytes: 2,
      sha256: 'sum of b',
      rows: 7,
      date: '2025-12-31',
      source: 'elsewhere',
      columns: [{ name: 'x', data_type: 'Float64', unit: 'm' }],
    },
  ])
})
