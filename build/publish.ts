import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRef, Manifest } from '../src/format/manifest.ts'
import { FORMAT_VERSION, MANIFEST_FILE } from '../src/format/manifest.ts'

/** The manifest before the current one: running servers may still have its files open, or open them again. */
const PREVIOUS_MANIFEST_FILE = 'manifest.previous.json'

/** Folders and files that a build writes; only these are ever removed. */
const ARTEFACT =
  /^(?:(?:catalog|(?:pages|insights|exports)\/[\w.-]+)-[0-9a-f]{16}\.\w+(?:\.tmp)?|exports\/\w+\.pack\.tmp)$/
const ARTEFACT_FOLDERS = ['.', 'pages', 'insights', 'exports'] as const

/** Every artefact that a manifest names. */
export function filesOf({ files }: Pick<Manifest, 'files'>): readonly FileRef[] {
  return [
    files.catalog,
    ...Object.values(files.pages),
    files.insightList,
    ...Object.values(files.insights),
    ...Object.values(files.exports),
  ]
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  const text = await Bun.file(path)
    .text()
    .catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const manifest: unknown = JSON.parse(text)
    // Files of another format version are of no use to the servers that this build serves.
    if (typeof manifest !== 'object' || manifest === null || !('formatVersion' in manifest)) return undefined
    return manifest.formatVersion === FORMAT_VERSION ? (manifest as Manifest) : undefined
  } catch {
    return undefined
  }
}

/** The published manifest of this format version whose files are all there in full length, or undefined. */
export async function publishedManifest(dataDir: string): Promise<Manifest | undefined> {
  const manifest = await readManifest(join(dataDir, MANIFEST_FILE))
  if (manifest === undefined) return undefined
  const sizes = await Promise.all(
    filesOf(manifest).map(async ({ path, bytes }) =>
      stat(join(dataDir, path)).then(
        ({ size }) => size === bytes,
        () => false,
      ),
    ),
  )
  return sizes.every(Boolean) ? manifest : undefined
}

/** Removes what killed builds and snapshots older than the previous one left: no manifest names it. */
export async function sweep(dataDir: string): Promise<void> {
  const kept = new Set<string>()
  for (const name of [MANIFEST_FILE, PREVIOUS_MANIFEST_FILE]) {
    const manifest = await readManifest(join(dataDir, name))
    if (manifest !== undefined) for (const { path } of filesOf(manifest)) kept.add(path)
  }
  for (const folder of ARTEFACT_FOLDERS) {
    const names = await readdir(join(dataDir, folder)).catch(() => [])
    for (const name of names) {
      const path = folder === '.' ? name : `${folder}/${name}`
      if (ARTEFACT.test(path) && !kept.has(path)) await rm(join(dataDir, path), { force: true })
    }
  }
}

/** Makes the build the current snapshot in one step: until the last rename, whoever looks finds the one before. */
export async function publish(dataDir: string, manifest: Manifest): Promise<void> {
  const target = join(dataDir, MANIFEST_FILE)
  await mkdir(dataDir, { recursive: true })
  const current = await readManifest(target)
  if (current !== undefined && current.snapshotId !== manifest.snapshotId) {
    const previous = join(dataDir, PREVIOUS_MANIFEST_FILE)
    await copyFile(target, `${previous}.tmp`)
    await rename(`${previous}.tmp`, previous)
  }
  await Bun.write(`${target}.tmp`, `${JSON.stringify(manifest, null, 2)}\n`)
  await rename(`${target}.tmp`, target)
}
