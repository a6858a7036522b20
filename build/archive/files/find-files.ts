import { readdir, stat } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { TABLE_NAMES, type TableName } from '../../../src/format/table.ts'
import { ArchiveError } from '../archive.ts'
import type { ArchiveFile, FileForm } from './archive-file.ts'
import { tableNameOf } from './table-name.ts'

const FORMS: ReadonlyMap<string, FileForm> = new Map([
  ['.csv', 'csv'],
  ['.tab', 'tsv'],
  ['.tsv', 'tsv'],
  ['.vot', 'votable'],
  ['.votable', 'votable'],
  ['.xml', 'votable'],
])
const FILE_NAME = /^(.+?)(\.[a-z]+)(\.gz)?$/i

/** Accepted file names without extension: a plain name, or that of a download from the web pages (`PS_2021.01.26`). */
const STEMS = {
  exoplanets: /^(exoplanets|ps|ps_\d{4}\.\d{2}\.\d{2}[\d._]*)$/i,
  /** Used as exoplanets if there is no other file. */
  composite: /^(pscomppars|pscomppars_\d{4}\.\d{2}\.\d{2}[\d._]*)$/i,
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
  composite: 'table exoplanets',
  stellarhosts: 'table stellarhosts',
  columns: 'column catalog',
  aliases: 'list of aliases',
} as const
const EXTENSIONS = `${[...FORMS.keys()].join(' ')}, each also with .gz`

/** The file of one table, and its folder. */
export interface TableFile extends ArchiveFile {
  readonly table: string
  readonly folder: string
}

/** The files of the tables of an archive. */
export interface ArchiveFiles extends Readonly<Record<TableName, TableFile>> {
  /** The files of the further tables, by table name. */
  readonly further: readonly TableFile[]
}

/**
 * The folders of an archive: one, or several separated as in PATH (`:`, on Windows `;`). Each table comes from the first folder
 * that contains it. If a folder whose own name contains the separator exists, it is used as is.
 */
export async function archiveFolders(archiveDir: string): Promise<readonly string[]> {
  const isFolder = await stat(archiveDir).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const folders = isFolder ? [archiveDir] : archiveDir.split(delimiter).filter((folder) => folder !== '')
  if (folders.length === 0)
    throw new ArchiveError('No archive folder is given: name one with --archive or ARCHIVE_DIR.', { file: '' })
  return folders.map((folder) => resolve(folder))
}

/**
 * Finds the files of all tables, each in the first folder that has one: those of the two tables that every archive has, and any
 * other file in a supported form, which is a further table with the file's name.
 */
export async function findTables(folders: readonly string[]): Promise<ArchiveFiles> {
  const exoplanets = (await findFirst(folders, 'exoplanets')) ?? (await findFirst(folders, 'composite'))
  const stellarhosts = await findFirst(folders, 'stellarhosts')
  const found = { exoplanets, stellarhosts }
  for (const table of TABLE_NAMES)
    if (found[table] === undefined)
      throw new ArchiveError(
        `There is no file for the table ${table} in ${folders.join(', ')}: looked for ${LOOKED_FOR[table]} with one of ${EXTENSIONS}.`,
        { file: table },
      )
  return {
    exoplanets: { ...exoplanets!, table: 'exoplanets' },
    stellarhosts: { ...stellarhosts!, table: 'stellarhosts' },
    further: await findFurther(folders, STEMS.composite.test(stemOf(exoplanets!.name))),
  }
}

async function findFirst(
  folders: readonly string[],
  wanted: keyof typeof STEMS,
): Promise<(ArchiveFile & { readonly folder: string }) | undefined> {
  for (const folder of folders) {
    const found = await findOne(folder, wanted)
    if (found !== undefined) return { ...found, folder }
  }
  return undefined
}

/** Finds the files of further tables. `isCompositeTaken`: the file of composite parameters is already used as exoplanets. */
async function findFurther(folders: readonly string[], isCompositeTaken: boolean): Promise<readonly TableFile[]> {
  const { composite, ...others } = STEMS
  const taken = [...Object.values(others), ...(isCompositeTaken ? [composite] : [])]
  const found = new Map<string, TableFile>()
  for (const folder of folders) {
    const files = (await filesOf(folder)).filter(({ name }) => !taken.some((stems) => stems.test(stemOf(name))))
    const here = Map.groupBy(files, ({ name }) => tableNameOf(name, stemOf(name)))
    for (const [table, candidates] of here) {
      if (candidates.length > 1) throw severalFiles(candidates, `table ${table}`)
      if (!found.has(table)) found.set(table, { ...candidates[0]!, table, folder })
    }
  }
  return [...found.values()].sort((a, b) => (a.table < b.table ? -1 : 1))
}

/** Finds the column catalog of a folder: its own, otherwise its parent's, otherwise none. */
export async function findColumns(folder: string): Promise<ArchiveFile | undefined> {
  return (await findOne(folder, 'columns')) ?? (await findOne(dirname(folder), 'columns').catch(ignoreUnreadable))
}

/** Finds the file of commonly used names, in the first folder that has one. */
export async function findAliases(folders: readonly string[]): Promise<ArchiveFile | undefined> {
  return findFirst(folders, 'aliases')
}

/** Only `columns.csv` is read from the parent of an archive folder: if the parent cannot be listed, it has none. */
function ignoreUnreadable(error: unknown): undefined {
  if (error instanceof ArchiveError && error.cause !== undefined) return undefined
  throw error
}

async function findOne(folder: string, wanted: keyof typeof STEMS): Promise<ArchiveFile | undefined> {
  const files = (await filesOf(folder)).filter(({ name }) => STEMS[wanted].test(stemOf(name)))
  if (files.length > 1) throw severalFiles(files, ROLES[wanted])
  return files[0]
}

function severalFiles(files: readonly ArchiveFile[], role: string): ArchiveError {
  return new ArchiveError(
    `${files.map(({ name }) => name).join(' and ')} could each be the ${role}: keep one of them.`,
    { file: files[0]!.name },
  )
}

function stemOf(fileName: string): string {
  return FILE_NAME.exec(fileName)?.[1] ?? ''
}

/** Returns every file of a folder in a supported form, by name; hidden files of systems and editors are omitted. */
async function filesOf(folder: string): Promise<readonly ArchiveFile[]> {
  let names: string[]
  try {
    names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new ArchiveError(`The archive folder ${folder} cannot be read (${code}).`, { file: folder }, { cause: error })
  }
  return names.sort().flatMap((name) => {
    const form = FORMS.get(FILE_NAME.exec(name)?.[2]?.toLowerCase() ?? '')
    return form === undefined || /^[.~]/.test(name) ? [] : [{ name, path: join(folder, name), form }]
  })
}
