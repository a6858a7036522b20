import { deserializeManifest, filesOf, MANIFEST_FILE, type Manifest, ManifestError } from '../../src/format/manifest.ts'
import { isArtifact } from '../data-folder/publish.ts'
import { readText, type Storage } from '../storage/storage.ts'
import { retried, type TransferEffects } from './effects.ts'
import { SNAPSHOTS_PREFIX, snapshotKey, snapshotOfKey, snapshotOfTableKey } from './layout.ts'
import type { PublisherMark } from './publisher-marks.ts'

/** The removed snapshots and files. */
export interface Pruned {
  readonly snapshots: readonly string[]
  readonly files: number
}

const NOTHING: Pruned = { snapshots: [], files: 0 }

/** Reads the manifest at a key; undefined if there is none, or if this program cannot read it. */
async function manifestAt(storage: Storage, key: string): Promise<Manifest | undefined> {
  const text = await readText(storage, key)
  try {
    return text === undefined ? undefined : deserializeManifest(text)
  } catch (fault) {
    if (fault instanceof ManifestError) return undefined
    throw fault
  }
}

/**
 * Removes all snapshots except the newest `keep`, which always include the current one, and every snapshot file that no
 * remaining snapshot names. Undefined if pruning is not possible now because another publisher is running.
 */
export async function prune(
  storage: Storage,
  mark: PublisherMark,
  keep: number,
  effects: TransferEffects,
): Promise<Pruned | undefined> {
  if (!(await retried(effects, () => mark.startRemoving()))) return undefined
  const current = await retried(effects, () => manifestAt(storage, MANIFEST_FILE))
  if (current === undefined) return NOTHING
  const stored = await retried(effects, () => storage.list(SNAPSHOTS_PREFIX))
  const byAge = stored
    .map(({ key, modifiedMs }) => ({ id: snapshotOfKey(key), modifiedMs }))
    .filter(({ id }) => id !== undefined && id !== current.snapshotId)
    .sort((a, b) => b.modifiedMs - a.modifiedMs)
    .map(({ id }) => id!)
  const kept = byAge.slice(0, keep - 1)
  const old = byAge.slice(keep - 1)
  const needed = new Set(filesOf(current).map(({ path }) => path))
  for (const id of kept) {
    const manifest = await retried(effects, () => manifestAt(storage, snapshotKey(id)))
    // Written by another version of the program: the files it needs are unknown, so nothing is removed.
    if (manifest === undefined) return NOTHING
    for (const { path } of filesOf(manifest)) needed.add(path)
  }
  // Remove the manifests first: from then on, no client begins to read the files.
  for (const id of old) await removeKey(storage, mark, snapshotKey(id), effects)
  const listed = await retried(effects, () => storage.list(''))
  const isOver = (key: string): boolean => {
    const ofTable = snapshotOfTableKey(key)
    return ofTable === undefined
      ? isArtifact(key) && !needed.has(key)
      : ofTable !== current.snapshotId && !kept.includes(ofTable)
  }
  const unneeded = listed.filter(({ key }) => isOver(key))
  for (const { key } of unneeded) await removeKey(storage, mark, key, effects)
  return { snapshots: old, files: unneeded.length }
}

async function removeKey(storage: Storage, mark: PublisherMark, key: string, effects: TransferEffects): Promise<void> {
  await retried(effects, async () => {
    // Other publishers might by now treat this one as ended and rely on the file.
    if (!mark.isReliable())
      throw new Error('The mark of this publisher could not be renewed: start the publishing again.')
    await storage.remove(key)
  })
}
