import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileRef } from '../../src/format/manifest.ts'

/** Maximum number of parts per write call; the kernel accepts up to 1,024. */
const PARTS_PER_WRITE = 512

/**
 * Writes one artifact under a name with the first 16 hex digits of its SHA-256, through a temporary name and a rename. `stem` can
 * contain folders: `pages/exoplanets` with `bin` becomes `pages/exoplanets-0123456789abcdef.bin`. `bytes` can be a list of parts,
 * so that a large file need not be joined in memory.
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
      // A write can be short: above 2 GB, where the next write continues, or on a full disk, where the next write throws.
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
