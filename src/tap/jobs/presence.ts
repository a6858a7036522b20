import { mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A process elsewhere that has not written for so long is taken to have ended, in milliseconds. */
const SILENCE_MS = 30_000
/** Files of processes that have ended are removed after this time. */
const MAX_LEFTOVER_MS = 3_600_000

/** What a server process says of itself. */
interface Said {
  readonly pid: number
  /** When it began, as this machine counts; with `machine` it tells whether a process of the same number is the same one. */
  readonly began: string
  /** The same text for all processes that see each other's numbers; empty where that is not known. */
  readonly machine: string
}

/** The server processes that share a folder of jobs: each says that it is there. */
export interface Presence {
  /** The name of this process. */
  readonly id: string
  /** Says that this process is there; to be called every few seconds. */
  tell(): Promise<void>
  /** Whether a process is still there, for all that is known. */
  isThere(id: string): Promise<boolean>
  /** Says that this process has ended. */
  leave(): Promise<void>
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** When a process began, in ticks since the start of the machine; empty where it does not run or the system does not tell. */
async function beganAt(pid: number): Promise<string> {
  const text = await textOf(`/proc/${pid}/stat`)
  // The name in parentheses may hold anything; the start is the 20th field behind it.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function machine(): Promise<string> {
  const boot = (await textOf('/proc/sys/kernel/random/boot_id')).trim()
  const numbers = await readlink('/proc/self/ns/pid').catch(() => '')
  return boot === '' || numbers === '' ? '' : `${boot} ${numbers}`
}

/** Names this process in `dir`. Clocks of machines are not compared: a file that changes is a process that runs. */
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
        // It is being written.
      }
      if (said !== undefined && own.machine !== '' && said.machine === own.machine)
        return (await beganAt(said.pid)) === said.began
      return before?.text !== text || now() - before.sinceMs < SILENCE_MS
    },
    leave: () => rm(pathOf(id), { force: true }),
  }
}
