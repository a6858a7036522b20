import { mkdir, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isSystemError } from '../../src/command-line/run-command.ts'

const LOCK_FILE = 'build.lock'
/** Taking a dead lock over is a matter of microseconds. */
const TAKEOVER_WAIT_MS = 5

/** A lock that this process holds until it is released or disposed of. */
export interface HeldLock extends AsyncDisposable {
  release(): Promise<void>
}

/** Another process does the same work on the same folder. */
export class LockedError extends Error {
  constructor(
    readonly pid: number,
    work: string,
    advice = '',
  ) {
    super(`Another ${work} (process ${pid}) is writing to this folder; start again when it has ended.${advice}`)
    this.name = 'LockedError'
  }
}

/** What Linux says of a process; both are empty where nothing is told. */
interface ProcessFacts {
  /** `Z` has ended and only waits for its parent to notice, which may be never. */
  readonly state: string
  /** When it started, in clock ticks since boot. Tells a reused id apart. */
  readonly start: string
}

async function factsOf(pid: number): Promise<ProcessFacts> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The command name in parentheses may hold spaces; the start time is the 20th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', start: fields[19] ?? '' }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The name space that process ids of this process are of: another container has its own. Empty where nothing is told. */
function processSpace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '')
}

/** True for a lock of another container that has the folder too: nothing can be told of its process from here. */
async function isForeign(content: string): Promise<boolean> {
  const space = content.split(' ')[2]
  return space !== undefined && space !== (await processSpace())
}

/** Throws where a lock, or the guard of its takeover, is of another container. */
async function refuseForeign(path: string, content: string, work: string): Promise<void> {
  if (!(await isForeign(content))) return
  const advice = ` It runs in another container; if you know that it has ended, delete ${path}.`
  throw new LockedError(Number.parseInt(content, 10), work, advice)
}

async function isHeld(content: string): Promise<boolean> {
  const [text = '', start = ''] = content.split(' ')
  const pid = Number(text)
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isAlive(pid)) return false
  const facts = await factsOf(pid)
  return facts.state !== 'Z' && facts.start === start
}

/** False where there is a lock already. The lock is a symbolic link whose target is its content: it appears whole, or not at all. */
async function createLock(lock: string, content: string): Promise<boolean> {
  try {
    await symlink(content, lock)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a lock whose process is gone. One process at a time may do that, and only while it still is that lock: of two
 * that find the same dead one, the second would else remove what the first has taken in the meantime.
 */
async function removeDeadLock(lock: string, dead: string, mine: string, work: string): Promise<void> {
  const guard = `${lock}.takeover`
  if (!(await createLock(guard, mine))) {
    const holder = await readlink(guard).catch(() => undefined)
    if (holder !== undefined) await refuseForeign(guard, holder, work)
    if (holder !== undefined && !(await isHeld(holder))) await rm(guard, { force: true })
    await Bun.sleep(TAKEOVER_WAIT_MS)
    return
  }
  try {
    if ((await readlink(lock).catch(() => undefined)) === dead) await rm(lock, { force: true })
  } finally {
    await rm(guard, { force: true })
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

/** Takes the data folder for one build. Throws LockedError where a live build holds it. */
export function lockDataDir(dataDir: string): Promise<HeldLock> {
  return takeLock(join(dataDir, LOCK_FILE), 'build')
}

/**
 * Takes the lock of this path for one process. A lock whose process is gone is taken
 * over. Throws LockedError, which names the `work`, where a live process holds it, or one of another container, of which nothing
 * is known: its message then names the lock, for whoever knows that it has ended.
 */
export async function takeLock(lock: string, work: string): Promise<HeldLock> {
  await makeFolder(dirname(lock))
  const mine = [process.pid, (await factsOf(process.pid)).start, await processSpace()].join(' ').trimEnd()
  while (!(await createLock(lock, mine))) {
    const holder = await readlink(lock).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined // released a moment ago
      throw error
    })
    if (holder === undefined) continue
    await refuseForeign(lock, holder, work)
    if (await isHeld(holder)) throw new LockedError(Number.parseInt(holder, 10), work)
    await removeDeadLock(lock, holder, mine, work)
  }
  const release = () => rm(lock, { force: true })
  return { release, [Symbol.asyncDispose]: release }
}
