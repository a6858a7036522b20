import { link, mkdir, readdir, readFile, rename, rm, stat, truncate, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError } from '../../core/errors.ts'
import { isFinished, isJobId, type Job, newJobId } from './job.ts'

/** Maximum number of files read at the same time. */
const AT_ONCE = 32
/** Maximum number of changes to a job. */
const MAX_VERSIONS = 5_000
/** Age in milliseconds after which incompletely created or removed folders are removed. */
const MAX_LEFTOVER_MS = 3_600_000

/** Jobs as files: each job is a folder, and each of its states is a file that is never rewritten. */
export interface JobFolder {
  /** Adds a job. */
  create(job: Job): Promise<void>
  /** The current state of the job; undefined if there is none. */
  read(id: string): Promise<Job | undefined>
  /**
   * Replaces the state of a job by the result of `edit` on the current one; if that is undefined, nothing happens. If several
   * processes do so concurrently, one is first, and the others see its state. Returns the new state; undefined if none was
   * written.
   */
  change(id: string, edit: (job: Job) => Job | undefined): Promise<Job | undefined>
  /** Removes a job with its files. */
  remove(id: string): Promise<void>
  count(): Promise<number>
  /** All jobs. With `isRough`, finished jobs are returned as last read; only their removal could have changed them. */
  all(isRough?: boolean): Promise<Job[]>
  /** Absolute path of a file of a job. */
  path(id: string, file: string): string
  /** Bytes of a file of a job; 0 if there is none. */
  bytesOf(id: string, file: string): Promise<number>
  removeFile(id: string, file: string): Promise<void>
  /** Removes files left behind by processes that ended. */
  clean(): Promise<void>
}

interface Known {
  readonly version: number
  readonly job: Job
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

async function ifThere<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch((error: unknown) => {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  })
}

/** The results of `use` for all items, several at the same time. */
async function eachAtOnce<Item, Result>(
  items: readonly Item[],
  use: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length)
  let next = 0
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++
      results[i] = await use(items[i]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return results
}

/** Opens the jobs in `dir`, which is created if it does not exist. Rejects if the folder is not writable. */
export async function openJobFolder(dir: string): Promise<JobFolder> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await checkWritable(dir)
  const known = new Map<string, Known>()
  const temporary = (): string => `.${newJobId()}`
  const folderOf = (id: string): string => {
    if (!isJobId(id)) throw new Error(`${id} is no id of a job`)
    return join(dir, id)
  }

  /** Number of the last state; 0 if there is no such job. */
  async function lastVersion(id: string): Promise<number> {
    let version = 0
    for (const file of (await ifThere(readdir(folderOf(id)))) ?? [])
      version = Math.max(version, Number(/^(\d+)\.json$/.exec(file)?.[1] ?? 0))
    return version
  }

  async function newest(id: string): Promise<Known | undefined> {
    for (;;) {
      const version = await lastVersion(id)
      if (version === 0) {
        known.delete(id)
        return undefined
      }
      const found = known.get(id)
      if (found?.version === version) return found
      const text = await ifThere(readFile(join(folderOf(id), `${version}.json`), 'utf8'))
      // The state has been replaced meanwhile.
      if (text === undefined || text === '') continue
      const made = { version, job: JSON.parse(text) as Job }
      known.set(id, made)
      return made
    }
  }

  /** Writes a state. False if another process has written that version, or the job is gone. */
  async function write(id: string, version: number, job: Job): Promise<boolean> {
    const folder = folderOf(id)
    const draft = join(folder, temporary())
    try {
      await writeFile(draft, JSON.stringify(job), { mode: 0o600 })
      // Unlike a rename, this fails if the file exists.
      await link(draft, join(folder, `${version}.json`))
    } catch (error) {
      if (isCode(error, 'EEXIST', 'ENOENT', 'ENOTDIR')) return false
      throw error
    } finally {
      await unlink(draft).catch(() => {})
    }
    known.set(id, { version, job })
    // The name of the previous state stays, so that a late process cannot write a state with the same number.
    await truncate(join(folder, `${version - 1}.json`)).catch(() => {})
    return true
  }

  async function ids(): Promise<string[]> {
    return (await readdir(dir)).filter(isJobId)
  }

  async function remove(id: string): Promise<void> {
    known.delete(id)
    const gone = join(dir, `.gone-${id}-${temporary().slice(1)}`)
    // Atomic for all processes: none can write a state of the job from now on.
    if ((await ifThere(rename(folderOf(id), gone).then(() => true))) === true)
      await rm(gone, { recursive: true, force: true })
  }

  return {
    async create(job) {
      const draft = join(dir, `.new-${job.id}`)
      try {
        await mkdir(draft, { mode: 0o700 })
        await writeFile(join(draft, '1.json'), JSON.stringify(job), { mode: 0o600 })
        await rename(draft, folderOf(job.id))
      } catch (error) {
        await rm(draft, { recursive: true, force: true }).catch(() => {})
        throw error
      }
      known.set(job.id, { version: 1, job })
    },
    read: async (id) => (isJobId(id) ? (await newest(id))?.job : undefined),
    async change(id, edit) {
      for (;;) {
        const now = isJobId(id) ? await newest(id) : undefined
        if (now === undefined) return undefined
        const next = edit(now.job)
        if (next === undefined) return undefined
        if (now.version >= MAX_VERSIONS)
          throw new CatalogError('jobs_unavailable', 'The job has been changed too often: create another one.')
        if (await write(id, now.version + 1, next)) return next
      }
    },
    remove,
    count: async () => (await ids()).length,
    async all(isRough = false) {
      const present = await ids()
      const here = new Set(present)
      for (const id of known.keys()) if (!here.has(id)) known.delete(id)
      const jobs = await eachAtOnce(present, async (id) => {
        const found = known.get(id)
        return isRough && found !== undefined && isFinished(found.job) ? found.job : (await newest(id))?.job
      })
      return jobs.filter((job) => job !== undefined)
    },
    path: (id, file) => join(folderOf(id), file),
    bytesOf: async (id, file) => (await ifThere(stat(join(folderOf(id), file))))?.size ?? 0,
    removeFile: (id, file) => rm(join(folderOf(id), file), { force: true }),
    async clean() {
      for (const name of await readdir(dir)) {
        if (!/^\.(?:new|gone|check)-/.test(name)) continue
        const path = join(dir, name)
        const age = Date.now() - ((await ifThere(stat(path)))?.mtimeMs ?? Date.now())
        if (age > MAX_LEFTOVER_MS) await rm(path, { recursive: true, force: true })
      }
    },
  }
}

/** Rejects if files cannot be written or linked in a folder. */
async function checkWritable(dir: string): Promise<void> {
  const path = join(dir, `.check-${process.pid}-${Math.random().toString(36).slice(2)}`)
  try {
    await writeFile(path, '')
    await link(path, `${path}-linked`)
  } finally {
    await rm(path, { force: true }).catch(() => {})
    await rm(`${path}-linked`, { force: true }).catch(() => {})
  }
}
