import { join } from 'node:path'
import { type FileRef, filesOf, MANIFEST_FILE, type Manifest, serializeManifest } from '../../src/format/manifest.ts'
import { PUBLICATION_FILE, publicationText } from '../../src/format/publication.ts'
import { publicationMoment, readManifest } from '../../src/store/read-manifest.ts'
import { verifyFile } from '../../src/store/verify-file.ts'
import { readText, type Storage, StorageError } from '../storage/storage.ts'
import { retried, type TransferEffects } from './effects.ts'
import { inLanes } from './lanes.ts'
import { currentFile, immutableFile, snapshotKey, TABLES_FILE, tableKey } from './layout.ts'
import { type Pruned, prune } from './prune.ts'
import { createPublisherMark, type PublisherMark } from './publisher-marks.ts'
import { parquetFiles, tableListText } from './table-list.ts'

export interface PublishConfig {
  readonly dataDir: string
  /** How many snapshots remain in the storage, including the current one. */
  readonly keep: number
  /** True to write also files that already exist, for example damaged ones. */
  readonly rewritesAll: boolean
}

/** Result of a publication. */
export interface Publication {
  readonly manifest: Manifest
  readonly written: { readonly files: number; readonly bytes: number }
  /** Number of files that already existed. */
  readonly skipped: number
  /** The removed files; undefined if another publisher was running. */
  readonly removed: Pruned | undefined
  /** False if the snapshot already was the current one in the storage. */
  readonly isNew: boolean
}

/** A file of the data folder and its key in the storage. */
interface Outgoing {
  readonly key: string
  readonly file: FileRef
}

function outgoing(manifest: Manifest): readonly Outgoing[] {
  const tables = Array.from(parquetFiles(manifest), ([name, file]) => ({
    key: tableKey(name, manifest.snapshotId),
    file,
  }))
  const files = filesOf(manifest).map((file) => ({ key: file.path, file }))
  return [...new Map([...files, ...tables].map((one) => [one.key, one])).values()]
}

/** Returns the files that a storage does not have, or not in full length. */
async function missing(storage: Storage, files: readonly Outgoing[], effects: TransferEffects): Promise<Outgoing[]> {
  const listed = await retried(effects, () => storage.list(''))
  const sizes = new Map(listed.map(({ key, bytes }) => [key, bytes]))
  return files.filter(({ key, file }) => sizes.get(key) !== file.bytes)
}

async function writeText(storage: Storage, key: string, text: string, effects: TransferEffects): Promise<void> {
  await retried(effects, () => storage.write(key, new Blob([text]), currentFile(key)))
}

/** Resolves once a storage has every file, even if other publishers remove some in the meantime. */
async function completeFiles(
  storage: Storage,
  mark: PublisherMark,
  files: readonly Outgoing[],
  { dataDir, rewritesAll }: PublishConfig,
  effects: TransferEffects,
): Promise<readonly Outgoing[]> {
  const written = new Map<string, Outgoing>()
  let wanted: readonly Outgoing[] = rewritesAll ? files : await missing(storage, files, effects)
  for (let round = 1; ; round += 1) {
    // If one file fails, the files already written remain, and are not written again the next time.
    await inLanes(wanted, async (one) => {
      const { key, file } = one
      await verifyFile(dataDir, file)
      await retried(effects, () => storage.write(key, Bun.file(join(dataDir, file.path)), immutableFile(key)))
      written.set(key, one)
    })
    // Another publisher might have treated this one as ended and removed files that seemed unused.
    if (!mark.isReliable()) await mark.startWriting()
    wanted = await missing(storage, files, effects)
    if (wanted.length === 0) return [...written.values()]
    if (round >= 3)
      throw new StorageError(`${storage.address}/${wanted[0]!.key} was written but is missing or not complete.`, false)
  }
}

/**
 * Writes the snapshot of a data folder to a storage: first its files, each once, then the files that name them, the manifest
 * last; then removes old snapshots. If restarted after an interruption, it continues where it stopped. Throws a StorageError,
 * or a SnapshotError if the folder has no snapshot to publish.
 */
export async function publishSnapshot(
  storage: Storage,
  config: PublishConfig,
  effects: TransferEffects,
): Promise<Publication> {
  const { dataDir, keep } = config
  const manifest = await readManifest(dataDir)
  const { snapshotId } = manifest
  const text = serializeManifest(manifest)
  const moment = await publicationMoment(dataDir, manifest)
  await using mark = createPublisherMark(storage, effects.sleep)
  await retried(effects, () => mark.startWriting())
  const files = outgoing(manifest)
  const written = await completeFiles(storage, mark, files, config, effects)
  const isNew = (await retried(effects, () => readText(storage, MANIFEST_FILE))) !== text
  if (isNew) {
    await writeText(storage, snapshotKey(snapshotId), text, effects)
    await writeText(storage, TABLES_FILE, tableListText(manifest), effects)
    await writeText(storage, PUBLICATION_FILE, publicationText(snapshotId, moment), effects)
    await writeText(storage, MANIFEST_FILE, text, effects)
  }
  const removed = await prune(storage, mark, keep, effects)
  return {
    manifest,
    written: { files: written.length, bytes: written.reduce((sum, { file }) => sum + file.bytes, 0) },
    skipped: files.length - written.length,
    removed,
    isNew,
  }
}
