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

/** Thrown if another process does the same work on the same folder. */
export class LockedError extends Error {
  override readonly name = 'LockedError'

  constructor(work: string, holder: string) {
    super(`Another ${work}${holder} is writing to this folder; start again when it has ended.`)
  }
}

/** Locks the data folder for one build. Throws LockedError if another build holds the lock. */
export function lockDataDir(dataDir: string): Promise<HeldLock> {
  return takeLock(join(dataDir, LOCK_NAME), 'build')
}

/**
 * Acquires the lock at this path for one process; throws LockedError, which names the `work`, if another process holds it. The
 * lock is SQLite's reserved lock on the empty database `<path>.db`. The operating system drops it when the process ends, however
 * it ends, and containers on the same file system share it, so that no stale lock remains and no process IDs need to be checked.
 * `<path>.holder` names the holder, for messages only. Both files are removed on release.
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
        // On a second release, these would be the files of another holder.
        if (!isHeld) return
        isHeld = false
        await rm(holderFile, { force: true })
        // Remove the file while the lock is held, so that no other process can have acquired it. A process that has opened the
        // file by now finds that it has moved.
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
    // For a path that leads through a file, the system reports only that a file exists, and for which folder.
    if (isSystemError(error))
      error.message = `The folder ${folder} cannot be created (${error.code}): choose another one.`
    throw error
  }
}

async function openLock(file: string): Promise<Database> {
  try {
    return new Database(file, { create: true, readwrite: true })
  } catch (error) {
    // SQLite does not report the reason; the system does.
    await open(file, 'a').then((handle) => handle.close())
    throw error
  }
}

/**
 * Tries to acquire the lock. `busy`: another process holds it; `moved`: it was released in the meantime, and the path is now
 * another file or missing. Only the reserved lock lets exactly one of many contenders succeed; with an exclusive lock, two
 * contenders can block each other.
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
  const answer = new Int32Array(2) // Bun requires 8 bytes; SQLite writes one int
  database.fileControl(HAS_MOVED, answer)
  return answer[0] !== 0
}

function lockFileError(file: string, cause: unknown): Error {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
  const message = `The lock file ${file} cannot be used (${code}); it should be an empty file, so delete it if it is not.`
  return Object.assign(new Error(message, { cause }), { code, syscall: 'lock' })
}

/** Returns the PID namespace of this process: another container has its own. Empty if the system does not report it. */
function processSpace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '')
}

/** Describes the lock holder, as far as it is known, as part of a sentence; the lock might have been released a moment ago. */
async function describeHolder(holderFile: string): Promise<string> {
  const text = await readFile(holderFile, 'utf8').catch(() => '')
  const [, pid, space] = /^(\d+) (.*)$/.exec(text) ?? []
  if (pid === undefined) return ''
  return space === (await processSpace()) ? ` (process ${pid})` : ` (process ${pid} in another container)`
}
