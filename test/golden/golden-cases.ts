import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ArchiveError } from '../../build/archive/archive.ts'
import { readArchive } from '../../build/archive/read-archive.ts'
import { buildSnapshot } from '../../build/pipeline/compile.ts'
import type { BuildEffects } from '../../build/terminal/effects.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { renderSnapshot } from './render-snapshot.ts'

const SILENT: BuildEffects = { log: () => {}, progress: () => {}, nowMs: () => 0 }

/** The folder of a case; it holds `archive` and `expected`. */
const folderOf = (name: string) => join(import.meta.dir, name)

/** Every case, by name. */
export async function goldenCases(): Promise<string[]> {
  const entries = await readdir(import.meta.dir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Builds a case; gives the snapshot as text files by path, or `error.txt` alone where the archive is refused. */
export async function buildCase(name: string): Promise<Map<string, string>> {
  const dataDir = await temporaryFolder()
  const archiveDir = join(folderOf(name), 'archive')
  try {
    await buildSnapshot((read) => readArchive(archiveDir, SILENT, read), dataDir, SILENT)
  } catch (error) {
    if (error instanceof ArchiveError)
      return new Map([['error.txt', `${error.message.replaceAll(archiveDir, 'archive')}\n`]])
    throw error
  }
  return renderSnapshot(dataDir)
}

/** The text files that a case is expected to give, by path. */
export async function expectedOf(name: string): Promise<Map<string, string>> {
  const folder = join(folderOf(name), 'expected')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path.slice(folder.length + 1).replaceAll('\\', '/'), await Bun.file(path).text())
  }
  return files
}

/** Makes what the case gives now what it is expected to give. Returns the paths that have changed. */
export async function updateCase(name: string): Promise<string[]> {
  const folder = join(folderOf(name), 'expected')
  const [before, files] = [await expectedOf(name), await buildCase(name)]
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await Bun.write(join(folder, path), text)
  }
  return [...new Set([...before.keys(), ...files.keys()])].filter((path) => before.get(path) !== files.get(path)).sort()
}
