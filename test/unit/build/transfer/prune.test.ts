import { afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { prune } from '../../../../build/transfer/prune.ts'
import type { PublisherMark } from '../../../../build/transfer/publisher-marks.ts'
import { serializeManifest } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { type BuiltSnapshot, builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { type MemoryStorage, memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { heardEffects, publishTo } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let snapshot: BuiltSnapshot
beforeAll(async () => {
  snapshot = await builtSnapshot(await tinyArchive())
})

let clock: { mockRestore(): void } | undefined
afterEach(() => clock?.mockRestore())

const MARK: PublisherMark = {
  isReliable: () => true,
  startWriting: async () => {},
  startRemoving: async () => true,
  [Symbol.asyncDispose]: async () => {},
}
const OLD_IDS = ['1111111111111111', '2222222222222222', '3333333333333333'] as const

/** A storage with the snapshot as the current one and three before it, each with a catalog of its own. */
async function filledStorage(): Promise<MemoryStorage> {
  const storage = memoryStorage()
  const text = (value: unknown) => new Blob([JSON.stringify(value)])
  const as = { mediaType: 'x/x', cacheControl: 'x' }
  await publishTo(storage, snapshot.dataDir)
  const sealed = new TextDecoder().decode(storage.files.get('manifest.json')!.bytes)
  for (const id of OLD_IDS) {
    const { files, ...manifest } = JSON.parse(sealed)
    delete manifest.sha256
    const catalog = { ...files.catalog, path: `catalog-${id}.sqlite` }
    await storage.write(catalog.path, text(id), as)
    await storage.write(`tables/ps/${id}/ps.parquet`, text(id), as)

    const old = serializeManifest({ ...manifest, snapshotId: id, files: { ...files, catalog } })
    await storage.write(`snapshots/${id}.json`, new Blob([old]), as)
  }
  storage.done.splice(0)
  return storage
}
const removedFrom = ({ done }: MemoryStorage) => done.map((step) => step.replace('remove ', '')).sort()

test('so many snapshots are kept with the current one, the newest, and the files of the others are removed', async () => {
  const storage = await filledStorage()
  expect(await prune(storage, MARK, 3, heardEffects())).toEqual({ snapshots: [OLD_IDS[0]], files: 2 })
  const expected = [
    `snapshots/${OLD_IDS[0]}.json`,
    `catalog-${OLD_IDS[0]}.sqlite`,
    `tables/ps/${OLD_IDS[0]}/ps.parquet`,
  ]
  expect(removedFrom(storage)).toEqual(expected.toSorted())
  // What lists a snapshot goes before what it lists.
  expect(storage.done[0]).toBe(`remove ${expected[0]}`)
})

test('the tables of each snapshot that is kept stay, those of the current one among them', async () => {
  const storage = await filledStorage()
  await prune(storage, MARK, 2, heardEffects())
  const { snapshotId } = snapshot.manifest
  expect([...storage.files.keys()].filter((key) => key.startsWith('tables/')).sort()).toEqual(
    [
      `tables/exoplanets/${snapshotId}/exoplanets.parquet`,
      `tables/ps/${OLD_IDS[2]}/ps.parquet`,
      `tables/stellarhosts/${snapshotId}/stellarhosts.parquet`,
    ].sort(),
  )
})

test('of one snapshot to be kept, that is the current one', async () => {
  const storage = await filledStorage()
  expect(await prune(storage, MARK, 1, heardEffects())).toMatchObject({ files: 6 })
  expect(storage.files.has('manifest.json')).toBe(true)
  expect([...storage.files.keys()].filter((key) => key.startsWith('catalog-'))).toEqual([
    snapshot.manifest.files.catalog.path,
  ])
})

test('where a snapshot that is to be kept cannot be read, nothing is removed: its files are not known', async () => {
  const storage = await filledStorage()
  const as = { mediaType: 'x/x', cacheControl: 'x' }
  await storage.write(`snapshots/${OLD_IDS[2]}.json`, new Blob(['{}']), as)
  storage.done.splice(0)
  expect(await prune(storage, MARK, 2, heardEffects())).toEqual({ snapshots: [], files: 0 })
  expect(storage.done).toEqual([])
})

test('a publisher whose mark the others may not see any more removes nothing', async () => {
  const storage = await filledStorage()
  const pruning = prune(storage, { ...MARK, isReliable: () => false }, 1, heardEffects())
  await expect(pruning).rejects.toThrow('could not be renewed')
  expect(storage.done).toEqual([])
})

test('a mark that grew old while files were written is renewed before the manifest is', async () => {
  let nowMs = 0
  clock = spyOn(performance, 'now').mockImplementation(() => nowMs)
  const storage = memoryStorage()
  const { write } = storage
  storage.write = async (key, content, as) => {
    await write(key, content, as)
    if (key === snapshot.manifest.files.catalog.path) nowMs += 61_000
  }
  await publishTo(storage, snapshot.dataDir)
  const isMark = (step: string) => step.startsWith('write publishing/') && step.endsWith('.writing')
  const marks = storage.done.flatMap((step, at) => (isMark(step) ? [at] : []))
  const catalog = storage.done.indexOf(`write ${snapshot.manifest.files.catalog.path}`)
  expect(marks).toHaveLength(2)
  expect(marks[1]).toBeGreaterThan(catalog)
  expect(marks[1]).toBeLessThan(storage.done.indexOf('write manifest.json'))
})

test('the manifest is written last', async () => {
  const storage = memoryStorage()
  await publishTo(storage, snapshot.dataDir)
  const written = storage.done.filter((step) => step.startsWith('write ') && !step.includes('publishing/'))
  expect(written.at(-1)).toBe('write manifest.json')
  expect(written.slice(-4, -1).sort()).toEqual(
    ['publication.json', `snapshots/${snapshot.manifest.snapshotId}.json`, 'tables.json'].map((key) => `write ${key}`),
  )
})

test('a file that is damaged on the disk is not published, nor is its manifest', async () => {
  const dataDir = await temporaryFolder()
  await cp(snapshot.dataDir, dataDir, { recursive: true })
  const { path, bytes } = snapshot.manifest.files.names
  await Bun.write(join(dataDir, path), new Uint8Array(bytes))
  const storage = memoryStorage()
  await expect(publishTo(storage, dataDir)).rejects.toThrow('does not match the manifest (SHA-256)')
  expect(storage.files.has(path)).toBe(false)
  expect(storage.files.has('manifest.json')).toBe(false)
})
