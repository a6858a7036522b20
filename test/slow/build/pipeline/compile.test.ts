import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findTables } from '../../../../build/archive/files/find-files.ts'
import { readArchive } from '../../../../build/archive/read-archive.ts'
import { buildSnapshot, prepareSnapshot } from '../../../../build/pipeline/compile.ts'
import { openSnapshot } from '../../../../src/store/open-snapshot.ts'
import { quietEffects } from '../../../fixtures/archives/archive-folder.ts'
import { tinyArchive } from '../../../fixtures/archives/tiny-archive.ts'
import { publishArchive } from '../../../fixtures/snapshots/publish-archive.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

/** Names of everything that lies in a folder but folders. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}

/** Builds what must fail, and gives what the failed build still did while another one ran from beginning to end. */
async function doneAfterFailure(readTables: Parameters<typeof buildSnapshot>[0], dataDir: string): Promise<string[]> {
  const done: string[] = []
  let isOver = false
  const note = (what: string) => {
    if (isOver) done.push(what)
  }
  const effects = { ...quietEffects, log: note, progress: note }
  await expect(buildSnapshot(readTables, dataDir, effects)).rejects.toThrow()
  isOver = true
  const left = await filesIn(dataDir)
  await publishArchive(await tinyArchive(), await temporaryFolder())
  expect(await filesIn(dataDir)).toEqual(left)
  return done
}

test('a build removes what killed builds and refreshes left, and nothing else', async () => {
  const dataDir = await temporaryFolder()
  const report = '2026-01-02-0123456789abcdef.json'
  const kept = ['changes.json', 'changes.next.json', 'notes.tmp', report]
  const names = [
    ...kept.slice(0, 3),
    `changes/${report}`,
    'exports/exoplanets.pack.tmp',
    'pages/exoplanets-0123456789abcdef.bin',
  ]
  for (const left of [
    'manifest.json',
    'manifest.previous.json',
    'changes.json',
    'changes.next.json',
    `changes/${report}`,
  ])
    names.push(`${left}.tmp`)
  for (const name of names) await Bun.write(join(dataDir, name), 'x')
  await publishArchive(await tinyArchive(), dataDir)
  const fresh = await temporaryFolder()
  await publishArchive(await tinyArchive(), fresh)
  expect((await filesIn(dataDir)).sort()).toEqual([...kept, ...(await filesIn(fresh))].sort())
})

test('a build whose archive is at fault has ended when it says so, also with a table that was being read', async () => {
  const dataDir = await temporaryFolder()
  const files = await findTables([await tinyArchive()])
  const readTables: Parameters<typeof buildSnapshot>[0] = async (read) => {
    read(files.exoplanets, new Map()).catch(() => {})
    throw new Error('something else is wrong')
  }
  expect(await doneAfterFailure(readTables, dataDir)).toEqual([])
  expect(await filesIn(dataDir)).toEqual([])
})

test('a build that cannot write a file has ended when it says so, and leaves none of the others', async () => {
  const dataDir = await temporaryFolder()
  await Bun.write(join(dataDir, 'pages'), 'in the place of the folder')
  const archive = await tinyArchive()
  expect(await doneAfterFailure((read) => readArchive(archive, quietEffects, read), dataDir)).toEqual([])
  expect(await filesIn(dataDir)).toEqual(['pages'])
})

test('a prepared snapshot is invisible until it is published, and leaves nothing if it is discarded', async () => {
  const dataDir = await temporaryFolder()
  const prepare = async (year: number) => {
    const archive = await tinyArchive(year)
    return prepareSnapshot((read) => readArchive(archive, quietEffects, read), dataDir, quietEffects)
  }
  {
    await using discarded = await prepare(2001)
    expect((await filesIn(dataDir)).length).toBeGreaterThan(5)
    expect(await filesIn(dataDir)).not.toContain('manifest.json')
    expect(discarded.tables.exoplanets.rows).toBe(discarded.manifest.tables.exoplanets.rows)
  }
  expect(await filesIn(dataDir)).toEqual([])

  const first = await prepare(2001)
  await first.publish()
  await first.discard()
  const published = await filesIn(dataDir)
  expect((await openSnapshot(dataDir)).manifest).toEqual(first.manifest)
  {
    await using second = await prepare(2002)
    expect((await openSnapshot(dataDir)).manifest).toEqual(first.manifest)
    expect(second.manifest.snapshotId).not.toBe(first.manifest.snapshotId)
  }
  expect((await filesIn(dataDir)).sort()).toEqual(published.sort())
})
