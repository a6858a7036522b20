import { expect, test } from 'bun:test'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isArtifact, publish, publishedManifest, sweep } from '../../../../build/data-folder/publish.ts'
import { type Manifest, serializeManifest } from '../../../../src/format/manifest.ts'
import { publicationMoment } from '../../../../src/store/read-manifest.ts'
import { madeUpSnapshot } from '../../../fixtures/snapshots/made-up-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

const [ONE, TWO, THREE] = ['1', '2', '3'].map((digit) => digit.repeat(16)) as [string, string, string]
const textIn = (folder: string, name: string) => Bun.file(join(folder, name)).text()

test('a publication writes the manifest, its moment, and the manifest before, if that names other files', async () => {
  const [one, two] = [await madeUpSnapshot(ONE, 'one'), await madeUpSnapshot(TWO, 'two')]
  const dataDir = await temporaryFolder()
  const published = new Date('2026-02-03T04:05:06Z')
  await publish(dataDir, one.manifest, published)
  expect((await readdir(dataDir)).sort()).toEqual(['manifest.json', 'publication.json'])
  expect(await textIn(dataDir, 'manifest.json')).toBe(serializeManifest(one.manifest))
  expect(JSON.parse(await textIn(dataDir, 'publication.json'))).toEqual({
    snapshotId: ONE,
    publishedAt: '2026-02-03T04:05:06.000Z',
  })
  await publish(dataDir, { ...one.manifest, inputs: [{ name: 'ps.csv', bytes: 1, sha256: 'x' }] })
  expect(await readdir(dataDir)).not.toContain('manifest.previous.json')
  // The same files under other names are the same files.
  const { pages } = one.manifest.files
  const swapped = { exoplanets: pages.stellarhosts, stellarhosts: pages.exoplanets }
  await publish(dataDir, { ...one.manifest, files: { ...one.manifest.files, pages: swapped } })
  expect(await readdir(dataDir)).not.toContain('manifest.previous.json')
  const before = await textIn(dataDir, 'manifest.json')
  await publish(dataDir, two.manifest)
  expect(await textIn(dataDir, 'manifest.previous.json')).toBe(before)
  expect((await readdir(dataDir)).sort()).toEqual(['manifest.json', 'manifest.previous.json', 'publication.json'])
})

test('a manifest that cannot be read is set aside like any other', async () => {
  const { manifest } = await madeUpSnapshot(ONE, 'one')
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, 'manifest.json'), 'broken')
  await publish(dataDir, manifest)
  expect(await textIn(dataDir, 'manifest.previous.json')).toBe('broken')
  expect(await textIn(dataDir, 'manifest.json')).toBe(serializeManifest(manifest))
})

test('a moment from elsewhere counts, but never before that of another snapshot here', async () => {
  const [one, two] = [await madeUpSnapshot(ONE, 'one'), await madeUpSnapshot(TWO, 'two')]
  const dataDir = await temporaryFolder()
  const [late, early] = [new Date('2026-02-03T04:05:06Z'), new Date('2026-01-01T00:00:00Z')]
  await publish(dataDir, one.manifest, late)
  expect(await publicationMoment(dataDir, one.manifest)).toEqual(late)
  await publish(dataDir, two.manifest, early)
  expect(await publicationMoment(dataDir, two.manifest)).toEqual(new Date('2026-02-03T04:05:07Z'))
  await rm(join(dataDir, 'manifest.json'))
  // The publication file alone says when something was published.
  await publish(dataDir, one.manifest, early)
  expect(await publicationMoment(dataDir, one.manifest)).toEqual(new Date('2026-02-03T04:05:08Z'))
})

test('why a published snapshot cannot be used is told in a line', async () => {
  const { dataDir, manifest } = await madeUpSnapshot(ONE, 'one')
  const lines: string[] = []
  const published = (folder: string) => publishedManifest(folder, (line) => lines.push(line))
  const path = join(dataDir, 'manifest.json')
  expect(await published(dataDir)).toEqual(manifest)
  expect(await published(await temporaryFolder())).toBeUndefined()
  expect(lines).toEqual([])
  const { catalog } = manifest.files
  await rm(join(dataDir, catalog.path))
  expect(await published(dataDir)).toBeUndefined()
  expect(lines).toEqual([
    `The existing snapshot cannot be used: ${path} names ${catalog.path}, which is missing or not complete.`,
  ])
  await Bun.write(path, '{"formatVersion":')
  expect(await published(dataDir)).toBeUndefined()
  expect(lines[1]).toBe(`The existing snapshot cannot be used: ${path} cannot be read as JSON.`)
})

const HASH = '0123456789abcdef'

test.each([
  [`catalog-${HASH}.sqlite`, true],
  [`names-${HASH}.bin`, true],
  [`history-${HASH}.json`, true],
  [`pages/toi-${HASH}.bin`, true],
  [`data/exoplanets.csv-${HASH}.csv.gz`, true],
  [`exports/exoplanets-${HASH}.pack.tmp`, true],
  [`other-${HASH}.bin`, false],
  [`other/x-${HASH}.bin`, false],
  [`pages/a/b-${HASH}.bin`, false],
  [`pages/-${HASH}.bin`, false],
  [`catalog-${HASH.slice(1)}.sqlite`, false],
  [`catalog-${HASH}0.sqlite`, false],
  [`catalog-${HASH.toUpperCase()}.sqlite`, false],
  [`catalog-${HASH}`, false],
  [`x/catalog-${HASH}.sqlite`, false],
])('%s is a file of a snapshot: %p', (path, expected) => {
  expect(isArtifact(path)).toBe(expected)
})

const LEFT_BY_KILLED = [
  'build.lock',
  'refresh.lock',
  'build.lock.takeover',
  'publication.json.tmp',
  'manifest.json.tmp',
  'manifest.previous.json.tmp',
  'changes.json.tmp',
  'changes.next.json.tmp',
  'changes/2026-01-02-x.json.tmp',
  'refresh.last.json.tmp',
  'pull.last.json.tmp',
  'exports/exoplanets.pack.tmp',
  'data/catalog.sqlite.tmp',
  `pages/a-${HASH}.bin.tmp`,
]
const NEVER_SWEPT = [
  'build.lock.db',
  'build.lock.holder',
  'manifest.json.tmp.bak',
  'changes.json',
  'changes.next.json',
  'refresh.last.json',
  'changes/2026-01-02-x.json',
  'exports/notes.tmp',
  'data/catalog.sqlite',
  'pages/a.bin.part',
]

test('what killed commands left is swept, and nothing else', async () => {
  const dataDir = await temporaryFolder()
  for (const path of [...LEFT_BY_KILLED, ...NEVER_SWEPT]) await Bun.write(join(dataDir, path), 'x')
  await sweep(dataDir)
  const left = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = left
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
  expect(names.sort()).toEqual(NEVER_SWEPT.toSorted())
})

test('every folder of a snapshot is swept, and in each the files of the two last snapshots stay', async () => {
  const [one, two, three] = [
    await madeUpSnapshot(ONE, 'one'),
    await madeUpSnapshot(TWO, 'two'),
    await madeUpSnapshot(THREE, 'three'),
  ]
  const dataDir = await temporaryFolder()
  const pathsOf = ({ files }: Manifest) => JSON.stringify(files).match(/[\w./-]+-[0-9a-f]{16}\.\w+/g)!
  for (const { manifest, dataDir: from } of [one, two, three]) {
    for (const path of pathsOf(manifest)) await Bun.write(join(dataDir, path), Bun.file(join(from, path)))
    await publish(dataDir, manifest)
  }
  const others = ['pages', 'statistics', 'insights', 'plots', 'exports', 'data'].map(
    (folder) => `${folder}/old-${HASH}.bin`,
  )
  for (const path of others) await Bun.write(join(dataDir, path), 'x')
  await sweep(dataDir)
  const kept = new Set([...pathsOf(two.manifest), ...pathsOf(three.manifest)])
  for (const path of kept) expect([path, await Bun.file(join(dataDir, path)).exists()]).toEqual([path, true])
  for (const path of [...others, ...pathsOf(one.manifest).filter((path) => !kept.has(path))])
    expect([path, await Bun.file(join(dataDir, path)).exists()]).toEqual([path, false])
})
