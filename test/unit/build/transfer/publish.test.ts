import { beforeAll, expect, test } from 'bun:test'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { type BuiltSnapshot, builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
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
