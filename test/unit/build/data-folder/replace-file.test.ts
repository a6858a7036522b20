import { afterEach, expect, spyOn, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeArtifact } from '../../../../build/data-folder/artifact-file.ts'
import { syncSnapshot } from '../../../../build/data-folder/publish.ts'
import { replaceFile } from '../../../../build/data-folder/replace-file.ts'
import { storeAnswer } from '../../../../build/fetch/store-answer.ts'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { fileHandlePrototype } from '../../../fixtures/file-handle.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

/** What is done with file handles from now on: `sync` and `close`, in order. */
async function watchFiles(): Promise<string[]> {
  const prototype = await fileHandlePrototype()
  const done: string[] = []
  for (const step of ['sync', 'close'] as const) {
    const original = prototype[step]
    const spy = spyOn(prototype, step).mockImplementation(function (this: typeof prototype) {
      done.push(step)
      return original.call(this)
    })
    spies.push(spy)
  }
  return done
}

test('a text is on the disk before it takes the place of the file, which bears the given time', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'manifest.json')
  await Bun.write(path, 'old')
  const done = await watchFiles()
  const moment = new Date('2026-01-02T03:04:05Z')
  await replaceFile(path, 'new', moment)
  expect(done.slice(0, 2)).toEqual(['sync', 'close'])
  expect(await Bun.file(path).text()).toBe('new')
  expect((await stat(path)).mtime).toEqual(moment)
  expect(await readdir(folder)).toEqual(['manifest.json'])
})

test('every file of a snapshot is on the disk before its manifest is', async () => {
  const { dataDir, manifest } = await builtSnapshot(await tinyArchive())
  const done = await watchFiles()
  await syncSnapshot(dataDir, manifest)
  expect(done).toEqual(filesOf(manifest).flatMap(() => ['sync', 'close']))
})

test('a fetched file is on the disk before it is closed', async () => {
  const path = join(await temporaryFolder(), 'ps.csv.gz')
  const done = await watchFiles()
  const chunks = (async function* () {
    yield Buffer.from('pl_name,hostname\na b,a\n')
  })()
  await storeAnswer(path, 'ps.csv.gz', chunks, () => {})
  expect(done).toEqual(['sync', 'close'])
})

test('what the system writes in parts is written whole', async () => {
  const dataDir = await temporaryFolder()
  const prototype = await fileHandlePrototype()
  const { write } = prototype
  spies.push(
    spyOn(prototype, 'writev').mockImplementation(async function (this: typeof prototype, buffers) {
      // Only a part of the first two, as where a disk is slow.
      const part = Buffer.concat(buffers as readonly Uint8Array[]).subarray(0, 14)
      const { bytesWritten } = await Reflect.apply(write, this, [part])
      return { bytesWritten, buffers }
    }),
  )
  const parts = ['0123456789', 'abcdefghij', 'ABCDEFGHIJ'].map((text) => Buffer.from(text))
  const { path, bytes } = await writeArtifact(dataDir, 'catalog', 'sqlite', parts)
  expect(await Bun.file(join(dataDir, path)).text()).toBe('0123456789abcdefghijABCDEFGHIJ')
  expect(bytes).toBe(30)
})
