import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  filesOf,
  MANIFEST_FILE,
  type Manifest,
  ManifestFault,
  sealManifest,
  unsealManifest,
} from '../../src/format/manifest.ts'
import {
  namedMoment,
  nextPublication,
  PUBLICATION_FILE,
  publicationText,
  publishedAt,
} from '../../src/format/publication.ts'
import { replaceFile, syncToDisk } from './replace-file.ts'

/** The manifest before the current one: running servers may still have its files open, or open them again. */
const PREVIOUS_MANIFEST_FILE = 'manifest.previous.json'

/** Files that a build writes; only these are ever removed. */
const ARTIFACT =
  /^(?:catalog|names|history|(?:pages|statistics|insights|plots|exports|data)\/[\w.-]+)-[0-9a-f]{16}(?:\.\w+)+$/

/** Whether a path is that of a file of a snapshot, of whatever build. */
export function isArtifact(path: string): boolean {
  return ARTIFACT.test(path)
}

/** What killed processes leave. Locks without `.db` are those of version 1.0.0, which were links. */
const LEFTOVER =
  /^(?:(?:build|refresh)\.lock(?:\.takeover)?|(?:publication|manifest(?:\.previous)?|changes(?:\.next)?|changes\/[\w.-]+|(?:refresh|pull)\.last)\.json\.tmp|exports\/\w+\.pack\.tmp|data\/catalog\.sqlite\.tmp)$/
const SWEPT_FOLDERS = ['.', 'pages', 'statistics', 'insights', 'plots', 'exports', 'data', 'changes'] as const

async function readJson(path: string): Promise<unknown> {
  try {
    return await Bun.file(path).json()
  } catch {
    return undefined
  }
}

/** Every `path` within a manifest of any format version: an older server may be at work on an older one. */
function pathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'path' && typeof inner === 'string' ? [inner] : pathsIn(inner),
  )
}

/** The manifest in a data folder's text, whose files are all there in full length; else throws a ManifestFault. */
async function usableManifest(dataDir: string, text: string): Promise<Manifest> {
  const manifest = unsealManifest(text)
  for (const { path, bytes } of filesOf(manifest)) {
    const size = await stat(join(dataDir, path)).then(
      (found) => found.size,
      () => undefined,
    )
    if (size !== bytes) throw new ManifestFault(`names ${path}, which is not there in full length`)
  }
  return manifest
}

/**
 * The manifest of the published snapshot, if that is one of this format version whose files are all there in full length.
 * Undefined where nothing is published, and where what is cannot be served; that is told to `log`, with the reason.
 */
export async function publishedManifest(dataDir: string, log: (line: string) => void): Promise<Manifest | undefined> {
  const path = join(dataDir, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) return undefined
  const text = await file.text()
  try {
    return await usableManifest(dataDir, text)
  } catch (fault) {
    if (!(fault instanceof ManifestFault)) throw fault
    log(`The snapshot that is there cannot be used: ${path} ${fault.message}.`)
    return undefined
  }
}

/** Removes what killed builds and refreshes and snapshots older than the previous one left: no manifest names it. */
export async function sweep(dataDir: string): Promise<void> {
  const kept = new Set<string>()
  for (const name of [MANIFEST_FILE, PREVIOUS_MANIFEST_FILE])
    for (const path of pathsIn(await readJson(join(dataDir, name)))) kept.add(path)
  for (const folder of SWEPT_FOLDERS) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    for (const name of names) {
      const path = folder === '.' ? name : `${folder}/${name}`
      if (LEFTOVER.test(path) || (isArtifact(path) && !kept.has(path))) await rm(join(dataDir, path), { force: true })
    }
  }
}

/** Returns when every file of a snapshot is on the disk: a manifest must not outlive a power failure that its files do not. */
export async function syncSnapshot(dataDir: string, manifest: Manifest): Promise<void> {
  // Most have long been written by now.
  for (const { path } of filesOf(manifest)) await syncToDisk(join(dataDir, path))
}

function namesSameFiles(text: string, manifest: Manifest): boolean {
  try {
    return Bun.deepEquals(pathsIn(JSON.parse(text)).sort(), pathsIn(manifest).sort())
  } catch {
    return false
  }
}

function snapshotIdIn(text: string): unknown {
  try {
    return JSON.parse(text).snapshotId
  } catch {
    return undefined
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return Bun.file(path)
    .text()
    .catch(() => undefined)
}

/**
 * The moment of publication of a snapshot that is to take the place of the current one: later than that of any before, so
 * that a client that asks by date always learns of it, also where an older snapshot comes back. The snapshot that is
 * published already keeps its moment.
 */
async function momentOf(
  dataDir: string,
  { snapshotId }: Manifest,
  current: string | undefined,
  published = new Date(),
): Promise<Date> {
  const neighbor = await textOf(join(dataDir, PUBLICATION_FILE))
  const named = namedMoment(neighbor)
  const before = named === undefined ? [] : [named]
  const times = await stat(join(dataDir, MANIFEST_FILE)).catch(() => undefined)
  if (current !== undefined && times !== undefined) {
    const id = snapshotIdIn(current)
    const currentMoment = publishedAt(String(id), neighbor, times)
    if (id === snapshotId) return currentMoment
    before.push(currentMoment)
  }
  return nextPublication(published.getTime(), before)
}

/**
 * Makes a snapshot the current one in one step: until the last rename, whoever looks finds the one before. `published` is
 * when it was published elsewhere, if it was; here, it is later than that of any snapshot before in any case.
 */
export async function publish(dataDir: string, manifest: Manifest, published?: Date): Promise<void> {
  const target = join(dataDir, MANIFEST_FILE)
  const current = await textOf(target)
  const moment = await momentOf(dataDir, manifest, current, published)
  // The same snapshot again, be it from other input files, must not push the one before it out of reach.
  if (current !== undefined && !namesSameFiles(current, manifest))
    await replaceFile(join(dataDir, PREVIOUS_MANIFEST_FILE), current)
  await replaceFile(join(dataDir, PUBLICATION_FILE), publicationText(manifest.snapshotId, moment))
  await replaceFile(target, sealManifest(manifest), moment)
}
