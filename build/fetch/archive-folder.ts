import { mkdir, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UsageError } from '../../src/command-line/usage-error.ts'
import { PROVENANCE_FILE } from '../archive/files/provenance.ts'
import { takeLock } from '../data-folder/lock.ts'

/** The files that every fetch writes to an archive folder; a folder with any other file belongs to the user. */
const FETCHED_FILE = /^(?:ps|pscomppars|exoplanets|stellarhosts|columns)\.csv\.gz$/

/** Returns the names that the fetch recorded in the folder it filled, including further tables. */
async function notedFiles(folder: string): Promise<ReadonlySet<string>> {
  const noted: unknown = await Bun.file(join(folder, PROVENANCE_FILE))
    .json()
    .catch(() => undefined)
  const files = typeof noted === 'object' && noted !== null && 'files' in noted ? noted.files : undefined
  return new Set(Array.isArray(files) ? files.map((file: unknown) => String(Object(file).name)) : [])
}

/** A new archive folder in progress, next to the one that it will replace. Disposing of it lets others fetch into the folder. */
export interface StagingFolder extends AsyncDisposable {
  /** Where the files are written. */
  readonly path: string
  /** Replaces the old folder, which is restored if the replacement is disposed of without having been kept. */
  replaceOld(): Promise<FolderReplacement>
}

/** A new archive folder in its place, with the old one set aside. Disposing of it undoes the replacement unless it was kept. */
export interface FolderReplacement extends AsyncDisposable {
  /** Makes the replacement final and removes the old folder. */
  keep(): Promise<void>
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Resolves a symbolic link to its folder, even if that does not exist; otherwise returns the folder itself. */
async function behindLinks(folder: string): Promise<string> {
  const leadsTo = () => readlink(folder).then((target) => resolve(dirname(folder), target))
  return realpath(folder).catch(() => leadsTo().catch(() => folder))
}

/** Returns the names in a folder; none if the folder does not exist yet. Throws for a file, or a folder that cannot be read. */
async function namesIn(outDir: string): Promise<readonly string[]> {
  try {
    return await readdir(outDir)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Throws if the folder contains anything that a fetch did not write: it would be lost. */
async function checkIsOurs(outDir: string): Promise<void> {
  const names = await namesIn(outDir)
  const noted = await notedFiles(outDir)
  const foreign = names.filter((name) => name !== PROVENANCE_FILE && !FETCHED_FILE.test(name) && !noted.has(name))
  if (foreign.length > 0)
    throw new UsageError(
      `The folder ${outDir} holds ${foreign.slice(0, 3).join(', ')}, which was not created by a fetch; choose another folder with --out.`,
    )
}

/**
 * Throws if the old folder cannot be moved away, for example because a volume is mounted on it: better now than after everything
 * has been fetched and built. A folder cannot replace one that is not empty, so the trial moves nothing.
 */
async function checkIsMovable(outDir: string, staging: string): Promise<void> {
  const content = join(staging, 'trial')
  await mkdir(content)
  const error = await rename(outDir, staging).catch((failure: NodeJS.ErrnoException) => failure)
  await rm(content, { recursive: true })
  const code = error?.code ?? ''
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST')
    throw new UsageError(
      `The folder ${outDir} cannot be replaced by a new one (${code}); choose another folder with --out. If a volume is mounted on it, choose a folder inside the volume.`,
    )
}

/**
 * Opens a staging folder for `folder`. Only one fetch at a time can do so: throws LockedError while another one does, and repairs
 * what a killed fetch left.
 */
export async function openStaging(folder: string): Promise<StagingFolder> {
  // For a symbolic link, its target is replaced: the link stays, and so does the drive that the files are on.
  const outDir = await behindLinks(folder)
  const beside = (suffix: string): string => join(dirname(outDir), `.${basename(outDir)}.${suffix}`)
  const lock = await takeLock(beside('lock'), 'fetch')
  const path = beside('arriving')
  const old = beside('replaced')
  try {
    await checkIsOurs(outDir)
    // The fetch was killed between the two renames below: the old files are complete and the new ones were never moved into
    // place.
    if ((await exists(old)) && !(await exists(outDir))) await rename(old, outDir)
    await rm(old, { recursive: true, force: true })
    await rm(path, { recursive: true, force: true })
    await mkdir(path, { recursive: true })
    if (await exists(outDir)) await checkIsMovable(outDir, path)
  } catch (error) {
    await rm(path, { recursive: true, force: true }).catch(() => {}) // the next fetch tries again
    await lock.release()
    throw error
  }
  return {
    path,
    replaceOld: () => replaceFolder({ outDir, arriving: path, old }),
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
      await lock.release()
    },
  }
}

async function replaceFolder({
  outDir,
  arriving,
  old,
}: Readonly<Record<'outDir' | 'arriving' | 'old', string>>): Promise<FolderReplacement> {
  // A folder cannot be renamed over one that contains files, so the old one is set aside for a moment.
  const hasOld = await exists(outDir)
  const restoreOld = async () => {
    if (hasOld) await rename(old, outDir)
  }
  if (hasOld) await rename(outDir, old)
  try {
    await rename(arriving, outDir)
  } catch (error) {
    await restoreOld()
    throw error
  }
  let isKept = false
  return {
    async keep() {
      isKept = true
      // If removal fails, the next fetch reports it before it begins.
      await rm(old, { recursive: true, force: true }).catch(() => {})
    },
    async [Symbol.asyncDispose]() {
      if (isKept) return
      await rename(outDir, arriving)
      await restoreOld()
    },
  }
}
