import { beforeAll, expect, test } from 'bun:test'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { type BuiltSnapshot, builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { madeUpSnapshot } from '../../../fixtures/snapshots/made-up-snapshot.ts'
import { memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { publishTo } from '../../../fixtures/storage/transfer.ts'

let snapshot: BuiltSnapshot
beforeAll(async () => {
  snapshot = await builtSnapshot(await tinyArchive())
})

/** A storage from which another publisher removes a file of the snapshot so many times, as soon as it is there. */
function raidedStorage(times: number) {
  const storage = memoryStorage()
  const { list } = storage
  const victim = snapshot.manifest.files.names.path
  let left = times
  storage.list = async (prefix) => {
    if (left > 0 && storage.files.delete(victim)) left -= 1
    return list(prefix)
  }
  const writes = () => storage.done.filter((step) => step === `write ${victim}`).length
  return { storage, victim, writes }
}

test.each([0, 1, 2])('a file that another publisher removes %d times is written so many times more', async (times) => {
  const { storage, victim, writes } = raidedStorage(times)
  const { written, skipped } = await publishTo(storage, snapshot.dataDir)
  expect(writes()).toBe(times + 1)
  expect(storage.files.has(victim)).toBe(true)
  // Each file counts once, however often it was written.
  expect([written.files, skipped]).toEqual([filesOf(snapshot.manifest).length + 2, 0])
})

test('a file that never stays ends the publication before the manifest is written', async () => {
  const { storage, victim, writes } = raidedStorage(Number.POSITIVE_INFINITY)
  await expect(publishTo(storage, snapshot.dataDir)).rejects.toMatchObject({
    name: 'StorageError',
    isTransient: false,
    message: `memory/${victim} was written but is missing or not complete.`,
  })
  expect(writes()).toBe(3)
  expect(storage.files.has('manifest.json')).toBe(false)
  expect([...storage.files.keys()].filter((key) => key.startsWith('publishing/'))).toEqual([])
})

test('a file of another length is written again, and with --rewrite every file', async () => {
  const storage = memoryStorage()
  await publishTo(storage, snapshot.dataDir)
  const { path } = snapshot.manifest.files.names
  await storage.write(path, new Blob(['short']), { mediaType: 'x/x', cacheControl: 'x' })
  const mended = await publishTo(storage, snapshot.dataDir)
  expect([mended.written.files, mended.isNew]).toEqual([1, false])
  expect(storage.files.get(path)!.bytes.byteLength).toBe(snapshot.manifest.files.names.bytes)
  const all = await publishTo(storage, snapshot.dataDir, { rewritesAll: true })
  expect([all.written.files, all.skipped]).toEqual([filesOf(snapshot.manifest).length + 2, 0])
})

test('a publication counts what it writes, byte by byte, and what is there already', async () => {
  const { dataDir, manifest } = await madeUpSnapshot('1'.repeat(16), 'x')
  const files = filesOf(manifest)
  const bytes = files.reduce((sum, file) => sum + file.bytes, manifest.files.data['exoplanets.parquet']!.bytes)
  const storage = memoryStorage()
  expect(await publishTo(storage, dataDir)).toEqual({
    manifest,
    written: { files: files.length + 1, bytes },
    skipped: 0,
    removed: { snapshots: [], files: 0 },
    isNew: true,
  })
  expect(await publishTo(storage, dataDir)).toEqual({
    manifest,
    written: { files: 0, bytes: 0 },
    skipped: files.length + 1,
    removed: { snapshots: [], files: 0 },
    isNew: false,
  })
})

test('the list of tables names the Parquet file of each with its rows, columns, sum and source', async () => {
  const { dataDir, manifest } = await madeUpSnapshot('1'.repeat(16), 'x')
  const storage = memoryStorage()
  await publishTo(storage, dataDir)
  const { bytes, sha256 } = manifest.files.data['exoplanets.parquet']!
  const text = new TextDecoder().decode(storage.files.get('tables.json')!.bytes)
  const table = {
    name: 'exoplanets',
    path: `tables/exoplanets/${manifest.snapshotId}/exoplanets.parquet`,
    bytes,
    sha256,
    rows: 3,
    date: '2026-01-02',
    source: 'made up for tests',
    columns: [],
  }
  const snapshot = {
    id: manifest.snapshotId,
    archive_date: '2026-01-02',
    table_dates: { exoplanets: '2026-01-02', stellarhosts: '2026-01-02' },
    source: 'made up for tests',
  }
  expect(text).toBe(`${JSON.stringify({ snapshot, tables: [table] }, null, 2)}\n`)
})

test('of more snapshots than may stay the oldest goes, with the files that no other has', async () => {
  const storage = memoryStorage()
  const states = await Promise.all(['1', '2', '3'].map((digit) => madeUpSnapshot(digit.repeat(16), digit)))
  for (const { dataDir } of states.slice(0, 2)) await publishTo(storage, dataDir, { keep: 2 })
  // Its catalog, both pages, and its Parquet file under two names.
  expect((await publishTo(storage, states[2]!.dataDir, { keep: 2 })).removed).toEqual({
    snapshots: ['1'.repeat(16)],
    files: 5,
  })
  const left = new Set(storage.files.keys())
  for (const { manifest } of states.slice(1)) for (const { path } of filesOf(manifest)) expect(left).toContain(path)
  expect(left).not.toContain(states[0]!.manifest.files.catalog.path)
})
