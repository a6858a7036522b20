import { afterEach, describe, expect, spyOn, test } from 'bun:test'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { LockedError, lockDataDir } from '../../../../build/data-folder/lock.ts'
import { type ReadableStorage, StorageError } from '../../../../build/storage/storage.ts'
import { filesOf, serializeManifest } from '../../../../src/format/manifest.ts'
import { publicationMoment } from '../../../../src/store/read-manifest.ts'
import { madeUpSnapshot } from '../../../fixtures/snapshots/made-up-snapshot.ts'
import { type MemoryStorage, memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { heardEffects, publishTo, pullFrom } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const [ONE, TWO] = ['1', '2'].map((digit) => digit.repeat(16)) as [string, string]
const AS = { mediaType: 'x/x', cacheControl: 'x' }

let spy: { mockRestore(): void } | undefined
afterEach(() => spy?.mockRestore())

async function storageWith(...ids: readonly string[]): Promise<MemoryStorage> {
  const storage = memoryStorage()
  for (const id of ids) await publishTo(storage, (await madeUpSnapshot(id, id)).dataDir)
  storage.done.splice(0)
  return storage
}

/** Names of all files in a folder and below. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await files.readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const idIn = async (folder: string) => (await Bun.file(join(folder, 'manifest.json')).json()).snapshotId

test('a snapshot arrives with all its files, its bytes counted, under the moment of its publication', async () => {
  const published = new Date('2026-02-03T04:05:06Z')
  const { dataDir, manifest } = await madeUpSnapshot(ONE, 'x', published)
  const storage = memoryStorage()
  await publishTo(storage, dataDir)
  const target = await temporaryFolder()
  const wanted = filesOf(manifest)
  const bytes = wanted.reduce((sum, file) => sum + file.bytes, 0)
  expect(await pullFrom(storage, target)).toEqual({
    kind: 'published',
    manifest,
    received: { files: wanted.length, bytes },
  })
  expect(await namesIn(target)).toEqual([...wanted.map(({ path }) => path), 'manifest.json', 'publication.json'].sort())
  expect(await Bun.file(join(target, 'manifest.json')).text()).toBe(serializeManifest(manifest))
  expect(await publicationMoment(target, manifest)).toEqual(published)
})

test('what is already there is not fetched again, and the second time nothing is', async () => {
  const storage = await storageWith(ONE, TWO)
  const target = await temporaryFolder()
  await pullFrom(storage, target, ONE)
  expect(await idIn(target)).toBe(ONE)
  const reads: string[] = []
  const watched: ReadableStorage = {
    address: 'memory',
    read(key, from) {
      reads.push(key)
      return storage.read(key, from)
    },
  }
  // Catalog, both pages and the Parquet file differ.
  const { kind, received } = await pullFrom(watched, target)
  expect([kind, received.files]).toEqual(['published', 4])
  expect(reads).toHaveLength(6)
  expect(reads[0]).toBe('manifest.json')
  expect(reads.at(-1)).toBe('publication.json')
  expect(await idIn(target)).toBe(TWO)
  expect(await pullFrom(storage, target)).toMatchObject({ kind: 'unchanged', received: { files: 0, bytes: 0 } })
  // The former snapshot stays for servers that still have it open.
  expect((await namesIn(target)).filter((name) => name.startsWith('catalog-'))).toHaveLength(2)
  await pullFrom(storage, target, ONE)
  await pullFrom(storage, target, TWO)
  expect((await namesIn(target)).filter((name) => name.startsWith('catalog-'))).toHaveLength(2)
})

test('an older snapshot that is asked for was published now, not when it was new', async () => {
  const storage = await storageWith(ONE)
  const longAgo = JSON.stringify({ snapshotId: ONE, publishedAt: '2020-01-02T03:04:05Z' })
  await storage.write('publication.json', new Blob([longAgo]), AS)
  const moments = await Promise.all(
    [undefined, ONE].map(async (id) => {
      const target = await temporaryFolder()
      const { manifest } = await pullFrom(storage, target, id)
      return (await publicationMoment(target, manifest)).getTime()
    }),
  )
  expect(moments[0]).toBe(Date.UTC(2020, 0, 2, 3, 4, 5))
  expect(moments[1]).toBeGreaterThan(Date.UTC(2026, 0, 1))
})

describe('a pull that cannot begin says why', () => {
  test('there is no snapshot, or not this one', async () => {
    const empty = memoryStorage()
    const target = join(await temporaryFolder(), 'data')
    await expect(pullFrom(empty, target)).rejects.toMatchObject({
      name: 'PullError',
      message: 'There is no snapshot at memory: manifest.json is missing. Publish one, or correct the address.',
    })
    await expect(pullFrom(empty, target, ONE)).rejects.toMatchObject({
      name: 'PullError',
      message: `Snapshot ${ONE} is not at memory: it was never published there, or has been removed since.`,
    })
    // Nothing was begun.
    expect(await files.exists(target)).toBe(false)
  })

  test('its manifest is damaged', async () => {
    const storage = memoryStorage()
    await storage.write('manifest.json', new Blob(['{}']), AS)
    await expect(pullFrom(storage, await temporaryFolder())).rejects.toMatchObject({
      name: 'SnapshotError',
      message: expect.stringMatching(
        /^Manifest memory\/manifest\.json has .*\. Publish a snapshot of this version of the program\.$/,
      ),
    })
  })

  test('another process works in the folder', async () => {
    const target = await temporaryFolder()
    await using _lock = await lockDataDir(target)
    await expect(pullFrom(await storageWith(ONE), target)).rejects.toBeInstanceOf(LockedError)
  })

  test('a storage that is away for a moment is asked again', async () => {
    const storage = await storageWith(ONE)
    const { read } = storage
    let failures = 2
    storage.read = (key, from) => {
      if (failures === 0) return read(key, from)
      failures -= 1
      return Promise.reject(new StorageError('away.', true))
    }
    const effects = heardEffects()
    await pullFrom(storage, await temporaryFolder(), undefined, effects)
    expect(effects.lines).toEqual(['away. Trying again in 1 s.', 'away. Trying again in 2 s.'])
  })
})

describe('a pull that fails leaves the folder free, with the snapshot that it had', () => {
  test.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the quota of disk space is used up'],
    ['EFBIG', 'this process may not write files of that size'],
    ['EROFS', 'it is on a read-only file system'],
    ['EACCES', 'this user may not write there'],
  ])('%s, where nothing of the new one stays', async (code, reason) => {
    const storage = await storageWith(ONE, TWO)
    const target = await temporaryFolder()
    await pullFrom(storage, target, ONE)
    const before = await namesIn(target)
    const cause = Object.assign(new Error(code), { code, syscall: 'rename' })
    const { rename } = files
    spy = spyOn(files, 'rename').mockImplementation((async (from: string, to: string) => {
      if (to.includes('catalog-')) throw cause
      return rename(from, to)
    }) as never)
    await expect(pullFrom(storage, target)).rejects.toMatchObject({
      name: 'PullError',
      message: `The snapshot cannot be written to ${target}: ${reason}. The existing snapshot is unchanged.`,
      cause,
    })
    spy.mockRestore()
    expect(await idIn(target)).toBe(ONE)
    expect((await namesIn(target)).filter((name) => !name.endsWith('.part'))).toEqual(before)
    expect(await pullFrom(storage, target)).toMatchObject({ kind: 'published' })
  })

  test('EIO, which is told as it is', async () => {
    const storage = await storageWith(ONE)
    const cause = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'rename' })
    spy = spyOn(files, 'rename').mockImplementation(() => Promise.reject(cause))
    const target = await temporaryFolder()
    await expect(pullFrom(storage, target)).rejects.toBe(cause)
    spy.mockRestore()
    await (await lockDataDir(target)).release()
  })

  test('a file that is gone, after which the next pull goes on', async () => {
    const storage = await storageWith(ONE)
    const { catalog } = (await madeUpSnapshot(ONE, ONE)).manifest.files
    const content = storage.files.get(catalog.path)!
    storage.files.delete(catalog.path)
    const target = await temporaryFolder()
    await expect(pullFrom(storage, target)).rejects.toMatchObject({
      name: 'PullError',
      message: `memory/${catalog.path} is missing, although the manifest names it. If the snapshot was replaced a moment ago, start again; otherwise publish it again.`,
    })
    expect(await files.exists(join(target, 'manifest.json'))).toBe(false)
    storage.files.set(catalog.path, content)
    const { received } = await pullFrom(storage, target)
    expect(received.files).toBeGreaterThan(0)
    expect(await idIn(target)).toBe(ONE)
  })
})
