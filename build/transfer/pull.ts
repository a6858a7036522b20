import { statfs } from 'node:fs/promises'
import { isSystemError } from '../../src/command-line/run-command.ts'
import { type FileRef, filesOf, MANIFEST_FILE, type Manifest, serializeManifest } from '../../src/format/manifest.ts'
import { PUBLICATION_FILE, publicationOf } from '../../src/format/publication.ts'
import { parseManifest } from '../../src/store/read-manifest.ts'
import { SnapshotError } from '../../src/store/snapshot-error.ts'
import { verifyFile } from '../../src/store/verify-file.ts'
import { lockDataDir } from '../data-folder/lock.ts'
import { publish, publishedManifest, sweep, syncSnapshot } from '../data-folder/publish.ts'
import { type ReadableStorage, readText } from '../storage/storage.ts'
import { formatBytes } from '../terminal/format.ts'
import { retried, type TransferEffects } from './effects.ts'
import { inLanes } from './lanes.ts'
import { snapshotKey } from './layout.ts'
import { PullError, receiveFile } from './receive-file.ts'

export interface PullConfig {
  readonly dataDir: string
  /** The snapshot to pull; undefined: the current one. */
  readonly snapshotId: string | undefined
}

/** Result of a pull. */
export interface Pulled {
  readonly kind: 'unchanged' | 'published'
  readonly manifest: Manifest
  readonly received: { readonly files: number; readonly bytes: number }
}

const DISK_FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of disk space is used up',
  EFBIG: 'this process may not write files of that size',
  EROFS: 'it is on a read-only file system',
  EACCES: 'this user may not write there',
}

/** Disk space that is left free, for logs and other data. */
const RESERVE_BYTES = 8 * 1024 * 1024

async function readWanted(
  storage: ReadableStorage,
  { snapshotId }: PullConfig,
  effects: TransferEffects,
): Promise<Manifest> {
  const key = snapshotId === undefined ? MANIFEST_FILE : snapshotKey(snapshotId)
  const text = await retried(effects, () => readText(storage, key))
  const remedy = 'Publish a snapshot of this version of the program.'
  if (text !== undefined) return parseManifest(text, `${storage.address}/${key}`, remedy)
  throw new PullError(
    snapshotId === undefined
      ? `There is no snapshot at ${storage.address}: ${MANIFEST_FILE} is missing. Publish one, or correct the address.`
      : `Snapshot ${snapshotId} is not at ${storage.address}: it was never published there, or has been removed since.`,
  )
}

async function isWhole(dataDir: string, file: FileRef): Promise<boolean> {
  return verifyFile(dataDir, file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof SnapshotError) return false
      throw error
    },
  )
}

async function checkSpace(dataDir: string, files: readonly FileRef[]): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { bavail, bsize } = await statfs(dataDir)
  const free = Number(bavail) * Number(bsize)
  if (needed + RESERVE_BYTES <= free) return
  throw new PullError(
    `The snapshot needs ${formatBytes(needed)} in ${dataDir}, but only ${formatBytes(free)} are free: free space, and start again.`,
  )
}

/**
 * Copies a snapshot from a storage into a data folder: the missing files, each checked by its hash, then the manifest, which
 * replaces the former one in one step. If anything fails, the snapshot of the folder is unchanged; if restarted, the pull
 * continues where it stopped. Throws a PullError, a StorageError, a SnapshotError or a LockedError.
 */
export async function pullSnapshot(
  storage: ReadableStorage,
  config: PullConfig,
  effects: TransferEffects,
): Promise<Pulled> {
  const { dataDir } = config
  const manifest = await readWanted(storage, config, effects)
  await using _lock = await lockDataDir(dataDir)
  const current = await publishedManifest(dataDir, effects.log)
  if (current !== undefined && serializeManifest(current) === serializeManifest(manifest))
    return { kind: 'unchanged', manifest, received: { files: 0, bytes: 0 } }
  const wanted: FileRef[] = []
  for (const file of filesOf(manifest)) if (!(await isWhole(dataDir, file))) wanted.push(file)
  await checkSpace(dataDir, wanted)
  try {
    await inLanes(wanted, (file) => receiveFile(storage, file, dataDir, effects))
    await syncSnapshot(dataDir, manifest)
    // A snapshot that returns later has another publication time here than in the storage.
    const moment = publicationOf(manifest.snapshotId, await readText(storage, PUBLICATION_FILE))
    await publish(dataDir, manifest, config.snapshotId === undefined ? moment : undefined)
  } catch (error) {
    if (!isSystemError(error)) throw error
    const reason = DISK_FAULTS[error.code ?? '']
    if (reason === undefined) throw error
    // The received files are useless as long as there is no space for the rest.
    await sweep(dataDir)
    throw new PullError(
      `The snapshot cannot be written to ${dataDir}: ${reason}. The existing snapshot is unchanged.`,
      {
        cause: error,
      },
    )
  }
  await sweep(dataDir)
  const bytes = wanted.reduce((sum, file) => sum + file.bytes, 0)
  return { kind: 'published', manifest, received: { files: wanted.length, bytes } }
}
