import { stat } from 'node:fs/promises'
import type { InputFile, Manifest } from '../../src/format/manifest.ts'
import { ArchiveError } from '../archive/archive.ts'
import type { ArchiveFile } from '../archive/files/archive-file.ts'
import { archiveFolders, findAliases, findColumns, findTables } from '../archive/files/find-files.ts'
import { PROVENANCE_FILE } from '../archive/files/provenance.ts'

/** Whether a file is one of the inputs, by name and content. */
async function isInput({ name, path }: ArchiveFile, inputs: readonly InputFile[]): Promise<boolean> {
  try {
    const { size } = await stat(path)
    const candidates = inputs.filter((input) => input.name === name && input.bytes === size)
    if (candidates.length === 0) return false
    const hasher = new Bun.CryptoHasher('sha256')
    for await (const chunk of Bun.file(path).stream()) hasher.update(chunk)
    const sha256 = hasher.digest('hex')
    return candidates.some((input) => input.sha256 === sha256)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ArchiveError(`${name} cannot be read (${code}).`, { file: name }, { cause: error })
  }
}

/**
 * Whether a snapshot was built from exactly the tables and column catalogs that the archive contains now. Throws an ArchiveError
 * if the archive is missing, incomplete or unreadable.
 */
export async function isBuiltFrom({ inputs }: Pick<Manifest, 'inputs'>, archiveDir: string): Promise<boolean> {
  const folders = await archiveFolders(archiveDir)
  const { exoplanets, stellarhosts, further } = await findTables(folders)
  const tables = [exoplanets, stellarhosts, ...further]
  const aliases = await findAliases(folders)
  const columns = await Promise.all(tables.map(({ folder }) => findColumns(folder)))
  const files = [...tables, ...[...columns, aliases].filter((file) => file !== undefined)]
  // Every file is an input, and no input is missing. The provenance file is ignored, because it differs with every fetch.
  const names = new Set(files.map(({ name }) => name))
  if (inputs.some(({ name }) => name !== PROVENANCE_FILE && !names.has(name))) return false
  const known = await Promise.all(files.map((file) => isInput(file, inputs)))
  return known.every(Boolean)
}
