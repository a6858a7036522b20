import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRef } from '../format/manifest.ts'
import { SnapshotError } from './snapshot-error.ts'

/** Bytes that are read and hashed at a time: each chunk blocks a running server that verifies a new snapshot for about 2 ms. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** Opens a file with the size in the manifest; throws a SnapshotError if there is none. */
async function openWhole(full: string, bytes: number): Promise<FileHandle> {
  const file = await open(full, 'r').catch((cause: unknown) => {
    throw new SnapshotError(`The manifest names ${full}, which cannot be opened. Run the build again.`, { cause })
  })
  const { size } = await file.stat()
  if (size === bytes) return file
  await file.close()
  throw new SnapshotError(`${full} has ${size} bytes, but the manifest says ${bytes}. Run the build again.`)
}

/** Throws a SnapshotError unless the file exists and has the length in the manifest. */
export async function verifyLength(dataDir: string, { path, bytes }: FileRef): Promise<void> {
  await (await openWhole(join(dataDir, path), bytes)).close()
}

/** Throws a SnapshotError unless the file exists and has exactly the bytes that the manifest describes. */
export async function verifyFile(dataDir: string, { path, bytes, sha256 }: FileRef): Promise<void> {
  const full = join(dataDir, path)
  const file = await openWhole(full, bytes)
  try {
    const hasher = new Bun.CryptoHasher('sha256')
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, bytes))
    for (let done = 0; done < bytes; ) {
      const { bytesRead } = await file.read(chunk, 0, chunk.byteLength, done)
      if (bytesRead === 0) throw new SnapshotError(`${full} shrank while it was read.`)
      hasher.update(chunk.subarray(0, bytesRead))
      done += bytesRead
    }
    if (hasher.digest('hex') !== sha256)
      throw new SnapshotError(`The content of ${full} does not match the manifest (SHA-256). Run the build again.`)
  } finally {
    await file.close()
  }
}
