import type { InputFile, Manifest } from '../src/format/manifest.ts'
import { ArchiveError } from './archive.ts'
import type { ArchiveFile } from './read/archive-file.ts'
import { archiveFolders, findColumns, findTables } from './read/find-files.ts'

async function isInput({ name, path }: ArchiveFile, inputs: readonly InputFile[]): Promise<boolean> {
  const file = Bun.file(path)
  const candidates = inputs.filter((input) => input.name === name && input.bytes === file.size)
  if (candidates.length === 0) return false
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of file.stream()) hasher.update(chunk)
  const sha256 = hasher.digest('hex')
  return candidates.some((input) => input.sha256 === sha256)
}

/**
 * Whether a snapshot was built from the tables and the column catalogue that the archive holds now. An archive that is
 * not there, or not whole, is no reason to give up a snapshot: then true.
 */
export async function isBuiltFrom(manifest: Manifest, archiveDir: string): Promise<boolean> {
  try {
    const tables = Object.values(await findTables(await archiveFolders(archiveDir)))
    const columns = await Promise.all(tables.map(({ folder }) => findColumns(folder)))
    const files = [...tables, ...columns.filter((file) => file !== undefined)]
    const known = await Promise.all(files.map((file) => isInput(file, manifest.inputs)))
    return known.every(Boolean)
  } catch (error) {
    if (error instanceof ArchiveError) return true
    throw error
  }
}
