import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** Bytes of a page in /proc/<pid>/statm, with the usual kernel of every Linux that Bun runs on. */
const PAGE_BYTES = 4096

/** Private bytes of a process; pages of mapped files are not counted. Undefined if the system does not report them. */
export function privateBytesOf(pid: number): number | undefined {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident! - shared!) * PAGE_BYTES
  } catch {
    return undefined
  }
}

/** Processor time of the main thread of a process, which runs its query. */
export interface ProcessorTime {
  /** In milliseconds; undefined if it is not available. */
  ms(): number | undefined
  /** To be called when the process is gone. */
  close(): void
}

/** Enough for the three numbers of /proc/<pid>/schedstat. */
const SCHEDSTAT_BYTES = 64

/** Opens the file with the first reading, and keeps it open for the next ones. */
export function openProcessorTime(pid: number): ProcessorTime {
  const text = Buffer.allocUnsafe(SCHEDSTAT_BYTES)
  let file: number | undefined
  let isClosed = false
  return {
    ms() {
      if (isClosed) return undefined
      try {
        file ??= openSync(`/proc/${pid}/schedstat`, 'r')
        const length = readSync(file, text, 0, SCHEDSTAT_BYTES, 0)
        const ms = Number.parseInt(text.toString('latin1', 0, length), 10) / 1_000_000
        return Number.isNaN(ms) ? undefined : ms
      } catch {
        return undefined
      }
    },
    close() {
      isClosed = true
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** True if a process has been stopped by a signal (SIGSTOP); false if the system does not report it. */
export function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses can contain anything, so the state is read after the last parenthesis.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'T'
  } catch {
    return false
  }
}
