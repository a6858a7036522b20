import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Settings } from '../settings.ts'

/** The settings that determine the jobs folder. */
export type JobsFolderSettings = Pick<Settings, 'jobsDir' | 'dataDir' | 'host' | 'port'>

/** The folder in which jobs are stored. */
export interface JobsFolder {
  /** Absolute path. */
  readonly dir: string
  /** Removes the folder if no later start could find it again. */
  remove(): Promise<void>
}

/**
 * The jobs folder: the configured one, or a private one in the temporary folder, where a service restarted on the same
 * port finds its jobs. Undefined if jobs are turned off. Rejects if the folder cannot be created or belongs to another
 * user.
 */
export async function jobsFolder({
  jobsDir,
  dataDir,
  host,
  port,
}: JobsFolderSettings): Promise<JobsFolder | undefined> {
  if (jobsDir.toLowerCase() === 'off') return undefined
  if (jobsDir !== '') return { dir: resolve(jobsDir), remove: async () => {} }
  const begin = join(tmpdir(), 'exoplanet-catalog-jobs-')
  if (port === 0) {
    const dir = await mkdtemp(begin)
    return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
  }
  const user = process.getuid?.() ?? 0
  const dir = `${begin}${Bun.hash(`${user} ${host} ${port} ${resolve(dataDir)}`).toString(36)}`
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  // Any user can create a folder in the temporary folder.
  const found = await lstat(dir)
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0)
    throw new Error(`${dir} belongs to another user, or other users can read it.`)
  return { dir, remove: async () => {} }
}
