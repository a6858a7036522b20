import { expect, test } from 'bun:test'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, serializeManifest } from '../../../src/format/manifest.ts'
import { publicationText } from '../../../src/format/publication.ts'
import { parseManifest, publicationMoment, readManifest } from '../../../src/store/read-manifest.ts'
import { SnapshotError } from '../../../src/store/snapshot-error.ts'
import { tinyArchive } from '../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const built = async (): Promise<Manifest> => (await builtSnapshot(await archive)).manifest
const archive = tinyArchive()

test('a manifest is read as it was written', async () => {
  const manifest = await built()
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, 'manifest.json'), serializeManifest(manifest))
  expect(await readManifest(dataDir)).toEqual(manifest)
})

test('without one the remedy is a build', async () => {
  const dataDir = await temporaryFolder()
  await expect(readManifest(dataDir)).rejects.toThrow(
    new SnapshotError(`There is no snapshot: ${join(dataDir, 'manifest.json')} is missing. Run the build first.`),
  )
})

test('the remedy for one that cannot be read is that of its reader, but for a newer one it is an upgrade', async () => {
  const parsing = (text: string, remedy?: string) => () => parseManifest(text, 'm.json', remedy)
  const manifest = await built()
  const old = JSON.stringify({ ...manifest, formatVersion: 1 })
  expect(parsing(old)).toThrow(/^Manifest m\.json has format version 1, .*\. Run the build again\.$/)
  expect(parsing(old, 'Pull again.')).toThrow(/^Manifest m\.json has format version 1, .*\. Pull again\.$/)
  expect(parsing(serializeManifest({ ...manifest, formatVersion: 99 }), 'Pull again.')).toThrow(
    /created by a later version of this program: upgrade this program to that version\.$/,
  )
})

test.each([
  ['catalog.sqlite', true],
  ['pages/a-b_c.1.bin', true],
  ['a/b/c', true],
  ['.hidden', false],
  ['a/.hidden', false],
  ['../a', false],
  ['a/../b', false],
  ['/a', false],
  ['a//b', false],
  ['a/', false],
  ['', false],
  ['a b', false],
])('the path %p is inside the data folder: %p', async (path, isInside) => {
  const manifest = await built()
  const files = { ...manifest.files, catalog: { ...manifest.files.catalog, path } }
  const act = () => parseManifest(serializeManifest({ ...manifest, files }), 'm.json')
  if (isInside) expect(act().files.catalog.path).toBe(path)
  else
    expect(act).toThrow(
      new SnapshotError(`Manifest m.json names the file "${path}", which is not inside the data folder.`),
    )
})

test('the moment of publication is the one beside the manifest, or a later one of the manifest file', async () => {
  const manifest = await built()
  const dataDir = await temporaryFolder()
  const path = join(dataDir, 'manifest.json')
  await Bun.write(path, serializeManifest(manifest))
  const changed = new Date('2026-03-04T05:06:07Z')
  await utimes(path, changed, changed)
  const momentWith = async (published: string) => {
    await Bun.write(join(dataDir, 'publication.json'), publicationText(manifest.snapshotId, new Date(published)))
    return (await publicationMoment(dataDir, manifest)).toISOString()
  }
  expect(await momentWith('2026-03-05T00:00:00.200Z')).toBe('2026-03-05T00:00:01.000Z')
  expect(await momentWith('2026-03-01T00:00:00Z')).toBe('2026-03-04T05:06:07.000Z')
})
