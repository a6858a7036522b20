import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { CATALOG_FILE, SUMS_FILE } from '../../src/format/data-file.ts'
import type { FileRef } from '../../src/format/manifest.ts'
import { writeArtefact } from '../data-folder/artefact-file.ts'

const CHUNK_BYTES = 1 << 20
/** As in gzip.ts: half the time of the usual 6. */
const LEVEL = 4

/** Packs the SQL database, in threads of the runtime's own. */
export async function packCatalog(catalog: FileRef, dataDir: string): Promise<FileRef> {
  const source = createReadStream(join(dataDir, catalog.path), { highWaterMark: CHUNK_BYTES })
  const parts: Uint8Array[] = []
  for await (const part of source.pipe(createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES }))) parts.push(part)
  return writeArtefact(dataDir, 'data/catalog', CATALOG_FILE.replace('catalog.', ''), parts)
}

/** The files with one more, which lists the SHA-256 of each as `sha256sum` does and checks. */
export async function withSums(
  files: Readonly<Record<string, FileRef>>,
  dataDir: string,
): Promise<Readonly<Record<string, FileRef>>> {
  const lines = Object.entries(files).map(([name, { sha256 }]) => `${sha256}  ${name}\n`)
  const sums = await writeArtefact(dataDir, 'data/sums', 'txt', new TextEncoder().encode(lines.join('')))
  return { ...files, [SUMS_FILE]: sums }
}
