import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileRef } from '../src/format/manifest.ts'

/**
 * Writes one artefact under a name that holds the first 16 hex digits of its SHA-256, by a temporary name and a rename.
 * `stem` may hold folders: `pages/exoplanets` with `bin` becomes `pages/exoplanets-0123456789abcdef.bin`.
 */
export async function writeArtefact(
  dataDir: string,
  stem: string,
  extension: string,
  bytes: Uint8Array,
): Promise<FileRef> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const path = `${stem}-${sha256.slice(0, 16)}.${extension}`
  const target = join(dataDir, path)
  await mkdir(dirname(target), { recursive: true })
  await Bun.write(`${target}.tmp`, bytes)
  await rename(`${target}.tmp`, target)
  return { path, bytes: bytes.byteLength, sha256 }
}
