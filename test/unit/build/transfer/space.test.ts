import { afterEach, expect, spyOn, test } from 'bun:test'
import * as files from 'node:fs/promises'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { pullFrom, sourceAt } from '../../../fixtures/storage/transfer.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let looking: { mockRestore(): void } | undefined
afterEach(() => looking?.mockRestore())

/** Makes each disk one with so many free bytes. */
function freeBytes(bytes: number): void {
  looking = spyOn(files, 'statfs').mockImplementation((async () => ({ bavail: bytes / 2, bsize: 2 })) as never)
}

test('a pull needs room for its files and eight megabytes more, and begins nothing with one byte less', async () => {
  const { dataDir, manifest } = await builtSnapshot(await tinyArchive())
  const needed = filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0)
  const enough = needed + 8 * 1024 * 1024
  const target = await temporaryFolder()
  freeBytes(enough - 1)
  await expect(pullFrom(sourceAt(dataDir), target)).rejects.toMatchObject({
    name: 'PullError',
    message: expect.stringMatching(/^The snapshot needs .* free space, and start again\.$/),
  })
  expect(await files.readdir(target)).toEqual([])
  freeBytes(enough)
  expect(await pullFrom(sourceAt(dataDir), target)).toMatchObject({ kind: 'published' })
})

test('what is there already needs no room', async () => {
  const { dataDir } = await builtSnapshot(await tinyArchive())
  const target = await temporaryFolder()
  await pullFrom(sourceAt(dataDir), target)
  await files.rm(`${target}/manifest.json`)
  freeBytes(8 * 1024 * 1024)
  expect(await pullFrom(sourceAt(dataDir), target)).toMatchObject({ kind: 'published', received: { files: 0 } })
})
