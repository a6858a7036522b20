import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const LOCK_FILE = 'build.lock'

/** Another build is at work in the same data folder. */
export class LockedError extends Error {
  constructor(readonly pid: number) {
    super(`Another build (process ${pid}) is writing to this data folder; start again when it has ended.`)
    this.name = 'LockedError'
  }
}

/** When the process started, in clock ticks since boot; empty where the system does not tell. Tells a reused id apart. */
async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The command name in parentheses may hold spaces; the start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
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

async function isHeld(content: string): Promise<boolean> {
  const [pid = '', start = ''] = content.trim().split(' ')
  return isAlive(Number(pid)) && start === (await startOf(Number(pid)))
}

/**
 * Takes the data folder for one build and gives the way to release it. A lock whose process is gone is taken over.
 * Throws LockedError where a live build holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const lock = join(dataDir, LOCK_FILE)
  const mine = `${lock}.${process.pid}`
  const content = `${process.pid} ${await startOf(process.pid)}\n`
  await writeFile(mine, content)
  try {
    for (;;) {
      // A link appears with its content and only where there is none: nobody sees half a lock, nobody overwrites one.
      const isTaken = await link(mine, lock).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return true
          throw error
        },
      )
      if (!isTaken) return () => rm(lock, { force: true })
      const holder = await readFile(lock, 'utf8').catch(() => undefined)
      if (holder === undefined) continue
      if (await isHeld(holder)) throw new LockedError(Number.parseInt(holder, 10))
      // Of two builds that find the same dead lock, one moves it away; the other must not remove the winner's.
      const stale = `${mine}.stale`
      await rename(lock, stale).catch(() => {})
      const moved = await readFile(stale, 'utf8').catch(() => holder)
      if (moved !== holder) await link(stale, lock).catch(() => {})
      await rm(stale, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}
