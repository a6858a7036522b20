import { filesOf, MANIFEST_FILE, type Manifest, ManifestFault, unsealManifest } from '../../src/format/manifest.ts'
import { isArtifact } from '../data-folder/publish.ts'
import { readText, type Storage } from '../storage/storage.ts'
import { retried, type TransferEffects } from './effects.ts'
import { SNAPSHOTS_PREFIX, snapshotKey, snapshotOfKey, snapshotOfTableKey } from './layout.ts'
import type { PublisherMark } from './publisher-marks.ts'

/** What was removed. */
export interface Pruned {
  readonly snapshots: readonly string[]
  readonly files: number
}

const NOTHING: Pruned = { snapshots: [], files: 0 }

/** The manifest under a key; undefined where there is none, or none that this program can read. */
async function manifestAt(storage: Storage, key: string): Promise<Manifest | undefined> {
  const text = await readText(storage, key)
  try {
    return text === undefined ? undefined : unsealManifest(text)
  } catch (fault) {
    if (fault instanceof ManifestFault) return undefined
    throw fault
  }
}

/**
 * Removes the snapshots before the newest `keep`, of which the current one is one in any case, and every file of a snapshot
 * that no snapshot that stays names. Undefined where it cannot be done now: another publisher is at work.
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
    // Written by another version of the program: which files it needs is not known, so all stay.
    if (manifest === undefined) return NOTHING
    for (const { path } of filesOf(manifest)) needed.add(path)
  }
  // The manifests first: from then on nobody begins to read the files.
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
    // Others may take this one for ended by now, and count on the file.
    if (!mark.isReliable()) throw new Error('The mark of this publisher could not be renewed.')
    await storage.remove(key)
  })
}
