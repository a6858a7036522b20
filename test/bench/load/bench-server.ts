import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

const canPin = Bun.which('taskset') !== null && availableParallelism() > 1

/** The core that servers run on; the load generator takes the others. */
const SERVER_CORE = '1'
const CLIENT_CORE = '0'

/** Moves this process to the load generator's core. False where the machine does not let one choose. */
export function pinClient(): boolean {
  return canPin && Bun.spawnSync(['taskset', '-acp', CLIENT_CORE, String(process.pid)]).success
}

/** A server process on its own core. */
export interface BenchServer {
  readonly pid: number
  readonly port: number
  /** From the start of the process until it said that it listens. */
  readonly startMs: number
  /** Processor time that it has used so far, in ms; NaN where the system does not tell. */
  cpuMs(): Promise<number>
  /** Resident memory in MB: all of it, and the part that is not mapped files. */
  memoryMb(): Promise<{ readonly resident: number; readonly anonymous: number }>
  stop(): Promise<void>
}

async function readProc(pid: number, file: string): Promise<string> {
  return Bun.file(`/proc/${pid}/${file}`)
    .text()
    .catch(() => '')
}

/** Starts a script under Bun, on the servers' core unless told otherwise, and waits for its line `Listening on http://…:port`. */
export async function startServer(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  isPinned = canPin,
): Promise<BenchServer> {
  const startMs = performance.now()
  const child = Bun.spawn([...(isPinned ? ['taskset', '-c', SERVER_CORE] : []), process.execPath, script, ...args], {
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  let port: number | undefined
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk
    port = Number(/Listening on http:\/\/[^/\s]*:(\d+)/.exec(said)?.[1]) || undefined
    if (port !== undefined) break
  }
  if (port === undefined) throw new Error(`${script} did not start: ${said}`)
  return {
    pid: child.pid,
    port,
    startMs: performance.now() - startMs,
    async cpuMs() {
      const tasks = await readdir(`/proc/${child.pid}/task`).catch(() => [])
      const times = await Promise.all(tasks.map((task) => readProc(child.pid, `task/${task}/schedstat`)))
      return times.reduce((sum, line) => sum + Number(line.split(' ')[0]), 0) / 1e6 || Number.NaN
    },
    async memoryMb() {
      const status = await readProc(child.pid, 'status')
      const kb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
      return { resident: kb('VmRSS'), anonymous: kb('RssAnon') }
    },
    async stop() {
      child.kill()
      await child.exited
    },
  }
}
