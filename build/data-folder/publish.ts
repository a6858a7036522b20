import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  deserializeManifest,
  filesOf,
  MANIFEST_FILE,
  type Manifest,
  ManifestError,
  serializeManifest,
} from '../../src/format/manifest.ts'
import {
  namedMoment,
  nextPublication,
  PUBLICATION_FILE,
  publicationText,
  publishedAt,
} from '../../src/format/publication.ts'
import { replaceFile, syncToDisk } from './replace-file.ts'

/** The manifest before the current one: running servers might still have its files open, or open them again. */
const PREVIOUS_MANIFEST_FILE = 'manifest.previous.json'

/** Files that a build writes; only these are ever removed. */
const ARTIFACT =
  /^(?:catalog|names|history|(?:pages|statistics|insights|plots|exports|data)\/[\w.-]+)-[0-9a-f]{16}(?:\.\w+)+$/

/** Whether a path is that of a snapshot file, from any build. */
export function isArtifact(path: string): boolean {
  return ARTIFACT.test(path)
}

/** Files left by killed processes. Locks without `.db` are those of version 1.0.0, which were links. */
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

/** Returns every `path` within a manifest of any format version: an older server might still use an older version. */
function pathsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'path' && typeof inner === 'string' ? [inner] : pathsIn(inner),
  )
}

/** Parses the manifest of a data folder and checks that all its files exist in full length; otherwise throws a ManifestError. */
async function usableManifest(dataDir: string, text: string): Promise<Manifest> {
  const manifest = deserializeManifest(text)
  for (const { path, bytes } of filesOf(manifest)) {
    const size = await stat(join(dataDir, path)).then(
      (found) => found.size,
      () => undefined,
    )
    if (size !== bytes) throw new ManifestError(`names ${path}, which is missing or not complete`)
  }
  return manifest
}

/**
 * Returns the manifest of the published snapshot if it has this format version and all its files exist in full length. Undefined
 * if nothing is published, or if the published snapshot cannot be served; the reason for the latter goes to `log`.
 */
export async function publishedManifest(dataDir: string, log: (line: string) => void): Promise<Manifest | undefined> {
  const path = join(dataDir, MANIFEST_FILE)
  const file = Bun.file(path)
  if (!(await file.exists())) return undefined
  const text = await file.text()
  try {
    return await usableManifest(dataDir, text)
  } catch (fault) {
    if (!(fault instanceof ManifestError)) throw fault
    log(`The existing snapshot cannot be used: ${path} ${fault.message}.`)
    return undefined
  }
}

/** Removes everything that no manifest names: files of killed builds and refreshes, and snapshots older than the previous one. */
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

/** Resolves once every snapshot file is on disk, so that after a power failure no manifest refers to lost files. */
export async function syncSnapshot(dataDir: string, manifest: Manifest): Promise<void> {
  // Most of the data have long been written by now.
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
 * Returns the publication time of the snapshot that replaces the current one: later than any before, so that a client that
 * revalidates by date always notices the change, even if an older snapshot returns. The snapshot that is already published keeps
 * its time.
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
 * Makes a snapshot the current one in one step: until the last rename, readers find the one before. `published` is the time at
 * which it was published elsewhere, if it was; the time recorded here is always later than that of any earlier snapshot.
 */
export async function publish(dataDir: string, manifest: Manifest, published?: Date): Promise<void> {
  const target = join(dataDir, MANIFEST_FILE)
  const current = await textOf(target)
  const moment = await momentOf(dataDir, manifest, current, published)
  // The same snapshot again, even from other input files, must not replace the previous one.
  if (current !== undefined && !namesSameFiles(current, manifest))
    await replaceFile(join(dataDir, PREVIOUS_MANIFEST_FILE), current)
  await replaceFile(join(dataDir, PUBLICATION_FILE), publicationText(manifest.snapshotId, moment))
  await replaceFile(target, serializeManifest(manifest), moment)
}
