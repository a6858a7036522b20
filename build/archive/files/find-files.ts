import { readdir, stat } from 'node:fs/promises'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { TABLE_NAMES, type TableName } from '../../../src/format/table.ts'
import { ArchiveError } from '../archive.ts'
import type { ArchiveFile, FileForm } from './archive-file.ts'

const FORMS: ReadonlyMap<string, FileForm> = new Map([
  ['.csv', 'csv'],
  ['.tab', 'tsv'],
  ['.tsv', 'tsv'],
  ['.vot', 'votable'],
  ['.votable', 'votable'],
  ['.xml', 'votable'],
])
const FILE_NAME = /^(.+?)(\.[a-z]+)(\.gz)?$/i

/** What a file may be called, without its extension: a plain name, or that of a web page's download (`PS_2021.01.26`). */
const STEMS = {
  exoplanets: /^(exoplanets|ps|pscomppars|(?:ps|pscomppars)_\d{4}\.\d{2}\.\d{2}[\d._]*)$/i,
  stellarhosts: /^(stellarhosts|stellarhosts_\d{4}\.\d{2}\.\d{2}[\d._]*)$/i,
  columns: /^columns$/i,
  aliases: /^aliases$/i,
} as const
const LOOKED_FOR = {
  exoplanets: 'exoplanets, ps or pscomppars (or a web download such as PS_2021.01.26)',
  stellarhosts: 'stellarhosts (or a web download such as STELLARHOSTS_2021.01.26)',
  columns: 'columns',
  aliases: 'aliases',
} as const
const ROLES = {
  exoplanets: 'table exoplanets',
  stellarhosts: 'table stellarhosts',
  columns: 'column catalogue',
  aliases: 'list of aliases',
} as const
const EXTENSIONS = `${[...FORMS.keys()].join(' ')}, each also with .gz`

/** The file of one table, and the folder it lies in. */
export interface TableFile extends ArchiveFile {
  readonly table: TableName
  readonly folder: string
}

/**
 * The folders that an archive consists of: one, or several separated as in PATH (`:`, on Windows `;`). The first that has
 * a table gives it. A folder whose own name holds the separator is taken as it is, if it exists.
 */
export async function archiveFolders(archiveDir: string): Promise<readonly string[]> {
  const isFolder = await stat(archiveDir).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const folders = isFolder ? [archiveDir] : archiveDir.split(delimiter).filter((folder) => folder !== '')
  if (folders.length === 0) throw new ArchiveError('No archive folder is given.', { file: '' })
  return folders.map((folder) => resolve(folder))
}

/** A folder's own name; the root has none but `/`. */
function nameOf(folder: string): string {
  return basename(folder) || folder
}

/** The file of each table in the first folder that has one. */
export async function findTables(folders: readonly string[]): Promise<Readonly<Record<TableName, TableFile>>> {
  const found: TableFile[] = []
  for (const table of TABLE_NAMES) {
    let file: TableFile | undefined
    for (const folder of folders) {
      const candidate = await findOne(folder, table)
      if (candidate === undefined) continue
      file = { ...candidate, table, folder }
      break
    }
    if (file === undefined) {
      const where = folders.map(nameOf).join(', ')
      throw new ArchiveError(
        `There is no file for the table ${table} in ${where}: looked for ${LOOKED_FOR[table]} with one of ${EXTENSIONS}.`,
        { file: table },
      )
    }
    found.push(file)
  }
  const [exoplanets, stellarhosts] = found
  return { exoplanets: exoplanets!, stellarhosts: stellarhosts! }
}

/** The column catalogue that goes with a folder: its own, else its parent's, else none. */
export async function findColumns(folder: string): Promise<ArchiveFile | undefined> {
  return (await findOne(folder, 'columns')) ?? (await findOne(dirname(folder), 'columns').catch(ignoreUnreadable))
}

/** The file of names that people use, in the first folder that has one. */
export async function findAliases(folders: readonly string[]): Promise<ArchiveFile | undefined> {
  for (const folder of folders) {
    const found = await findOne(folder, 'aliases')
    if (found !== undefined) return found
  }
  return undefined
}

/** The parent of an archive folder is none of our business beyond `columns.csv`: if it may not be listed, it has none. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof ArchiveError && error.cause !== undefined) return undefined
  throw error
}

async function findOne(folder: string, wanted: keyof typeof STEMS): Promise<ArchiveFile | undefined> {
  let names: string[]
  try {
    names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault'
    const file = nameOf(folder)
    throw new ArchiveError(`The archive folder ${file} cannot be read (${code}).`, { file }, { cause: error })
  }
  const files = names.sort().flatMap((name) => {
    const parts = FILE_NAME.exec(name)
    const form = FORMS.get(parts?.[2]?.toLowerCase() ?? '')
    return form !== undefined && STEMS[wanted].test(parts?.[1] ?? '') ? [{ name, path: join(folder, name), form }] : []
  })
  if (files.length > 1)
    throw new ArchiveError(
      `${files.map(({ name }) => name).join(' and ')} could each be the ${ROLES[wanted]}: keep one of them.`,
      { file: files[0]!.name },
    )
  return files[0]
}
