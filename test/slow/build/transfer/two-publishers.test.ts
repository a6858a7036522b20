import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Storage } from '../../../../build/storage/storage.ts'
import { StorageError } from '../../../../build/storage/storage.ts'
import { deserializeManifest, filesOf } from '../../../../src/format/manifest.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { type MemoryStorage, memoryStorage } from '../../../fixtures/storage/memory-storage.ts'
import { startS3, TEST_BUCKET, type TestStorage } from '../../../fixtures/storage/s3-server.ts'
import { publishTo, pullFrom, stateOf, storageAt } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let s3: TestStorage
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

/** A storage in memory, each of whose operations takes a random time before and after it. */
function slowStorage(random: () => number): MemoryStorage {
  return memoryStorage(async (run) => {
    await Bun.sleep(random() * 3)
    const result = run()
    await Bun.sleep(random() * 3)
    return result
  })
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('publishers that are at work at the same time never leave a manifest without its files', async () => {
  const states = [await stateOf(1), await stateOf(2), await stateOf(3)]
  for (let seed = 1; seed <= 15; seed += 1) {
    const random = seeded(seed)
    const storage = slowStorage(random)
    const check = (): void => {
      const current = storage.files.get('manifest.json')
      if (current === undefined) return
      const manifest = deserializeManifest(new TextDecoder().decode(current.bytes))
      for (const { path } of filesOf(manifest))
        if (!storage.files.has(path)) throw new Error(`${seed}: ${path} is gone`)
    }
    const watch = setInterval(check, 1)
    try {
      const publisher = async (first: number): Promise<void> => {
        for (let round = 0; round < 3; round += 1) {
          await Bun.sleep(random() * 40)
          await publishTo(storage, states[(first + round) % states.length]!.dataDir, { keep: 1 })
        }
      }
      await Promise.all([publisher(0), publisher(1), publisher(2)])
    } finally {
      clearInterval(watch)
    }
    check()
    expect([...storage.files.keys()].filter((key) => key.startsWith('publishing/'))).toEqual([])
    // The last one, alone, removes what is too old.
    await publishTo(storage, states[0]!.dataDir, { keep: 1 })
    check()
    const { manifest } = states[0]!
    const expected = new Set(filesOf(manifest).map(({ path }) => path))
    expect([...storage.files.keys()].filter((key) => /-[0-9a-f]{16}\./.test(key)).sort()).toEqual([...expected].sort())
  }
})

test('a publisher that was killed keeps nobody waiting for long', async () => {
  const storage = memoryStorage()
  const old = { mediaType: 'x/x', cacheControl: 'no-cache' }
  const dead = crypto.randomUUID()
  await storage.write(`publishing/${dead}.removing`, new Blob([]), old)
  const aged: Storage = {
    ...storage,
    list: async (prefix) =>
      (await storage.list(prefix)).map((file) => ({
        ...file,
        modifiedMs: file.key.includes(dead) ? 0 : 1_000_000,
      })),
  }
  const { dataDir } = await stateOf(1)
  expect(await publishTo(aged, dataDir)).toMatchObject({ isNew: true, removed: { snapshots: [] } })
})

test('while another publisher writes, nothing is removed', async () => {
  const storage = memoryStorage()
  await publishTo(storage, (await stateOf(1)).dataDir, { keep: 1 })
  await storage.write(`publishing/${crypto.randomUUID()}.writing`, new Blob([]), {
    mediaType: 'x/x',
    cacheControl: 'x',
  })
  expect(await publishTo(storage, (await stateOf(2)).dataDir, { keep: 1 })).toMatchObject({ removed: undefined })
})

test('two publishers and a replica on one object storage', async () => {
  const address = `s3://${TEST_BUCKET}/two`
  const storage = storageAt(address, s3.env)
  const states = [await stateOf(1), await stateOf(2)]
  const ids = states.map(({ manifest }) => manifest.snapshotId)
  await publishTo(storage, states[0]!.dataDir)
  let isDone = false
  const target = await temporaryFolder()
  await pullFrom(storage, target)
  const replica = (async () => {
    while (!isDone) {
      await pullFrom(storage, target).catch((error: Error) => {
        // A file of a snapshot that was replaced and removed while it was being read.
        if (error instanceof StorageError || !error.message.includes('is not there')) throw error
      })
      expect(ids).toContain((await openSnapshot(target)).manifest.snapshotId)
    }
  })()
  for (let round = 0; round < 3; round += 1)
    await Promise.all(states.map(({ dataDir }) => publishTo(storage, dataDir, { keep: 1 })))
  isDone = true
  await replica
})
