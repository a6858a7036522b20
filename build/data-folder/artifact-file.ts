import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileRef } from '../../src/format/manifest.ts'

/** Parts written by one call: the kernel takes up to 1,024 at a time. */
const PARTS_PER_WRITE = 512

/**
 * Writes one artifact under a name that holds the first 16 hex digits of its SHA-256, by a temporary name and a rename.
 * `stem` may hold folders: `pages/exoplanets` with `bin` becomes `pages/exoplanets-0123456789abcdef.bin`.
 * `bytes` may come in parts, so that a big file need not be joined in memory.
 */
export async function writeArtifact(
  dataDir: string,
  stem: string,
  extension: string,
  bytes: Uint8Array | readonly Uint8Array[],
): Promise<FileRef> {
  const parts = bytes instanceof Uint8Array ? [bytes] : bytes
  const hasher = new Bun.CryptoHasher('sha256')
  let length = 0
  for (const part of parts) {
    hasher.update(part)
    length += part.byteLength
  }
  const sha256 = hasher.digest('hex')
  const path = `${stem}-${sha256.slice(0, 16)}.${extension}`
  const target = join(dataDir, path)
  await mkdir(dirname(target), { recursive: true })
  await writeParts(`${target}.tmp`, parts)
  await rename(`${target}.tmp`, target)
  return { path, bytes: length, sha256 }
}

async function writeParts(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (let index = 0; index < parts.length; index += PARTS_PER_WRITE) {
      const batch = parts.slice(index, index + PARTS_PER_WRITE)
      let { bytesWritten } = await file.writev(batch)
      // A write may be short: beyond 2 GB, where the next one goes on, or on a full disk, where the next one says so.
      for (const part of batch) {
        let at = Math.min(bytesWritten, part.byteLength)
        bytesWritten -= at
        while (at < part.byteLength) at += (await file.write(part, at)).bytesWritten
      }
    }
  } finally {
    await file.close()
  }
}
