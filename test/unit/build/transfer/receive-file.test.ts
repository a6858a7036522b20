import { afterEach, expect, spyOn, test } from 'bun:test'
import { cp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadableStorage, StorageError } from '../../../../build/storage/storage.ts'
import { PullError, receiveFile } from '../../../../build/transfer/receive-file.ts'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { fileHandlePrototype } from '../../../fixtures/file-handle.ts'
import { openFilesBelow } from '../../../fixtures/processes/open-files.ts'
import { hasProc } from '../../../fixtures/processes/process-tree.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { publishTo, pullFrom } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { waitFor } from '../../../fixtures/wait-for.ts'

const CONTENT = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251))
const FILE = {
  path: 'pages/planets.bin',
  bytes: CONTENT.length,
  sha256: new Bun.CryptoHasher('sha256').update(CONTENT).digest('hex'),
}

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

/** A storage that answers each read with the chunks that `answer` gives, which may fail, and notes where each began. */
function storageThat(answer: (from: number, read: number) => Iterable<Uint8Array>) {
  const starts: number[] = []
  let taken = 0
  const storage: ReadableStorage = {
    address: 'a storage',
    async read(_key, from) {
      starts.push(from)
      const chunks = answer(from, starts.length)[Symbol.iterator]()
      return new ReadableStream(
        {
          pull(controller) {
            const { done, value } = chunks.next()
            if (done === true) return controller.close()
            taken += value.byteLength
            controller.enqueue(value)
          },
        },
        { highWaterMark: 0 },
      )
    },
  }
  return { storage, starts, taken: () => taken }
}

async function receive(storage: ReadableStorage) {
  const dataDir = await temporaryFolder()
  const pauses: number[] = []
  const effects = { log: () => {}, sleep: async (ms: number) => void pauses.push(ms) }
  const error = await receiveFile(storage, FILE, dataDir, effects).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  // What was read of a part is closed a moment later.
  if (hasProc) await waitFor('no open file', () => openFilesBelow(dataDir).length === 0 || undefined)
  const names = await readdir(join(dataDir, 'pages'))
  return { error, pauses, names, bytesOf: (name: string) => Bun.file(join(dataDir, 'pages', name)).bytes() }
}

/** The content from a place on, in pieces of 100 bytes, and then a cut. */
function* cutAfter(from: number, bytes: number) {
  for (let at = from; at < from + bytes; at += 100) yield CONTENT.subarray(at, at + 100)
  throw new StorageError('the connection was cut', true)
}

test('a file arrives whole, on the disk before it is in its place', async () => {
  const prototype = await fileHandlePrototype()
  const { sync } = prototype
  let synced = 0
  spies.push(
    spyOn(prototype, 'sync').mockImplementation(function (this: typeof prototype) {
      synced += 1
      return sync.call(this)
    }),
  )
  const { error, names, bytesOf } = await receive(storageThat(() => [CONTENT]).storage)
  expect([error, names, synced]).toEqual([undefined, ['planets.bin'], 1])
  expect(Buffer.from(await bytesOf('planets.bin')).equals(CONTENT)).toBe(true)
})

test('connections that each bring something bring the file, however many are cut', async () => {
  const { storage, starts } = storageThat((from) => cutAfter(from, 100))
  const { error, pauses, names } = await receive(storage)
  // The last cut is one of which nothing is missing any more.
  expect([error, names]).toEqual([undefined, ['planets.bin']])
  expect(starts).toEqual(Array.from({ length: 10 }, (_, at) => 100 * at))
  expect(new Set(pauses)).toEqual(new Set([1_000]))
})

test('after five cuts that bring nothing it ends, and what arrived before stays for the next time', async () => {
  const { storage, starts } = storageThat((from, read) => cutAfter(from, read === 1 ? 300 : 0))
  const { error, pauses, names, bytesOf } = await receive(storage)
  expect(error).toBeInstanceOf(StorageError)
  expect(starts).toEqual([0, 300, 300, 300, 300])
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(names).toEqual(['planets.bin.part'])
  expect(await bytesOf('planets.bin.part')).toHaveLength(300)
})

test('another content is refused and not kept', async () => {
  const { error, names } = await receive(storageThat(() => [Buffer.alloc(1_000)]).storage)
  expect(error).toBeInstanceOf(PullError)
  expect(names).toEqual([])
})

test('of what is longer than the file, no more is read and nothing is kept', async () => {
  function* endless() {
    for (let i = 0; i < 10_000; i++) yield CONTENT.subarray(0, 100)
  }
  const { storage, taken } = storageThat(endless)
  const { error, names } = await receive(storage)
  expect(error).toBeInstanceOf(PullError)
  expect(names).toEqual([])
  expect(taken()).toBeLessThan(2_000)
})

test('what another time left of another content is thrown away, and the whole is fetched', async () => {
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, 'pages/planets.bin.part'), new Uint8Array(400))
  const { storage, starts } = storageThat((from) => [CONTENT.subarray(from)])
  await receiveFile(storage, FILE, dataDir, { log: () => {}, sleep: async () => {} })
  expect(starts).toEqual([400, 0])
  expect(await readdir(join(dataDir, 'pages'))).toEqual(['planets.bin'])
})

test('files that were there before are on the disk, too, before the manifest of a pull is', async () => {
  const { dataDir, manifest } = await builtSnapshot(await tinyArchive())
  const storage = memoryStorage()
  await publishTo(storage, dataDir)
  const target = await temporaryFolder()
  await cp(dataDir, target, { recursive: true })
  for (const name of ['manifest.json', 'publication.json']) await rm(join(target, name), { force: true })
  const prototype = await fileHandlePrototype()
  const { sync } = prototype
  let synced = 0
  let before: number | undefined
  spies.push(
    spyOn(prototype, 'sync').mockImplementation(async function (this: typeof prototype) {
      synced += 1
      if (await Bun.file(join(target, 'manifest.json.tmp')).exists()) before ??= synced - 1
      return sync.call(this)
    }),
  )
  const { received } = await pullFrom(storage, target)
  expect(received.files).toBe(0)
  expect(before).toBeGreaterThanOrEqual(filesOf(manifest).length)
})
