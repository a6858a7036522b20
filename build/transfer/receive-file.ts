import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileRef } from '../../src/format/manifest.ts'
import { type ReadableStorage, StorageError } from '../storage/storage.ts'
import { ATTEMPTS, pauseAfter, type TransferEffects } from './effects.ts'

/** Why a pull failed, in a sentence for the user. */
export class PullError extends Error {
  override readonly name = 'PullError'
}

/**
 * Copies one file into a data folder and checks its hash. The part received before an interruption is kept next to it, and only
 * the rest is read the next time; then the file is moved into place by a rename.
 */
export async function receiveFile(
  storage: ReadableStorage,
  file: FileRef,
  dataDir: string,
  effects: TransferEffects,
): Promise<void> {
  const target = join(dataDir, file.path)
  const part = `${target}.part`
  await mkdir(dirname(target), { recursive: true })
  const address = `${storage.address}/${file.path}`
  let failures = 0
  for (;;) {
    const before = await sizeOf(part)
    try {
      const sha256 = await receive(storage, file, part)
      if (sha256 === file.sha256) break
      await rm(part, { force: true })
      // A part of it can be left over from an earlier pull: only a file received in one piece shows that the storage is wrong.
      if (before === 0)
        throw new PullError(
          `${address} differs from the manifest (SHA-256): publish the snapshot again with --rewrite.`,
        )
    } catch (error) {
      if (!(error instanceof StorageError) || !error.isTransient) throw error
      // A connection that is cut repeatedly still delivers a long file, as long as each attempt receives something.
      failures = (await sizeOf(part)) > before ? 1 : failures + 1
      if (failures >= ATTEMPTS) throw error
      await pauseAfter(error, failures, effects)
    }
  }
  await rename(part, target)
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Appends the missing bytes to the existing part; returns the hash of the entire file. */
async function receive(storage: ReadableStorage, { path, bytes }: FileRef, part: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  let size = await sizeOf(part)
  if (size > bytes) {
    await rm(part)
    size = 0
  }
  if (size > 0) for await (const chunk of Bun.file(part).stream()) hasher.update(chunk)
  if (size === bytes && bytes > 0) return hasher.digest('hex')
  const stream = await storage.read(path, size)
  if (stream === undefined)
    throw new PullError(
      `${storage.address}/${path} is missing, although the manifest names it. If the snapshot was replaced a moment ago, start again; otherwise publish it again.`,
    )
  const file = await open(part, 'a')
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength
      // Any further bytes do not belong to the file and need not fill the disk.
      if (size > bytes) break
      hasher.update(chunk)
      for (let at = 0; at < chunk.byteLength; ) at += (await file.write(chunk, at)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (size < bytes) throw new StorageError(`${storage.address}/${path} ended after ${size} of ${bytes} bytes.`, true)
  return size > bytes ? '' : hasher.digest('hex')
}
