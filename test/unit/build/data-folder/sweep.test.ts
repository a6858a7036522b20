import { expect, test } from 'bun:test'
import { cp, readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { publishedManifest, sweep } from '../../../../build/data-folder/publish.ts'
import { filesOf } from '../../../../src/format/manifest.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { builtSnapshot } from '../../../fixtures/snapshots/built-snapshot.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

test('what the manifest and the one before it name stays, and so does what no build has made', async () => {
  const folder = await temporaryFolder()
  const [now, before, old] = ['1', '2', '3'].map((digit) => digit.repeat(16))
  const named = (id: string) => ({ files: { catalog: { path: `catalog-${id}.sqlite` }, pages: { a: { path: `pages/a-${id}.bin` } } } }) // biome-ignore format: one line
  await Bun.write(join(folder, 'manifest.json'), JSON.stringify(named(now!)))
  await Bun.write(join(folder, 'manifest.previous.json'), JSON.stringify(named(before!)))
  const files = [now, before, old].flatMap((id) => [`catalog-${id}.sqlite`, `pages/a-${id}.bin`])
  const leftovers = ['manifest.json.tmp', 'build.lock', 'exports/exoplanets.pack.tmp', 'data/catalog.sqlite.tmp']
  const others = ['notes.txt', 'pages/notes.txt', 'changes/undated-1.json', 'catalog-12.sqlite']
  for (const path of [...files, ...leftovers, ...others]) await Bun.write(join(folder, path), 'x')
  await sweep(folder)
  const left = (await readdir(folder, { recursive: true })).filter((path) => /\.\w+$/.test(path)).sort()
  const kept = files.filter((path) => !path.includes(old!))
  expect(left).toEqual([...kept, ...others, 'manifest.json', 'manifest.previous.json'].sort())
})

test('a snapshot of which a file is shorter, longer or gone cannot be used, which is told', async () => {
  const { dataDir, manifest } = await builtSnapshot(await tinyArchive())
  const lines: string[] = []
  const idIn = async (folder: string) => (await publishedManifest(folder, (line) => lines.push(line)))?.snapshotId
  expect(await idIn(dataDir)).toBe(manifest.snapshotId)
  expect(lines).toEqual([])
  for (const { path, bytes } of filesOf(manifest).slice(0, 1))
    for (const length of [bytes - 1, bytes + 1]) {
      const folder = await temporaryFolder()
      await cp(dataDir, folder, { recursive: true })
      await truncate(join(folder, path), length)
      expect(await idIn(folder)).toBeUndefined()
      expect(lines.at(-1)).toContain(`names ${path}, which is missing or not complete`)
    }
})
