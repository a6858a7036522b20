import { Database } from 'bun:sqlite'
import { mkdir, open, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSystemError } from '../../src/command-line/run-command.ts'

const LOCK_NAME = 'build.lock'

/** SQLITE_FCNTL_HAS_MOVED: writes 1 if the open file is no longer the one at its path. */
const HAS_MOVED = 20

/** A lock that this process holds until it is released or disposed of. */
export interface HeldLock extends AsyncDisposable {
  release(): Promise<void>
}

/** Another process does the same work on the same folder. */
export class LockedError extends Error {
  override readonly name = 'LockedError'

  constructor(work: string, holder: string) {
    super(`Another ${work}${holder} is writing to this folder; start again when it has ended.`)
  }
}

/** Takes the data folder for one build. Throws LockedError if another build holds it. */
export function lockDataDir(dataDir: string): Promise<HeldLock> {
  return takeLock(join(dataDir, LOCK_NAME), 'build')
}

/**
 * Takes the lock at this path for one process; throws LockedError, which names the `work`, if another one holds it. The lock is
 * SQLite's reserved lock on the empty database `<path>.db`, which the operating system drops as soon as its process has ended,
 * however it ended, and which containers on the same file system share: no lock is left over, and nothing has to be judged
 * by process ids. `<path>.holder` tells whose it is, for messages alone. Both are gone after the release.
 */
export async function takeLock(path: string, work: string): Promise<HeldLock> {
  await makeFolder(dirname(path))
  const [file, holderFile] = [`${path}.db`, `${path}.holder`]
  for (;;) {
    const database = await openLock(file)
    const outcome = reserve(database)
    if (outcome === 'held') {
      await Bun.write(holderFile, `${process.pid} ${await processSpace()}`)
      let isHeld = true
      const release = async () => {
        // A second time, these would be the files of another holder.
        if (!isHeld) return
        isHeld = false
        await rm(holderFile, { force: true })
        // While the lock is held, so that nobody can have taken it. Whoever has opened the file by now finds that it has moved.
        await rm(file, { force: true })
        database.close()
      }
      return { release, [Symbol.asyncDispose]: release }
    }
    database.close()
    if (outcome === 'busy') throw new LockedError(work, await describeHolder(holderFile))
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    // Of a path that leads through a file, the system says no more than that there is one, and of which folder it is.
    if (isSystemError(error)) error.message = `The folder ${folder} cannot be made (${error.code}): name another one.`
    throw error
  }
}

async function openLock(file: string): Promise<Database> {
  try {
    return new Database(file, { create: true, readwrite: true })
  } catch (error) {
    // SQLite does not say why; the system does.
    await open(file, 'a').then((handle) => handle.close())
    throw error
  }
}

/**
 * `busy`: another process has the lock; `moved`: it was released in between, and the path is another file now, or none. Only
 * the reserved lock makes exactly one of many contenders succeed; for an exclusive one, two can be in each other's way.
 */
function reserve(database: Database): 'held' | 'busy' | 'moved' {
  try {
    database.run('BEGIN IMMEDIATE')
    return hasMoved(database) ? 'moved' : 'held'
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return 'busy'
    if (hasMoved(database)) return 'moved'
    database.close()
    throw lockFileError(database.filename, error)
  }
}

function hasMoved(database: Database): boolean {
  const answer = new Int32Array(2) // Bun wants 8 bytes; SQLite writes one int
  database.fileControl(HAS_MOVED, answer)
  return answer[0] !== 0
}

function lockFileError(file: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  const message = `The lock file ${file} cannot be used (${code}); it should be an empty file, so delete it if it is not.`
  return Object.assign(new Error(message, { cause }), { code, syscall: 'lock' })
}

/** The name space that process ids of this process are of: another container has its own. Empty where nothing is told. */
function processSpace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '')
}

/** Who holds a lock, as far as it is known, to be put into a sentence; it may have been released a moment ago. */
async function describeHolder(holderFile: string): Promise<string> {
  const text = await readFile(holderFile, 'utf8').catch(() => '')
  const [, pid, space] = /^(\d+) (.*)$/.exec(text) ?? []
  if (pid === undefined) return ''
  return space === (await processSpace()) ? ` (process ${pid})` : ` (process ${pid} in another container)`
}
