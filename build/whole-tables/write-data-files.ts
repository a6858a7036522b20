import { mkdir, open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CATALOG_FILE, SUMS_FILE } from '../../src/format/data-file.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtifact } from '../data-folder/artifact-file.ts'
import { GzipWriter } from './gzip.ts'
import { writeSlimCatalog } from './slim-catalog.ts'

const CHUNK_BYTES = 4 << 20

/** Compresses the SQL database without its wide indexes; memory holds the compressed bytes and one chunk of the database. */
export async function packCatalog(catalog: FileRef, dataDir: string): Promise<FileRef> {
  const slim = join(dataDir, 'data/catalog.sqlite.tmp')
  await mkdir(dirname(slim), { recursive: true })
  try {
    await writeSlimCatalog(join(dataDir, catalog.path), slim)
    return await writeArtifact(dataDir, 'data/catalog', CATALOG_FILE.replace('catalog.', ''), await packed(slim))
  } finally {
    await rm(slim, { force: true })
  }
}

async function packed(path: string): Promise<readonly Uint8Array[]> {
  const gzip = new GzipWriter()
  const chunk = new Uint8Array(CHUNK_BYTES)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(chunk)
      if (bytesRead === 0) return gzip.finish()
      gzip.write(chunk.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** Adds a file that lists the SHA-256 of each file in the format of `sha256sum`. */
export async function withSums(
  files: Readonly<Record<string, FileRef>>,
  dataDir: string,
): Promise<Readonly<Record<string, FileRef>>> {
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${sha256}  ${name}\n`)
  const sums = await writeArtifact(dataDir, 'data/sums', 'txt', new TextEncoder().encode(lines.join('')))
  return { ...files, [SUMS_FILE]: sums }
}
