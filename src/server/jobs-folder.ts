import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Settings } from '../settings.ts'

/** What a folder for jobs follows from. */
export type JobsFolderSettings = Pick<Settings, 'jobsDir' | 'dataDir' | 'host' | 'port'>

/** Where jobs are kept. */
export interface JobsFolder {
  /** Absolute. */
  readonly dir: string
  /** Removes it where nobody can find it again. */
  remove(): Promise<void>
}

/**
 * The folder for jobs: that of the settings, or one of the service's own among the temporary files, where a service that is
 * started again on the same port finds its jobs. Undefined where there are to be no jobs. Rejects where it cannot be made,
 * or belongs to somebody else.
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
  // Anyone can make a folder among the temporary files.
  const found = await lstat(dir)
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0)
    throw new Error(`${dir} belongs to somebody else, or can be read by others.`)
  return { dir, remove: async () => {} }
}
