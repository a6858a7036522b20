import { mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Time without writes, in milliseconds, after which a process that cannot be checked locally is assumed to have ended. */
const SILENCE_MS = 30_000
/** Age in milliseconds after which files of ended processes are removed. */
const MAX_LEFTOVER_MS = 3_600_000

/** Content of a server process's presence file. */
interface Said {
  readonly pid: number
  /** Start time by this machine's count; together with `machine` it distinguishes processes with the same PID. */
  readonly began: string
  /** The same text for all processes that share a PID namespace; empty if that is unknown. */
  readonly machine: string
}

/** The server processes that share a job folder; each one regularly announces its presence. */
export interface Presence {
  /** The name of this process. */
  readonly id: string
  /** Announces that this process is running; must be called every few seconds. */
  tell(): Promise<void>
  /** Whether a process is assumed to be running. */
  isThere(id: string): Promise<boolean>
  /** Announces that this process has ended. */
  leave(): Promise<void>
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Start time of a process, in ticks since the machine started; empty if it does not run or the system does not report it. */
async function beganAt(pid: number): Promise<string> {
  const text = await textOf(`/proc/${pid}/stat`)
  // The name in parentheses can contain anything; the start time is the 20th field after it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function machine(): Promise<string> {
  const boot = (await textOf('/proc/sys/kernel/random/boot_id')).trim()
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '')
  return boot === '' || numbers === '' ? '' : `${boot} ${numbers}`
}

/** Registers this process in `dir`. Clocks of machines are not compared: a process whose file changes is running. */
export async function createPresence(dir: string, now: () => number = () => performance.now()): Promise<Presence> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString('hex')
  const own: Said = { pid: process.pid, began: await beganAt(process.pid), machine: await machine() }
  const heard = new Map<string, { text: string; sinceMs: number }>()
  let count = 0
  const pathOf = (name: string): string => join(dir, `${name}.json`)

  const tell = async (): Promise<void> => {
    count += 1
    await writeFile(pathOf(id), JSON.stringify({ ...own, count }), { mode: 0o600 })
    for (const file of await readdir(dir)) {
      const age = Date.now() - ((await stat(join(dir, file)).catch(() => undefined))?.mtimeMs ?? Date.now())
      if (age > MAX_LEFTOVER_MS) await rm(join(dir, file), { force: true })
    }
  }
  await tell()

  return {
    id,
    tell,
    async isThere(other) {
      if (other === id) return true
      if (!/^[0-9a-f]{18}$/.test(other)) return false
      const text = await textOf(pathOf(other))
      if (text === '') return false
      const before = heard.get(other)
      if (before?.text !== text) heard.set(other, { text, sinceMs: now() })
      let said: Said | undefined
      try {
        said = JSON.parse(text)
      } catch {
        // The file is being written.
      }
      if (said !== undefined && own.machine !== '' && said.machine === own.machine)
        return (await beganAt(said.pid)) === said.began
      return before?.text !== text || now() - before.sinceMs < SILENCE_MS
    },
    leave: () => rm(pathOf(id), { force: true }),
  }
}
